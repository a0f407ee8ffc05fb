//! The programs of an application, and their generation.

use mali_buffers::{ConstantValue, DataSource, IndexType, OutOfBounds, Target, Usage, WhenFull};
use mali_instancing::{Arch, Format, InputRate, Padding, Rounding};
use proptest::prelude::*;
use proptest::sample::select;

use super::application::Pattern;
use crate::drawing::Form;

/// The numbers of buffer objects, arrays in client memory and vertex arrays.
pub(crate) const BUFFERS: u32 = 6;
pub(crate) const CLIENT_ARRAYS: u32 = 3;
pub(crate) const VERTEX_ARRAYS: usize = 8;

/// The setup on which a program runs.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Setting {
    /// The targets with which the contexts that share the buffers draw.
    pub(crate) targets: [Target; 2],
    pub(crate) when_full: WhenFull,
    pub(crate) capacity: u64,
    /// The padding that the driver chose.
    pub(crate) padding: Padding,
    pub(crate) rounding: Rounding,
    pub(crate) idvs: bool,
    /// Whether the GPU copies buffers.
    pub(crate) copies_buffers: bool,
}

#[derive(Clone, Debug)]
pub(crate) enum Call {
    BufferData {
        buffer: u32,
        size: u64,
        usage: Usage,
        /// The distance from an aligned address, if the buffer has a GPU address.
        storage: Option<u64>,
        pattern: Pattern,
        seed: u64,
    },
    BufferSubData {
        buffer: u32,
        begin: u64,
        length: u64,
        /// Whether the data moves, instead of a wait, if the GPU still reads it.
        moves: bool,
        seed: u64,
    },
    DeleteBuffer(u32),
    /// Data that may change without a call from now on, or may no longer.
    Volatile(u32, bool),
    /// A change of such data.
    Change {
        buffer: u32,
        seed: u64,
    },
    /// New data in client memory.
    ClientData {
        array: u32,
        pattern: Pattern,
        seed: u64,
    },
    AttributeArray(usize, ArrayState),
    /// An array that overlaps another one: it begins this number of bytes after the other, or before it.
    Overlap {
        array: usize,
        other: usize,
        distance: i64,
    },
    Format(usize, Format),
    Draw(DrawState),
    /// The last draw again, after all calls since.
    Again,
    /// The end of a submission: later draws are other work.
    Submit,
    /// The GPU runs one of the works that it has not finished.
    Run(u32),
    /// The GPU has finished all except this number of the last submissions.
    Complete(u64),
    /// The freeing of all memory that may be freed.
    Collect,
}

#[derive(Clone, Copy, Debug)]
pub(crate) struct ArrayState {
    pub(crate) source: DataSource,
    pub(crate) format: Format,
    pub(crate) stride: u32,
    pub(crate) offset: u64,
    pub(crate) rate: InputRate,
}

#[derive(Clone, Copy, Debug)]
pub(crate) enum AttributeState {
    AttributeArray(usize),
    Constant(ConstantValue),
    VertexId,
    InstanceId,
}

#[derive(Clone, Debug)]
pub(crate) struct DrawState {
    pub(crate) first: u32,
    pub(crate) count: u32,
    pub(crate) elements: Option<ElementsState>,
    pub(crate) instances: u32,
    pub(crate) first_instance: u32,
    pub(crate) attributes: Vec<AttributeState>,
    /// Whether the draw is made although it is an error.
    pub(crate) is_careless: bool,
    /// Whether the driver declares that the shader does not read the vertex's number.
    pub(crate) ignores_vertex_id: bool,
    /// Whether the driver makes a new state for it.
    pub(crate) has_new_state: bool,
    /// The form in which the driver sets the attributes.
    pub(crate) form: Form,
    /// The call that fails in the draw, and the number of calls before it that do not.
    pub(crate) failure: Option<(Failure, u32)>,
    /// The context that draws.
    pub(crate) context: usize,
}

/// The calls that the caller's side refuses.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Failure {
    Allocate,
    Read,
    Write,
}

#[derive(Clone, Copy, Debug)]
pub(crate) struct ElementsState {
    pub(crate) source: DataSource,
    /// The array whose source the indices have instead.
    pub(crate) among: Option<usize>,
    pub(crate) index_type: IndexType,
    pub(crate) offset: u64,
    pub(crate) restart_index: Option<RestartIndex>,
    pub(crate) base_vertex: i32,
    /// Whether the application states the bounds, and the number by which they are too wide.
    pub(crate) bounds: Option<u32>,
}

#[derive(Clone, Copy, Debug)]
pub(crate) enum RestartIndex {
    /// The index whose bits are all set.
    Largest,
    Number(u32),
}

