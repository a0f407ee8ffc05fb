//! Dumps: the parts of the tests' dumps that are about vertex input, and the same as in a log and without some lines.

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
            let text = fs::read_to_string(entry.path())?;
            folder.add(&name, text.as_bytes())?;
            folder.add(&format!("{name}-log"), as_logged(&text).as_bytes())?;
            for every in [7, 31, 101] {
                let text = without_lines(&text, every);
                folder.add(&format!("{name}-without-{every}"), text.as_bytes())?;
            }
        }
    }
    Ok(())
}

/// A dump in which every so many lines one is lost.
fn without_lines(text: &str, every: usize) -> String {
    let lines = text.split_inclusive('\n').enumerate();
    let kept = lines.filter(|(number, _)| number % every != every - 1);
    kept.map(|(_, line)| line).collect()
}

/// A dump with a prefix on each line, and with unrelated lines.
fn as_logged(text: &str) -> String {
    let lines = text.lines().enumerate().map(|(number, line)| {
        let foreign = match number % 16 {
            3 => "I/other   (   17): words: of others\n",
            9 => "I/MESA    ( 4242): }\n",
            _ => "",
        };
        format!("{foreign}I/MESA    ( 4242): {line}\n")
    });
    lines.collect()
}
