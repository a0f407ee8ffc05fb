//! The examples of the README and of the pages of `docs/`: they show what there is.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

use mali_instancing::Arch;
use mali_instancing::check::Rule;

use crate::cases::{self, ROOT, read};
use crate::{assert_contains, command, finish, output};

/// The files that the pages' commands read, and that the pages show.
const MANIFESTS: [(&str, &str); 9] = [
    (
        "docs/reference/manifests.md",
        "tests/manifests/model_row0.toml",
    ),
    ("docs/reference/manifests.md", "tests/manifests/cube.toml"),
    (
        "docs/reference/manifests.md",
        "tests/manifests/cube_pipeline.toml",
    ),
    (
        "docs/reference/varyings.md",
        "tests/manifests/cube_varyings.toml",
    ),
    ("docs/reference/varyings.md", "tests/manifests/slots.toml"),
    (
        "docs/reference/indirect.md",
        "tests/manifests/culled_cubes.toml",
    ),
    (
        "docs/reference/buffers.md",
        "tests/manifests/streamed_cube.toml",
    ),
    (
        "docs/reference/buffers.md",
        "tests/manifests/line_loops.toml",
    ),
    (
        "docs/reference/buffers.md",
        "tests/manifests/sparse_indices.toml",
    ),
];

/// Commands that other checks run, each with the file that they compare its output with.
const RUN_ELSEWHERE: [(&str, &str); 1] = [(
    "target/draw",
    "crates/mali-instancing-ffi/examples/draw.txt",
)];

/// The commands that a page may show without output: they take minutes, print what varies, or print nothing.
const WITHOUT_OUTPUT: [&str; 14] = [
    "cargo run --manifest-path examples/build_script/Cargo.toml",
    "cargo test --workspace",
    "crates/mali-instancing-ffi/install --prefix \"$HOME/mali\"",
    "export PKG_CONFIG_PATH=\"$HOME/mali/lib/pkgconfig\"",
    "cc crates/mali-instancing-ffi/examples/draw.c $(pkg-config --cflags --libs mali_inst) -o target/draw",
    "export LD_LIBRARY_PATH=\"$HOME/mali/lib\"",
    "web/build",
    "python3 -m http.server --directory web/dist",
    "cargo run --release -- verify",
    "fuzz/run 840",
    "mutants/run",
    "mutants/run 3",
    "mutants/run --summary",
    "firmware/run",
];

/// The scripts that follow pages.
const FOLLOWED: [&str; 2] = [".ci/run", "tests/without_cargo/run"];

/// The README, and every page of `docs/`, by its path.
pub(crate) fn pages() -> Vec<String> {
    let mut pages = vec!["README.md".to_owned()];
    add_pages("docs", &mut pages);
    pages
}

/// Adds the paths of a folder's Markdown files, and of those in the folders within it.
fn add_pages(folder: &str, pages: &mut Vec<String>) {
    // Whatever is built, or is not the project's.
    let others = ["target", "node_modules", "dist", "pkg", "out"];
    for name in cases::listed(&Path::new(ROOT).join(folder)) {
        let path = format!("{folder}/{name}");
        let is_searched = !name.starts_with('.') && !others.contains(&name.as_str());
        if Path::new(&name).extension() == Some("md".as_ref()) {
            pages.push(path);
        } else if is_searched && Path::new(ROOT).join(&path).is_dir() {
            add_pages(&path, pages);
        }
    }
}

/// The output of the commands of other programs, or nothing where that is not shown.
fn elsewhere(line: &str) -> Option<String> {
    if let Some((_, output)) = RUN_ELSEWHERE.iter().find(|(command, _)| *command == line) {
        return Some(read(output));
    }
    let shown = line.split("  ").next().unwrap_or_default();
    let known = WITHOUT_OUTPUT.contains(&shown) || shown.starts_with("benches/");
    known.then(String::new)
}

/// Whether `tests/follow_page` writes the files of a page and runs its commands, which need a folder of their own.
pub(crate) fn is_followed(page: &str) -> bool {
    let command = format!("tests/follow_page {page}\n");
    FOLLOWED
        .iter()
        .any(|script| read(script).contains(&command))
}

