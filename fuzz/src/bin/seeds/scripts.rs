//! Scripts of draws: small ones, one for each decision that a plan can make.

use std::error::Error;

use crate::Folder;

const BUFFER: &str = "[[call]]\nkind = \"buffer-data\"\nbuffer = \"b\"\nusage = \"static\"\n";
const DRAW: &str = "[[call]]\nkind = \"draw\"\nmode = \"line-loop\"\n";
const ATTRIBUTE: &str = "[[call.attributes]]\nformat = \"R64G64_SFLOAT\"\n";
const UPDATE: &str = "[[call]]\nkind = \"buffer-sub-data\"\nbuffer = \"b\"\nsize = 8\n";
const COMPLETE: &str = "[[call]]\nkind = \"complete\"\n";
const DELETE: &str = "[[call]]\nkind = \"delete\"\nbuffer = \"b\"\n";

pub(crate) fn add(folder: &Folder) -> Result<(), Box<dyn Error>> {
    let unmapped = format!("{BUFFER}size = 64\n");
    let mapped = format!("{unmapped}address = 0x1000\n");
    let from_buffer = format!("{DRAW}count = 8\n{ATTRIBUTE}buffer = \"b\"\n");
    let from_client = format!("{DRAW}count = 8\ninstances = 3\n{ATTRIBUTE}client = \"c\"\n");
    let constant = format!("{DRAW}count = 8\n[[call.attributes]]\nconstant = [1, 0.5]\n");
    let indices = format!("{BUFFER}index_type = \"u8\"\ndata = [0, 1, 2, 3]\n");
    let elements = format!(
        "{DRAW}indices = {{ index_type = \"u8\", buffer = \"b\", count = 4, restart_index = 2 }}\n"
    );
    let client_elements = format!("{DRAW}indices = {{ index_type = \"u16\", data = [7, 8, 9] }}\n");
    let scripts = [
        format!("{unmapped}{from_buffer}{from_buffer}{UPDATE}{from_buffer}"),
        format!("{mapped}{from_buffer}{UPDATE}{UPDATE}address = 0x2000\n{DELETE}{COMPLETE}"),
        format!("ring = 64\nwhen_full = \"wait\"\n{from_client}{from_client}"),
        format!("ring = 64\n{from_client}{from_client}{COMPLETE}{from_client}"),
        format!("{indices}{elements}{client_elements}{constant}"),
        format!("arch = \"v9\"\n{indices}{elements}{elements}"),
        format!("{indices}address = 3\n{elements}{constant}{constant}"),
    ];
    for (number, script) in scripts.iter().enumerate() {
        folder.add(&format!("script-{number}.toml"), script.as_bytes())?;
    }
    Ok(())
}
