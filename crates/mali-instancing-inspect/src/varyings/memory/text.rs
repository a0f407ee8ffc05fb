//! A line for each location and each descriptor.

use std::fmt::Write;

use mali_varyings::{FifoFormat, VaryingAccess};

use super::{VaryingMemory, feedback};
use crate::output::table::{self, Word};

pub(super) fn text(memory: &VaryingMemory<'_>) -> String {
    let descriptors = memory.descriptors();
    let mut text = format!(
        "{}, {}; {}\n\n",
        summary(memory),
        if descriptors.access == VaryingAccess::Baked {
            "offsets are baked into the shaders"
        } else {
            "through descriptors"
        },
        "bytes are counted from where the vertex's section begins",
    );
    let header = ["location", "vertex", "fragment", "byte", "size", "format"];
    let mut lines = vec![Vec::from(header.map(Word::plain))];
    for row in memory.rows() {
        let [vertex, fragment] = row.names;
        let [byte, size, format] = match row.place {
            Some((byte, size, format)) => [byte.to_string(), size.to_string(), format.to_owned()],
            None => ["-".to_owned(), "-".to_owned(), "not stored".to_owned()],
        };
        let words = [
            row.location.to_string(),
            vertex,
            fragment,
            byte,
            size,
            format,
        ];
        lines.push(Vec::from(words.map(Word::plain)));
    }
    text.push_str(&table::aligned(&lines));
    for (stage, descriptors) in [
        ("vertex", descriptors.vertex),
        ("fragment", descriptors.fragment),
    ] {
        for (number, words) in descriptors.iter().enumerate() {
            let space = if number == 0 { "\n" } else { "" };
            let words: Vec<_> = words.iter().map(|word| format!("{word:#010x}")).collect();
            writeln!(
                text,
                "{space}{stage} descriptor {number}: {}",
                words.join(" ")
            )
            .expect("a String takes any text");
        }
    }
    let registers = [
        (
            "Allocation",
            descriptors.allocation.map(|word| format!("{word:#010x}")),
        ),
        (
            "VARY_SIZE",
            descriptors.vary_size.map(|size| size.to_string()),
        ),
        (
            "FIFO format",
            descriptors
                .fifo_format
                .map(|format| fifo_name(format).to_owned()),
        ),
    ];
    let mut space = "\n";
    for (name, value) in registers {
        if let Some(value) = value {
            writeln!(text, "{space}{name}: {value}").expect("a String takes any text");
            space = "";
        }
    }
    if let Some(captured) = &memory.feedback {
        text.push_str(&feedback::text(captured, &memory.linkage));
    }
    text
}

/// What the memory is of, and how large.
pub(super) fn summary(memory: &VaryingMemory<'_>) -> String {
    format!(
        "{}, {}: {} bytes of each vertex",
        memory.arch,
        if memory.linkage.is_separable() {
            "compiled apart"
        } else {
            "linked together"
        },
        memory.linkage.memory().bytes()
    )
}

pub(super) const fn fifo_name(format: FifoFormat) -> &'static str {
    match format {
        FifoFormat::Basic => "basic",
        FifoFormat::Extended => "extended",
    }
}
