//! The guides' C code is the examples' code, which `run` compiles.

/// Without the indentation, which is not the same in a function and in a page.
fn lines(text: &str) -> Vec<&str> {
    text.lines().map(str::trim).collect()
}

/// The blocks of a page in one language.
fn blocks<'a>(page: &'a str, language: &str) -> Vec<&'a str> {
    let fence = format!("```{language}\n");
    let blocks = page.split(fence.as_str()).skip(1);
    let blocks = blocks.map(|block| block.split_once("```").expect("a block ends").0);
    blocks.collect()
}

#[test]
fn the_guides_show_lines_of_the_examples() {
    let pages = [
        include_str!("../../../docs/reference/c.md"),
        include_str!("../../../docs/reference/c-planner.md"),
        include_str!("../../../docs/reference/c-varyings.md"),
    ];
    let examples = [
        lines(include_str!("../examples/draw.c")),
        lines(include_str!("../examples/constant.c")),
        lines(include_str!("../examples/planner.c")),
        lines(include_str!("../examples/varyings.c")),
    ];
    let blocks: Vec<_> = pages
        .into_iter()
        .flat_map(|page| blocks(page, "c").into_iter().skip(1))
        .collect();
    assert_eq!(blocks.len(), 6);
    for block in blocks {
        let shown = lines(block);
        let is_in = |example: &Vec<&str>| example.windows(shown.len()).any(|lines| lines == shown);
        assert!(examples.iter().any(is_in), "{shown:#?}");
    }
}

/// Each guide begins with a whole program of some 40 lines, and its output.
#[test]
fn each_guide_begins_with_a_program() {
    for (page, program, output) in [
        (
            include_str!("../../../docs/reference/c.md"),
            include_str!("../examples/first_draw.c"),
            include_str!("../examples/first_draw.txt"),
        ),
        (
            include_str!("../../../docs/reference/c-planner.md"),
            include_str!("../examples/first_planned_draw.c"),
            include_str!("../examples/first_planned_draw.txt"),
        ),
        (
            include_str!("../../../docs/reference/c-varyings.md"),
            include_str!("../examples/first_varyings.c"),
            include_str!("../examples/first_varyings.txt"),
        ),
    ] {
        assert_eq!(blocks(page, "c")[0], program);
        assert_eq!(blocks(page, "text")[0], output);
        assert!(program.lines().count() < 45);
    }
}
