//! The varyings of a WGSL entry point.

use mali_varyings::{BaseType, Interpolation, Sampling, Stage};
use naga::{ArraySize, Binding, BuiltIn, Handle, ScalarKind, ShaderStage, Type, TypeInner};

use crate::declaration::Declaration;
use crate::entry_point::chosen;
use crate::error::Fault;
use crate::stage::{StageVaryings, first_elements, vector_type};

struct Reader<'a> {
    module: &'a naga::Module,
    stage: Stage,
    found: StageVaryings,
}

pub(super) fn read(
    text: &str,
    stage: Stage,
    entry_point: Option<&str>,
) -> Result<StageVaryings, Fault> {
    let module = naga::front::wgsl::parse_str(text).map_err(|error| {
        let location = error.location(text);
        let offset = location.map_or(0, |location| location.offset as usize);
        Fault::new(offset, error.message().to_owned())
    })?;
    let of_stage = match stage {
        Stage::Vertex => ShaderStage::Vertex,
        Stage::Fragment => ShaderStage::Fragment,
    };
    let entries = module.entry_points.iter();
    let entries: Vec<_> = entries.filter(|entry| entry.stage == of_stage).collect();
    let names: Vec<String> = entries.iter().map(|entry| entry.name.clone()).collect();
    let entry = entries[chosen("WGSL", stage, &names, entry_point)?];
    let mut reader = Reader {
        module: &module,
        stage,
        found: StageVaryings::default(),
    };
    match stage {
        Stage::Vertex => {
            reader.found.writes_position = Some(false);
            if let Some(result) = &entry.function.result {
                reader.add("result", result.ty, result.binding.as_ref())?;
            }
        }
        Stage::Fragment => {
            for argument in &entry.function.arguments {
                let name = argument.name.as_deref().unwrap_or("argument");
                reader.add(name, argument.ty, argument.binding.as_ref())?;
            }
        }
    }
    Ok(reader.found)
}

impl Reader<'_> {
    /// Adds the arguments or the result of an entry point. The parser does not return the position of a structure's
    /// member, only that of the structure.
    fn add(
        &mut self,
        name: &str,
        type_handle: Handle<Type>,
        binding: Option<&Binding>,
    ) -> Result<(), Fault> {
        let Type { inner, .. } = &self.module.types[type_handle];
        let TypeInner::Struct { members, .. } = inner else {
            return self.add_bound(name, inner, binding, 0);
        };
        let span = self.module.types.get_span(type_handle);
        let offset = span.to_range().map_or(0, |range| range.start);
        for member in members {
            // WGSL matches by location, so a member needs no path for a name.
            let name = member.name.as_deref().unwrap_or(name);
            let inner = &self.module.types[member.ty].inner;
            self.add_bound(name, inner, member.binding.as_ref(), offset)?;
        }
        Ok(())
    }

    fn add_bound(
        &mut self,
        name: &str,
        inner: &TypeInner,
        binding: Option<&Binding>,
        offset: usize,
    ) -> Result<(), Fault> {
        let wrong = |reason: &str| Err(Fault::new(offset, format!("`{name}` {reason}")));
        let (location, interpolation, sampling) = match binding {
            Some(&Binding::Location {
                location,
                interpolation,
                sampling,
                ..
            }) => (location, interpolation, sampling),
            Some(&Binding::BuiltIn(built_in)) => {
                self.use_built_in(built_in, inner);
                return Ok(());
            }
            None => return wrong("has neither `@location` nor `@builtin`"),
        };
        let (scalar, components) = match *inner {
            TypeInner::Scalar(scalar) => (Some(scalar), 1),
            // The enumeration has the number of components as its value.
            TypeInner::Vector { size, scalar } => (Some(scalar), size as u32),
            _ => (None, 0),
        };
        let varying_type = scalar.and_then(|scalar| {
            let base_type = match scalar.kind {
                ScalarKind::Float => BaseType::Float,
                ScalarKind::Sint => BaseType::Int,
                ScalarKind::Uint => BaseType::Uint,
                _ => return None,
            };
            // naga counts bytes.
            vector_type(base_type, 8 * u32::from(scalar.width), 1, components)
        });
        let Some(varying_type) = varying_type else {
            return wrong(
                "is not supported: a varying of WGSL is a number or a vector, of 16 or 32 bits a component",
            );
        };
        let interpolation = match interpolation {
            Some(naga::Interpolation::Perspective) => Some(Interpolation::Smooth),
            Some(naga::Interpolation::Linear) => Some(Interpolation::Noperspective),
            Some(naga::Interpolation::Flat) => Some(Interpolation::Flat),
            Some(naga::Interpolation::PerVertex) => {
                return wrong("is not supported: a Mali has no `per_vertex`");
            }
            None => None,
        };
        // WGSL, 13.3.1.4, "Interpolation".
        if interpolation != Some(Interpolation::Flat) && varying_type.base_type() != BaseType::Float
        {
            return wrong("is an integer without `@interpolate(flat)`, which WGSL requires");
        }
        let declared = Declaration {
            interpolation,
            sampling: sampling.map(|sampling| match sampling {
                naga::Sampling::Centroid => Sampling::Centroid,
                naga::Sampling::Sample => Sampling::Sample,
                _ => Sampling::Center,
            }),
            location: Some(location),
            ..Declaration::default()
        };
        self.found.check(name, offset, 0)?;
        self.found.declare(name, offset, varying_type, declared)?;
        // WebGPU counts all declarations, used or not.
        self.found.used.push(Some(true));
        Ok(())
    }

    fn use_built_in(&mut self, built_in: BuiltIn, inner: &TypeInner) {
        use mali_varyings::BuiltIn as Known;
        let known = match (built_in, self.stage) {
            (BuiltIn::PointSize, Stage::Vertex) => Known::PointSize,
            (BuiltIn::PrimitiveIndex, _) => Known::PrimitiveId,
            (BuiltIn::ClipDistances, _) => Known::ClipDistance,
            (BuiltIn::CullDistance, _) => Known::CullDistance,
            (BuiltIn::Position { .. }, Stage::Fragment) => Known::FragCoord,
            (BuiltIn::FrontFacing, Stage::Fragment) => Known::FrontFacing,
            (BuiltIn::PointCoord, Stage::Fragment) => Known::PointCoord,
            (BuiltIn::ViewIndex, Stage::Fragment) => Known::ViewIndex,
            // The linkage gives it to every vertex stage.
            (BuiltIn::Position { .. }, Stage::Vertex) => {
                self.found.writes_position = Some(true);
                return;
            }
            _ => return,
        };
        let length = match inner {
            TypeInner::Array {
                size: ArraySize::Constant(length),
                ..
            } => length.get(),
            _ => 1,
        };
        let built_ins = self.found.built_ins;
        self.found.built_ins = built_ins.with_elements(known, first_elements(length));
    }
}
