//! The declarations of two stages, matched, and what is wrong with a pair that does not match.

use mali_instancing_codegen::read::Quoted;
use mali_instancing_codegen::{Source, TextError};
use mali_varyings::{
    Error, Interface, Linkage, Linking, Matching, Mismatch, NamedVarying, Varying,
    check_exact_match,
};
use mali_varyings_shader::{Name, StageVaryings};

use crate::varyings::name;

/// The texts of a vertex and a fragment stage, and what they declare. Varyings are counted on in the fragment stage.
pub(super) struct Pair<'a> {
    pub(super) sources: [&'a Source; 2],
    /// Whether they are compiled by the rules of WebGPU.
    pub(super) is_webgpu: bool,
    pub(super) stages: [StageVaryings; 2],
}

impl Pair<'_> {
    /// The stage of a varying, and its number there.
    fn place(&self, number: usize) -> (usize, usize) {
        match number.checked_sub(self.stages[0].names.len()) {
            None => (0, number),
            Some(number) => (1, number),
        }
    }

    /// The error of a varying, or of the stage's last one if there is none.
    fn error(&self, number: usize, message: impl FnOnce(Quoted<'_>) -> String) -> TextError {
        let (stage, number) = self.place(number);
        let names = &self.stages[stage].names;
        let name = names.get(number).or(names.last());
        let (offset, text) = name.map_or((0, ""), |name| (name.offset, name.text.as_str()));
        self.sources[stage].error(offset, None, message(Quoted::new(text)))
    }

    fn input_error(&self, input: usize, message: impl FnOnce(Quoted<'_>) -> String) -> TextError {
        self.error(self.stages[0].names.len() + input, message)
    }

    /// `on line 3 of a.vert`.
    fn line(&self, output: &Name) -> String {
        let source = self.sources[0];
        format!(
            "on line {} of {}",
            source.line(output.offset),
            source.name()
        )
    }

    /// Matches the stages.
    pub(super) fn link(&self, linking: Linking, matching: Matching) -> Result<Linkage, TextError> {
        // The rules of GL ES are also those of other texts: GLSL before 4.40, and manifests.
        let is_es = |stage: &StageVaryings| stage.edition.is_some_and(|edition| edition.is_es);
        let is_separable = linking == Linking::Separable;
        let is_exact = is_separable && matching == Matching::GlEs && self.stages.iter().any(is_es);
        let [written, read] = self.stages.each_ref().map(|stage| {
            let varyings = stage.varyings.iter().zip(&stage.names);
            let named = varyings.map(|(&varying, name)| NamedVarying {
                name: &name.text,
                varying,
            });
            named.collect::<Vec<_>>()
        });
        let checked = if is_exact {
            check_exact_match(&written, &read)
        } else {
            Ok(())
        };
        let linked = checked.and_then(|()| Linkage::new(&written, &read, matching, linking));
        let linkage = linked.map_err(|error| self.mismatch(error, matching))?;
        if is_exact {
            self.check_structures(&linkage)?;
        }
        // Apart, an unwritten input is undefined and no error, except where GL ES demands the same declarations.
        if is_exact || !is_separable {
            self.check_written(&linkage)?;
        }
        if self.is_webgpu {
            self.check_interpolation()?;
        }
        Ok(linkage)
    }

    fn mismatch(&self, error: Error, matching: Matching) -> TextError {
        let find = |number: usize| {
            let (stage, number) = self.place(number);
            let name = self.stages[stage].names.get(number)?;
            Some((stage, name, self.stages[stage].varyings[number]))
        };
        // What is about no varying is one too many.
        let varying = error.varying().unwrap_or(usize::MAX);
        let other = error.other().and_then(find);
        self.error(varying, |name| {
            let is_type = matches!(
                error,
                Error::Mismatch {
                    mismatch: Mismatch::Type(..),
                    ..
                }
            );
            match (find(varying), other) {
                (Some((_, _, read)), Some((_, output, written))) if is_type => {
                    let [here, there] = [read, written].map(title);
                    let shorter = match matching {
                        Matching::Vulkan => ", or the vector here shorter",
                        _ => "",
                    };
                    let line = self.line(output);
                    format!(
                        "varying `{name}` is {here} here, {there} {line}: the types must be equal{shorter}"
                    )
                }
                (_, other) => {
                    let other = other.map(|(stage, other, _)| name::as_other(other, self.sources[stage]));
                    format!("{}{}", error.with_name(name), other.unwrap_or_default())
                }
            }
        })
    }

    /// Checks that an input and the output at its location are members of structures or blocks of the same names.
    fn check_structures(&self, linkage: &Linkage) -> Result<(), TextError> {
        let [written, read] = &self.stages;
        let places = |interface: &Interface| -> Vec<_> {
            let varyings = interface.varyings().iter();
            varyings
                .map(|varying| (varying.location(), varying.component()))
                .collect()
        };
        let outputs = places(&linkage.producer);
        for (number, place) in places(&linkage.consumer).iter().enumerate() {
            // The linkage has checked types and locations, but has no names of structures.
            let Some(other) = outputs.iter().position(|output| output == place) else {
                continue;
            };
            let containers = [&read.containers[number], &written.containers[other]];
            if containers[0] != containers[1] {
                let [here, there] = containers.map(|of| match of.as_str() {
                    "" => "in none",
                    of => of,
                });
                let line = self.line(&written.names[other]);
                return Err(self.input_error(number, |name| {
                    format!(
                        "varying `{name}` is a member of other types than the vertex stage's: {here} here, {there} {line}"
                    )
                }));
            }
        }
        Ok(())
    }

    /// Checks that each input that is known to be used has an output.
    fn check_written(&self, linkage: &Linkage) -> Result<(), TextError> {
        let mut used = self.stages[1].used.iter().enumerate();
        let undeclared = used.find(|&(number, &is_used)| {
            let location = linkage.consumer.location(number);
            let written = location.and_then(|location| linkage.producer.slot(location));
            is_used == Some(true) && written.is_none()
        });
        match undeclared {
            Some((number, _)) => Err(self.input_error(number, |name| {
                format!(
                    "varying `{name}`: the fragment shader reads it, and the vertex shader declares nothing there"
                )
            })),
            None => Ok(()),
        }
    }

    /// Checks that both stages interpolate alike, as WebGPU demands of inter-stage variables and Vulkan does not.
    fn check_interpolation(&self) -> Result<(), TextError> {
        let [written, read] = &self.stages;
        for (number, input) in read.varyings.iter().enumerate() {
            let mut outputs = written.varyings.iter().zip(&written.names);
            // A location of WGSL has one varying, so components need no comparison.
            let output = outputs.find(|(output, _)| output.location() == input.location());
            let of = |varying: &Varying| (varying.interpolation(), varying.sampling());
            if let Some((output, other)) = output.filter(|(output, _)| of(output) != of(input)) {
                let (interpolation, sampling) = of(output);
                return Err(self.input_error(number, |name| {
                    format!(
                        "varying `{name}` is interpolated otherwise in the vertex stage, which has it {interpolation}, at the \
                         {sampling}: WebGPU allows the same{}",
                        name::as_other(other, self.sources[0])
                    )
                }));
            }
        }
        Ok(())
    }
}

/// The type with the length of an array: `vec3[2]`.
fn title(varying: Varying) -> String {
    let name = varying.varying_type().name();
    if varying.is_array() {
        format!("{name}[{}]", varying.length())
    } else {
        name.to_owned()
    }
}
