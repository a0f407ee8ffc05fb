//! What a vertex shader writes through the records, a fragment shader reads through them, in the
//! reference model.

use mali_instancing::descriptor::{Attribute, Invocation};
use mali_instancing::draw::DrawCall;
use mali_instancing::hardware::{Fetched, Memory, MemoryMut, Stored, fetch, store, thread};
use mali_instancing::{Arch, BufferAddress, Format};
use mali_varyings::{BaseType, Error, Location, MaliVaryings, Target, VaryingBuffer};
use proptest::prelude::*;

use super::properties::declarations;
use super::{places, varying, varyings};

const MEMORY_ADDRESS: u64 = 0x12_3456_7000;

/// The buffers of a draw, one behind the other in memory, and the tables that name them.
struct Tables {
    buffers: [u32; 16],
    records: Vec<u32>,
    memory: Vec<u8>,
    addresses: [u64; 3],
}

fn tables(mali: &MaliVaryings, buffers: &[VaryingBuffer; 3]) -> Tables {
    let mut end = MEMORY_ADDRESS;
    let addresses = buffers.map(|buffer| {
        let address = end;
        end = (end + u64::from(buffer.size)).next_multiple_of(64);
        address
    });
    let table_addresses = addresses.map(|address| BufferAddress::new(address).unwrap());
    Tables {
        buffers: VaryingBuffer::table(buffers, &table_addresses),
        records: (0..)
            .map_while(|number| mali.record(number))
            .flat_map(|record| record.words())
            .collect(),
        memory: vec![0xaa; (end - MEMORY_ADDRESS) as usize],
        addresses,
    }
}

/// A value that no other vector of another thread has.
fn value(thread: u32, record: usize, bytes: usize) -> Vec<u8> {
    let words = (0..).map(|word: u32| thread << 14 | (record as u32) << 3 | word);
    words.flat_map(u32::to_le_bytes).take(bytes).collect()
}

fn draws() -> impl Strategy<Value = DrawCall> {
    let arch = prop::sample::select(vec![Arch::V4, Arch::V5, Arch::V6, Arch::V7]);
    (
        arch,
        1..12_u32,
        prop_oneof![Just(1_u32), 1..5_u32],
        0..9_u32,
        any::<bool>(),
    )
        .prop_map(|(arch, vertices, instances, offset_start, idvs)| DrawCall {
            instances: Some(instances),
            offset_start,
            idvs: idvs && arch >= Arch::V6,
            ..DrawCall::new(arch, vertices)
        })
}

