//! Inputs of the target `round_trip`, as the bytes from which they are read.

use std::error::Error;

use libfuzzer_sys::arbitrary::{Arbitrary, Unstructured};
use mali_instancing::draw::TableLayout;
use mali_instancing::{Arch, Format, InputRate, Padding, Rounding};
use mali_instancing_fuzz::round_trip::{
    AttributeBufferInput, AttributeInput, BufferInput, BufferPart, BuiltInIdInput, DrawInput,
    InvocationInput, RoundTrip, TablesInput, Threads, ValhallAttributeInput,
};

use crate::golden::Row;

/// The bytes from which an input is read, from first to last.
#[derive(Default)]
struct Bytes(Vec<u8>);

impl Bytes {
    /// A variant of an enum, which is read as a share of 2^32.
    fn variant(mut self, number: u32, count: u32) -> Self {
        // The derived code reads the number as `share * count >> 32`. This is the smallest such share.
        let share = (u64::from(number) << 32).div_ceil(count.into());
        self.0.extend((share as u32).to_le_bytes());
        self
    }

    fn choice<T: PartialEq>(mut self, choices: &[T], chosen: &T) -> Self {
        let position = choices.iter().position(|choice| choice == chosen);
        self.0
            .extend(position.and_then(|position| u8::try_from(position).ok()));
        self
    }

    fn boolean(mut self, boolean: bool) -> Self {
        self.0.push(boolean.into());
        self
    }

    fn numbers(mut self, numbers: &[u32]) -> Self {
        self.0
            .extend(numbers.iter().flat_map(|number| number.to_le_bytes()));
        self
    }

    fn long(mut self, number: u64) -> Self {
        self.0.extend(number.to_le_bytes());
        self
    }

    fn threads(self, threads: &Threads) -> Self {
        let bytes = self
            .numbers(&[threads.vertices])
            .boolean(threads.instances.is_some());
        let instances: Vec<u32> = threads.instances.into_iter().collect();
        bytes
            .numbers(&instances)
            .choice(Padding::ALL, &threads.padding)
            .boolean(threads.idvs)
            .numbers(&[threads.linear_id])
    }

    /// GL's divisor, or Vulkan's if GL has none.
    fn rate(self, rate: InputRate) -> Self {
        let (is_constant, divisor) = match rate {
            InputRate::Vertex => (false, 0),
            InputRate::Instance { divisor } => (false, divisor.get()),
            InputRate::Constant => (true, 0),
        };
        self.choice(&[false, true], &is_constant)
            .numbers(&[divisor])
    }

    fn rounding(self, rounding: Rounding) -> Self {
        self.choice(Rounding::ALL, &rounding)
    }
}

fn write(input: &RoundTrip) -> Bytes {
    let kind = |number| Bytes::default().variant(number, RoundTrip::KINDS);
    match input {
        RoundTrip::AttributeBuffer(input) => kind(0)
            .threads(&input.threads)
            .rate(input.rate)
            .rounding(input.rounding)
            .long(input.address)
            .numbers(&[input.stride, input.size]),
        RoundTrip::Attribute(input) => kind(1)
            .numbers(&[input.buffer_index])
            .boolean(input.offset_enable)
            .numbers(&[input.format, input.offset.cast_unsigned()]),
        RoundTrip::BuiltInId(input) => kind(2).threads(&input.threads).rounding(input.rounding),
        RoundTrip::Draw(input) => kind(3)
            .threads(&input.threads)
            .numbers(&[input.offset_start, input.word]),
        RoundTrip::Invocation(InvocationInput::Draw {
            vertices,
            instances,
        }) => kind(4)
            .variant(0, InvocationInput::KINDS)
            .numbers(&[*vertices, *instances]),
        RoundTrip::Invocation(InvocationInput::Compute { size, workgroups }) => kind(4)
            .variant(1, InvocationInput::KINDS)
            .numbers(size)
            .numbers(workgroups),
        RoundTrip::ValhallAttribute(input) => kind(5)
            .rate(input.rate)
            .rounding(input.rounding)
            .numbers(&[input.format, input.table, input.offset.cast_unsigned()])
            .numbers(&[input.buffer_index, input.stride]),
        RoundTrip::Buffer(input) => kind(6)
            .choice(Arch::ALL, &input.arch)
            .long(input.address)
            .long(input.size),
        RoundTrip::Tables(input) => {
            let bytes = kind(7)
                .choice(Arch::ALL, &input.arch)
                .threads(&input.threads)
                .numbers(&[input.first_vertex, input.first_instance])
                .rounding(input.rounding)
                .numbers(&[input.table])
                .boolean(input.ids)
                .choice(TableLayout::ALL, &input.layout)
                .boolean(input.overlaps);
            input.parts.iter().fold(bytes, |bytes, part| {
                bytes
                    .boolean(true)
                    .rate(part.rate)
                    .numbers(&[part.stride])
                    .long(part.address)
                    .numbers(&[part.size])
                    .boolean(part.size_known)
                    .choice(Format::ALL, &part.format)
                    .numbers(&[part.offset])
            })
        }
    }
}

