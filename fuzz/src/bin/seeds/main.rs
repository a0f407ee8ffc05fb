//! Turns the golden rows into seeds: `seeds FOLDER` writes a folder for each fuzz target.

mod dumps;
mod golden;
mod manifests;
mod round_trips;
mod scripts;
mod shaders;

use std::error::Error;
use std::path::{Path, PathBuf};
use std::{env, fs};

use golden::Row;

/// The seeds of one target, each in its own file.
struct Folder {
    path: PathBuf,
}

impl Folder {
    fn new(parent: &Path, target: &str) -> Result<Self, Box<dyn Error>> {
        let path = parent.join(target);
        fs::create_dir_all(&path)?;
        Ok(Self { path })
    }

    fn add(&self, name: &str, seed: &[u8]) -> Result<(), Box<dyn Error>> {
        Ok(fs::write(self.path.join(name), seed)?)
    }
}

/// The words of one or more rows, and the number that the target `decode` divides, which the rows do not have.
fn words(words: &[u32]) -> Vec<u8> {
    let words = words.iter().chain(&[0x1234_5678]);
    words.flat_map(|word| word.to_le_bytes()).collect()
}

fn main() -> Result<(), Box<dyn Error>> {
    let parent = env::args_os()
        .nth(1)
        .ok_or("which folder? `seeds FOLDER`")?;
    let folder = |target| Folder::new(parent.as_ref(), target);
    let [decode, manifest, round_trip] = ["decode", "manifest", "round_trip"].map(folder);
    let (decode, manifest, round_trip) = (decode?, manifest?, round_trip?);
    dumps::add(&folder("check")?)?;
    shaders::add(&folder("shader")?)?;
    for kind in golden::KINDS {
        let rows = golden::rows(kind)?;
        for (number, row) in rows.iter().enumerate() {
            let name = format!("{kind}-{number}");
            decode.add(&name, &words(&row.words()?))?;
            for (input, seed) in round_trips::seeds(kind, row)?.iter().enumerate() {
                round_trip.add(&format!("{name}-{input}"), seed)?;
            }
        }
        let table: Result<Vec<_>, _> = rows.iter().take(8).map(Row::words).collect();
        decode.add(&format!("{kind}-table"), &words(&table?.concat()))?;
        manifests::add(&manifest, kind, &rows)?;
    }
    manifests::add_written(&manifest)?;
    scripts::add(&manifest)
}
