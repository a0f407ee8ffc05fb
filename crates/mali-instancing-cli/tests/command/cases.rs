//! The files of `tests/cases/`, and every ```` ```console ```` block of the documentation: command lines, and what
//! is printed. The whole text is made again by running the commands, and compared; `SNAPSHOTS=overwrite` accepts it.
//!
//! | a line that begins with | is |
//! |---|---|
//! | `## ` | the title of a section, which has a folder and files of its own |
//! | `### ` | a title within it; lines after a title are prose |
//! | `<< NAME`, `<< NAME = PATHS` | a file of the section: the lines that follow, or copies of the repository's, one after the other; `-` is the standard input |
//! | `< ` | a line of that file, or else of a new standard input |
//! | `$ ` | a command, which the lines up to the next such mark are printed by |
//! | `= ` | a command that prints the same as the one before it |
//! | `? 2 ` | there, its exit code, and the first line that it says on stderr |
//! | `! ` | there, a further line on stderr |
//! | `- A -> B` | a row of a table: the command before it, and what that prints, have a `…` each. With A for it, it prints B there |
//!
//! A command is `mali-instancing`, with variables of its environment before it, or `cat`, or `ls`. After ` < ` it has
//! edits of the section's files, divided by ` | `: `old => new`, or what replaces the next `…`; those that are left are
//! nothing. `\n`, `\r` and `\t` are what they are in Rust. An argument that begins with `tests/` is a file of the
//! repository, and one that begins with `target/` is in a folder that exists. `mkdir` makes folders. `compile`, `firmware`, `rustc` and `assemble` are those of `tools.rs`: where there
//! is no compiler, what is expected stays. `words` prints a file's words. ` | grep A B`, before the edits, keeps the lines
//! that have A or B: of what is long, those that matter.
//!
//! In what is printed, `[..]` is any text within a line, and `...` any lines. `[HELP]` is clap's hint at `--help`.

use std::fmt::Write as _;
use std::fs;
use std::path::Path;

use snapbox::filter::NormalizeToExpected;
use snapbox::{Assert, Data, IntoData};

use crate::{command, finish, tools};

pub(crate) const ROOT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../..");

/// Names and texts of files; the standard input is `-`.
type Files = Vec<(String, String)>;

const FOLDER: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/cases");

/// Has a test for each file, which run beside each other, and one that no file lacks. A `_` is a folder.
macro_rules! cases {
    ($($name:ident)*) => {
        $(#[test]
        fn $name() {
            let file = format!("{}.cases", stringify!($name).replace('_', "/"));
            assert_same(&Path::new(FOLDER).join(file), |text| rerun(text, &|_| None));
        })*

        #[test]
        fn every_file_has_a_test() {
            let inside = |name: String| match name.strip_suffix(".cases") {
                Some(name) => vec![name.to_owned()],
                None => listed(&Path::new(FOLDER).join(&name))
                    .iter()
                    .map(|file| format!("{name}_{}", file.trim_end_matches(".cases")))
                    .collect(),
            };
            let files: Vec<_> = listed(Path::new(FOLDER)).into_iter().flat_map(inside).collect();
            assert_eq!(files, [$(stringify!($name)),*]);
        }
    };
}

cases! {
    attr check decode gen_code gen_compiled gen_errors gen_names manners pad plan_decisions plan_errors shader trace
    varyings_compiled varyings_drivers varyings_errors varyings_grid varyings_memory varyings_mistakes varyings_shaders verify
}

/// The names of what is in a folder, in order.
pub(crate) fn listed(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder).unwrap();
    let names = entries.map(|entry| entry.unwrap().file_name().into_string().unwrap());
    let mut names: Vec<_> = names.collect();
    names.sort();
    names
}

/// Compares a file with what is made of it, or writes that into it.
pub(crate) fn assert_same(path: &Path, made_of: impl FnOnce(&str) -> String) {
    let text = fs::read_to_string(path).unwrap();
    let expected = Data::read_from(path, None).raw();
    let again = made_of(&text).into_data().raw();
    Assert::new().action_env("SNAPSHOTS").eq(again, expected);
}

