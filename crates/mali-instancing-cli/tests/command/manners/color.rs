//! Colours: on a terminal, or as the user says.

use crate::command;

const NO_VERTICES: [&str; 2] = ["pad", "0"];
const NO_NUMBER: [&str; 2] = ["pad", "x"];

/// What a command that fails says, in an environment.
fn said(arguments: &[&str], environment: &[(&str, &str)]) -> String {
    let mut command = command(arguments);
    command.env_remove("NO_COLOR").env_remove("CLICOLOR_FORCE");
    command.envs(environment.iter().copied());
    let assert = command.assert().code(2);
    String::from_utf8(assert.get_output().stderr.clone()).unwrap()
}

#[test]
fn our_messages_have_the_colours_of_claps() {
    for color in [&["--color", "always"][..], &["--color=always"]] {
        for arguments in [NO_VERTICES, NO_NUMBER] {
            // Before the command and behind it.
            for arguments in [[color, &arguments].concat(), [&arguments, color].concat()] {
                let said = said(&arguments, &[]);
                assert!(
                    said.starts_with("\u{1b}[1m\u{1b}[31merror:\u{1b}[0m "),
                    "{said:?}"
                );
            }
        }
    }
    let words = [
        "decode", "9", "0", "0", "0", "8", "0", "0", "0", "--color", "always",
    ];
    let assert = command(&words).assert().code(1);
    let said = String::from_utf8(assert.get_output().stderr.clone()).unwrap();
    assert_eq!(said.matches("\u{1b}[31merror:\u{1b}[0m word ").count(), 2);
}

#[test]
fn nobody_gets_colours_who_did_not_ask() {
    for arguments in [NO_VERTICES, NO_NUMBER] {
        for color in [&[][..], &["--color", "auto"], &["--color", "never"]] {
            let arguments = [&arguments, color].concat();
            for environment in [&[][..], &[("NO_COLOR", "1")]] {
                let said = said(&arguments, environment);
                assert!(said.starts_with("error: "), "{said:?}");
            }
        }
        // NO_COLOR is what auto asks, and never is never.
        let forced = [("CLICOLOR_FORCE", "1")];
        assert!(said(&arguments, &forced).contains("\u{1b}["));
        assert!(!said(&[&arguments[..], &["--color=never"]].concat(), &forced).contains("\u{1b}["));
        let both = [("CLICOLOR_FORCE", "1"), ("NO_COLOR", "1")];
        assert!(!said(&arguments, &both).contains("\u{1b}["));
        let always = [&arguments[..], &["--color=always"]].concat();
        assert!(said(&always, &[("NO_COLOR", "1")]).contains("\u{1b}["));
    }
}

#[test]
fn a_grid_has_colours_where_they_are_asked_for() {
    let manifest = "[[varying]]\nname = \"uv\"\ntype = \"vec2\"\n";
    let grid = |color: &str| {
        let assert = command(&["varyings", "-", "--color", color])
            .write_stdin(manifest)
            .assert();
        String::from_utf8(assert.success().get_output().stdout.clone()).unwrap()
    };
    assert!(grid("always").contains("\u{1b}["));
    assert_eq!(grid("auto"), grid("never"));
    assert!(!grid("never").contains('\u{1b}'));
    assert!(said(&["pad", "70", "--color", "sometimes"], &[]).contains("auto, always, never"));
}
