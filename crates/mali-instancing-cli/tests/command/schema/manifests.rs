//! The schema of manifests accepts what the command accepts, and refuses the mistakes that a schema can see, all of
//! which the command refuses.

use super::read::{assert_sees, is_valid_toml};
use super::{changed, parsed};

/// A manifest of every kind of descriptor, and of most ways to write a value.
const MANIFEST: &str = r#"#:schema manifest.schema.json
[[attribute_buffer]]
name = "model"
vertices = "0x46"
divisor = 3
instances = 100
stride = 64
address = "0x1000_0000"
padding = "tight"
rounding = "nearest"
idvs = false
[[attribute]]
name = "uv"
buffer_index = 2
offset_enable = 1
format = "R16G16_UNORM"
offset = -4
[[special]]
name = "id"
record = "vertex-id"
vertices = 70
arch = "v4"
[[invocation]]
name = "job"
kind = "compute"
workgroups_x = 4
size_x = 64
[[draw]]
name = "draw"
vertices = 70
primitive_vertices = 3
offset_start = 7
[[valhall_attribute]]
name = "row"
buffer_index = 1
format = 0x3f_ffff
rate = "instance"
[[vertex_input]]
name = "cube"
arch = "v5"
vertices = 70
buffers = [{ name = "mesh", stride = 20, size = 1400 }]
attributes = [
    { name = "position", buffer = "mesh", format = "R32G32B32_SFLOAT", overlap = true },
    { name = "number", source = "vertex-id" },
]
"#;

/// Mistakes: what replaces what.
const MISTAKES: &str = r#"
# Keys that are not known, and those of another table.
[[attribute]] => [[attributes]]
stride = 64 => strid = 64
stride = 64 => offset_start = 64
buffer_index = 2 => buffer_index = 2\nstride = 64
offset_start = 7 => offset = 7
record = "vertex-id" => record = "vertex-id"\ndivisor = 1
size_x = 64 => vertices = 64
rate = "instance" => padding = "tight"
size = 1400 => format = "R8_UNORM"
overlap = true => stride = 20
# Values of another type.
[[attribute_buffer]] => [attribute_buffer]
name = "model" => name = 7
divisor = 3 => divisor = 3.5
divisor = 3 => divisor = true
divisor = 3 => divisor = "three"
idvs = false => idvs = 0
offset_enable = 1 => offset_enable = 2
overlap = true => overlap = 1
buffer = "mesh" => buffer = 0
format = "R16G16_UNORM" => format = true
# Names that are not known.
padding = "tight" => padding = "loose"
rounding = "nearest" => rounding = "up"
rate = "instance" => rate = "primitive"
record = "vertex-id" => record = "draw-id"
source = "vertex-id" => source = "draw-id"
kind = "compute" => kind = "mesh"
format = "R16G16_UNORM" => format = "R16G16_UNROM"
arch = "v5" => arch = "v8"
vertices = 70\nprimitive => vertices = "indirect"\nprimitive
vertices = 70\nbuffers => vertices = "direct"\nbuffers
vertices = 70\nbuffers => vertices = 70\nindex_type = "u64"\nbuffers
# An architecture that has no such descriptor.
arch = "v4" => arch = "v6"
size_x = 64 => arch = "v9"
rate = "instance" => arch = "v7"
# Keys that are missing.
name = "model" =>
vertices = "0x46" =>
buffer_index = 2 =>
format = "R16G16_UNORM" =>
record = "vertex-id" =>
kind = "compute" =>
buffer_index = 1 =>
arch = "v5" =>
vertices = 70\nbuffers => instances = 3\nbuffers
vertices = 70\nbuffers => first_vertex = 0\nbuffers
name = "mesh", stride = 20 => name = "mesh"
name = "mesh", stride => stride
format = "R32G32B32_SFLOAT",  =>
buffer = "mesh",  =>
# Numbers that are too small or too large.
vertices = "0x46" => vertices = 0
divisor = 3 => divisor = -1
instances = 100 => instances = 0
stride = 64 => stride = 0x1_0000_0000
buffer_index = 2 => buffer_index = 512
format = 0x3f_ffff => format = 0x40_0000
offset = -4 => offset = 0x8000_0000
workgroups_x = 4 => workgroups_x = 0
size_x = 64 => size_x = 32769
primitive_vertices = 3 => primitive_vertices = 0
vertices = 70\nbuffers => vertices = 70\nresource_table = 64\nbuffers
# What does not go together.
source = "vertex-id" => source = "vertex-id", offset = 4
source = "vertex-id" => source = "vertex-id", buffer = "mesh", format = "R8_UNORM"
"#;

/// The architecture of all, and counts that only the GPU knows.
const ACCEPTED: &str = r#"
[[attribute_buffer]] => arch = "v5"\n[[attribute_buffer]]
vertices = 70\nbuffers => buffers
vertices = 70\nbuffers => vertices = "indirect"\nvaryings = 32\nindex_type = "u16"\nbuffers
vertices = 70\nbuffers => instances = "indirect"\nbuffers
arch = "v5"\nvertices = 70 => arch = "v5"\nvertices = 70\n[[vertex_input]]\nname = "quad"\narch = "v9"\nvertices = 6\n[[vertex_input]]\nname = "points"\narch = "v5"\nvertices = 70
arch = "v5"\nvertices = 70 => arch = "v5"\n[[vertex_input]]\nname = "quad"\narch = "v7"\nvertices = "indirect"\nbuffers = []\nattributes = []\n[[vertex_input]]\nname = "points"\narch = "v5"
offset_enable = 1 => offset_enable = false
format = "R16G16_UNORM" => format = "0x2b_0042"
offset = -4 => offset = "-0x4"
"#;

#[test]
fn the_schema_of_manifests_sees_what_is_wrong() {
    assert_sees("manifest", "gen", MANIFEST, MISTAKES);
}

#[test]
fn the_schema_accepts_what_the_command_accepts() {
    let schema = parsed(&[]);
    for (change, manifest) in changed(MANIFEST, ACCEPTED) {
        assert!(is_valid_toml(&schema, &manifest), "{change}");
    }
}
