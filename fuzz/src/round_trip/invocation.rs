use libfuzzer_sys::arbitrary::{self, Arbitrary, Unstructured};
use mali_instancing::descriptor::{Invocation, InvocationFields};

/// An invocation of V4 to V7.
#[derive(Arbitrary, Debug, PartialEq)]
pub enum InvocationInput {
    Draw {
        vertices: u32,
        instances: u32,
    },
    Compute {
        size: [u32; 3],
        // Read in the same way as `size`, although it is the last field.
        #[arbitrary(with = Unstructured::arbitrary)]
        workgroups: [u32; 3],
    },
}

/// ceil(log2 n).
fn bits(dimension: u32) -> u32 {
    let widths = (0..32).take_while(|&bits| 1_u64 << bits < dimension.into());
    widths.count() as u32
}

impl InvocationInput {
    /// The number of variants.
    pub const KINDS: u32 = 2;

    pub(super) fn check(&self) {
        let (packed, fields, fits) = match *self {
            Self::Draw {
                vertices,
                instances,
            } => {
                let fits = bits(vertices) + bits(instances) <= 32 && vertices.min(instances) > 0;
                let fields = InvocationFields::Draw {
                    vertices,
                    instances,
                };
                (Invocation::draw(vertices, instances), fields, fits)
            }
            Self::Compute { size, workgroups } => {
                let [size_bits, workgroup_bits] =
                    [size, workgroups].map(|sizes| sizes.map(bits).iter().sum::<u32>());
                // The thread group split, of four bits, is the first bit after the sizes.
                let fits = size_bits <= 15
                    && size_bits + workgroup_bits <= 32
                    && !size.contains(&0)
                    && !workgroups.contains(&0);
                let fields = InvocationFields::Compute { size, workgroups };
                (Invocation::compute(size, workgroups), fields, fits)
            }
        };
        assert_eq!(packed.is_ok(), fits);
        if let Ok(packed) = packed {
            assert_eq!(Invocation::decode(packed.words()), Ok(fields));
        }
    }
}
