//! Draws and commands for tests of kernels, and the words that `mali_instancing::draw::write` writes for them.

use std::num::NonZeroU32;

use mali_indirect::{
    Count, FoundIndices, IndexType, IndirectDraw, IndirectIndices, IndirectVertices, Kernel,
    Language, Parameters, Status, VaryingHeap,
};
use mali_instancing::draw::{
    BufferRange, DrawCounts, DrawError, IndexBounds, Pipeline, TableLayout, VertexAttribute,
    VertexBuffer, write,
};
use mali_instancing::{Arch, Error, Format, InputRate, Padding, Rounding};

/// Draws of one kind, and the bytes of their index buffer.
pub(crate) struct Case {
    pub(crate) name: &'static str,
    pub(crate) draw: IndirectDraw<'static>,
    pub(crate) indices: Vec<u8>,
    pub(crate) place: Place,
    /// The draw from which a kernel that reads the buffers from memory is made. It has no buffers of its own.
    pub(crate) pipeline: Option<IndirectDraw<'static>>,
}

impl Case {
    pub(crate) fn kernel(&self) -> Kernel<'_> {
        match &self.pipeline {
            Some(pipeline) => Kernel::with_buffers_in_memory(pipeline).unwrap(),
            None => Kernel::new(&self.draw).unwrap(),
        }
    }
}

/// The positions of the commands, their number and the indices in their buffers, as in [`Parameters`].
#[derive(Clone, Copy, Default)]
pub(crate) struct Place {
    pub(crate) first_count: u32,
    pub(crate) first_command: u32,
    pub(crate) stride: u32,
    pub(crate) first_index: u32,
    pub(crate) first_buffer: u32,
}

static BUFFERS: [VertexBuffer; 6] = [
    VertexBuffer::new(20, InputRate::Vertex),
    VertexBuffer::new(64, InputRate::from_gl_divisor(3)),
    VertexBuffer::new(48, InputRate::from_gl_divisor(4)),
    VertexBuffer::new(16, InputRate::Constant),
    VertexBuffer::new(12, InputRate::from_gl_divisor(0xffff_fff1)),
    VertexBuffer::new(4, InputRate::from_gl_divisor(1)),
];

static ATTRIBUTES: [VertexAttribute; 10] = [
    VertexAttribute::new(0, Format::R32G32B32_SFLOAT, 0),
    VertexAttribute::new(0, Format::R16G16_UNORM, 12),
    VertexAttribute::new(1, Format::R32G32B32A32_SFLOAT, 48),
    VertexAttribute::new(2, Format::R32G32B32A32_SFLOAT, 16),
    VertexAttribute::new(3, Format::R32G32B32A32_SFLOAT, 0),
    VertexAttribute::new(4, Format::R32G32B32_SFLOAT, 0),
    VertexAttribute::new(5, Format::R32_UINT, 0),
    VertexAttribute::new(5, Format::R32_UINT, 0x7fff_ff00),
    VertexAttribute::VERTEX_ID,
    VertexAttribute::INSTANCE_ID,
];

static RANGES: [BufferRange; 6] = [
    range(0x1000_0000, 1400),
    range(0x2000_0010, 2176),
    range(0xff_ffff_ffff_ffc4, 0xffff_0000),
    range(0, 16),
    range(0x12_3456_7004, 12),
    range(0x3000_003c, 4096),
];

/// The same buffers with other strides.
static STRIDED_BUFFERS: [VertexBuffer; 6] = [
    strided(0, 32),
    strided(1, 0),
    strided(2, 80),
    strided(3, 4),
    strided(4, 24),
    strided(5, 8),
];

const fn strided(number: usize, stride: u32) -> VertexBuffer {
    let mut buffer = BUFFERS[number];
    buffer.stride = stride;
    buffer
}

/// Other buffers, as many, which no draw binds.
static OTHER_BUFFERS: [VertexBuffer; 6] = [VertexBuffer::new(7, InputRate::from_gl_divisor(7)); 6];

