//! `[[invocation]]`: how many threads a draw or a compute job of V4 to V7 runs.

use mali_instancing::{Arch, Error, descriptor};

use super::kind::{Kind, Wrong};
use super::table::{named, table};
use crate::pack::PackedDescriptor;

table! {
    /// `[[invocation]]`: how many threads a draw or a compute job of V4 to V7 runs.
    ///
    /// ```
    /// use mali_instancing_codegen::{Invocation, Job, Language, Manifest, Naming, generate};
    ///
    /// let cube = Invocation {
    ///     name: "cube".to_owned(),
    ///     kind: Some(Job::Draw),
    ///     workgroups_y: Some(22),
    ///     workgroups_z: Some(905),
    ///     ..Invocation::default()
    /// };
    /// let mut manifest = Manifest::new("draws");
    /// manifest.descriptors.push(cube.into());
    /// let bytes = generate(&manifest, Language::Bin, Naming::default())?;
    /// assert_eq!(bytes, [0x15, 0x71, 0, 0, 0, 0, 0x40, 0x21]);
    /// # Ok::<(), mali_instancing_codegen::TextError>(())
    /// ```
    pub struct Invocation
    with {
        /// The architecture.
        arch: Arch,
        /// What runs.
        kind: Job,
        /// Workgroups in the first dimension. Absent: 1, as in all others.
        workgroups_x: u32 => 1..=u32::MAX.into(),
        /// Workgroups in the second dimension; a draw's vertices.
        workgroups_y: u32 => 1..=u32::MAX.into(),
        /// Workgroups in the third dimension; a draw's instances.
        workgroups_z: u32 => 1..=u32::MAX.into(),
        /// Threads of a workgroup in the first dimension.
        size_x: u32 => 1..=0x8000,
        /// Threads of a workgroup in the second dimension.
        size_y: u32 => 1..=0x8000,
        /// Threads of a workgroup in the third dimension.
        size_z: u32 => 1..=0x8000,
    }
    needs { "required": ["kind"] }
}

/// What an [`Invocation`] runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Job {
    /// A draw: a vertex a workgroup, and an instance.
    Draw,
    /// A compute job.
    Compute,
}

named!(Job: Draw = "draw", Compute = "compute");

impl Invocation {
    pub(super) const KIND: Kind = Kind {
        name: "invocation",
        alignment: align_of::<descriptor::Invocation>(),
        archs: Arch::V4..=Arch::V7,
        default_arch: Some(Arch::V7),
    };

    pub(crate) fn pack(&self, arch: Arch) -> Result<PackedDescriptor, Wrong> {
        let job = self.kind.ok_or(Wrong::missing("kind"))?;
        // In the order in which the descriptor has them.
        let dimensions = [
            ("size_x", self.size_x),
            ("size_y", self.size_y),
            ("size_z", self.size_z),
            ("workgroups_x", self.workgroups_x),
            ("workgroups_y", self.workgroups_y),
            ("workgroups_z", self.workgroups_z),
        ]
        .map(|(key, dimension)| (key, dimension.unwrap_or(1)));
        let [size_x, size_y, size_z, x, y, z] = dimensions.map(|(_, dimension)| dimension);
        let (packed, summary) = match job {
            Job::Draw => {
                if let Some((key, dimension)) = dimensions[..4].iter().find(|(_, one)| *one != 1) {
                    let reason = format!(
                        "a draw cannot have {dimension}: 1 is allowed, workgroups_y are its vertices, \
                         workgroups_z its instances"
                    );
                    return Err(Wrong::new(key, reason));
                }
                let summary = format!("draw of {y} vertices, {z} instances");
                (descriptor::Invocation::draw(y, z), summary)
            }
            Job::Compute => (
                descriptor::Invocation::compute([size_x, size_y, size_z], [x, y, z]),
                format!("{x} · {y} · {z} workgroups of {size_x} · {size_y} · {size_z} threads"),
            ),
        };
        // The dimension that takes the most bits is the first to make smaller.
        let largest = |dimensions: &[(&'static str, u32)]| {
            let largest = dimensions.iter().max_by_key(|(_, dimension)| *dimension);
            largest.map_or("size_x", |(key, _)| key)
        };
        let packed = packed.map_err(|error| match error {
            Error::InvocationBits { .. } => Wrong::new(largest(&dimensions), error),
            Error::InvocationSplit { .. } => Wrong::new(largest(&dimensions[..3]), error),
            error => error.into(),
        })?;
        let summary = format!("invocation: {summary}");
        Ok(PackedDescriptor::new(arch, packed.words(), summary))
    }
}
