//! A form whose draw reads the same as given words.

use mali_instancing::decode::{Descriptor, attributes};
use mali_instancing::descriptor::{AttributeBufferFields, ValhallFetchMode};
use mali_instancing::{FetchMode, Format, MagicDivisor, Padding, Rounding};
use mali_instancing_inspect::DrawWords;
use mali_instancing_inspect::decode::Division;
use mali_instancing_inspect::pad::DrawPadding;
use serde::Serialize;

use crate::draw::{Subject, with_draw};
use crate::form::{AttributeKeys, BufferKeys, DrawKeys, Form, IDS};
use crate::packed::pack;
use crate::threads::Threads;

/// A form, or the reason why there is none.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub(crate) enum Opened {
    Form(Box<Form>),
    Error(String),
}

pub(crate) fn open(subject: Subject) -> Opened {
    let none = || Opened::Error("there is no draw in this text".to_owned());
    with_draw(&subject, |draw| match form_of(&draw.words) {
        Ok(form) => match pack(&form) {
            Ok(_) => Opened::Form(Box::new(form)),
            Err(mistake) => Opened::Error(mistake.message),
        },
        Err(reason) => Opened::Error(reason),
    })
    .unwrap_or_else(none)
}

/// A buffer in the way that attributes read it.
#[derive(PartialEq)]
struct Read {
    address: u64,
    size: u64,
    stride: u32,
    rate: &'static str,
    divisor: Option<u32>,
}

/// An attribute as found in its words.
struct Found {
    /// The position of its buffer's descriptor, and the way in which the buffer is read.
    buffer: Option<(usize, Read)>,
    id: &'static str,
    format: u32,
    offset: i64,
}

fn form_of(words: &DrawWords) -> Result<Form, String> {
    let threads = Threads::new(words, &[]);
    let threads = threads.ok_or("the words do not have the numbers of vertices and instances")?;
    let mut draw = DrawKeys {
        name: "draw".to_owned(),
        arch: words.arch.name().to_owned(),
        vertices: threads.vertices.to_string(),
        instances: threads.rows.to_string(),
        ..DrawKeys::default()
    };
    let first = words.draw.map(|[_, first]| i64::from(first));
    let first = first
        .or(words.counts.map(|counts| counts.first_vertex))
        .unwrap_or(0);
    if first != 0 {
        draw.first_vertex = first.to_string();
    }
    if let Some(table) = words.table.filter(|table| *table != 0) {
        draw.resource_table = table.to_string();
    }
    padding(words, &threads, &mut draw);
    let mut found = Vec::new();
    for (number, followed) in attributes(words.arch, &words.buffers, &words.attributes).enumerate()
    {
        let reason = || format!("attribute {number} or its buffer is no descriptor");
        let attribute = followed.attribute.map_err(|_| reason())?.descriptor;
        let Some(buffer) = followed.buffer else {
            continue;
        };
        let buffer = buffer.map_err(|_| reason())?;
        let read = read(&attribute, &buffer.descriptor, &threads, &mut draw);
        found.push(
            read.map(|mut found| {
                found.buffer = found.buffer.map(|(_, read)| (buffer.word, read));
                found
            })
            .ok_or_else(reason)?,
        );
    }
    let mut form = Form {
        draw,
        ..Form::default()
    };
    let mut places: Vec<(usize, &Read)> = Vec::new();
    for read in found.iter().filter_map(|found| found.buffer.as_ref()) {
        if !places
            .iter()
            .any(|(place, known)| (*place, *known) == (read.0, &read.1))
        {
            places.push((read.0, &read.1));
        }
    }
    for (number, (place, read)) in places.iter().enumerate() {
        // A first instance, or the low bits of an address, may have made an offset longer than the stride.
        let own = found.iter().filter(|found| {
            found
                .buffer
                .as_ref()
                .is_some_and(|(own, known)| own == place && known == *read)
        });
        let least = own.map(|found| found.offset).min().unwrap_or(0);
        let stride = i64::from(read.stride);
        let base = least.checked_div_euclid(stride).unwrap_or(0) * stride;
        form.buffers.push(BufferKeys {
            name: format!("buffer{number}"),
            stride: read.stride.to_string(),
            rate: read.rate.to_owned(),
            divisor: read
                .divisor
                .map_or(String::new(), |divisor| divisor.to_string()),
            size: (read.size as i64 - base).max(0).to_string(),
            address: format!("{:#x}", read.address.wrapping_add_signed(base)),
        });
    }
    for (number, attribute) in found.iter().enumerate() {
        let mut keys = AttributeKeys {
            name: format!("attribute{number}"),
            ..AttributeKeys::default()
        };
        match &attribute.buffer {
            None => attribute.id.clone_into(&mut keys.buffer),
            Some((place, read)) => {
                let index = places
                    .iter()
                    .position(|(known, own)| known == place && *own == read);
                let index = index.unwrap_or(0);
                keys.buffer.clone_from(&form.buffers[index].name);
                let base = form.buffers[index].address.trim_start_matches("0x");
                let base = u64::from_str_radix(base, 16).unwrap_or(read.address);
                let moved = base.wrapping_sub(read.address) as i64;
                keys.offset = (attribute.offset - moved).to_string();
                let stride = i64::from(read.stride);
                let known = Format::ALL
                    .iter()
                    .find(|format| format.hardware(words.arch) == Some(attribute.format));
                let end =
                    attribute.offset - moved + known.map_or(0, |format| i64::from(format.size()));
                if stride > 0 && end > stride {
                    "true".clone_into(&mut keys.overlap);
                }
                keys.format = known.map_or_else(
                    || format!("{:#08x}", attribute.format),
                    |format| format.name().to_owned(),
                );
            }
        }
        form.attributes.push(keys);
    }
    Ok(form)
}

