//! The guide's C code is the examples' code, which `run` compiles.

/// Without the indentation, which is not the same in a function and in a page.
fn lines(text: &str) -> Vec<&str> {
    text.lines().map(str::trim).collect()
}

#[test]
fn the_guide_shows_lines_of_the_examples() {
    let guide = include_str!("../../../docs/reference/c.md");
    let examples = [
        lines(include_str!("../examples/draw.c")),
        lines(include_str!("../examples/constant.c")),
        lines(include_str!("../examples/planner.c")),
        lines(include_str!("../examples/varyings.c")),
    ];
    let blocks: Vec<_> = guide.split("```c\n").skip(1).collect();
    assert_eq!(blocks.len(), 6);
    for block in blocks {
        let (shown, _) = block.split_once("```").expect("a block ends");
        let shown = lines(shown);
        let is_in = |example: &Vec<&str>| example.windows(shown.len()).any(|lines| lines == shown);
        assert!(examples.iter().any(is_in), "{shown:#?}");
    }
}
