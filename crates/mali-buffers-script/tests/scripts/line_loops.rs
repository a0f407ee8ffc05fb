//! The lines of line loops, which a script's draws give as strips or segments.

use serde_json::{Value, json};

use crate::run::{Plan, assert_plans};
use mali_buffers_script::MEMORY_LIMIT;

/// The answer of a script's last call.
fn last_call(script: &str) -> Value {
    let plan = Plan::of(script);
    plan.calls.as_array().unwrap().last().unwrap().clone()
}

type Line = (u64, u64);

/// The lines of strips. `None` ends a strip.
fn strips(vertices: &[Option<u64>]) -> Vec<Line> {
    let pairs = vertices.windows(2).filter_map(|pair| pair[0].zip(pair[1]));
    pairs.collect()
}

/// The lines of loops. `None` ends a loop; a loop of one vertex has no line.
fn loops(vertices: &[Option<u64>]) -> Vec<Line> {
    let mut lines = Vec::new();
    for each in vertices
        .split(Option::is_none)
        .filter(|each| each.len() > 1)
    {
        let each: Vec<u64> = each.iter().flatten().copied().collect();
        let next = each.iter().cycle().skip(1);
        lines.extend(each.iter().copied().zip(next.copied()));
    }
    lines
}

/// The lines that the answer about a draw of `vertices` says.
fn drawn(draw: &Value, vertices: &[Option<u64>]) -> Vec<Line> {
    let segments = &draw["segments"];
    if segments.is_null() {
        return Vec::new();
    }
    let indices: Vec<Option<u64>> = segments["indices"]
        .as_array()
        .unwrap()
        .iter()
        .map(Value::as_u64)
        .collect();
    assert_eq!(segments["index_count"], indices.len());
    let Some(closing) = segments["closing"].as_object() else {
        assert_eq!(draw["indices"]["count"], indices.len());
        return strips(&indices);
    };
    assert_eq!(closing["indices"]["count"], 2);
    let mut lines = strips(vertices);
    lines.extend(strips(&indices));
    lines
}

#[test]
fn line_loops_as_segments_draw_the_lines_of_the_loops() {
    for instances in [1, 3] {
        for count in 1..6 {
            let vertices: Vec<_> = (7..7 + count).map(Some).collect();
            let draw = last_call(&format!(
                "line_loops = \"segments\"\n[[call]]\nkind = \"draw\"\nmode = \"line-loop\"\n\
                 first = 7\ncount = {count}\ninstances = {instances}\n"
            ));
            assert_eq!(
                drawn(&draw, &vertices),
                loops(&vertices),
                "{count} vertices, {instances} instances"
            );
        }
        for (data, restart) in [
            ("0, 1, 2", ""),
            ("9, 255, 0", ""),
            ("5, 5", ""),
            (
                "0, 1, 2, 255, 3, 4, 255, 255, 6, 255, 7, 8, 9, 10",
                ", restart_index = 255",
            ),
            ("255, 1, 2", ", restart_index = 255"),
            ("1, 255, 2", ", restart_index = 255"),
        ] {
            let is_restart = |index: u64| index == 255 && !restart.is_empty();
            let indices = data.split(", ").map(|index| index.parse().unwrap());
            let vertices: Vec<_> = indices
                .map(|index| (!is_restart(index)).then_some(index))
                .collect();
            let draw = last_call(&format!(
                "line_loops = \"segments\"\n[[call]]\nkind = \"draw\"\nmode = \"line-loop\"\ninstances = {instances}\n\
                 indices = {{ data = [{data}], index_type = \"u8\"{restart} }}\n"
            ));
            assert_eq!(
                drawn(&draw, &vertices),
                loops(&vertices),
                "{data}, {instances} instances"
            );
        }
    }
}

/// Every Mali draws loops. A script that does not choose gets them.
#[test]
fn line_loops_are_loops_unless_the_script_says_otherwise() {
    assert_plans(
        "…\ncall = [{ kind = \"draw\", mode = \"line-…\", count = 5 }]",
        r#"
 | loop → 1/segments = null & 1/vertices = 5
line_loops = "loops" | loop → 1/segments = null & 1/vertices = 5
line_loops = "segments" | strip → 1/segments = null & 1/vertices = 5
"#,
    );
}

/// A draw of line loops as strips and lines.
fn segments(keys: &str) -> Plan {
    Plan::of(&format!(
        "ring = 4096\nline_loops = \"segments\"\n[[call]]\nkind = \"draw\"\nmode = \"line-loop\"\n{keys}"
    ))
}

/// The text's line about the indices as which line loops are drawn.
fn drawn_as(plan: &Plan) -> &str {
    plan.text.lines().nth(1).unwrap().trim_start()
}

