//! Words and dumps from elsewhere.

use mali_instancing::Arch;
use mali_instancing_codegen::{Source, TextError};
use mali_instancing_inspect::DrawWords;
use mali_instancing_inspect::check::CheckedDraws;
use mali_instancing_inspect::decode::{Listing, read_listings};

/// The tables that words can belong to.
const TABLES: [&str; 4] = ["buffers", "attributes", "draw", "invocation"];

/// The structure that a listing is a member of.
fn structure_of(listing: &Listing) -> Option<&str> {
    let (structure, _) = listing.name.rsplit_once('.')?;
    Some(structure)
}

/// The table of a member without a name, by the declaration of its structure before the value, where C has the names.
fn declared_table(text: &str, name: &str) -> Option<usize> {
    let (structure, number) = name.rsplit_once('.')?;
    let (before, _) = text.split_once(&format!(" {structure} ="))?;
    let (_, declaration) = before.rsplit_once('{')?;
    let (members, _) = declaration.split_once('}')?;
    let mut members = members.lines().filter(|line| line.ends_with(';'));
    let member = members.nth(number.parse().ok()?)?;
    // The descriptors after those of the buffers are in the table of the buffers.
    let tables = [
        ("buffers[", 0),
        ("trailing_descriptors[", 0),
        ("attributes[", 1),
    ];
    let found = tables.iter().find(|(name, _)| member.contains(name));
    found.map(|&(_, table)| table)
}

/// The table of a listing, by its name: an array's, or the number of a member without a name, and whether it is the last
/// member of its structure.
fn table_of(name: &str, arch: Arch, is_last: bool) -> usize {
    let name = name.to_ascii_lowercase();
    let last = name.rsplit('.').next().unwrap_or_default();
    // A structure has the buffers, the descriptors after them and the attributes, each if there are any. The null
    // terminator of V6 and V7 always is one after the buffers. On other architectures a value alone
    // does not tell whether the last member 1 is attributes or the driver's own buffers: their rows differ on V4 and V5
    // only, and a listing has no rows. It is taken for attributes, which few draws are without.
    let before_attributes = if arch.needs_null_terminator() { 2 } else { 1 };
    let number = last.parse::<usize>().unwrap_or(0);
    // "attribute" first: the array of a draw's attributes can have "draw" in its name too.
    if last.contains("attribute") || (is_last && number >= before_attributes) {
        1
    } else if last.contains("draw") {
        2
    } else if last.contains("invocation") {
        3
    } else {
        0
    }
}

/// The contents of a text.
#[derive(Clone, Debug)]
pub(crate) struct ReadText {
    pub(crate) draws: Vec<DrawWords>,
    /// The report of the check, if the text has lines that it can name.
    pub(crate) report: Option<String>,
}

/// Reads a text: a dump, a manifest, or words, which all belong to the table `only` if it is given.
pub(crate) fn read(text: &str, arch: Arch, only: &str) -> Result<ReadText, String> {
    let said = |error: TextError| match error.line {
        Some(line) => format!("line {line}: {}", error.message),
        None => error.message,
    };
    let bytes = text.as_bytes().to_vec();
    // Draws of V4 to V9 are jobs, and those of V10 and later instructions.
    let is_dump = text.contains("Job Header") || text.contains("RUN_IDVS");
    let is_json = text.trim_start().starts_with('{') && text.contains("\"vertex_input\"");
    if is_dump || is_json || text.contains("[[vertex_input]]") {
        let name = match (is_dump, is_json) {
            (true, _) => "dump",
            (_, true) => "manifest.json",
            _ => "manifest.toml",
        };
        let source = CheckedDraws::source(name, bytes).map_err(said)?;
        let draws = DrawWords::read(&source, None)
            // A dump can show its architecture, which counts more than the one that is chosen on the page.
            .or_else(|_| DrawWords::read(&source, Some(arch)))
            .map_err(said)?;
        let mut checked = CheckedDraws::default();
        // The report is about the draws that are shown, so it is checked on their architecture.
        let arch = draws.first().map(|draw| draw.arch);
        let errors = checked.add(&source, arch);
        let lines = errors.iter().map(ToString::to_string);
        let mut report = lines.collect::<Vec<_>>().join("\n");
        if !report.is_empty() {
            report.push('\n');
        }
        report += &without_styles(&checked.to_string());
        return Ok(ReadText {
            draws,
            report: Some(report),
        });
    }
    let source = Source::new("words", bytes).map_err(said)?;
    let listings = read_listings(&source).map_err(said)?;
    let only = TABLES.iter().position(|table| *table == only);
    Ok(ReadText {
        draws: draw_of(text, &listings, arch, only).into_iter().collect(),
        report: None,
    })
}