/// The inputs from which a row was packed. For an attribute buffer, also a whole draw with it.
pub(crate) fn seeds(kind: &str, row: &Row) -> Result<Vec<Vec<u8>>, Box<dyn Error>> {
    inputs(kind, row)?
        .iter()
        .map(|input| {
            let seed = write(input).0;
            let read = RoundTrip::arbitrary_take_rest(Unstructured::new(&seed))?;
            assert_eq!(&read, input, "the seed must be read as what it was made of");
            Ok(seed)
        })
        .collect()
}

fn inputs(kind: &str, row: &Row) -> Result<Vec<RoundTrip>, Box<dyn Error>> {
    Ok(match kind {
        "attribute" => vec![RoundTrip::Attribute(AttributeInput {
            buffer_index: row.number("buffer_index")?,
            offset_enable: row.number::<u8>("offset_enable")? != 0,
            format: row.number("format")?,
            offset: row.number("offset")?,
        })],
        "attribute_buffer" => {
            let input = AttributeBufferInput {
                threads: threads(row)?,
                rate: InputRate::from_gl_divisor(row.number("divisor")?),
                rounding: rounding(row)?,
                address: row.number("address")?,
                stride: row.number("stride")?,
                size: row.number("size")?,
            };
            let [apart, overlapping] = [false, true].map(|overlaps| tables(row, &input, overlaps));
            let buffer = BufferInput {
                arch: Arch::V11,
                address: input.address,
                size: u64::from(input.size) << 8,
            };
            vec![
                RoundTrip::AttributeBuffer(input),
                RoundTrip::Tables(apart?),
                RoundTrip::Tables(overlapping?),
                RoundTrip::Buffer(buffer),
            ]
        }
        "draw" => vec![RoundTrip::Draw(DrawInput {
            threads: threads(row)?,
            offset_start: row.number("offset_start")?,
            word: 0,
        })],
        "invocation" => {
            let size = [
                row.number("size_x")?,
                row.number("size_y")?,
                row.number("size_z")?,
            ];
            let workgroups = [
                row.number("workgroups_x")?,
                row.number("workgroups_y")?,
                row.number("workgroups_z")?,
            ];
            let [_, vertices, instances] = workgroups;
            vec![RoundTrip::Invocation(match row.text("kind")? {
                "draw" => InvocationInput::Draw {
                    vertices,
                    instances,
                },
                _ => InvocationInput::Compute { size, workgroups },
            })]
        }
        "special" => vec![RoundTrip::BuiltInId(BuiltInIdInput {
            threads: threads(row)?,
            rounding: rounding(row)?,
        })],
        "valhall_attribute" => vec![RoundTrip::ValhallAttribute(ValhallAttributeInput {
            rate: InputRate::from_gl_divisor(row.number("divisor")?),
            rounding: rounding(row)?,
            format: row.number("format")?,
            table: 0,
            offset: row.number("offset")?,
            buffer_index: row.number("buffer_index")?,
            stride: row.number("stride")?,
        })],
        other => return Err(format!("no input is made of rows of the kind {other}").into()),
    })
}

/// The threads of a row's draw, and the one in the middle.
fn threads(row: &Row) -> Result<Threads, Box<dyn Error>> {
    let instances: u32 = row.number("instances")?;
    let padded: u32 = row.number("padded_vertices")?;
    Ok(Threads {
        vertices: row.number("vertices")?,
        instances: Some(instances),
        padding: Padding::Hardware,
        idvs: false,
        linear_id: (u64::from(padded) * u64::from(instances) / 2) as u32,
    })
}

/// A vertex ID has no rounding.
fn rounding(row: &Row) -> Result<Rounding, Box<dyn Error>> {
    match row.text("rounding")? {
        "nearest" => Ok(Rounding::Nearest),
        "round-down" | "" => Ok(Rounding::RoundDown),
        other => Err(format!("rounding {other}").into()),
    }
}

/// A draw with the row's buffer, and one per vertex.
fn tables(
    row: &Row,
    input: &AttributeBufferInput,
    overlaps: bool,
) -> Result<TablesInput, Box<dyn Error>> {
    let arch = row.text("arch")?;
    let arch = Arch::ALL.iter().find(|known| known.to_string() == arch);
    let arch = *arch.ok_or("an unknown architecture")?;
    let part = |rate, format| BufferPart {
        rate,
        stride: input.stride,
        address: input.address + 20,
        size: input.size / 2,
        size_known: input.size.is_multiple_of(2),
        format,
        offset: 4,
    };
    Ok(TablesInput {
        arch,
        threads: input.threads.clone(),
        first_vertex: 3,
        first_instance: 2,
        rounding: input.rounding,
        table: 0,
        ids: arch.has_id_descriptors(),
        layout: TableLayout::Driver,
        overlaps,
        parts: vec![
            part(input.rate, Format::R32G32B32A32_SFLOAT),
            part(InputRate::Vertex, Format::R16G16_UNORM),
        ],
    })
}
