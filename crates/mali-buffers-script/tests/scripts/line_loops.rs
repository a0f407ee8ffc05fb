//! The lines of line loops, which a script's draws give as strips or segments.

use mali_buffers_script::{MEMORY_LIMIT, PlannedScript};
use mali_instancing_codegen::Source;
use serde_json::Value;

/// The answer of a script's last call.
fn last_call(script: &str) -> Value {
    let script = Source::new("script.toml", script.into()).unwrap();
    let planned = PlannedScript::new(&script, MEMORY_LIMIT).unwrap();
    assert_eq!(planned.errors, []);
    let plan = serde_json::to_value(&planned).unwrap();
    plan["calls"].as_array().unwrap().last().unwrap().clone()
}

type Line = (u64, u64);

/// The lines of strips, of which `None` ends one.
fn strips(vertices: &[Option<u64>]) -> Vec<Line> {
    let pairs = vertices.windows(2).filter_map(|pair| pair[0].zip(pair[1]));
    pairs.collect()
}

/// The lines of loops, of which `None` ends one: a loop of one vertex has none.
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

/// Every Mali draws them, and whoever asks for nothing gets nothing else.
#[test]
fn line_loops_are_loops_unless_the_script_says_otherwise() {
    for target in ["", "line_loops = \"loops\"\n"] {
        let draw = last_call(&format!(
            "{target}[[call]]\nkind = \"draw\"\nmode = \"line-loop\"\ncount = 5\n"
        ));
        assert_eq!(
            (&draw["segments"], &draw["vertices"]),
            (&Value::Null, &Value::from(5))
        );
    }
    let strip =
        "line_loops = \"segments\"\n[[call]]\nkind = \"draw\"\nmode = \"line-strip\"\ncount = 5\n";
    assert_eq!(last_call(strip)["segments"], Value::Null);
}