const fn range(address: u64, size: u32) -> BufferRange {
    BufferRange::new(address, size)
}

/// Cases for every difference between kernels.
pub(crate) fn cases() -> Vec<Case> {
    let of = |arch, attributes| IndirectDraw {
        buffers: &BUFFERS,
        attributes,
        ranges: &RANGES,
        ..IndirectDraw::new(Pipeline::new(arch))
    };
    let fixed = |arch| Pipeline::new(arch).with_layout(TableLayout::Fixed);
    let v7 = of(Arch::V7, &ATTRIBUTES[..7]);
    let indexed = |draw, index_type, restart_index, bounds| IndirectDraw {
        vertices: IndirectVertices::Indexed(IndirectIndices {
            index_type,
            restart_index,
            bounds,
        }),
        ..draw
    };
    let mut random = Random(0x1234);
    let mut bytes = move |length| {
        (0..length)
            .map(|_| random.next() as u8)
            .collect::<Vec<u8>>()
    };
    let looked_for = |name, draw, indices| Case {
        name,
        draw,
        indices,
        place: Place::default(),
        pipeline: None,
    };
    let case = |name, draw| looked_for(name, draw, Vec::new());
    let in_memory = |name, first_buffer, case: Case| Case {
        name,
        place: Place {
            first_buffer,
            ..case.place
        },
        pipeline: Some(IndirectDraw {
            buffers: &OTHER_BUFFERS,
            ranges: &[],
            ..case.draw
        }),
        ..case
    };
    let varying = IndirectDraw { varyings: 4, ..v7 };
    vec![
        case("v7", v7),
        case(
            "v7-strides",
            IndirectDraw {
                buffers: &STRIDED_BUFFERS,
                ..v7
            },
        ),
        in_memory("v7-in-memory", 0, case("", v7)),
        in_memory(
            "v7-in-memory-u16",
            5,
            looked_for(
                "",
                indexed(varying, IndexType::U16, None, None),
                bytes(4000),
            ),
        ),
        in_memory(
            "v4-in-memory-known",
            0,
            case(
                "",
                IndirectDraw {
                    buffers: &STRIDED_BUFFERS,
                    vertices: IndirectVertices::InOrder {
                        vertices: Count::Known(70),
                        first_vertex: Count::Known(3),
                    },
                    instances: Count::Known(100),
                    first_instance: Count::Known(5),
                    ..of(Arch::V4, &ATTRIBUTES)
                },
            ),
        ),
        in_memory(
            "v5-in-memory-ids",
            0,
            case("", of(Arch::V5, &ATTRIBUTES[2..])),
        ),
        in_memory("v9-in-memory", 3, case("", of(Arch::V9, &ATTRIBUTES[..8]))),
        case("v7-varyings", IndirectDraw { varyings: 52, ..v7 }),
        case(
            "v7-known",
            IndirectDraw {
                instances: Count::Known(100),
                first_instance: Count::Known(5),
                ..v7
            },
        ),
        case(
            "v7-known-vertices",
            IndirectDraw {
                vertices: IndirectVertices::InOrder {
                    vertices: Count::Known(70),
                    first_vertex: Count::Known(3),
                },
                ..v7
            },
        ),
        case(
            "v6-idvs",
            IndirectDraw {
                pipeline: fixed(Arch::V6).with_idvs(true).with_padding(Padding::Mesa),
                primitive_vertices: NonZeroU32::new(3),
                ..of(Arch::V6, &ATTRIBUTES[..7])
            },
        ),
        case(
            "v5-ids",
            IndirectDraw {
                pipeline: fixed(Arch::V5)
                    .with_padding(Padding::Tight)
                    .with_rounding(Rounding::Nearest),
                primitive_vertices: NonZeroU32::new(1),
                ..of(Arch::V5, &ATTRIBUTES[2..])
            },
        ),
        case(
            "v4-ids",
            IndirectDraw {
                primitive_vertices: NonZeroU32::new(2),
                ..of(Arch::V4, &ATTRIBUTES)
            },
        ),
        case(
            "v7-known-bounds",
            indexed(
                v7,
                IndexType::U16,
                None,
                Some(IndexBounds {
                    minimum: 5,
                    maximum: 104,
                }),
            ),
        ),
        looked_for(
            "v7-u8",
            indexed(v7, IndexType::U8, Some(0xff), None),
            bytes(4000),
        ),
        looked_for(
            "v7-u16",
            indexed(v7, IndexType::U16, Some(0xffff), None),
            [&[0xff; 600], &*bytes(4000)].concat(),
        ),
        looked_for(
            "v5-u32",
            indexed(of(Arch::V5, &ATTRIBUTES[2..7]), IndexType::U32, None, None),
            (0..1000_u32)
                .flat_map(|at| (at * 77_777 % 100_003).to_le_bytes())
                .collect(),
        ),
        looked_for(
            "v6-u32-restart",
            indexed(
                of(Arch::V6, &ATTRIBUTES[..7]),
                IndexType::U32,
                Some(0xffff_ffff),
                None,
            ),
            (0..1000_u32)
                .map(|at| match at {
                    300.. if at % 7 != 0 => at * 77_777 % 100_003,
                    _ => 0xffff_ffff,
                })
                .flat_map(u32::to_le_bytes)
                .collect(),
        ),
        Case {
            place: Place {
                first_count: 2,
                first_command: 3,
                stride: 32,
                first_index: 5,
                first_buffer: 0,
            },
            ..looked_for(
                "v7-u8-apart",
                indexed(v7, IndexType::U8, Some(7), None),
                [&[7; 600], &*bytes(1000)].concat(),
            )
        },
        case("v9", of(Arch::V9, &ATTRIBUTES[..8])),
        case(
            "v12-indexed",
            indexed(of(Arch::V12, &ATTRIBUTES[..7]), IndexType::U32, None, None),
        ),
    ]
}