/// The text with what its commands print now. `elsewhere` is what other commands print.
pub(crate) fn rerun(text: &str, elsewhere: &dyn Fn(&str) -> Option<String>) -> String {
    let mut again = String::new();
    let mut folder = tempfile::tempdir().unwrap();
    let mut files = Files::new();
    let mut is_input_open = false;
    let (mut last, mut table) = (String::new(), None);
    let mut lines = text.lines().peekable();
    while let Some(line) = lines.next() {
        let row = line
            .strip_prefix('-')
            .and_then(|row| row.split_once(" -> "));
        if let Some((given, printed)) = row {
            is_input_open = false;
            let (command, pattern): &(&str, String) = table.as_ref().unwrap();
            let shown = run(&command.replace('…', given.trim()), folder.path(), &files).unwrap();
            let shown = like(&shown, &pattern.replace('…', printed));
            let (before, behind) = pattern.split_once('…').unwrap();
            let within =
                |text: &str| Some(text.strip_prefix(before)?.strip_suffix(behind)?.to_owned());
            let varies = within(&shown).unwrap_or_else(|| shown.replace('\n', "\\n"));
            writeln!(again, "-{given} -> {varies}").unwrap();
            continue;
        }
        writeln!(again, "{line}").unwrap();
        match line.split_once(' ').unwrap_or((line, "")) {
            ("##", _) => (folder, files) = (tempfile::tempdir().unwrap(), Files::new()),
            ("<<", file) => {
                let (name, path) = file.split_once(" = ").unwrap_or((file, ""));
                files.retain(|(other, _)| other != name);
                files.push((name.to_owned(), path.split_whitespace().map(read).collect()));
                is_input_open = true;
            }
            ("<", text) => {
                if !is_input_open {
                    files.retain(|(name, _)| name != "-");
                    files.push(("-".to_owned(), String::new()));
                    is_input_open = true;
                }
                writeln!(files.last_mut().unwrap().1, "{text}").unwrap();
            }
            (mark @ ("$" | "="), command) => {
                is_input_open = false;
                let mut expected = String::new();
                while let Some(line) = lines.next_if(|line| !is_mark(line)) {
                    writeln!(expected, "{line}").unwrap();
                }
                let printed = expected.trim_end_matches('\n').len();
                let (expected, blank) = expected.split_at(printed + usize::from(printed > 0));
                if command.contains('…') {
                    table = Some((command, expected.to_owned()));
                    again = again + expected + blank;
                    continue;
                }
                let shown = elsewhere(command).or_else(|| run(command, folder.path(), &files));
                let shown =
                    shown.unwrap_or_else(|| if mark == "$" { expected } else { &last }.to_owned());
                if mark == "$" || like(&shown, &last) != last {
                    last = like(&shown, expected);
                    again += &last;
                }
                again += blank;
            }
            _ => {}
        }
    }
    again
}

fn is_mark(line: &str) -> bool {
    let first = line.split(' ').next().unwrap();
    ["##", "###", "<<", "<", "$", "=", "-"].contains(&first)
}

pub(crate) fn read(path: &str) -> String {
    fs::read_to_string(Path::new(ROOT).join(path)).unwrap_or_else(|error| panic!("{path}: {error}"))
}

/// The output, with the marks of the expected text for whatever they are allowed to be.
fn like(printed: &str, expected: &str) -> String {
    let [actual, expected] = [printed, expected].map(|text| Data::text(text).raw());
    let normalize = NormalizeToExpected::new();
    normalize
        .redact()
        .normalize(actual, &expected)
        .render()
        .unwrap()
}