proptest! {
    #[test]
    fn every_component_that_is_written_is_read_back_unchanged(
        varyings in prop::collection::vec(declarations(), 0..10),
        registers in 1..=64_u32,
        call in draws(),
        point_size: bool,
    ) {
        let target = Target::MALI.with_registers(registers).unwrap();
        let Ok(locations) = places(&varyings, &target) else { return Ok(()) };
        let mali = MaliVaryings::new(call.arch, &varyings, &locations).unwrap();
        let mali = mali.with_point_size(point_size);
        let buffers = mali.buffers(&call).unwrap();
        let mut tables = tables(&mali, &buffers);
        let draw = call.draw().unwrap().unwrap().words();
        let instances = call.instances.unwrap();
        let invocation = Invocation::draw(call.vertices, instances).unwrap().words();
        let threads: Vec<u32> = (0..=u32::MAX).take_while(|&id| thread(draw, invocation, id).is_some()).collect();
        let position = mali.fragment_records();
        prop_assert_eq!(tables.records.len(), 2 * mali.vertex_records());
        let size = |record: usize| {
            let wanted = Attribute::decode([tables.records[2 * record], 0]).format;
            let format = Format::ALL.iter().find(|format| format.hardware(call.arch) == Some(wanted));
            format.unwrap().size() as usize
        };
        let written: Vec<(u32, usize, Vec<u8>)> = threads
            .iter()
            .flat_map(|&id| (0..mali.vertex_records()).map(move |record| (id, record)))
            .filter(|&(_, record)| record != position)
            .map(|(id, record)| (id, record, value(id, record, size(record))))
            .collect();
        for (id, record, value) in &written {
            let memory = &mut MemoryMut { address: MEMORY_ADDRESS, bytes: &mut tables.memory };
            let stored = store(&tables.buffers, &tables.records, draw, *record, *id, value, memory);
            prop_assert_eq!(stored, Some(Stored::Written));
        }
        let memory = Memory { address: MEMORY_ADDRESS, bytes: &tables.memory };
        let read = |record, id| fetch(&tables.buffers, &tables.records, draw, record, id, memory);
        for (id, record, value) in &written {
            prop_assert_eq!(read(*record, *id), Some(Fetched::Bytes(value)));
        }
        // Nobody else has written where the positions are.
        for &id in &threads {
            prop_assert_eq!(read(position, id), Some(Fetched::Bytes(&[0xaa; 16])));
        }
        let end = MEMORY_ADDRESS + tables.memory.len() as u64;
        for (address, buffer) in tables.addresses.iter().zip(&buffers) {
            prop_assert!(address + u64::from(buffer.size) <= end);
        }
    }

    /// The fragment shader's components are those of the registers: a vector's record begins where
    /// its location says, and is of its type.
    #[test]
    fn a_record_says_where_the_packing_has_put_its_vector(
        varyings in prop::collection::vec(declarations(), 0..10),
        arch in prop::sample::select(vec![Arch::V4, Arch::V5, Arch::V6, Arch::V7]),
    ) {
        let target = Target::MALI.with_registers(64).unwrap();
        let Ok(locations) = places(&varyings, &target) else { return Ok(()) };
        let mali = MaliVaryings::new(arch, &varyings, &locations).unwrap();
        let mut next = 0;
        for (number, location) in locations.iter().enumerate() {
            let vectors = (0..location.length())
                .flat_map(|element| (0..location.vectors()).map(move |vector| (element, vector)));
            for (element, vector) in vectors {
                prop_assert_eq!(mali.record_number(number, element, vector), Some(next));
                let fields = Attribute::decode(mali.record(next).unwrap().words());
                let first = location.vector(element, vector).unwrap().first;
                prop_assert_eq!(fields.buffer_index, MaliVaryings::GENERAL);
                prop_assert_eq!(fields.offset_enable, arch <= Arch::V5);
                prop_assert_eq!(fields.offset as u32, 16 * first.register + 4 * first.component);
                let name = match (varyings[number].varying_type().base_type(), location.element_components()) {
                    (BaseType::Float, components) => format!("{}_SFLOAT", &"R32G32B32A32"[..3 * components as usize]),
                    (BaseType::Int, components) => format!("{}_SINT", &"R32G32B32A32"[..3 * components as usize]),
                    (BaseType::Uint, components) => format!("{}_UINT", &"R32G32B32A32"[..3 * components as usize]),
                };
                let format = Format::from_name(&name).unwrap();
                prop_assert_eq!(Some(fields.format), format.hardware(arch));
                next += 1;
            }
            prop_assert_eq!(mali.record_number(number, location.length(), 0), None);
            prop_assert_eq!(mali.record_number(number, 0, location.vectors()), None);
        }
        prop_assert_eq!(mali.record_number(locations.len(), 0, 0), None);
        prop_assert_eq!(mali.fragment_records(), next);
    }
}

/// The special records as Mesa's `pan_emit_vary_special` packs them, from genxml's numbers: 94 for
/// "Snap 4", 199 for "R16F".
#[test]
fn position_and_point_size_have_buffers_of_their_own() {
    let cases = [
        (
            Arch::V4,
            94 << 12 | 0x688,
            199 << 12 | 0b101_100_100_000,
            true,
        ),
        (
            Arch::V6,
            94 << 12 | 0x688,
            199 << 12 | 0b101_100_100_000,
            false,
        ),
        (Arch::V7, 94 << 12, 199 << 12 | 0x10, false),
    ];
    for (arch, position, point_size, offset_enable) in cases {
        let mali = MaliVaryings::new(arch, &[], &[]).unwrap();
        assert_eq!((mali.fragment_records(), mali.vertex_records()), (0, 1));
        assert_eq!(mali.record(1), None);
        let mali = mali.with_point_size(true);
        assert_eq!((mali.fragment_records(), mali.vertex_records()), (0, 2));
        assert_eq!(mali.record(2), None);
        for (number, buffer_index, format) in [
            (0, MaliVaryings::POSITION, position),
            (1, MaliVaryings::POINT_SIZE, point_size),
        ] {
            let fields = Attribute::decode(mali.record(number).unwrap().words());
            assert_eq!((fields.buffer_index, fields.format), (buffer_index, format));
            assert_eq!((fields.offset, fields.offset_enable), (0, offset_enable));
        }
    }
}