/// SplitMix64.
pub(crate) struct Random(pub(crate) u64);

impl Random {
    pub(crate) fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut bits = self.0;
        bits = (bits ^ bits >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        bits = (bits ^ bits >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        bits ^ bits >> 31
    }

    /// A number of any length, near a power of two as often as not.
    fn number(&mut self) -> u32 {
        let bits = self.next();
        let length = bits % 33;
        let number = ((bits >> 32) & ((1 << length) - 1)) as u32;
        match bits >> 8 & 3 {
            0 => number,
            1 => ((1_u64 << length) as u32).wrapping_sub((bits >> 10 & 3) as u32),
            2 => ((1_u64 << length) as u32).wrapping_add((bits >> 10 & 3) as u32),
            _ => number >> (bits >> 10 & 15),
        }
    }
}

/// Numbers at which something changes.
const EDGES: [u32; 22] = [
    0,
    1,
    2,
    3,
    4,
    7,
    8,
    19,
    20,
    21,
    70,
    72,
    0xffff,
    0x1_0000,
    0x1_0001,
    0x7fff_ffff,
    0x8000_0000,
    0x8000_0001,
    0xdfff_ffff,
    0xe000_0000,
    0xe000_0001,
    0xffff_ffff,
];

/// The words of commands: first those of all edges; of `count`, then a tenth with products of about 2^32 and an eighth
/// with random bytes, as far as there are more; and at last random commands that are often drawn.
pub(crate) fn commands(case: &Case, count: usize) -> Vec<u32> {
    let words = case.draw.command_bytes() / 4;
    let mut random = Random(0x5eed);
    let after_edges = EDGES.len().pow(3);
    let after_products = after_edges + count / 10;
    let after_bytes = after_products + count / 8;
    let mut commands = Vec::with_capacity(count * words);
    let is_indexed = words == 5;
    for number in 0..count {
        let mut command: [u32; 5];
        let edge = |at: usize| EDGES[at % EDGES.len()];
        if number < after_edges {
            let (first, second) = (edge(number), edge(number / 22));
            command = [first, second, edge(number / 484), edge(number / 484), 0];
            command[words - 1] = edge(number / 484 + number);
        } else if number < after_products {
            let vertices = random.number().max(1);
            let instances = (1_u64 << 32) / u64::from(vertices);
            let instances = (instances + random.next() % 3).saturating_sub(1);
            command = [vertices, instances as u32, random.number(), 0, 0];
        } else if number < after_bytes {
            command = [0; 5].map(|_| random.next() as u32);
        } else {
            command = [0; 5].map(|_| random.number());
            let small = random.next();
            if small % 4 != 0 {
                // Numbers as in applications.
                command[0] &= 0xffff;
                command[1] &= 0xfff >> (small >> 16 & 7);
                command[2] &= 0xffff_ffff >> (small >> 24 & 31);
                command[words - 1] &= 0xffff_ffff >> (small >> 32 & 31);
            }
        }
        if is_indexed && number >= after_products && random.next() % 8 != 0 {
            // Within the index buffer, and near the restart indices at its beginning.
            command[0] = (random.next() % 500) as u32;
            command[2] = (random.next() % 700) as u32;
            command[3] = (random.next() as u32 % 400).wrapping_sub(200);
            command[1] = command[1] % 1000 + 1;
        }
        commands.extend_from_slice(&command[..words]);
    }
    commands
}

fn bytes_of(command: &[u32]) -> Vec<u8> {
    command.iter().flat_map(|word| word.to_le_bytes()).collect()
}

/// The bounds that are found in the indices of a command.
pub(crate) fn found(case: &Case, command: &[u32]) -> FoundIndices {
    match case.draw.searched_indices() {
        Some(how) => FoundIndices::find(&case.indices, how, command[2], command[0]),
        None => FoundIndices::None,
    }
}

/// Garbage around the words that a kernel may read.
const GARBAGE: u32 = 0x0403_0201;

/// The commands as they are in their buffer.
pub(crate) fn in_memory(case: &Case, commands: &[u32]) -> Vec<u32> {
    let words = case.draw.command_bytes() / 4;
    let garbage = (case.place.stride as usize / 4).saturating_sub(words);
    let mut memory = vec![GARBAGE; case.place.first_command as usize];
    for command in commands.chunks_exact(words) {
        memory.extend_from_slice(command);
        memory.extend(std::iter::repeat_n(GARBAGE, garbage));
    }
    memory
}

/// The buffer of the number of draws: the parameters, or, if the number has its own place, zeros and the number.
pub(crate) fn draw_count(case: &Case, parameters: &[u32]) -> Vec<u32> {
    if case.place.first_count == 0 {
        return parameters.to_vec();
    }
    let mut memory = vec![0; case.place.first_count as usize];
    memory.push(parameters[0]);
    memory
}

/// The index buffer's memory, in whole words and one more, since a buffer cannot be empty.
pub(crate) fn indices_in_memory(case: &Case) -> Vec<u32> {
    let index_bytes = case
        .draw
        .searched_indices()
        .map_or(1, |how| how.index_type.bytes());
    let mut bytes = vec![GARBAGE as u8; case.place.first_index as usize * index_bytes];
    bytes.extend_from_slice(&case.indices);
    bytes.resize((bytes.len() / 4 + 1) * 4, 0);
    let words = bytes.chunks_exact(4);
    words
        .map(|word| u32::from_le_bytes(word.try_into().unwrap()))
        .collect()
}

/// The words of the vertex buffers and one more, since a buffer cannot be empty.
pub(crate) fn buffers_in_memory(case: &Case) -> Vec<u32> {
    let mut memory = vec![GARBAGE; case.place.first_buffer as usize];
    memory.extend(case.draw.buffer_words().unwrap());
    memory.push(GARBAGE);
    memory
}

/// The parameters of a run, with `varyings` bytes of memory for varyings.
pub(crate) fn parameters(case: &Case, maximum: usize, varyings: u64) -> Parameters {
    let index_bytes = case
        .draw
        .searched_indices()
        .map_or(1, |how| how.index_type.bytes());
    Parameters {
        maximum: maximum as u32,
        first_count: case.place.first_count,
        first_command: case.place.first_command,
        stride: case.place.stride,
        varyings,
        first_index: case.place.first_index,
        indices: (case.indices.len() / index_bytes) as u32,
        first_buffer: case.place.first_buffer,
        first_place: 0,
    }
}

/// The words of every command's draw by the reference. Each draw has all the memory for its varyings.
pub(crate) fn expected(case: &Case, commands: &[u32]) -> Vec<u32> {
    let layout = case.draw.layout().unwrap();
    let commands = commands.chunks_exact(case.draw.command_bytes() / 4);
    let mut words = vec![0; layout.words * commands.len()];
    for (command, words) in commands.zip(words.chunks_exact_mut(layout.words)) {
        let found = found(case, command);
        let heap = &mut VaryingHeap::new(u64::MAX);
        case.draw
            .write(&bytes_of(command), found, heap, words)
            .unwrap();
    }
    words
}

/// Compares words with those that `mali_instancing::draw::write` and the other descriptors' functions return for the
/// command's numbers. Returns the number of draws that are drawn.
pub(crate) fn assert_as_core_writes(case: &Case, commands: &[u32], words: &[u32]) -> usize {
    let draw = &case.draw;
    let layout = draw.layout().unwrap();
    let mut drawn = 0;
    for (command, words) in commands
        .chunks_exact(draw.command_bytes() / 4)
        .zip(words.chunks_exact(layout.words))
    {
        let status = Status::from_word(words[layout.status]).unwrap();
        let core = core_words(case, command);
        if status == Status::Drawn {
            drawn += 1;
            let core = core.unwrap_or_else(|error| panic!("{}: {command:?}: {error}", case.name));
            assert_eq!(
                words[..layout.status],
                core[..layout.status],
                "{}: {command:?}",
                case.name
            );
            for rest in [
                layout.draw..layout.varyings,
                layout.varyings + 1..layout.words,
            ] {
                assert_eq!(
                    words[rest.clone()],
                    core[rest],
                    "{}: {command:?}",
                    case.name
                );
            }
        } else {
            // From V9 on no word depends on the counts, so that the core also packs a draw of 0 vertices.
            let may_be_packed = match status {
                Status::Varyings => true,
                Status::Empty => !draw.pipeline.arch.has_attribute_buffers(),
                _ => false,
            };
            assert!(
                core.is_err() || may_be_packed,
                "{}: {command:?}: {status:?}",
                case.name
            );
            let others = words
                .iter()
                .enumerate()
                .filter(|(word, _)| *word != layout.status);
            assert!(
                others.into_iter().all(|(_, word)| *word == 0),
                "{}: {command:?}",
                case.name
            );
        }
    }
    drawn
}

/// The words of a command's draw, by the core.
fn core_words(case: &Case, command: &[u32]) -> Result<Vec<u32>, DrawError> {
    let draw = &case.draw;
    let layout = draw.layout().unwrap();
    let has_padding = draw.pipeline.arch.has_attribute_buffers();
    let nothing = DrawError::Draw(Error::VertexCount {
        vertices: 0,
        maximum: 0,
    });
    let (vertices, first_vertex, minimum, first_instance) = match draw.vertices {
        IndirectVertices::InOrder {
            vertices,
            first_vertex,
        } => (
            vertices.or(command[0]),
            first_vertex.or(command[2]),
            0,
            command[3],
        ),
        IndirectVertices::Indexed(_) if command[0] == 0 => return Err(nothing),
        IndirectVertices::Indexed(_) if !has_padding => (command[0], 0, 0, command[4]),
        IndirectVertices::Indexed(how) => {
            let found = match found(case, command) {
                FoundIndices::Bounds(bounds) => Some(bounds),
                FoundIndices::None | FoundIndices::Outside => None,
            };
            let bounds = how.bounds.or(found).ok_or(nothing)?;
            let vertices = bounds.vertices(command[3] as i32)?;
            (
                vertices.vertices,
                vertices.first_vertex,
                bounds.minimum,
                command[4],
            )
        }
    };
    let pipeline = draw.pipeline;
    let counts = DrawCounts::instanced(vertices, draw.instances.or(command[1]))
        .with_first_vertex(first_vertex)
        .with_first_instance(draw.first_instance.or(first_instance))
        .with_primitive_vertices(draw.primitive_vertices);
    let mut words = vec![0; layout.words];
    write(
        &pipeline,
        &counts,
        draw.buffers,
        draw.attributes,
        draw.ranges,
        &mut words,
    )?;
    if has_padding {
        let count = match draw.vertices {
            IndirectVertices::InOrder { .. } => vertices,
            IndirectVertices::Indexed(_) => command[0],
        };
        words[layout.draw..][..2].copy_from_slice(&pipeline.draw(&counts)?.unwrap().words());
        words[layout.invocation..][..2]
            .copy_from_slice(&pipeline.invocation(&counts)?.unwrap().words());
        words[layout.primitive..][..2].copy_from_slice(&[minimum.wrapping_neg(), count - 1]);
        if let IndirectVertices::Indexed(_) = draw.vertices {
            words[layout.first_index] = command[2];
        }
        words[layout.first_instance] = counts.first_instance;
        let threads = u64::from(pipeline.padded_vertices(&counts).unwrap().get())
            * u64::from(draw.instances.or(command[1]));
        let Ok(bytes) = u32::try_from(u128::from(threads) * u128::from(draw.varyings)) else {
            return Err(nothing);
        };
        words[layout.varyings + 1] = bytes;
    }
    Ok(words)
}

/// Compares the words of a kernel with those of the reference, which has enough memory for all varyings.
///
/// The order of invocations decides which draws get memory. No two may get the same, and a draw that
/// got none must not fit the memory that was left at the end.
pub(crate) fn assert_equal(
    case: &Case,
    language: Language,
    commands: &[u32],
    words: &[u32],
    expected: &[u32],
    units: u32,
) {
    let layout = case.draw.layout().unwrap();
    let of = |number: usize| format!("{}, {language:?}, draw {number}", case.name);
    assert_eq!(words.len(), expected.len(), "{}, {language:?}", case.name);
    let both = words
        .chunks_exact(layout.words)
        .zip(expected.chunks_exact(layout.words));
    let commands = commands.chunks_exact(case.draw.command_bytes() / 4);
    if case.draw.varyings == 0 {
        for (number, (command, (words, expected))) in commands.zip(both).enumerate() {
            assert_eq!(words, expected, "{}: {command:?}", of(number));
        }
        return;
    }
    let place = layout.varyings;
    let mut taken = Vec::new();
    let mut refused = Vec::new();
    for (number, (words, expected)) in both.enumerate() {
        let units = expected[place + 1].div_ceil(64);
        if words[layout.status] == Status::Varyings.word() && expected[layout.status] == 0 {
            let mut others = words.to_vec();
            others.remove(layout.status);
            assert!(others.iter().all(|word| *word == 0), "{}", of(number));
            refused.push(units);
            continue;
        }
        assert_eq!(words[..place], expected[..place], "{}", of(number));
        assert_eq!(words[place + 1..], expected[place + 1..], "{}", of(number));
        if expected[layout.status] == 0 {
            taken.push((words[place], units));
        }
    }
    taken.sort_unstable();
    let mut end = 0;
    for (first, length) in taken {
        assert_eq!(first, end, "{}, {language:?}", case.name);
        end += length;
    }
    assert!(end <= units, "{}, {language:?}", case.name);
    let fits = |refused: &u32| *refused <= units - end;
    assert!(!refused.iter().any(fits), "{}, {language:?}", case.name);
}
