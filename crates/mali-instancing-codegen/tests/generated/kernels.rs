//! The kernels of indirect draws: every architecture has them, and a draw that has none is refused.

use mali_indirect::{IndirectDraw, Kernel, Language};
use mali_instancing::draw::{BufferRange, Pipeline, VertexAttribute, VertexBuffer};
use mali_instancing::{Arch, Format, InputRate};
use mali_instancing_codegen::shader::{KernelOptions, index_bounds_kernel, kernel};
use mali_instancing_codegen::{Manifest, TextError};

use crate::edits::edited;

fn source(text: &str) -> Result<String, TextError> {
    let manifest = Manifest::from_toml("draws", text)?;
    kernel(&manifest, None, Language::Wgsl, KernelOptions::default())
}

/// The tables of an indirect draw have the layout `fixed` on V4 to V7, where a manifest need not say so, and no other.
/// From V9 on there is only one layout.
#[test]
fn a_manifest_has_the_kernel_of_its_draw_on_every_architecture() {
    for arch in Arch::ALL {
        let text = format!(
            "[[vertex_input]]\nname = \"cubes\"\narch = \"{arch}\"\nvertices = \"indirect\"\n\
             buffers = [{{ name = \"model\", divisor = 3, stride = 64, size = 2176, address = 0x2000_0010 }}]\n\
             attributes = [{{ name = \"row0\", buffer = \"model\", format = \"R32G32B32A32_SFLOAT\", offset = 48 }}]\n"
        );
        let rate = InputRate::from_gl_divisor(3);
        let draw = IndirectDraw {
            buffers: &[VertexBuffer::new(64, rate).with_size(Some(2176))],
            attributes: &[VertexAttribute::new(0, Format::R32G32B32A32_SFLOAT, 48)],
            ranges: &[BufferRange::at(0x2000_0010)],
            ..IndirectDraw::new(Pipeline::new(*arch))
        };
        let expected = Kernel::new(&draw).unwrap().source(Language::Wgsl);
        assert_eq!(source(&text).unwrap(), expected, "{arch}");
    }
}

/// The shader reads its vertices from memory that no descriptor is about.
#[test]
fn a_draw_without_buffers_has_a_kernel_on_every_architecture() {
    for arch in Arch::ALL {
        let draw = IndirectDraw::new(Pipeline::new(*arch));
        let expected = Kernel::new(&draw).unwrap().source(Language::Wgsl);
        for parts in ["", "buffers = []\nattributes = []\n"] {
            let text = format!(
                "[[vertex_input]]\nname = \"pulled\"\narch = \"{arch}\"\nvertices = \"indirect\"\n{parts}"
            );
            assert_eq!(source(&text).unwrap(), expected, "{arch}");
        }
    }
}

#[test]
fn a_draw_without_a_kernel_has_the_line_and_the_key_of_its_mistake() {
    const MANIFEST: &str = "[[vertex_input]]
name = \"cubes\"
arch = \"v7\"
vertices = …
buffers = [{ name = \"mesh\", stride = 20, size = 1400 }]
";
    for (edits, expected) in [
        (
            r#""indirect"\ninstances = true"#,
            r#"5: vertex_input `cubes`, instances: expected a number or "indirect", found true or false"#,
        ),
        (
            r#""indirect"\nindex_type = "u64""#,
            "5: vertex_input `cubes`, index_type: `u64` is unknown, known: u8, u16, u32",
        ),
        (
            r#""indirect"\nrestart_index = 1"#,
            "5: vertex_input `cubes`, restart_index: only an indexed draw has one: give its index_type too",
        ),
        (
            r#""indirect"\nindex_type = "u8"\nfirst_vertex = 3"#,
            r#"6: vertex_input `cubes`, first_vertex: the vertices of an indexed draw follow from its indices: write "indirect", or leave out index_type"#,
        ),
        (
            r#""indirect"\nindex_type = "u8"\nminimum_index = 3"#,
            "1: vertex_input `cubes`, maximum_index is missing",
        ),
        (
            r#""indirect"\nindex_type = "u8"\nminimum_index = 3\nmaximum_index = 2"#,
            "7: vertex_input `cubes`, maximum_index: indices from 3 to 2: the first must not be above the second, and at most 4294967295 vertices are allowed",
        ),
        (
            r#""indirect"\ninstances = 0"#,
            "4: vertex_input `cubes`, vertices: the draw is not drawn: Empty, status 1",
        ),
        (
            r#""v7" => "v9" | "indirect"\nvaryings = 4"#,
            "5: vertex_input `cubes`, varyings: Mali V9 takes memory for varyings itself: give their size on V4 to V7 only",
        ),
        (
            r#""direct""#,
            r#"4: vertex_input `cubes`, vertices: `direct` is not a whole number: decimal and 0x notation, with _ between digits, are allowed. Write a number or "indirect""#,
        ),
        (
            "70",
            r#"1: no [[vertex_input]] has a count that is "indirect": write vertices = "indirect" in one"#,
        ),
        (
            r#""indirect"\nbuffers = [{ name = "b", stride = 4 }]\n[[vertex_input]]\nname = "spheres"\narch = "v7"\nvertices = "indirect""#,
            "1: 2 draws are indirect, and a kernel is for one of them: choose with --name one of cubes, spheres",
        ),
        (
            r#""indirect"\npadded_vertices = 72"#,
            "5: vertex_input `cubes`, padded_vertices: the GPU pads the vertices of an indirect draw: leave it out",
        ),
        (
            r#""indirect"\nlayout = "driver""#,
            "5: vertex_input `cubes`, layout: the tables of indirect draws have the layout `fixed`, whose words do not move with the counts",
        ),
        (
            r#""v7" => "v9" | "indirect"\nlayout = "fixed""#,
            "5: vertex_input `cubes`, layout: Mali V9 has one layout of its tables: leave `layout` out. V4 to V7 use it",
        ),
        (
            r#""v7" => "v5" | "indirect"\nidvs = true"#,
            "5: vertex_input `cubes`, idvs: Mali V5 has no index-driven vertex shading: only V6 and later have it",
        ),
        (
            r#""indirect" | , size = 1400 => "#,
            "5: vertex_input `cubes`, buffer `mesh`, size: it has no size, which is a constant in a kernel: give it in bytes",
        ),
        (
            r#""indirect"\ninstances = 0xffff_ffff"#,
            "5: vertex_input `cubes`, instances: the draw is not drawn: InstanceCount, status 3",
        ),
    ] {
        let text = edited(MANIFEST, edits);
        let error = source(&text).expect_err(&text);
        assert_eq!(error.to_string(), format!("draws:{expected}"), "{text}");
    }
}

#[test]
fn only_indices_without_bounds_are_looked_through() {
    let of = |keys: &str| {
        let text = format!(
            "[[vertex_input]]\nname = \"cubes\"\narch = \"v7\"\nvertices = \"indirect\"\n{keys}\
             buffers = [{{ name = \"mesh\", stride = 20 }}]\n"
        );
        let manifest = Manifest::from_toml("draws", text).unwrap();
        index_bounds_kernel(&manifest, None, Language::Wgsl, KernelOptions::default())
    };
    assert!(of("index_type = \"u16\"\n").is_ok());
    for keys in [
        "",
        "index_type = \"u16\"\nminimum_index = 0\nmaximum_index = 9\n",
    ] {
        let error = of(keys).unwrap_err();
        assert_eq!(
            error.to_string(),
            "draws:1: vertex_input `cubes`: it has no indices to look through: on V4 to V7 a draw has with an \
             index_type, and without minimum_index and maximum_index"
        );
    }
}