/// A rule by which the vertices are padded to the count in the words, if there is one.
fn padding(words: &DrawWords, threads: &Threads, draw: &mut DrawKeys) {
    if words.draw.is_none() || threads.rows == 1 {
        return;
    }
    for idvs in [false, true]
        .into_iter()
        .filter(|idvs| !idvs || words.arch.has_idvs())
    {
        for &padding in Padding::ALL {
            let rule = DrawPadding { padding, idvs };
            if rule
                .pad(threads.vertices)
                .is_ok_and(|padded| padded.get() == threads.columns)
            {
                padding.name().clone_into(&mut draw.padding);
                draw.idvs = if idvs {
                    "true".to_owned()
                } else {
                    String::new()
                };
                return;
            }
        }
    }
}

fn read(
    attribute: &Descriptor,
    buffer: &Descriptor,
    threads: &Threads,
    draw: &mut DrawKeys,
) -> Option<Found> {
    match (attribute, buffer) {
        (Descriptor::Attribute(attribute), Descriptor::AttributeBuffer(fields)) => Some(Found {
            buffer: Some((
                0,
                of_attribute_buffer(buffer, fields, attribute.offset_enable, threads, draw)?,
            )),
            id: "",
            format: attribute.format,
            offset: attribute.offset.into(),
        }),
        (Descriptor::Attribute(attribute), id) => Some(Found {
            buffer: None,
            id: match id {
                Descriptor::VertexId(_) => IDS[0],
                Descriptor::InstanceId(_) => IDS[1],
                _ => return None,
            },
            format: attribute.format,
            offset: 0,
        }),
        (Descriptor::ValhallAttribute(own), Descriptor::Buffer(buffer)) => {
            let (rate, divisor) = match own.mode {
                ValhallFetchMode::Vertex => ("vertex", None),
                ValhallFetchMode::Instance if own.stride == 0 => ("constant", None),
                ValhallFetchMode::Instance => ("instance", Some(1)),
                ValhallFetchMode::Constant => ("constant", None),
                ValhallFetchMode::PotDivisor(power) => ("instance", Some(1 << power.divisor_r())),
                ValhallFetchMode::NpotDivisor(magic) => {
                    let divisor = Division::of(attribute)?.divisor;
                    rounding(divisor, magic, draw);
                    ("instance", Some(divisor.get()))
                }
                ValhallFetchMode::VertexPacket { .. } => return None,
            };
            let read = Read {
                address: buffer.address,
                size: buffer.size,
                stride: own.stride,
                rate,
                divisor,
            };
            Some(Found {
                buffer: Some((0, read)),
                id: "",
                format: own.format,
                offset: own.offset.into(),
            })
        }
        _ => None,
    }
}

fn of_attribute_buffer(
    descriptor: &Descriptor,
    fields: &AttributeBufferFields,
    is_per_vertex: bool,
    threads: &Threads,
    draw: &mut DrawKeys,
) -> Option<Read> {
    let (rate, divisor) = match fields.mode {
        FetchMode::Linear if is_per_vertex || fields.stride != 0 => ("vertex", None),
        FetchMode::Linear | FetchMode::Constant => ("constant", None),
        FetchMode::Modulus(_) => ("vertex", None),
        FetchMode::PotDivisor(power) => {
            let divisor = (1_u64 << power.divisor_r()) / u64::from(threads.columns);
            ("instance", Some(u32::try_from(divisor.max(1)).ok()?))
        }
        FetchMode::NpotDivisor { divisor, magic } => {
            rounding(Division::of(descriptor)?.divisor, magic, draw);
            ("instance", Some(divisor.get()))
        }
    };
    Some(Read {
        address: fields.address.get(),
        size: fields.size.into(),
        stride: fields.stride,
        rate,
        divisor,
    })
}

/// The rule by which a division has these fields, if there is one.
fn rounding(divisor: std::num::NonZeroU32, magic: MagicDivisor, draw: &mut DrawKeys) {
    let rule = Rounding::ALL
        .iter()
        .find(|rule| MagicDivisor::new(divisor, **rule) == magic);
    if let Some(rule) = rule {
        rule.name().clone_into(&mut draw.rounding);
    }
}