/// Every ```console block: the command after `$ `, and what it prints up to the next one.
#[test]
fn every_command_in_the_documentation_prints_what_is_shown() {
    let mut commands = 0;
    for page in pages().into_iter().filter(|page| !is_followed(page)) {
        cases::assert_same(&Path::new(ROOT).join(page), |text| {
            let mut again = String::new();
            for (number, part) in text.split("```console\n").enumerate() {
                if number == 0 {
                    again += part;
                    continue;
                }
                let (block, rest) = part.split_once("```").unwrap();
                // What `check` finds is an answer, too: its exit code is not shown.
                let ours = block.replace("$ cargo run -- ", "$ mali-instancing ");
                let shown = cases::rerun(&ours, &elsewhere);
                let mut shown = shown.replace("$ mali-instancing ", "$ cargo run -- ");
                if shown.contains("\nerror[") {
                    shown = shown.replace("\n? 1\n", "\n");
                }
                again += &["```console\n", &shown, "```", rest].concat();
                commands += block.matches("$ cargo run -- ").count();
            }
            again
        });
    }
    assert!(commands >= 11, "only {commands} commands were found");
}

#[test]
fn the_manifests_in_the_documentation_are_those_that_its_commands_read() {
    for (page, name) in MANIFESTS {
        let shown = format!("```toml\n{}```\n", read(name));
        assert_contains(&read(page), &[&shown]);
    }
}

/// The header that the page of manifests links to is what the command prints.
#[test]
fn the_example_of_a_header_is_what_the_command_prints() {
    let arguments = ["gen", "tests/manifests/cube.toml", "--emit", "c"];
    let (code, printed, said) = finish(command(&arguments).current_dir(ROOT), "");
    assert_eq!(code, 0, "{said}");
    let header = String::from_utf8(printed).unwrap();
    cases::assert_same(&Path::new(ROOT).join("examples/cube.h"), |_| header);
}

/// The build script of the page of manifests is that of the example, which the generator's tests build.
#[test]
fn the_build_script_in_the_documentation_is_the_examples() {
    let folder = "examples/build_script";
    let after_comments = |name: &str| {
        let text = read(&format!("{folder}/{name}"));
        let lines = text.lines().skip_while(|line| line.starts_with("//!"));
        let code: Vec<&str> = lines.collect();
        format!("{}\n```", code.join("\n").trim_start())
    };
    let [build, main] = ["build.rs", "src/main.rs"].map(after_comments);
    let draws = format!("```toml\n{}```", read(&format!("{folder}/draws.toml")));
    assert_contains(
        &read("docs/reference/manifests.md"),
        &[&build, &main, &draws],
    );
}

/// The pictures of the documentation, and the commands that draw them.
const PICTURES: [(&str, &str); 3] = [
    ("docs/guide/padding.svg", "pad 20..1000"),
    (
        "docs/guide/threads.svg",
        "trace --vertices 6 --instances 4 --divisor 0 --divisor 2",
    ),
    (
        "docs/guide/words.svg",
        "decode 0x10000004 0x27000000 64 6400 0x20 0x17b425ed 0 3",
    ),
];

#[test]
fn the_pictures_in_the_documentation_are_what_the_command_draws() {
    let folder = tempfile::tempdir().unwrap();
    for (path, line) in PICTURES {
        let arguments: Vec<&str> = line.split(' ').chain(["--plot", "drawn.svg"]).collect();
        let (code, _, said) = finish(command(&arguments).current_dir(folder.path()), "");
        assert_eq!(code, 0, "{said}");
        let drawn = fs::read_to_string(folder.path().join("drawn.svg")).unwrap();
        cases::assert_same(&Path::new(ROOT).join(path), |_| drawn);
    }
    // The same for the crate's documentation, which has no files beside it.
    let definitions = PICTURES.iter().map(|(path, _)| {
        let name = Path::new(path).file_stem().unwrap().to_str().unwrap();
        format!(
            "[{name}]: data:image/svg+xml,{}\n",
            percent_encoded(&read(path))
        )
    });
    let definitions = definitions.collect::<String>();
    cases::assert_same(&Path::new(ROOT).join("docs/guide/pictures.txt"), |_| {
        definitions
    });
    let guide = cases::listed(&Path::new(ROOT).join("docs/guide"));
    let pictures = guide.iter().filter(|name| name.ends_with("svg")).count();
    assert_eq!(pictures, PICTURES.len(), "a picture has no command");
}