pub(crate) fn settings() -> impl Strategy<Value = Setting> {
    let when_full = select(vec![WhenFull::Wait, WhenFull::Grow]);
    // A few draws fill such a ring.
    let capacity = 100..1500_u64;
    (
        (select(Arch::ALL), when_full, capacity),
        (
            prop::bool::weighted(0.7),
            prop::bool::weighted(0.3),
            prop::bool::weighted(0.7),
        ),
        select(vec![Padding::Hardware, Padding::Tight, Padding::Mesa]),
        select(vec![Rounding::RoundDown, Rounding::Nearest]),
        any::<[bool; 2]>(),
    )
        .prop_map(
            |(
                (arch, when_full, capacity),
                (checked, clamps, shares),
                padding,
                rounding,
                choices,
            )| {
                let [idvs, copies_buffers] = choices;
                let mut target = Target::new(arch).with_checks_indices(checked);
                if clamps {
                    target = target.with_out_of_bounds(OutOfBounds::Clamp);
                }
                let mut other = target;
                if shares {
                    // The other context checks indices and is not robust: what one finds must not decide for the other.
                    other = Target::new(arch);
                }
                Setting {
                    targets: [target, other],
                    when_full,
                    capacity,
                    padding,
                    rounding,
                    idvs: idvs && arch.has_idvs(),
                    copies_buffers,
                }
            },
        )
}

fn sources() -> impl Strategy<Value = DataSource> {
    prop_oneof![
        4 => (0..BUFFERS).prop_map(|number| {
            DataSource::Buffer(mali_buffers::BufferId::new(number.into()))
        }),
        1 => (0..u64::from(CLIENT_ARRAYS)).prop_map(DataSource::Client),
    ]
}

fn index_types() -> impl Strategy<Value = IndexType> {
    select(vec![IndexType::U8, IndexType::U16, IndexType::U32])
}

fn patterns() -> impl Strategy<Value = Pattern> {
    prop_oneof![
        2 => Just(Pattern::Noise),
        1 => (index_types(), prop::bool::weighted(0.2))
            .prop_map(|(index_type, high)| Pattern::Indices { index_type, high }),
    ]
}

fn formats() -> impl Strategy<Value = Format> {
    let named = |name| Format::from_name(name).unwrap();
    let usual = [
        "R32G32B32_SFLOAT",
        "R8G8B8A8_UNORM",
        "R8G8B8_UNORM",
        "R16G16_SNORM",
        "R16G16B16_SINT",
        "R32G32_FIXED",
        "R64G64_SFLOAT",
        "R32_UNORM",
    ];
    prop_oneof![
        1 => select(usual.map(named).to_vec()),
        1 => select(Format::ALL),
    ]
}

fn rates() -> impl Strategy<Value = InputRate> {
    prop_oneof![
        4 => Just(InputRate::Vertex),
        2 => select(vec![1, 2, 3, 5]).prop_map(InputRate::from_gl_divisor),
        1 => Just(InputRate::Constant),
    ]
}

fn array_states() -> impl Strategy<Value = ArrayState> {
    let stride = prop_oneof![
        // Few strides and sources, so that arrays are often interleaved.
        4 => select(vec![0, 4, 12, 16, 16, 20, 24]),
        1 => 0..40_u32,
    ];
    let offset = prop_oneof![3 => (0..10_u64).prop_map(|words| 4 * words), 1 => 0..50_u64];
    (sources(), formats(), stride, offset, rates()).prop_map(
        |(source, format, stride, offset, rate)| ArrayState {
            source,
            format,
            stride,
            offset,
            rate,
        },
    )
}

fn constants() -> impl Strategy<Value = ConstantValue> {
    let any_bits = any::<[u32; 4]>();
    prop_oneof![
        // 100 values: draws often share one, and the 64 cells do not hold all of them.
        (0..100_u8).prop_map(|number| ConstantValue::Float([number.into(), 0.0, 0.0, 1.0])),
        any_bits.prop_map(ConstantValue::Uint),
        any::<[i32; 4]>().prop_map(ConstantValue::Int),
    ]
}

fn attributes() -> impl Strategy<Value = Vec<AttributeState>> {
    let attribute = || {
        prop_oneof![
            20 => (0..VERTEX_ARRAYS).prop_map(AttributeState::AttributeArray),
            3 => constants().prop_map(AttributeState::Constant),
            1 => Just(AttributeState::VertexId),
            1 => Just(AttributeState::InstanceId),
        ]
    };
    prop_oneof![
        30 => prop::collection::vec(attribute(), 0..5),
        // More than 16 are an error. Many constants fill the cells.
        4 => prop::collection::vec(constants().prop_map(AttributeState::Constant), 14..18),
        1 => prop::collection::vec(attribute(), 14..18),
    ]
}

