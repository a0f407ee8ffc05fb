//! The statements that neither a vertex shader nor a fragment shader has, and the stages that have them.

use super::tokens::Token;
use crate::error::Fault;
use mali_varyings::Stage;
use std::collections::HashSet;
use std::path::Path;

const COMPUTE: &str = "compute";
const CONTROL: &str = "tessellation control";
const EVALUATION: &str = "tessellation evaluation";
const GEOMETRY: &str = "geometry";

/// The ends of files' names, as glslang takes them.
const FILES: [(&str, &str); 8] = [
    ("tesc", CONTROL),
    ("tese", EVALUATION),
    ("geom", GEOMETRY),
    ("comp", COMPUTE),
    ("mesh", "mesh"),
    ("task", "task"),
    ("rgen", "ray generation"),
    ("rchit", "closest hit"),
];

/// The identifiers of layouts: GLSL 4.60, 4.4.1.1 to 4.4.1.4 and 4.4.2.1 to 4.4.2.3.
const LAYOUTS: [(&str, &str); 28] = [
    ("vertices", CONTROL),
    ("quads", EVALUATION),
    ("isolines", EVALUATION),
    ("equal_spacing", EVALUATION),
    ("fractional_even_spacing", EVALUATION),
    ("fractional_odd_spacing", EVALUATION),
    ("cw", EVALUATION),
    ("ccw", EVALUATION),
    ("point_mode", EVALUATION),
    ("points", GEOMETRY),
    ("lines", GEOMETRY),
    ("lines_adjacency", GEOMETRY),
    ("triangles", "geometry or tessellation evaluation"),
    ("triangles_adjacency", GEOMETRY),
    ("line_strip", GEOMETRY),
    ("triangle_strip", GEOMETRY),
    ("invocations", GEOMETRY),
    ("max_vertices", GEOMETRY),
    ("stream", GEOMETRY),
    ("passthrough", GEOMETRY),
    ("local_size_x", COMPUTE),
    ("local_size_y", COMPUTE),
    ("local_size_z", COMPUTE),
    ("local_size_x_id", COMPUTE),
    ("local_size_y_id", COMPUTE),
    ("local_size_z_id", COMPUTE),
    ("derivative_group_quadsnv", COMPUTE),
    ("derivative_group_linearnv", COMPUTE),
];

/// Functions and variables: GLSL 4.60, 7.1 and 8.15.
const NAMES: [(&str, &str); 15] = [
    ("EmitVertex", GEOMETRY),
    ("EndPrimitive", GEOMETRY),
    ("EmitStreamVertex", GEOMETRY),
    ("EndStreamPrimitive", GEOMETRY),
    ("gl_PrimitiveIDIn", GEOMETRY),
    ("gl_out", CONTROL),
    ("gl_TessCoord", EVALUATION),
    ("gl_TessLevelOuter", "tessellation"),
    ("gl_TessLevelInner", "tessellation"),
    ("gl_PatchVerticesIn", "tessellation"),
    ("gl_GlobalInvocationID", COMPUTE),
    ("gl_LocalInvocationID", COMPUTE),
    ("gl_LocalInvocationIndex", COMPUTE),
    ("gl_WorkGroupID", COMPUTE),
    ("gl_NumWorkGroups", COMPUTE),
];

fn found(list: &[(&str, &'static str)], name: &str) -> Option<&'static str> {
    let found = list.iter().find(|(known, _)| *known == name);
    found.map(|&(_, stage)| stage)
}

/// Checks that a layout's identifier is not of another stage, in whatever case it is written.
pub(super) fn check_layout(identifier: &Token<'_>, stage: Stage) -> Result<(), Fault> {
    match found(&LAYOUTS, &identifier.text.to_ascii_lowercase()) {
        Some(other) => Err(fault(identifier, other, stage)),
        None => Ok(()),
    }
}

fn fault(token: &Token<'_>, other: &str, stage: Stage) -> Fault {
    let (name, stage) = (token.text, stage.name());
    let message = format!("`{name}` is of a {other} shader: this is read as a {stage} shader");
    Fault::new(token.offset, message)
}

/// Checks that a file's name does not say that it is of another stage.
pub(crate) fn check_file(name: &str) -> Result<(), Fault> {
    // `a.comp.glsl` is a compute shader too.
    let path = Path::new(name.strip_suffix(".glsl").unwrap_or(name));
    let extension = path.extension().and_then(|extension| extension.to_str());
    match extension.and_then(|extension| found(&FILES, extension)) {
        Some(stage) => Err(Fault::new(
            0,
            format!(
                "this is a {stage} shader, by its name: a vertex and a fragment shader are read"
            ),
        )),
        None => Ok(()),
    }
}

/// Checks that a shader does not use what is of another stage.
pub(super) fn check_used(
    tokens: &[Token<'_>],
    used: &HashSet<&str>,
    stage: Stage,
) -> Result<(), Fault> {
    let other = |token: &Token<'_>| {
        // A name in a function that `main` does not reach is no mistake.
        let is_used = !token.is_local && used.contains(token.text);
        found(&NAMES, token.text).filter(|_| is_used)
    };
    match tokens.iter().find_map(|token| Some((token, other(token)?))) {
        Some((token, other)) => Err(fault(token, other, stage)),
        None => Ok(()),
    }
}
