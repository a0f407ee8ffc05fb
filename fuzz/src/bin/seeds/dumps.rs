//! Dumps: those of the tests that have what is about vertex input, and nothing else.

use std::error::Error;
use std::fs;
use std::path::Path;

use crate::Folder;

pub(crate) fn add(folder: &Folder) -> Result<(), Box<dyn Error>> {
    let dumps = Path::new(env!("CARGO_MANIFEST_DIR")).join("../tests/vectors/driver/dumps");
    for version in ["22.3.6-trimmed", "25.0.7-trimmed"] {
        for entry in fs::read_dir(dumps.join(version))? {
            let entry = entry?;
            let name = format!("{version}-{}", entry.file_name().to_string_lossy());
            folder.add(&name, &fs::read(entry.path())?)?;
        }
    }
    Ok(())
}