#[test]
fn the_text_has_the_first_sixteen_indices_and_the_data_256() {
    // A loop of each instance's vertices ends with its first vertex.
    for (count, more) in [
        (3, ""),
        (15, ""),
        (16, " and 1 more"),
        (254, " and 239 more"),
        (300, " and 285 more"),
    ] {
        let plan = segments(&format!("first = 7\ncount = {count}\ninstances = 2\n"));
        let all: Vec<u32> = (7..7 + count).chain([7]).collect();
        let shown: Vec<String> = all.iter().take(16).map(u32::to_string).collect();
        assert_eq!(
            drawn_as(&plan),
            format!("as line strips of indices {}{more}", shown.join(" "))
        );
        let segments = &plan.calls[1]["segments"];
        assert_eq!(segments["index_count"], all.len());
        assert_eq!(segments["indices"], json!(all[..all.len().min(256)]));
        assert_eq!(segments["closing"], Value::Null);
    }
    let plan = segments(
        "indices = { data = [0, 1, 2, 255, 3, 4], index_type = \"u8\", restart_index = 255 }",
    );
    assert_eq!(
        drawn_as(&plan),
        "as line strips of indices 0 1 2 0 restart 3 4 3"
    );
}

#[test]
fn large_indices_are_whole() {
    for (first, instances, indices) in [
        (0x0102_0304, 1, json!([0x0102_0306, 0x0102_0304])),
        (
            0x0102_0304,
            2,
            json!([0x0102_0304, 0x0102_0305, 0x0102_0306, 0x0102_0304]),
        ),
        (0x1234, 1, json!([0x1236, 0x1234])),
        // All ones of 16 bits restart primitives: a vertex of this number takes 32 bits.
        (0xfffd, 2, json!([0xfffd, 0xfffe, 0xffff, 0xfffd])),
    ] {
        let plan = segments(&format!(
            "first = {first}\ncount = 3\ninstances = {instances}\n"
        ));
        assert_eq!(plan.calls[1]["segments"]["indices"], indices);
    }
}

#[test]
fn the_line_that_closes_a_loop_is_a_draw_of_its_own() {
    // Five vertices of four bytes in place, for the strip and for the line, and two indices of two bytes for the line.
    assert_plans(
        r#"line_loops = "segments"
call = [
{ kind = "buffer-data", buffer = "b", size = 64, usage = "static", address = 0x1000 },
{ kind = "draw", mode = "line-loop", first = 7, count = 5, attributes = [{ buffer = "b", format = "R32_SFLOAT" }] },
]"#,
        "
→ > as a line strip, and then a line of indices 11 7
    → 2/bytes_in_place = 20 & 2/bytes_copied = 0 & 2/indices = null & 2/first_vertex = 7 & 2/vertices = 5
    → 2/segments/closing/bytes_in_place = 20 & 2/segments/closing/bytes_copied = 4
    → 2/segments/closing/indices/count = 2
    → 2/segments/closing/first_vertex = 7 & 2/segments/closing/vertices = 5
    → totals/draws = 1 & totals/bytes_in_place = 40 & totals/bytes_streamed = 4
",
    );
}

#[test]
fn a_loop_of_one_vertex_draws_nothing() {
    for keys in ["count = 1", "count = 0", "count = 5\ninstances = 0"] {
        segments(keys).assert(
            "totals/draws = 1 & totals/empty = 1 & totals/bytes_copied = 0 &
            > line 3, draw 1: line-loop, nothing to draw",
        );
    }
}

#[test]
fn loops_whose_indices_are_missing_are_refused() {
    assert_plans(
        r#"line_loops = "segments"
call = [
{ kind = "buffer-data", buffer = "b", usage = "static", size = 4 },
{ kind = "draw", mode = "line-loop",
indices = { buffer = "b", index_type = "u16", count = 3 } },
]"#,
        "→ ! script.toml:5: call 2, draw 1: the indices end at byte 6, past the end of their buffer: it has 4",
    );
}

/// From V9 on nothing needs the bounds of the strip's indices, and the line states those of its two.
#[test]
fn a_loop_whose_last_line_is_refused_has_an_error_and_its_strip() {
    // Vertex 9 has the bytes from 72 on.
    let refused = "attribute 0 ends at byte 80, past the end of its buffer: it has 24";
    let plan = Plan::within(
        MEMORY_LIMIT,
        r#"checks_indices = false
arch = "v10"
line_loops = "segments"
call = [
{ kind = "buffer-data", buffer = "b", size = 24, usage = "static", address = 0x10000000 },
{ kind = "buffer-data", buffer = "i", usage = "static", address = 0x20000000, data = [0, 1, 9], index_type = "u16" },
{ kind = "draw", mode = "line-loop", indices = { buffer = "i", index_type = "u16", count = 3 },
attributes = [{ buffer = "b", format = "R32G32_SFLOAT" }] },
]"#,
    );
    let plan = plan.unwrap();
    assert_eq!(plan.errors.len(), 1, "{:?}", plan.errors);
    assert!(plan.errors[0].contains(refused), "{}", plan.errors[0]);
    assert_eq!(plan.value("totals/failed"), Some(json!(1)));
    assert_eq!(plan.value("totals/empty"), Some(json!(0)));
    assert_eq!(plan.value("3/segments/indices"), Some(json!([9, 0])));
}
