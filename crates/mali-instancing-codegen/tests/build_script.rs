//! The example of a build script as users have it: a package outside of the workspace, built by cargo.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::{env, fs};

const EXAMPLE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples/build_script");

/// A copy of the example, which a test may change.
struct Package(tempfile::TempDir);

impl Package {
    fn new() -> Self {
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
        let manifest_dir = env!("CARGO_MANIFEST_DIR");
        package.edit(
            "Cargo.toml",
            "../../crates/mali-instancing-codegen",
            manifest_dir,
        );
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

    /// The output of `cargo run`, or else its error. The target folder stays, so that the next run of the test does not
    /// build the dependencies again.
    fn run(&self) -> Result<String, String> {
        let output = Command::new(env::var_os("CARGO").unwrap_or_else(|| "cargo".into()))
            .args(["run", "--quiet", "--locked", "--offline", "--target-dir"])
            .arg(Path::new(env!("CARGO_TARGET_TMPDIR")).join("build_script"))
            // Few crates are built twice, so that incremental builds save little.
            .env("CARGO_INCREMENTAL", "0")
            .current_dir(self.0.path())
            .output()
            .unwrap();
        let [printed, said] =
            [output.stdout, output.stderr].map(|text| String::from_utf8(text).unwrap());
        output.status.success().then_some(printed).ok_or(said)
    }
}

/// One test with one package, since each build script takes time to link.
#[test]
fn a_build_follows_its_manifest_and_its_script() {
    let package = Package::new();
    // The divisor of 3 times 72 padded vertices, and the model's stride of 64.
    let words = package.run().unwrap();
    for word in ["0x27000000", "0x00000040", "0x17b425ed", "0x00000003"] {
        assert!(words.contains(word), "no {word} in {words}");
    }
    package.edit("draws.toml", "divisor = 3", "divisor = 4");
    assert!(package.run().unwrap().contains("0x00000004"));

    // A mistake fails the build with its file, line and key.
    for (from, to, expected) in [
        (
            "vertices = 70",
            "vertices = 0",
            "4: vertex_input `cube`, vertices: 0 vertices draw nothing: 1 to 3758096383 are allowed",
        ),
        (
            "stride = 64,",
            "strid = 64,",
            "8: vertex_input `cube`, buffer `model`: unknown key `strid`, did you mean `stride`?",
        ),
        (
            "buffer = \"model\"",
            "buffer = \"modle\"",
            "12: vertex_input `cube`, attribute `row0`, buffer: `modle` is unknown, did you mean `model`?",
        ),
    ] {
        package.edit("draws.toml", from, to);
        let message = package.run().unwrap_err();
        let expected = format!("Error: draws.toml:{expected}");
        assert!(message.contains(&expected), "no `{expected}` in {message}");
        package.edit("draws.toml", to, from);
    }
    let draws = fs::read(package.path("draws.toml")).unwrap();
    for empty in ["", "# nothing\narch = \"v7\"\n"] {
        fs::write(package.path("draws.toml"), empty).unwrap();
        let message = package.run().unwrap_err();
        let expected = "Error: draws.toml:1: this manifest is empty: there is no descriptor in it";
        assert!(message.contains(expected), "no `{expected}` in {message}");
    }
    fs::write(package.path("draws.toml"), draws).unwrap();
    package.edit("build.rs", "draws.toml", "drawn.toml");
    let message = package.run().unwrap_err();
    // The folder of a temporary file may have several names.
    let folder = package.0.path().file_name().unwrap().display();
    let expected = format!("{folder}/drawn.toml: No such file");
    assert!(message.contains(&expected), "no `{expected}` in {message}");

    // A header and what it declares have one prefix.
    let script = r#"
        use mali_instancing_codegen::{BuildError, Language, build_with_prefix};

        fn main() -> Result<(), BuildError> {
            let prefix = "scene".parse().unwrap();
            build_with_prefix("draws.toml", Language::Asm, &prefix)?;
            let header = build_with_prefix("draws.toml", Language::AsmHeader, &prefix)?;
            println!("cargo::metadata=include={}", header.parent().unwrap().display());
            Ok(())
        }
    "#;
    fs::write(package.path("build.rs"), script).unwrap();
    let files =
        ["h", "s"].map(|end| format!("include_str!(concat!(env!(\"OUT_DIR\"), \"/draws.{end}\"))"));
    let main = format!(
        "fn main() {{ println!(\"{{}}{{}}\", {}) }}",
        files.join(", ")
    );
    fs::write(package.path("src/main.rs"), main).unwrap();
    let text = package.run().unwrap();
    assert!(text.contains("extern const struct SCENE_CUBE_TABLES SCENE_CUBE;"));
    assert!(text.contains("\nSCENE_CUBE:\n"));
}
