//! `plan`: what is said of a script's calls, as text and as JSON.

use std::fs;

use serde_json::{Value, json};

use crate::{accept, assert_contains, command, output};

const CUBE: &str = concat!(
    env!("CARGO_MANIFEST_DIR"),
    "/../../tests/manifests/streamed_cube.toml"
);

/// A buffer that is filled.
pub(crate) fn buffer(name: &str, keys: &str) -> String {
    format!("[[call]]\nkind = \"buffer-data\"\nbuffer = \"{name}\"\n{keys}\n")
}

/// A draw of `count` triangles' vertices with those attributes.
pub(crate) fn draw(keys: &str, attributes: &[&str]) -> String {
    let attributes = attributes.join("}, {");
    let braces = if attributes.is_empty() {
        String::new()
    } else {
        format!("{{{attributes}}}")
    };
    format!("[[call]]\nkind = \"draw\"\nmode = \"triangles\"\n{keys}\nattributes = [{braces}]\n")
}

pub(crate) fn plan(script: &str) -> Value {
    serde_json::from_str(&accept("plan", script, &["--json"])).unwrap()
}

/// What JSON says of the draws.
pub(crate) fn draws(plan: &Value) -> Vec<&Value> {
    let calls = plan["calls"].as_array().unwrap().iter();
    calls.filter(|call| call["kind"] == "draw").collect()
}

#[test]
fn the_example_is_told_call_by_call() {
    // 36 positions of 12 bytes are read in place, and of 36 texture coordinates and 100 vectors of
    // four floats nothing is.
    let expected = "\
line 3, buffer-data cube: 1008 bytes, static, at 0x10000000

line 9, draw 1: triangles, vertices 0 to 35, 100 instances
  reads     from                 stride  rate          format               decision
  position  cube + 0             28      per vertex    R32G32B32_SFLOAT     in place
  uv        copy 0 of cube + 0   8       per vertex    R32G32_SFLOAT        static copy made: \
  the GPU cannot fetch its format; its usage is static
  model     vertex stream 0 + 0  16      per instance  R32G32B32A32_SFLOAT  streamed: \
  it is in client memory; client memory may change before the next draw
  tint      constants + 0        0       constant      R32G32B32A32_SFLOAT  constant written
  writes               bytes  from        what
  copy 0 of cube + 0   288    cube + 12   36 elements, to 32-bit floats
  constants + 0        16                 a constant
  vertex stream 0 + 0  1600   models + 0  100 elements
  space  vertex stream 0 + 0, 1600 bytes: behind what was written before
  new    copy 0 of cube, 288 bytes

line 20, buffer-sub-data cube: 20 bytes from byte 0
  moves    to 0x10001000: the GPU still reads what is there
  retired  copy 0 of cube, which submission 1 reads
  retired  cube, which submission 1 reads
  change   cube: streamed from now on: it changed after it was drawn

line 26, draw 2: triangles, vertices 0 to 35, 200 instances
  reads  from                   stride  rate          format               decision
  uv     vertex stream 1 + 0    8       per vertex    R32G32_SFLOAT        streamed: \
  the GPU cannot fetch its format; it changed after it was drawn
  model  vertex stream 1 + 288  16      per instance  R32G32B32A32_SFLOAT  streamed: \
  it is in client memory; client memory may change before the next draw
  tint   constants + 0          0       constant      R32G32B32A32_SFLOAT  constant found
  writes                 bytes  from        what
  vertex stream 1 + 0    288    cube + 12   36 elements, to 32-bit floats
  vertex stream 1 + 288  3200   models + 0  200 elements
  space    vertex stream 1 + 0, 3488 bytes: at the start of a larger block: of block 0 the GPU reads something until work 1 is finished
  new      vertex stream 1, 8192 bytes
  retired  vertex stream 0, which submission 1 reads

line 36, complete: through submission 1
  freed  vertex stream 0, 4096 bytes
  freed  copy 0 of cube, 288 bytes
  freed  cube, 1008 bytes

totals
  draws     2: 2 planned, 0 with nothing to draw, 0 with an error
  copied    5392 bytes: 5088 to streams, 288 to static copies (1), 16 to constants
  in place  432 bytes
  waits     0
  recycled  0
  stream  bytes  generations
  vertex  8192   2
  index   16384  1
";
    assert_eq!(output(&["plan", CUBE]), expected);
}

