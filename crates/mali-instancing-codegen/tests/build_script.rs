//! The example of a build script, as a user has it: a package outside of the workspace that cargo builds.

use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::{env, fs};

const EXAMPLE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples/build_script");

/// A copy of the example, which a test may change.
struct Package(tempfile::TempDir);

impl Package {
    /// Cargo takes two packages of one name in one target folder for the same.
    fn new(name: &str) -> Self {
        let package = Self(tempfile::tempdir().unwrap());
        fs::create_dir(package.path("src")).unwrap();
        for file in [
            "Cargo.lock",
            "Cargo.toml",
            "build.rs",
            "draws.toml",
            "src/main.rs",
        ] {
            fs::copy(Path::new(EXAMPLE).join(file), package.path(file)).unwrap();
        }
        package.edit(
            "Cargo.toml",
            "../../crates/mali-instancing-codegen",
            env!("CARGO_MANIFEST_DIR"),
        );
        for file in ["Cargo.lock", "Cargo.toml"] {
            package.edit(file, "\"build-script-example\"", &format!("\"{name}\""));
        }
        package
    }

    fn path(&self, file: &str) -> PathBuf {
        self.0.path().join(file)
    }

    fn edit(&self, file: &str, from: &str, to: &str) {
        let text = fs::read_to_string(self.path(file)).unwrap();
        assert!(text.contains(from), "no {from} in {text}");
        fs::write(self.path(file), text.replace(from, to)).unwrap();
    }

    /// `cargo run`. All copies are built in one folder, where what they depend on is found again.
    fn run(&self) -> Output {
        Command::new(env::var_os("CARGO").unwrap_or_else(|| "cargo".into()))
            .args(["run", "--quiet", "--locked", "--offline", "--target-dir"])
            .arg(Path::new(env!("CARGO_TARGET_TMPDIR")).join("build_script"))
            .current_dir(self.0.path())
            .output()
            .unwrap()
    }

    fn prints(&self) -> String {
        let output = self.run();
        assert!(
            output.status.success(),
            "{}",
            String::from_utf8_lossy(&output.stderr)
        );
        String::from_utf8(output.stdout).unwrap()
    }

    fn fails(&self) -> String {
        let output = self.run();
        assert!(!output.status.success());
        String::from_utf8(output.stderr).unwrap()
    }
}

#[test]
fn the_words_follow_the_manifest() {
    let package = Package::new("words");
    // The divisor of 3 times 72 padded vertices, and the model's stride of 64.
    let words = package.prints();
    for word in ["0x27000000", "0x00000040", "0x17b425ed", "0x00000003"] {
        assert!(words.contains(word), "no {word} in {words}");
    }
    package.edit("draws.toml", "divisor = 3", "divisor = 4");
    assert!(package.prints().contains("0x00000004"));
}

#[test]
fn a_mistake_fails_the_build_with_its_file_line_and_key() {
    let package = Package::new("mistakes");
    for (from, to, expected) in [
        (
            "vertices = 70",
            "vertices = 0",
            "Error: draws.toml:4: vertex_input `cube`, vertices: 0 vertices draw nothing: 1 to 3758096383 are allowed",
        ),
        (
            "stride = 64,",
            "strid = 64,",
            "Error: draws.toml:8: vertex_input `cube`, buffer `model`: unknown key `strid`, did you mean `stride`?",
        ),
        (
            "buffer = \"model\"",
            "buffer = \"modle\"",
            "Error: draws.toml:12: vertex_input `cube`, attribute `row0`, buffer: `modle` is unknown, did you mean \
             `model`?",
        ),
    ] {
        package.edit("draws.toml", from, to);
        let message = package.fails();
        assert!(message.contains(expected), "no `{expected}` in {message}");
        package.edit("draws.toml", to, from);
    }
    package.edit("build.rs", "draws.toml", "drawn.toml");
    assert!(package.fails().contains("Error: drawn.toml: No such file"));
}

#[test]
fn a_header_and_what_it_declares_have_one_prefix() {
    let package = Package::new("header");
    let script = r#"
        use mali_instancing_codegen::{Build, BuildError, Language};

        fn main() -> Result<(), BuildError> {
            let draws = Build::new("draws.toml").prefix("scene".parse().unwrap());
            draws.write(Language::Asm)?;
            let header = draws.write(Language::AsmHeader)?;
            println!("cargo::metadata=include={}", header.parent().unwrap().display());
            Ok(())
        }
    "#;
    fs::write(package.path("build.rs"), script).unwrap();
    let main = r#"
        fn main() {
            println!("{}", include_str!(concat!(env!("OUT_DIR"), "/draws.h")));
            println!("{}", include_str!(concat!(env!("OUT_DIR"), "/draws.s")));
        }
    "#;
    fs::write(package.path("src/main.rs"), main).unwrap();
    let text = package.prints();
    assert!(text.contains("extern const struct SCENE_CUBE_TABLES SCENE_CUBE;"));
    assert!(text.contains("\nSCENE_CUBE:\n"));
}
