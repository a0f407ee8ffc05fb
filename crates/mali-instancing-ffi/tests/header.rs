//! The header is the one that the sources say.

use std::path::Path;

#[test]
fn the_header_declares_what_the_library_has() {
    let package = Path::new(env!("CARGO_MANIFEST_DIR"));
    let config = cbindgen::Config::from_file(package.join("cbindgen.toml")).unwrap();
    let bindings = cbindgen::Builder::new()
        .with_config(config)
        .with_src(package.join("src/lib.rs"))
        .generate()
        .unwrap();
    let mut header = Vec::new();
    bindings.write(&mut header);
    let path = package.join("include/mali_instancing.h");
    if std::env::var_os("HEADER").is_some_and(|value| value == "overwrite") {
        std::fs::write(&path, &header).unwrap();
    }
    let checked_in = std::fs::read(&path).unwrap();
    assert!(
        checked_in == header,
        "include/mali_instancing.h is out of date: run this test with HEADER=overwrite"
    );
}
