//! `gen` for the kinds of descriptors besides attribute buffers.

use crate::output;

/// One descriptor of every kind but `vertex_input`, which is several, each on an architecture that has it.
pub(crate) const EVERY_KIND: &str = r#"
    [[valhall_attribute]]
    name = "row0_valhall"
    buffer_index = 1
    divisor = 3
    format = "R32G32B32A32_SFLOAT"
    stride = 64
    offset = 16
    [[draw]]
    name = "cube_draw"
    vertices = 70
    instances = 100
    offset_start = 7
    [[invocation]]
    name = "cube_invocation"
    kind = "draw"
    workgroups_y = 22
    workgroups_z = 905
    [[special]]
    name = "vertex_id"
    arch = "v5"
    record = "vertex-id"
    vertices = 70
    [[attribute]]
    name = "uv"
    buffer_index = 2
    format = "R16G16_UNORM"
    offset = -12
    [[attribute_buffer]]
    name = "mesh"
    vertices = 70
"#;

/// Each kind has a section with a table of its keys, in the order of the code.
#[test]
fn every_key_is_documented() {
    let page = include_str!("../../../../../docs/manifests.md");
    let (_, sections) = page.split_once("\n## Every key\n").unwrap();
    let sections = sections.split("\n### ").skip(1);
    let documented: Vec<(String, Vec<String>)> = sections
        .map(|section| {
            let (title, rest) = section.split_once('\n').unwrap();
            let kind = title.trim_matches(['`', '[', ']']);
            let rows = rest.lines().filter_map(|line| line.strip_prefix("| `"));
            let keys = rows.map(|row| {
                assert_eq!(row.matches(" |").count(), 4, "{row}");
                row.split('`').next().unwrap().to_owned()
            });
            (kind.to_owned(), keys.collect())
        })
        .collect();
    let expected = mali_instancing_codegen::descriptor_keys();
    assert_eq!(documented.len(), expected.len());
    let help = output(&["gen", "--help"]);
    let (_, help) = help
        .split_once("The kinds of descriptors and their keys")
        .unwrap();
    for (kind, keys) in expected {
        let (_, found) = documented.iter().find(|(title, _)| title == kind).unwrap();
        let mut both = [
            found.clone(),
            keys.iter().map(ToString::to_string).collect(),
        ];
        for keys in &mut both {
            keys.sort_unstable();
        }
        assert_eq!(both[0], both[1], "{kind}");
        let (_, listed) = help.split_once(&format!("\n  {kind} ")).unwrap();
        let mut listed = listed.split_whitespace();
        assert!(
            keys.iter().all(|key| listed.next() == Some(key)),
            "{kind} in {help}"
        );
    }
}
