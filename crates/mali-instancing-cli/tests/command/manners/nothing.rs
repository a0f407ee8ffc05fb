//! What is empty or zero, and what there is too little of.

use crate::plan::{draw, plan};
use crate::{accept, assert_contains, command, failure, output_and_failure, refuse_after};

#[test]
fn an_empty_manifest_says_so() {
    for (subcommand, array) in [
        ("gen", "descriptor"),
        ("varyings", "[[varying]]"),
        ("plan", "[[call]]"),
    ] {
        for manifest in ["", "# nothing yet\n", "{}"] {
            let assert = command(&[subcommand, "-"])
                .write_stdin(manifest)
                .assert()
                .success();
            let said = String::from_utf8(assert.get_output().stderr.clone()).unwrap();
            assert_eq!(
                said,
                format!("warning: standard input is empty: there is no {array} in it\n")
            );
        }
    }
    // A program that has nothing to say says it with an empty array.
    assert_eq!(
        accept("gen", "draw = []", &[]),
        "{\"attribute_buffers\": []}\n"
    );
}

#[test]
fn a_file_without_words_says_so() {
    for text in ["", "\n"] {
        let assert = command(&["decode", "--file", "-"])
            .write_stdin(text)
            .assert()
            .success()
            .stdout("");
        let said = String::from_utf8(assert.get_output().stderr.clone()).unwrap();
        assert_eq!(
            said,
            "warning: standard input is empty: there is no word in it\n"
        );
    }
}

#[test]
fn a_draw_of_no_vertices_or_instances_draws_nothing() {
    let attribute = "client = \"c\", format = \"R8_UNORM\", stride = 1";
    let indices = |count: u32| {
        format!("indices = {{data = [0, 1, 2], index_type = \"u16\", count = {count}}}")
    };
    for keys in [
        "count = 0",
        "count = 3\ninstances = 0",
        &indices(0),
        &(indices(3) + "\ninstances = 0"),
    ] {
        let script = draw(keys, &[attribute]) + &draw("count = 3", &[attribute]);
        let plan = plan(&script);
        assert_eq!(plan["calls"][0]["error"], serde_json::Value::Null, "{keys}");
        let totals = ["draws", "empty", "failed"].map(|key| &plan["totals"][key]);
        assert_eq!(totals, [2, 1, 0], "{keys}");
        assert_contains(
            &accept("plan", &script, &[]),
            &["line 1, draw 1: triangles, nothing to draw\n"],
        );
    }
}

#[test]
fn zeros_and_turned_ranges_are_named() {
    for (arguments, message) in [
        (
            &["trace", "--vertices", "3", "--instances", "0"][..],
            "--instances: 0 instances have no thread: at least 1 is allowed\n",
        ),
        (
            &["verify", "--jobs", "0"],
            "'--jobs <J>': no thread would work: at least 1 is allowed\n",
        ),
        (
            &["verify", "--jobs", "many"],
            "'--jobs <J>': `many` is no whole number: ",
        ),
        (&["pad", "5..=4"], "5..=4 holds no number: 5 is above 4\n"),
        (
            &["pad", "5..5"],
            "5..5 holds no number: A..B ends before B, A..=B with it\n",
        ),
    ] {
        assert_contains(&failure(arguments, 2), &[message]);
    }
}

/// Whoever has one word has not a descriptor.
#[test]
fn words_too_few_for_a_descriptor_are_told_how_many_it_has() {
    for (arguments, message) in [
        (
            &["decode", "4"][..],
            "needs 3 more: an attribute buffer has 4 words, or 8 with its continuation",
        ),
        (
            &["decode", "0x27000000", "--descriptor", "attribute"],
            "needs 1 more: an attribute has 2 words",
        ),
        (
            &["decode", "4", "--arch", "v9"],
            "needs 7 more: a buffer descriptor has 8 words",
        ),
        (
            &["decode", "4", "--arch", "v9", "--descriptor", "attribute"],
            "needs 7 more: an attribute has 8 words",
        ),
        (
            &["decode", "4", "--descriptor", "draw"],
            "needs 1 more: words 0 and 1 of a draw are read",
        ),
        (
            &["decode", "4", "--descriptor", "invocation"],
            "needs 1 more: an invocation has 2 words",
        ),
    ] {
        let (_, said) = output_and_failure(arguments, 1);
        assert_eq!(
            said,
            format!("error: word 1: the words end here, and the descriptor {message}\n")
        );
    }
}

#[test]
fn keys_that_exclude_each_other_are_named() {
    for (attribute, message) in [
        (
            "buffer = \"b\", client = \"c\", format = \"R8_UNORM\"",
            "client: does not go with `buffer`: leave one of both out",
        ),
        (
            "constant = [1], id = \"vertex\"",
            "id: does not go with `constant`: leave one of both out",
        ),
        (
            "constant = [1], stride = 4",
            "stride: does not go with `constant`: leave it out",
        ),
        (
            "id = \"vertex\", format = \"R8_UNORM\"",
            "format: does not go with `id`: leave it out",
        ),
        (
            "client = \"c\", format = \"R8_UNORM\", type = \"int\"",
            "type: does not go with `client`: leave it out",
        ),
    ] {
        let message = format!("attribute 0, {message}");
        assert_contains(
            &refuse_after("plan", &draw("count = 1", &[attribute]), &[], ""),
            &[&message],
        );
    }
}