/// One draw, with every member of its JSON, and the words that the library's own tests have for such
/// a draw.
#[test]
fn json_has_a_call_a_line_and_the_words_of_the_tables() {
    let attributes = [
        "name = \"position\", buffer = \"mesh\", format = \"R32G32B32_SFLOAT\", stride = 20",
        "constant = [1, 0, 0, 1]",
    ];
    let mesh = buffer(
        "mesh",
        "size = 1400\nusage = \"static\"\naddress = 0x1000_0000",
    );
    let script = mesh + &draw("count = 70\ninstances = 100", &attributes);
    let json = accept("plan", &script, &["--json"]);
    assert_eq!(json, accept("plan", &script, &["--format", "json"]));
    assert_eq!(json.lines().count(), 8);
    let plan: Value = serde_json::from_str(&json).unwrap();
    let nothing = json!({"waits_for": null, "moved_to": null, "retired": [], "freed": [],
        "changes": [], "error": null});
    let with = |members: Value| {
        let mut all = nothing.clone();
        let members = members.as_object().unwrap().clone();
        all.as_object_mut().unwrap().extend(members);
        all
    };
    assert_eq!(
        plan["calls"][0],
        with(
            json!({"call": 1, "line": 1, "kind": "buffer-data", "buffer": "mesh", "size": 1400,
            "usage": "static", "address": "0x10000000"})
        )
    );
    let attributes = json!([
        {"attribute": "position", "decision": "in-place", "obstacle": null, "reason": null,
            "place": "mesh", "offset": 0, "stride": 20, "rate": "per vertex", "first_element": 0,
            "format": "R32G32B32_SFLOAT"},
        {"attribute": "attribute 1", "decision": "constant-written", "obstacle": null,
            "reason": null, "place": "constants", "offset": 0, "stride": 0, "rate": "constant",
            "first_element": 0, "format": "R32G32B32A32_SFLOAT"},
    ]);
    let copies = json!([{"bytes": 16, "from": null, "from_offset": null, "to": "constants",
        "to_offset": 0, "conversion": "a constant"}]);
    let draw = &plan["calls"][1];
    let mut without_words = draw.clone();
    for words in ["buffer_words", "attribute_words"] {
        without_words
            .as_object_mut()
            .unwrap()
            .remove(words)
            .unwrap();
    }
    assert_eq!(
        without_words,
        with(
            json!({"call": 2, "line": 7, "kind": "draw", "draw": 1, "submission": 1, "mode": "triangles",
            "vertices": 70, "first_vertex": 0, "instances": 100,
            "first_instance": 0, "attributes": attributes, "indices": null,
            "reserved": [], "copies": copies, "allocated": [], "bytes_copied": 16,
            "bytes_in_place": 840})
        )
    );
    let words = draw["buffer_words"].as_array().unwrap();
    let mesh = json!(["0x10000003", "0x83000000", "0x00000014", "0x00000578"]);
    assert_eq!(words[..4], *mesh.as_array().unwrap());
    // Behind the mesh's descriptor, and with a stride of 0.
    assert_eq!(words[10..12], [json!("0x00000000"), json!("0x00000010")]);
    assert_eq!(draw["attribute_words"].as_array().unwrap().len(), 4);
    let streams = |vertex: u64| {
        json!([
            {"stream": "vertex", "capacity": vertex, "generations": 1},
            {"stream": "index", "capacity": 16384, "generations": 1},
        ])
    };
    assert_eq!(
        plan["totals"],
        json!({"draws": 1, "failed": 0, "empty": 0, "waits": 0, "bytes_copied": 16,
            "bytes_streamed": 0, "static_copies": 0, "static_bytes": 0, "constant_bytes": 16,
            "bytes_in_place": 840, "recycled": 0, "streams": streams(1 << 20)})
    );
}

#[test]
fn json_scripts_say_the_same_as_toml() {
    let toml = "arch = \"v5\"\nvertex_stream = 0x1000\n\
                index_stream = 64\nwhen_full = \"wait\"\n\
                [[call]]\nkind = \"buffer-data\"\nbuffer = \"b\"\nusage = \"dynamic\"\nsize = 64\n\
                [[call]]\nkind = \"draw\"\nmode = \"line-loop\"\n\
                indices = {index_type = \"u16\", data = [0, 1, 2], base_vertex = -0, \
                restart_index = 0xffff}\ninstances = 2\nfirst_instance = 1\n\
                [[call.attributes]]\nbuffer = \"b\"\nformat = \"R16G16_UNORM\"\noffset = 4\n\
                stride = 8\nrate = \"vertex\"\n\
                [[call.attributes]]\nconstant = [-1, 2]\ntype = \"int\"\n\
                [[call.attributes]]\nid = \"instance\"\n\
                [[call]]\nkind = \"complete\"\n[[call]]\nkind = \"delete\"\nbuffer = \"b\"\n";
    let json = r#"{"arch": "v5", "vertex_stream": 4096,
        "index_stream": "64", "when_full": "wait", "call": [
        {"kind": "buffer-data", "buffer": "b", "usage": "dynamic", "size": "0x40"},
        {"kind": "draw", "mode": "line-loop", "indices": {"index_type": "u16", "data": [0, 1, 2],
        "base_vertex": 0, "restart_index": 65535}, "instances": 2, "first_instance": 1,
        "attributes": [{"buffer": "b", "format": "R16G16_UNORM", "offset": 4, "stride": 8,
        "rate": "vertex"}, {"constant": [-1, 2], "type": "int"}, {"id": "instance"}]},
        {"kind": "complete", "through": 1}, {"kind": "delete", "buffer": "b"}]}"#;
    let [mut from_toml, mut from_json] = [toml, json].map(plan);
    for plan in [&mut from_toml, &mut from_json] {
        for call in plan["calls"].as_array_mut().unwrap() {
            call.as_object_mut().unwrap().remove("line").unwrap();
        }
    }
    assert_eq!(from_toml, from_json);
    let draw = draws(&from_toml)[0].clone();
    assert_eq!(
        (&draw["mode"], &draw["indices"]["count"]),
        (&json!("line-loop"), &json!(3))
    );
    assert_eq!(draw["attributes"][2]["place"], Value::Null);
}