fn element_states() -> impl Strategy<Value = ElementsState> {
    let restart_index = prop_oneof![
        2 => Just(None),
        2 => Just(Some(RestartIndex::Largest)),
        2 => (0..20_u32).prop_map(|number| Some(RestartIndex::Number(number))),
        1 => any::<u32>().prop_map(|number| Some(RestartIndex::Number(number))),
    ];
    let offset = prop_oneof![2 => (0..6_u64).prop_map(|words| 4 * words), 1 => 0..20_u64];
    let base_vertex = prop_oneof![10 => 0..6_i32, 1 => any::<i32>()];
    let bounds = prop::option::weighted(0.2, 0..3_u32);
    let sources = (sources(), prop::option::weighted(0.3, 0..VERTEX_ARRAYS));
    (
        sources,
        index_types(),
        offset,
        restart_index,
        base_vertex,
        bounds,
    )
        .prop_map(
            |((source, among), index_type, offset, restart_index, base_vertex, bounds)| {
                ElementsState {
                    source,
                    among,
                    index_type,
                    offset,
                    restart_index,
                    base_vertex,
                    bounds,
                }
            },
        )
}

fn draw_states() -> impl Strategy<Value = DrawState> {
    // Most draws are right: a program of errors would show little.
    let mistake = || prop::bool::weighted(0.1);
    let failures = select(vec![Failure::Allocate, Failure::Read, Failure::Write]);
    let first_instance = prop_oneof![2 => Just(0_u32), 1 => 0..4_u32];
    (
        (0..6_u32, prop_oneof![40 => 1..12_u32, 1 => Just(0)]),
        prop::option::of(element_states()),
        (
            prop_oneof![20 => Just(1_u32), 20 => 1..5_u32, 1 => Just(0)],
            first_instance,
        ),
        attributes(),
        (
            mistake(),
            any::<bool>(),
            prop::bool::weighted(0.1),
            prop::option::weighted(0.2, (failures, prop_oneof![3 => Just(0), 1 => 0..5_u32])),
            0..2_usize,
            select(vec![Form::Arrays, Form::OwnBindings, Form::FewBindings]),
        ),
    )
        .prop_map(
            |((first, count), elements, instances, attributes, how)| DrawState {
                first,
                count,
                elements,
                instances: instances.0,
                first_instance: instances.1,
                attributes,
                is_careless: how.0,
                ignores_vertex_id: how.1,
                has_new_state: how.2,
                form: how.5,
                failure: how.3,
                context: how.4,
            },
        )
}

fn buffer_data() -> impl Strategy<Value = Call> {
    let usages = select(vec![Usage::Static, Usage::Dynamic, Usage::Stream]);
    let storage = prop_oneof![1 => Just(None), 2 => Just(Some(0)), 1 => (0..64_u64).prop_map(Some)];
    // Some buffers are smaller than one element, or empty.
    let sizes = prop_oneof![60 => 40..400_u64, 10 => 400..2500_u64, 1 => 0..40_u64];
    (0..BUFFERS, sizes, usages, storage, patterns(), any::<u64>()).prop_map(
        |(buffer, size, usage, storage, pattern, seed)| Call::BufferData {
            buffer,
            size,
            usage,
            storage,
            pattern,
            seed,
        },
    )
}

pub(crate) fn calls() -> impl Strategy<Value = Call> {
    prop_oneof![
        4 => buffer_data(),
        6 => (0..BUFFERS, 0..400_u64, 0..60_u64, any::<bool>(), any::<u64>()).prop_map(
            |(buffer, begin, length, moves, seed)| Call::BufferSubData {
                buffer,
                begin,
                length,
                moves,
                seed,
            }
        ),
        1 => (0..BUFFERS).prop_map(Call::DeleteBuffer),
        2 => (0..BUFFERS, prop::bool::weighted(0.4)).prop_map(|(buffer, is)| Call::Volatile(buffer, is)),
        3 => (0..BUFFERS, any::<u64>()).prop_map(|(buffer, seed)| Call::Change { buffer, seed }),
        2 => (0..CLIENT_ARRAYS, patterns(), any::<u64>())
            .prop_map(|(array, pattern, seed)| Call::ClientData { array, pattern, seed }),
        4 => (0..VERTEX_ARRAYS, array_states())
            .prop_map(|(number, array)| Call::AttributeArray(number, array)),
        4 => (0..VERTEX_ARRAYS, 0..VERTEX_ARRAYS, -24..25_i64)
            .prop_map(|(array, other, distance)| Call::Overlap { array, other, distance }),
        2 => (0..VERTEX_ARRAYS, formats()).prop_map(|(number, format)| Call::Format(number, format)),
        60 => draw_states().prop_map(Call::Draw),
        // Unchanged draws, or the same draw of data that has changed.
        20 => Just(Call::Again),
        15 => Just(Call::Submit),
        5 => any::<u32>().prop_map(Call::Run),
        6 => (0..8_u64).prop_map(Call::Complete),
        3 => Just(Call::Collect),
    ]
}

/// Buffers and vertex arrays to begin with.
pub(crate) fn setups() -> impl Strategy<Value = Vec<Call>> {
    let arrays = prop::collection::vec(array_states(), VERTEX_ARRAYS);
    let buffers = prop::collection::vec(buffer_data(), BUFFERS as usize);
    (arrays, buffers).prop_map(|(arrays, buffers)| {
        let arrays = arrays.into_iter().enumerate();
        arrays
            .map(|(number, array)| Call::AttributeArray(number, array))
            .chain(buffers)
            .collect()
    })
}