/// A text as part of an address.
fn percent_encoded(text: &str) -> String {
    let is_kept = |byte: u8| byte.is_ascii_alphanumeric() || b"-_.,:;=/".contains(&byte);
    let encoded = text.bytes().map(|byte| match byte {
        byte if is_kept(byte) => char::from(byte).to_string(),
        byte => format!("%{byte:02X}"),
    });
    encoded.collect()
}

/// The compile error that the README shows is the one that the compiler's test has, except for the
/// name of the file and of the function.
#[test]
fn the_compile_error_in_the_readme_is_the_compilers() {
    let shown = read("tests/ui/fail/divisor_too_large.stderr")
        .replace("fail/divisor_too_large.rs", "src/lib.rs")
        .replace("nobody_calls_this", "draw");
    let (shown, _) = shown.split_once("  |\n  = note").unwrap();
    assert_contains(&read("README.md"), &[shown]);
}

/// Every page, section, example, folder and file that a page of the repository links to exists.
#[test]
fn every_link_in_the_documentation_leads_somewhere() {
    let mut pages = Vec::new();
    add_pages(".", &mut pages);
    let mut links = 0;
    for page in pages {
        let folder = Path::new(ROOT).join(&page);
        let folder = folder.parent().unwrap();
        let text = without_code(&read(&page));
        let inline = text.split("](").skip(1);
        let inline = inline.map(|link| link.split_once(')').unwrap().0);
        let defined = text
            .lines()
            .filter_map(definition)
            .map(|(_, target)| target);
        for target in inline.chain(defined) {
            if target.starts_with("https://") {
                continue;
            }
            let (path, section) = target.split_once('#').unwrap_or((target, ""));
            let path = if path.is_empty() {
                Path::new(ROOT).join(&page)
            } else {
                folder.join(path)
            };
            assert!(path.exists(), "{page}: {target}");
            if !section.is_empty() {
                let linked = fs::read_to_string(&path).unwrap();
                assert!(
                    anchors(&linked).contains(&section.to_owned()),
                    "{page}: {target}"
                );
            }
            links += 1;
        }
    }
    assert!(links > 100, "only {links} links were found");
}

/// The README says where faults and a chip's answers go: to the repository, as soon as it has an address.
#[test]
fn the_readme_says_where_to_report() {
    let manifest = read("Cargo.toml");
    let repository = manifest
        .lines()
        .find_map(|line| line.strip_prefix("repository = \"")?.strip_suffix('"'));
    let readme = read("README.md");
    let (_, section) = readme.split_once("## Faults and answers\n").unwrap();
    let (section, _) = section.split_once("\n## ").unwrap();
    assert_contains(section, &[repository.unwrap_or("no public address yet")]);
}

/// A line that defines the target of a page's links: `[name]: target`.
fn definition(line: &str) -> Option<(&str, &str)> {
    line.strip_prefix('[')?.split_once("]: ")
}

/// Each name of a link in the guide is defined by its page, for the repository, and by the module `guide`, where the
/// pages are in the documentation of the crate.
#[test]
fn every_link_of_the_guide_is_defined_for_the_crate_too() {
    let module = read("mali-instancing/guide.rs");
    let mut names = BTreeSet::new();
    for page in pages()
        .iter()
        .filter(|page| page.starts_with("docs/guide/"))
    {
        let lines = without_code(&read(page));
        assert!(
            !lines.replace("](#", "").contains("]("),
            "{page}: a link with a target of its own"
        );
        let defined: Vec<&str> = lines
            .lines()
            .filter_map(definition)
            .map(|(name, _)| name)
            .collect();
        // A name may be on two lines.
        let text = lines.split_whitespace().collect::<Vec<_>>().join(" ");
        for name in &defined {
            let uses = [format!("][{name}]"), format!("[{name}][]")];
            assert!(
                uses.iter().any(|link| text.contains(link)),
                "{page}: [{name}] is not used"
            );
        }
        let targets = text
            .split("][")
            .skip(1)
            .map(|link| link.split_once(']').unwrap().0);
        for name in targets.filter(|name| !name.is_empty()) {
            assert!(defined.contains(&name), "{page}: [{name}] is not defined");
        }
        names.extend(defined.into_iter().map(str::to_owned));
    }
    let pictures = read("docs/guide/pictures.txt");
    for name in names {
        let is_defined = module.contains(&format!("\"[{name}]: crate::"))
            || module.contains(&format!("\"[{name}]: https://"))
            || pictures.contains(&format!("[{name}]: data:"));
        assert!(is_defined, "[{name}] is not in guide.rs");
    }
}