#[test]
fn a_draw_of_nothing_is_said_to_be_one() {
    let script = draw(
        "indices = {index_type = \"u8\", data = [255, 255], restart_index = 255}",
        &[],
    );
    assert_contains(
        &accept("plan", &script, &[]),
        &[
            "line 1, draw 1: triangles, nothing to draw\n\ntotals\n",
            "1: 0 planned, 1 with nothing to draw, 0 with an error",
        ],
    );
    let plan = plan(&script);
    assert_eq!(plan["totals"]["empty"], 1);
    assert_eq!(draws(&plan)[0].get("attributes"), None);
}

#[test]
fn a_name_does_not_reach_the_terminal_as_a_command() {
    let script = buffer("a\\u001b[2J", "size = 1\nusage = \"static\"");
    let text = accept("plan", &script, &[]);
    assert!(!text.contains('\u{1b}'), "{text}");
    assert_contains(&text, &["buffer-data a\\u{1b}[2J: 1 bytes"]);
}

#[test]
fn a_file_has_what_would_be_printed() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("plan.txt");
    for arguments in [&[][..], &["--json"]] {
        let expected = output(&[&["plan", CUBE], arguments].concat());
        let to_file = [&["plan", CUBE, "-o", path.to_str().unwrap()], arguments].concat();
        assert_eq!(output(&to_file), "");
        assert_eq!(fs::read_to_string(&path).unwrap(), expected);
        command(&[&["plan", CUBE, "-o", "-"], arguments].concat())
            .assert()
            .success()
            .stdout(expected);
    }
}

#[test]
fn a_script_of_nothing_comes_to_nothing() {
    assert_contains(
        &accept("plan", "call = []", &[]),
        &["totals\n  draws     0: 0 planned"],
    );
    assert_eq!(plan("{\"call\": []}")["calls"], json!([]));
}

#[test]
fn the_script_in_the_help_runs() {
    let help = output(&["plan", "--help"]);
    let (_, script) = help.split_once("JSON has the same keys:\n").unwrap();
    let (script, _) = script.split_once("\nThe kinds of calls").unwrap();
    let plan = plan(script);
    assert_eq!(plan["totals"]["draws"], 1);
    let decisions: Vec<_> = draws(&plan)[0]["attributes"]
        .as_array()
        .unwrap()
        .iter()
        .map(|attribute| attribute["decision"].clone())
        .collect();
    assert_eq!(decisions, ["in-place", "streamed", "constant-written"]);
}

/// The vertices of a draw are those that its indices name, whoever wrote them.
#[test]
fn what_is_written_into_a_buffer_is_there() {
    let update = |keys: &str| {
        format!("[[call]]\nkind = \"buffer-sub-data\"\nbuffer = \"b\"\noffset = 4\n{keys}\n")
    };
    let indices = "index_type = \"u16\"\ndata = [4, 5, 6]\nusage = \"dynamic\"\nsize = 8";
    let draw = draw(
        "indices = {buffer = \"b\", index_type = \"u16\", count = 3}",
        &[],
    );
    let script = [
        buffer("b", indices),
        draw.clone(),
        update("index_type = \"u16\"\ndata = [0x102]"),
        draw.clone(),
        update("size = 1"),
        draw.replace("count = 3", "count = 4"),
    ];
    let plan = plan(&script.concat());
    let vertices: Vec<_> = draws(&plan)
        .into_iter()
        .map(|draw| (&draw["first_vertex"], &draw["vertices"]))
        .map(|(first, count)| (first.as_u64().unwrap(), count.as_u64().unwrap()))
        .collect();
    assert_eq!(vertices, [(4, 3), (4, 0x102 - 3), (0, 0x101)]);
}
