//! A line for each location and each descriptor.

use mali_varyings::Driver;

use super::VaryingMemory;
use super::feedback::CapturedMemory;
use super::location::LocationData;
use crate::output::{append, table};
use crate::varyings::notes;

pub(super) fn text(data: &VaryingMemory<'_>) -> String {
    let access = match data.access {
        "" => "the fragment stage is not known yet",
        "baked" => "offsets are baked into the shaders",
        _ if data
            .locations
            .iter()
            .any(|location| location.access == Some("baked")) =>
        {
            "offsets are baked into the shaders where they are small, others are in descriptors"
        }
        _ => "through descriptors",
    };
    let holds = match (data.places_hold, data.target.driver) {
        (false, _) => {
            "the driver's compiler packs anew what it leaves of linked varyings: it stores no more, at other places; \
             --separable has the places of separable programs\n"
        }
        (true, Driver::PanVk) => "as the sources of Mesa's driver of Vulkan place them\n",
        (true, Driver::Panfrost) => "as Mesa's driver of OpenGL places them\n",
    };
    let header = ["location", "vertex", "fragment", "byte", "size", "format"];
    let mut text = format!(
        "{}, {access}; bytes are counted from where the vertex's section begins\n{holds}\n{}",
        data.summary(),
        table::titled(header, data.locations.iter().map(row))
    );
    for (number, built_in) in data.built_ins.iter().enumerate() {
        let space = if number == 0 { "\n" } else { "" };
        append!(text, "{space}{} {}\n", built_in.name, built_in.treatment);
    }
    for (stage, descriptors) in [
        ("vertex", &data.vertex_descriptors),
        ("fragment", &data.fragment_descriptors),
    ] {
        for (number, words) in descriptors.iter().enumerate() {
            let space = if number == 0 { "\n" } else { "" };
            let words: Vec<_> = words.0.iter().map(|word| format!("{word:#010x}")).collect();
            let words = words.join(" ");
            append!(text, "{space}{stage} descriptor {number}: {words}\n");
        }
    }
    let registers = [
        ("Allocation", data.allocation.clone()),
        ("VARY_SIZE", data.vary_size.map(|size| size.to_string())),
        ("FIFO format", data.fifo_format.map(str::to_owned)),
    ];
    let mut space = "\n";
    for (name, value) in registers {
        if let Some(value) = value {
            append!(text, "{space}{name}: {value}\n");
            space = "";
        }
    }
    text + &data.feedback.as_ref().map(captured).unwrap_or_default() + &notes(&data.notes)
}

fn row(location: &LocationData) -> [String; 6] {
    let number = |number: Option<u32>| number.map_or("-".to_owned(), |number| number.to_string());
    [
        location.location.map_or_else(
            || format!("slot {}", location.slot),
            |location| location.to_string(),
        ),
        location.vertex.clone().unwrap_or_default(),
        location.fragment.clone().unwrap_or_default(),
        number(location.offset),
        number(location.bytes),
        location.format.unwrap_or("not stored").to_owned(),
    ]
}

fn captured(feedback: &CapturedMemory) -> String {
    let header = ["capture", "components", "buffer", "lands at"];
    let rows = feedback.spans.iter().map(|span| {
        [
            span.label(),
            span.components.to_string(),
            span.buffer.to_string(),
            span.offset.to_string(),
        ]
    });
    let mut text = format!("\n{}\n", table::titled(header, rows));
    for (number, buffer) in feedback.buffers.iter().enumerate() {
        let stride = buffer.stride;
        append!(
            text,
            "feedback buffer {number}: {stride} bytes of each vertex"
        );
        if let (Some(size), Some(instance)) = (buffer.size, buffer.instance_stride) {
            append!(text, ", {instance} of each instance, {size} of the draw");
        }
        text.push('\n');
    }
    text
}