/// The draw whose words were listed in a text.
fn draw_of(text: &str, listings: &[Listing], arch: Arch, only: Option<usize>) -> Option<DrawWords> {
    let mut parts: [Vec<u32>; 4] = Default::default();
    for (number, listing) in listings.iter().enumerate() {
        let next = listings.get(number + 1);
        let is_last = next.is_none_or(|next| structure_of(next) != structure_of(listing));
        let table = only
            .or_else(|| declared_table(text, &listing.name))
            .unwrap_or_else(|| table_of(&listing.name, arch, is_last));
        parts[table].extend(&listing.words);
    }
    if parts.iter().all(Vec::is_empty) {
        return None;
    }
    let [buffers, attributes, draw, invocation] = parts;
    Some(DrawWords {
        arch,
        line: 1,
        buffers,
        attributes,
        draw: draw.first_chunk().copied(),
        invocation: invocation.first_chunk().copied(),
        primitive: None,
        tiler_draw: None,
        tiler_invocation: None,
        is_indexed: None,
        counts: None,
        table: None,
        read_attributes: None,
        rates: Vec::new(),
        first_instance: None,
        words_of_buffers: Vec::new(),
    })
}

/// The text of a terminal without the sequences for colours.
fn without_styles(text: &str) -> String {
    let mut plain = String::new();
    let mut parts = text.split("\u{1b}[");
    plain += parts.next().unwrap_or_default();
    for part in parts {
        plain += part.split_once('m').map_or("", |(_, rest)| rest);
    }
    plain
}

#[cfg(test)]
mod tests {
    use mali_instancing_codegen::{Language, Manifest, Naming, generate};

    use super::*;

    const MESH: &str = "buffers = [{ name = \"mesh\", stride = 20, size = 1400 }]\n";
    const POSITION: &str =
        "{ name = \"position\", buffer = \"mesh\", format = \"R32G32B32_SFLOAT\" }";
    const VERTEX: &str = "{ name = \"vertex\", source = \"vertex-id\" }";

    /// Which tables a draw has, and which parts of them, depends on its architecture, its attributes and the driver's
    /// own descriptors.
    #[test]
    fn the_tables_of_a_c_header_are_those_of_its_draw() {
        let attributes = |list: &[&str]| format!("attributes = [{}]\n", list.join(", "));
        for (arch, draw) in [
            ("v4", MESH.to_owned() + &attributes(&[POSITION])),
            ("v5", MESH.to_owned() + &attributes(&[POSITION, VERTEX])),
            ("v5", attributes(&[VERTEX])),
            ("v5", MESH.to_owned()),
            ("v7", MESH.to_owned() + &attributes(&[POSITION])),
            ("v7", MESH.to_owned()),
            ("v7", String::new()),
            ("v9", MESH.to_owned() + &attributes(&[POSITION])),
            ("v9", MESH.to_owned()),
            (
                "v9",
                "reserved_buffers = 2\n".to_owned() + MESH + &attributes(&[POSITION]),
            ),
            ("v15", MESH.to_owned() + &attributes(&[POSITION])),
            ("v5", "reserved_buffers = 2\n".to_owned() + MESH),
            ("v9", "reserved_buffers = 2\n".to_owned() + MESH),
            ("v9", "reserved_buffers = 2\n".to_owned()),
        ] {
            let toml = format!(
                "[[vertex_input]]\nname = \"cube\"\narch = \"{arch}\"\nvertices = 70\ninstances = 100\n{draw}"
            );
            let source = Source::new("cube.toml", toml.clone().into_bytes()).unwrap();
            let packed = &DrawWords::read(&source, None).unwrap()[0];
            let manifest = Manifest::from_toml("cube.toml", toml.clone()).unwrap();
            let header = generate(&manifest, Language::C, Naming::default()).unwrap();
            let header = String::from_utf8(header).unwrap();
            let found = &read(&header, packed.arch, "").unwrap().draws[0];
            assert_eq!(found.buffers, packed.buffers, "{toml}");
            assert_eq!(found.attributes, packed.attributes, "{toml}");
            assert_eq!(found.draw, packed.draw, "{toml}");
            assert_eq!(found.invocation, packed.invocation, "{toml}");
        }
    }

    /// The second member of a value without its declaration can be the driver's own buffers, too.
    #[test]
    fn a_value_without_names_has_attributes_after_the_buffers() {
        let value = "static const struct TABLES CUBE = {{{9, 1, 2, 3}}, {{5, 6}}};";
        for arch in [Arch::V5, Arch::V9] {
            let found = &read(value, arch, "").unwrap().draws[0];
            assert_eq!(found.buffers, [9, 1, 2, 3], "{arch}");
            assert_eq!(found.attributes, [5, 6], "{arch}");
        }
    }
}