/// The output of a command, with its exit code and its text on stderr, if it can be run here.
fn run(line: &str, folder: &Path, files: &Files) -> Option<String> {
    let (words, edits) = line.split_once(" < ").unwrap_or((line, ""));
    let files = edited(files, edits);
    for (name, text) in files.iter().filter(|(name, _)| name != "-") {
        fs::write(folder.join(name), text).unwrap();
    }
    let (words, kept) = words.split_once(" | grep ").unwrap_or((words, ""));
    let kept = split(kept);
    let is_kept = |line: &&str| kept.is_empty() || kept.iter().any(|part| line.contains(part));
    let mut words = split(words).into_iter().peekable();
    let mut command = command(&[]);
    for variable in ["NO_COLOR", "CLICOLOR_FORCE", "COLUMNS"] {
        command.env_remove(variable);
    }
    while let Some((name, value)) = words.peek().and_then(|word| word.split_once('=')) {
        command.env(name, value);
        words.next();
    }
    let program = words.next().unwrap();
    let arguments: Vec<&str> = words.collect();
    match program {
        "mali-instancing" => {}
        "cat" => {
            let text = fs::read_to_string(folder.join(arguments[0])).unwrap();
            return Some(text.split_inclusive('\n').filter(is_kept).collect());
        }
        "ls" => {
            return Some(
                listed(folder)
                    .iter()
                    .map(|name| name.clone() + "\n")
                    .collect(),
            );
        }
        "words" => {
            let bytes = fs::read(folder.join(arguments[0])).unwrap();
            let words = bytes
                .chunks(4)
                .map(|word| u32::from_le_bytes(word.try_into().unwrap()));
            let words: Vec<_> = words.map(|word| format!("{word:x}")).collect();
            return Some(words.join(" ") + "\n");
        }
        "mkdir" => {
            for name in arguments {
                fs::create_dir(folder.join(name)).unwrap();
            }
            return Some(String::new());
        }
        "compile" => return tools::compile(folder, &arguments),
        "assemble" => return tools::assemble(folder, arguments[0]),
        "rustc" => return Some(tools::rustc(folder, arguments[0])),
        "firmware" => {
            tools::firmware(folder, &arguments);
            return Some(String::new());
        }
        _ => panic!("no command: {line}"),
    }
    if arguments.iter().any(|word| word.starts_with("target/")) {
        fs::create_dir_all(folder.join("target")).unwrap();
    }
    for word in arguments.iter().filter(|word| word.starts_with("tests/")) {
        let copy = folder.join(word);
        fs::create_dir_all(copy.parent().unwrap()).unwrap();
        fs::copy(Path::new(ROOT).join(word), copy).unwrap();
    }
    let input = files.iter().find(|(name, _)| name == "-");
    let input = input.map_or(&[][..], |(_, text)| text.as_bytes());
    let (code, shown, said) = finish(command.args(arguments).current_dir(folder), input);
    let shown = String::from_utf8(shown).unwrap();
    assert!(shown.is_empty() || shown.ends_with('\n'), "{line}: {shown}");
    let shown: String = shown.split_inclusive('\n').filter(is_kept).collect();
    let [mut shown, said] = [shown, said].map(|text| text.replace('\u{1b}', "␛"));
    let said = said.replace("\n\nFor more information, try '--help'.\n", " [HELP]\n");
    let said = said
        .trim_end_matches('\n')
        .replace('\n', "\n! ")
        .replace("! \n", "!\n");
    if code != 0 || !said.is_empty() {
        writeln!(shown, "{}", format!("? {code} {said}").trim_end()).unwrap();
    }
    Some(shown)
}

/// The words of a command. A quoted one may have spaces.
fn split(text: &str) -> Vec<&str> {
    let parts = text.split('\'').enumerate();
    let words = parts.flat_map(|(number, part)| match number % 2 {
        0 => part.split_whitespace().collect(),
        _ => vec![part],
    });
    words.collect()
}

/// The files with what the edits say, and nothing for what they leave open.
fn edited(files: &Files, edits: &str) -> Files {
    let mut files = files.clone();
    for edit in edits.split(" | ").filter(|edit| !edit.is_empty()) {
        let (old, new) = edit.split_once(" =>").unwrap_or(("…", edit));
        let [old, new] = [old, new.strip_prefix(' ').unwrap_or(new)].map(|text| {
            text.replace("\\n", "\n")
                .replace("\\r", "\r")
                .replace("\\t", "\t")
        });
        let text = files
            .iter_mut()
            .map(|(_, text)| text)
            .find(|text| text.contains(&old));
        let text = text.unwrap_or_else(|| panic!("no `{old}` for `{edit}`"));
        *text = text.replacen(&old, &new, 1);
    }
    for (_, text) in &mut files {
        *text = text.replace('…', "");
    }
    files
}