#[test]
fn a_draws_buffers_have_an_element_for_every_thread() {
    let varyings = varyings(&["vec3", "vec2"]);
    let locations = places(&varyings, &Target::MALI).unwrap();
    let mali = |arch| {
        MaliVaryings::new(arch, &varyings, &locations)
            .unwrap()
            .with_point_size(true)
    };
    let strides_and_sizes = |arch, call: DrawCall| {
        let buffers = mali(arch).buffers(&call).unwrap();
        buffers.map(|buffer| (buffer.stride, buffer.size))
    };
    let call = DrawCall {
        instances: Some(100),
        offset_start: 5,
        ..DrawCall::new(Arch::V7, 70)
    };
    let threads = 72 * 100;
    let expected = [32, 16, 2].map(|stride| (stride, stride * threads));
    assert_eq!(strides_and_sizes(Arch::V7, call), expected);
    let expected = [32, 16, 2].map(|stride| (stride, stride * (threads + 5)));
    assert_eq!(
        strides_and_sizes(
            Arch::V5,
            DrawCall {
                arch: Arch::V5,
                ..call
            }
        ),
        expected
    );
    let expected = [32, 16, 2].map(|stride| (stride, stride * 70));
    assert_eq!(
        strides_and_sizes(
            Arch::V7,
            DrawCall {
                instances: Some(1),
                ..call
            }
        ),
        expected
    );
}

#[test]
fn what_is_not_written_has_no_buffer() {
    let mali = MaliVaryings::new(Arch::V7, &[], &[]).unwrap();
    let call = DrawCall {
        instances: Some(1),
        ..DrawCall::new(Arch::V7, 3)
    };
    let buffers = mali.buffers(&call).unwrap();
    assert_eq!(buffers[0], VaryingBuffer { stride: 0, size: 0 });
    assert_eq!(buffers[2], VaryingBuffer { stride: 0, size: 0 });
    let table = tables(&mali, &buffers).buffers;
    assert_eq!(
        (table[..4].to_vec(), table[8..].to_vec()),
        (vec![0; 4], vec![0; 8])
    );
    assert_eq!(table[6..8], [16, 48]);
}

#[test]
fn what_has_no_varying_buffers_is_refused() {
    let arch = mali_instancing::Error::AttributeBufferArch { arch: 9 };
    let answer = MaliVaryings::new(Arch::V9, &[], &[]).map(|_| ());
    assert_eq!(answer, Err(Error::Draw(arch)));
    let answer = MaliVaryings::new(Arch::V7, &[varying("vec2")], &[]).map(|_| ());
    assert_eq!(
        answer,
        Err(Error::LocationCount {
            given: 0,
            needed: 1
        })
    );

    let varyings = [varying("vec4[64]")];
    let target = Target::MALI.with_registers(64).unwrap();
    let locations: Vec<Location> = places(&varyings, &target).unwrap();
    let mali = MaliVaryings::new(Arch::V7, &varyings, &locations).unwrap();
    let call = DrawCall::new(Arch::V7, 70);
    assert_eq!(mali.buffers(&call), Err(Error::UnknownInstances));
    let none = DrawCall {
        instances: Some(0),
        ..call
    };
    assert!(matches!(mali.buffers(&none), Err(Error::Draw(_))));
    let elements = (u64::from(u32::MAX) / 1024 + 1) / 72 * 72;
    let most = DrawCall {
        instances: Some((elements / 72) as u32),
        ..call
    };
    assert!(mali.buffers(&most).is_ok());
    let more = DrawCall {
        instances: Some((elements / 72) as u32 + 1),
        ..call
    };
    let error = Error::BufferSize {
        stride: 1024,
        elements: elements + 72,
    };
    assert_eq!(mali.buffers(&more), Err(error));
}

#[test]
fn the_model_knows_what_it_does_not_know() {
    let buffers = [0x1001, 0, 16, 64];
    let mut bytes = [0; 64];
    let mut write = |record: [u32; 2], value: &[u8]| {
        let memory = &mut MemoryMut {
            address: 0x1000,
            bytes: &mut bytes,
        };
        store(&buffers, &record, [0, 0], 0, 0, value, memory)
    };
    let float = Format::R32_SFLOAT.hardware(Arch::V7).unwrap() << 10;
    assert_eq!(write([float, 0], &[1; 4]), Some(Stored::Written));
    assert_eq!(write([float, 0], &[1; 8]), None);
    assert_eq!(write([94 << 22, 0], &[1; 16]), None);
    assert_eq!(write([float, 61], &[1; 4]), Some(Stored::OutOfRange));
}