/// A page's prose, without its blocks of code.
fn without_code(page: &str) -> String {
    page.split("```").step_by(2).collect()
}

/// The names by which links reach a page's sections, as forges make them of titles.
fn anchors(page: &str) -> Vec<String> {
    let page = without_code(page);
    let titles = page.lines().filter(|line| line.starts_with('#'));
    let is_kept = |letter: &char| letter.is_alphanumeric() || " -_".contains(*letter);
    let name = |title: &str| {
        let kept: String = title
            .trim_start_matches('#')
            .trim()
            .chars()
            .filter(is_kept)
            .collect();
        kept.to_lowercase().replace(' ', "-")
    };
    titles.map(name).collect()
}

/// Each kind has a section with a table of its keys, in the order of the code.
#[test]
fn every_key_is_documented() {
    let page = read("docs/reference/manifest-keys.md");
    let sections = page.split("\n## ").skip(1).map(|section| {
        let (title, rest) = section.split_once('\n').unwrap();
        let rows = rest.lines().filter(|line| line.starts_with("| `"));
        let keys = rows.map(|row| {
            assert_eq!(row.matches(" |").count(), 4, "{row}");
            row.split('`').nth(1).unwrap()
        });
        (title.trim_matches(['`', '[', ']']), keys.collect())
    });
    let documented: BTreeMap<&str, BTreeSet<&str>> = sections.collect();
    let expected = mali_instancing_codegen::descriptor_keys();
    assert_eq!(documented.len(), expected.len());
    let help = output(&["gen", "--help"]);
    for (kind, keys) in expected {
        assert_eq!(documented[kind], keys.iter().copied().collect(), "{kind}");
        let (_, listed) = help.split_once(&format!("\n  {kind} ")).unwrap();
        let listed = listed.split_whitespace().take(keys.len());
        assert_eq!(listed.collect::<Vec<_>>(), keys, "{kind}");
    }
}

/// `docs/reference/checking.md` has the rules in the order of their findings.
#[test]
fn every_rule_is_documented() {
    let rows = Rule::ALL.iter().map(|rule| {
        let severity = format!("{:?}", rule.severity()).to_lowercase();
        format!("| `{rule}` | {severity} | {} |\n", rule.description())
    });
    assert_contains(
        &read("docs/reference/checking.md"),
        &[&rows.collect::<String>()],
    );
}

/// The glossary's table of GPUs has each that the library knows, at its architecture.
#[test]
fn every_gpu_is_in_the_glossary() {
    let page = read("docs/guide/glossary.md");
    for arch in Arch::ALL {
        let row = page.lines().find_map(|line| {
            let (first, rest) = line.strip_prefix("| ")?.split_once(" | ")?;
            (first == arch.name().to_uppercase()).then_some(rest)
        });
        let listed = row.unwrap().split(" | ").nth(1).unwrap();
        let of_arch = Arch::GPUS.iter().filter(|(_, other)| other == arch);
        let expected: BTreeSet<String> = of_arch.map(|(name, _)| (*name).to_owned()).collect();
        let listed = listed.split(", ").map(str::to_lowercase).collect();
        assert_eq!(expected, listed, "{arch}");
    }
}

/// A row for a function that was renamed or removed explains nothing.
#[test]
fn every_mutant_that_survives_is_of_a_function_that_exists() {
    let survivors = read("mutants/survivors.txt");
    let rows = survivors
        .lines()
        .filter(|row| !row.is_empty() && !row.starts_with('#'));
    let mut count = 0;
    for row in rows {
        let (file, mutant) = row.split_once(": ").unwrap();
        let named = mutant.rsplit_once(" in ").map_or(mutant, |(_, name)| name);
        let named = named.strip_prefix("replace ").unwrap_or(named);
        let function = named.split(" -> ").next().unwrap();
        let name = function.rsplit("::").next().unwrap().trim_end_matches('>');
        assert!(read(file).contains(name), "{row}");
        count += 1;
    }
    assert!(count > 0, "no row was found");
}
