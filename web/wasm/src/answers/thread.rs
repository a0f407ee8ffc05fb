//! One thread, its ids, the elements that it reads and the arithmetic; and instances as a table.

use mali_instancing::FetchMode;
use mali_instancing::check::Table;
use mali_instancing::decode::{Decoded, Descriptor, attributes};
use mali_instancing::descriptor::{
    AttributeBufferFields, ValhallAttributeFields, ValhallFetchMode,
};
use mali_instancing::model::Access;
use mali_instancing_inspect::DrawWords;
use mali_instancing_inspect::decode::Division;
use mali_instancing_inspect::trace::{Step, steps};
use serde::{Deserialize, Serialize};

use crate::draw::packed::Elements;
use crate::draw::threads::Threads;
use crate::draw::{LoadedDraw, Subject, with_draw};

/// A thread of a draw.
#[derive(Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(crate) struct ThreadQuestion {
    subject: Subject,
    row: u32,
    column: u32,
}

/// A thread, and the data that it reads.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(crate) struct ShownThread {
    /// The thread's number: it may have more than 32 bits on V9 and later, where no hardware unit counts it.
    id: String,
    vertex: u32,
    instance: u32,
    is_kept: bool,
    reads: Vec<Read>,
}

/// The bytes that a thread reads of an attribute.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(crate) struct Read {
    name: String,
    /// The element's index in the application's buffer.
    element: Option<String>,
    /// The place of the bytes: `16 bytes at 0x20000040`.
    place: String,
    /// The bytes in the application's buffer, if they are in memory.
    bytes: Option<Bytes>,
    /// The division by multiplying, if the element is found by one that a rounding rule gives.
    division: Option<ShownDivision>,
    steps: Vec<ShownStep>,
}

/// A division by multiplying.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(crate) struct ShownDivision {
    divisor: u32,
    r: u32,
    e: u32,
}

/// The bytes that a thread reads of an element.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(crate) struct Bytes {
    /// The address of the element, in hexadecimal.
    element: String,
    /// The number of bytes from one element to the next.
    stride: u64,
    /// The number of bytes of the element before those that are read.
    offset: u64,
    length: u64,
}

/// A step of the arithmetic.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(crate) struct ShownStep {
    /// The operator and the name of its operand: `>> (32 + R)`.
    operator: String,
    /// The value of the operand in the words: `R = 7`.
    operand: String,
    /// The fields that contain the operand.
    fields: Vec<FieldOf>,
    /// The result.
    value: String,
    /// Whether the result is the element's index.
    is_index: bool,
}

/// A field of a descriptor of the draw.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(crate) struct FieldOf {
    table: &'static str,
    /// The descriptor's first word.
    first: usize,
    name: &'static str,
}

pub(crate) fn thread(question: ThreadQuestion) -> Option<ShownThread> {
    let ThreadQuestion {
        subject,
        row,
        column,
    } = question;
    with_draw(&subject, |draw| {
        let threads = Threads::new(&draw.words, &draw.elements)?;
        let id = threads.id(row, column)?;
        let thread = threads.thread(row, column)?;
        let names = draw.names.attributes.iter().enumerate();
        let reads = names.map(|(attribute, name)| {
            let access = threads.access(attribute, row, column);
            let element = access.and_then(|access| threads.element(attribute, access));
            Read {
                name: name.clone(),
                element: element.map(|element| element.to_string()),
                place: place(access),
                bytes: access
                    .and_then(|access| bytes(draw.elements.get(attribute).copied()??, access)),
                division: division(&draw.words, attribute),
                steps: arithmetic(draw, attribute, id, [thread.vertex, thread.instance]),
            }
        });
        Some(ShownThread {
            id: id.to_string(),
            vertex: thread.vertex,
            instance: thread.instance,
            is_kept: !thread.is_padding,
            reads: reads.collect(),
        })
    })
}

fn place(access: Option<Access>) -> String {
    match access {
        None => "not known from the words".to_owned(),
        Some(Access::Id(_)) => "in the descriptor itself".to_owned(),
        Some(Access::OutOfRange) => "outside the buffer".to_owned(),
        Some(Access::Unaligned) => "not aligned to its components, so converted wrongly".to_owned(),
        Some(Access::Bytes { address, length }) => format!("{length} bytes at {address:#x}"),
    }
}

fn bytes(elements: Elements, access: Access) -> Option<Bytes> {
    let Access::Bytes { address, length } = access else {
        return None;
    };
    let Elements {
        address: first,
        stride,
    } = elements;
    let byte = address.checked_sub(first)?;
    // With a stride of 0 there is one element, at the beginning of the buffer.
    let offset = byte.checked_rem(stride).unwrap_or(byte);
    Some(Bytes {
        element: format!("{:#x}", address - offset),
        stride,
        offset,
        length: length.into(),
    })
}

fn division(words: &DrawWords, attribute: usize) -> Option<ShownDivision> {
    let followed = attributes(words.arch, &words.buffers, &words.attributes).nth(attribute)?;
    // The division is in the buffer's descriptor up to V7, and in the attribute's own from V9 on.
    let descriptors = [followed.attribute, followed.buffer?];
    descriptors.into_iter().flatten().find_map(|decoded| {
        let (Descriptor::AttributeBuffer(AttributeBufferFields {
            mode: FetchMode::NpotDivisor { magic, .. },
            ..
        })
        | Descriptor::ValhallAttribute(ValhallAttributeFields {
            mode: ValhallFetchMode::NpotDivisor(magic),
            ..
        })) = decoded.descriptor
        else {
            return None;
        };
        Some(ShownDivision {
            divisor: Division::of(&decoded.descriptor)?.divisor.get(),
            r: magic.divisor_r(),
            e: magic.divisor_e().into(),
        })
    })
}

