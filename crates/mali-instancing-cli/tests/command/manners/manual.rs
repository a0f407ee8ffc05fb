//! The pages of the manual, and what shells complete.

use std::fs;
use std::process;

use crate::{assert_contains, commands, json, output};

#[test]
fn every_command_has_a_page() {
    let page = output(&["man"]);
    let parts = [
        ".TH mali-instancing 1 ",
        "\n.SH DESCRIPTION\n",
        "\n.SH SUBCOMMANDS\n",
    ];
    assert_contains(&page, &parts);
    for name in commands() {
        assert_contains(&page, &[&format!("mali\\-instancing\\-{name}(1)")]);
        let page = output(&["man", name]);
        let title = format!(".TH mali-instancing-{name} 1 ");
        let usage = format!("\\fBmali\\-instancing {name}\\fR");
        assert_contains(&page, &[&title, &usage, "\n.SH OPTIONS\n", "Examples:"]);
        // Every long option of the help.
        let help = output(&[name, "--help"]);
        let lines = help
            .lines()
            .map(str::trim_start)
            .filter(|line| line.starts_with('-'));
        let words = lines.filter_map(|line| {
            line.split([' ', '<', ','])
                .find(|word| word.starts_with("--"))
        });
        for option in words {
            assert_contains(&page, &[&option.replace('-', "\\-")]);
        }
    }
}

#[test]
fn shells_complete_commands_options_and_values() {
    for shell in ["bash", "elvish", "fish", "powershell", "zsh"] {
        let script = output(&["completions", shell]);
        assert_contains(&script, &commands());
        assert_contains(&script, &["attributes", "rounding", "floating-point"]);
    }
}

/// The words that bash offers after words.
fn completed(words: &[&str]) -> Option<Vec<String>> {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("completions");
    fs::write(&path, output(&["completions", "bash"])).unwrap();
    let last = words.len() - 1;
    let script = format!(
        "source {}; COMP_WORDS=({}); COMP_CWORD={last}; \
         _mali__instancing mali-instancing '{}' '{}'; printf '%s\\n' \"${{COMPREPLY[@]}}\"",
        path.display(),
        words.join(" "),
        words[last],
        words[last - 1],
    );
    // Where there is no bash, nothing can be tried.
    let run = process::Command::new("bash")
        .args(["--norc", "-c", &script])
        .output()
        .ok()?;
    let text = String::from_utf8(run.stdout).unwrap();
    Some(text.lines().map(str::to_owned).collect())
}

#[test]
fn bash_completes_what_is_begun() {
    for (words, expected) in [
        (&["mali-instancing", "dec"][..], &["decode"][..]),
        (&["mali-instancing", "attr", "--pad"], &["--padding"]),
        (&["mali-instancing", "attr", "--padding", "t"], &["tight"]),
        (
            &["mali-instancing", "attr", "--arch", "v1"],
            &["v10", "v11", "v12", "v13", "v14", "v15"],
        ),
    ] {
        if let Some(found) = completed(words) {
            assert_eq!(found, expected, "{words:?}");
        }
    }
}

#[test]
fn the_script_in_the_help_of_plan_runs() {
    let help = output(&["plan", "--help"]);
    let (_, script) = help.split_once("JSON has the same keys:\n").unwrap();
    let (script, _) = script.split_once("\nThe kinds of calls").unwrap();
    let plan = json(&["plan", "-", "--json"], script);
    assert_eq!(plan["totals"]["draws"], 1);
    let calls = plan["calls"].as_array().unwrap();
    let draw = calls.iter().find(|call| call["kind"] == "draw").unwrap();
    let attributes = draw["attributes"].as_array().unwrap().iter();
    let decisions: Vec<_> = attributes.map(|attribute| &attribute["decision"]).collect();
    assert_eq!(decisions, ["in-place", "streamed", "constant-written"]);
}