fn arithmetic(draw: &LoadedDraw, attribute: usize, id: u64, ids: [u32; 2]) -> Vec<ShownStep> {
    let words = &draw.words;
    // On V9 and later the hardware does not use the linear id, and it can have more than 32 bits.
    let steps = steps(words, attribute, id as u32, ids).unwrap_or_default();
    let followed = attributes(words.arch, &words.buffers, &words.attributes).nth(attribute);
    let of = |descriptor: Option<Decoded>, table| Some((table, descriptor?));
    let descriptors = followed.map(|followed| {
        [
            of(followed.attribute.ok(), Table::Attributes),
            of(followed.buffer.and_then(Result::ok), Table::Buffers),
        ]
    });
    let descriptors: Vec<_> = descriptors.into_iter().flatten().flatten().collect();
    let shown = steps.iter().map(|step| {
        let (operator, operand, names) = parts(step);
        ShownStep {
            operator,
            operand,
            fields: fields_of(words, &descriptors, names),
            value: value(step),
            is_index: step.is_index,
        }
    });
    shown.collect()
}

fn value(step: &Step) -> String {
    if step.operation.contains("address") {
        format!("{:#x}", step.value)
    } else {
        step.value.to_string()
    }
}

/// The operator, the operand, and the names of the fields that contain the operand.
fn parts(step: &Step) -> (String, String, &'static [&'static str]) {
    let text = step.operation.as_str();
    // The beginnings are those of the operations in `trace/steps.rs` of the inspecting crate. A longer one comes before
    // its own beginning: `+ offset start ` before `+ offset `.
    let named: [(&str, &'static [&'static str]); 8] = [
        ("mod ", &["divisor R", "divisor P"]),
        ("· stride ", &["stride", "attribute stride"]),
        ("+ offset start ", &["offset start"]),
        ("+ offset ", &["offset"]),
        ("+ address ", &["pointer", "address"]),
        ("· (2^31 + D), which is ", &["divisor D"]),
        ("+ E, ", &["divisor E"]),
        (">> ", &["divisor R"]),
    ];
    for (begin, fields) in named {
        if let Some(rest) = text.strip_prefix(begin) {
            // The operator of a shift goes on up to the comma, as in `>> (32 + R), R = 7`.
            if let (">> ", Some((operator, operand))) = (begin, rest.split_once(", ")) {
                return (format!(">> {operator}"), operand.to_owned(), fields);
            }
            let operator = begin
                .trim_end()
                .trim_end_matches(", which is")
                .trim_end_matches(',');
            return (operator.to_owned(), rest.to_owned(), fields);
        }
    }
    (text.to_owned(), String::new(), &[])
}

fn fields_of(words: &DrawWords, descriptors: &[(Table, Decoded)], names: &[&str]) -> Vec<FieldOf> {
    let mut found = Vec::new();
    for (table, decoded) in descriptors {
        let fields = decoded.descriptor.fields(words.arch).iter();
        found.extend(
            fields
                .filter(|field| names.contains(&field.name))
                .map(|field| FieldOf {
                    table: table.name(),
                    first: decoded.word,
                    name: field.name,
                }),
        );
        // The fields of an operand are in one of the two. Those of a division are in the buffer's descriptor up to V7,
        // and in the attribute's own from V9 on.
        if !found.is_empty() {
            break;
        }
    }
    // The offset start is not in the attribute or its buffer, but in the draw.
    if names.contains(&"offset start") && words.draw.is_some() {
        found.push(FieldOf {
            table: Table::Draw.name(),
            first: 0,
            name: "offset start",
        });
    }
    found
}

/// Instances of a draw.
#[derive(Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(crate) struct TableQuestion {
    subject: Subject,
    row: u32,
    rows: u32,
}

/// An instance: its threads and the elements that they read.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(crate) struct Instance {
    instance: u32,
    /// The first and the last thread that is kept.
    kept: [String; 2],
    /// The first and the last thread that is discarded.
    wasted: Option<[String; 2]>,
    /// The elements of each attribute that the first and the last kept thread read.
    elements: Vec<[Option<String>; 2]>,
}

pub(crate) fn table(question: TableQuestion) -> Vec<Instance> {
    with_draw(&question.subject, |draw| {
        let threads = Threads::new(&draw.words, &draw.elements)?;
        let rows = question.row..question.row.saturating_add(question.rows).min(threads.rows);
        let instances = rows.filter_map(|row| instance(draw, &threads, row));
        Some(instances.collect())
    })
    .unwrap_or_default()
}

fn instance(draw: &LoadedDraw, threads: &Threads, row: u32) -> Option<Instance> {
    // An instance size that is too small leaves some vertices without a thread.
    let last_kept = threads.vertices.min(threads.columns) - 1;
    let text = |column| threads.id(row, column).map(|id| id.to_string());
    let elements = (0..draw.names.attributes.len()).map(|attribute| {
        [0, last_kept].map(|column| {
            let access = threads.access(attribute, row, column)?;
            Some(threads.element(attribute, access)?.to_string())
        })
    });
    Some(Instance {
        instance: row,
        kept: [text(0)?, text(last_kept)?],
        // `id` knows no thread after the last column, so an instance without discarded threads has none here.
        wasted: text(last_kept + 1)
            .zip(text(threads.columns - 1))
            .map(|(first, last)| [first, last]),
        elements: elements.collect(),
    })
}
