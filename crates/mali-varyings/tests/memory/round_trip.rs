//! The fragment stage reads what the vertex stage writes, in the reference model.

use mali_instancing::descriptor::Invocation;
use mali_instancing::draw::DrawCall;
use mali_instancing::model::{
    Fetched, Memory, MemoryMut, Stored, Thread, fetch, fetch_packet, store, store_packet, thread,
};
use mali_instancing::{Arch, BufferAddress};
use mali_varyings::{
    AttributeBufferVaryings, FragmentInputs, Interface, Linkage, Matching, ValhallVaryings,
    Varying, VaryingAccess, VertexOutputs,
};
use proptest::prelude::*;

use super::{interfaces, named, names};

pub(super) const MEMORY_ADDRESS: u64 = 0x12_3456_7000;

/// A value that differs from those of all other vectors and threads.
pub(super) fn value(thread: u32, location: u32, bytes: u32) -> Vec<u8> {
    let halves = (0..).flat_map(|half: u8| [thread as u8, (location as u8) << 3 | half]);
    halves.take(bytes as usize).collect()
}

/// Two stages with some common varyings, linked together or separately.
pub(super) fn linkages() -> impl Strategy<Value = Linkage> {
    (interfaces(), any::<u64>(), any::<bool>()).prop_map(|(producer, read, is_separable)| {
        let names = names();
        let producer = named(&producer, &names);
        let consumer: Vec<_> = (0..producer.len())
            .filter(|number| read >> number & 1 != 0)
            .map(|number| producer[number])
            .collect();
        if is_separable {
            let interface = |stage: &[mali_varyings::NamedVarying]| {
                let varyings: Vec<Varying> = stage.iter().map(|named| named.varying).collect();
                Interface::new(&varyings).unwrap()
            };
            Linkage::from_separable(interface(&producer), interface(&consumer))
        } else {
            Linkage::new(&producer, &consumer, Matching::GlEs).unwrap()
        }
    })
}

pub(super) fn draws() -> impl Strategy<Value = DrawCall> {
    let arch = prop::sample::select(vec![Arch::V4, Arch::V5, Arch::V6, Arch::V7]);
    let instances = prop_oneof![Just(1_u32), 1..5_u32];
    (arch, 1..12_u32, instances, 0..9_u32, any::<bool>()).prop_map(
        |(arch, vertices, instances, first_vertex, idvs)| {
            DrawCall::instanced(arch, vertices, instances)
                .with_first_vertex(first_vertex)
                .with_idvs(idvs && arch >= Arch::V6)
        },
    )
}

/// The addresses of a draw's buffers in memory that was not written to, their table, and the memory.
pub(super) fn buffers(
    mali: &AttributeBufferVaryings<'_>,
    call: &DrawCall,
) -> ([BufferAddress; 3], [u32; 24], Vec<u8>) {
    let sizes = mali.buffers(call).unwrap();
    let mut end = MEMORY_ADDRESS;
    let addresses = sizes.map(|buffer| {
        let address = end;
        end = (end + u64::from(buffer.size)).next_multiple_of(64);
        BufferAddress::new(address).unwrap()
    });
    let memory = vec![0xaa; (end - MEMORY_ADDRESS) as usize];
    (addresses, mali.table(&sizes, &addresses), memory)
}

/// The descriptors that the vertex stage writes through.
pub(super) fn written(mali: &AttributeBufferVaryings<'_>) -> Vec<u32> {
    (0..mali.vertex_descriptors())
        .flat_map(|number| mali.vertex_descriptor(number).unwrap().words())
        .collect()
}

/// The threads of a draw with their linear ids.
pub(super) fn threads(call: &DrawCall) -> Vec<(u32, Thread)> {
    let draw = call.draw().unwrap().unwrap().words();
    let invocation = Invocation::draw(call.vertices, call.instances.unwrap())
        .unwrap()
        .words();
    (0..=u32::MAX)
        .map_while(|id| Some((id, thread(draw, invocation, id)?)))
        .collect()
}

proptest! {
    #[test]
    fn through_the_descriptors_of_v4_to_v7(
        linkage in linkages(),
        call in draws(),
        [point_size, built_ins]: [bool; 2],
    ) {
        let outputs = VertexOutputs { point_size, ..VertexOutputs::NONE };
        let inputs = FragmentInputs { point_coord: built_ins, front_facing: built_ins, frag_coord: built_ins };
        let mali = AttributeBufferVaryings::new(call.arch, &linkage).unwrap().with_built_ins(outputs, inputs);
        let (_, buffers, mut memory) = buffers(&mali, &call);
        let written = written(&mali);
        let read: Vec<u32> = (0..mali.fragment_descriptors())
            .flat_map(|number| mali.fragment_descriptor(number).unwrap().words())
            .collect();
        prop_assert_eq!(mali.vertex_descriptor(mali.vertex_descriptors()), None);
        prop_assert_eq!(mali.fragment_descriptor(mali.fragment_descriptors()), None);

        let draw = call.draw().unwrap().unwrap().words();
        let threads = threads(&call);
        for &(id, _) in &threads {
            for location in 0..32 {
                let Some(index) = linkage.producer().index(location) else { continue };
                let slot = linkage.memory().slot(location);
                let bytes = slot.map_or(4, mali_varyings::Slot::bytes);
                let memory = &mut MemoryMut { address: MEMORY_ADDRESS, bytes: &mut memory };
                let value = value(id, location, bytes);
                let stored = store(&buffers, &written, draw, index as usize, id, &value, memory);
                prop_assert_eq!(stored, slot.map(|_| Stored::Written));
            }
            if point_size {
                let memory = &mut MemoryMut { address: MEMORY_ADDRESS, bytes: &mut memory };
                let last = mali.vertex_descriptors() as usize - 1;
                let stored = store(&buffers, &written, draw, last, id, &value(id, 31, 2), memory);
                prop_assert_eq!(stored, Some(Stored::Written));
            }
        }
        let memory = Memory { address: MEMORY_ADDRESS, bytes: &memory };
        for &(id, _) in &threads {
            for location in 0..32 {
                let Some(index) = linkage.consumer().index(location) else { continue };
                let fetched = fetch(&buffers, &read, draw, index as usize, id, memory);
                let Some(slot) = linkage.memory().slot(location) else {
                    prop_assert_eq!(fetched, None);
                    continue;
                };
                let expected = value(id, location, slot.bytes());
                prop_assert_eq!(fetched, Some(Fetched::Bytes(&expected)));
            }
            // Nothing else was written to the memory of the positions.
            let position = linkage.producer().slots() as usize;
            let fetched = fetch(&buffers, &written, draw, position, id, memory);
            prop_assert_eq!(fetched, Some(Fetched::Bytes(&[0xaa; 16])));
        }
    }

    #[test]
    fn through_the_packets_of_v9_and_later(
        linkage in linkages(),
        arch in prop::sample::select(&Arch::ALL[4..]),
    ) {
        let mali = ValhallVaryings::new(arch, &linkage).unwrap();
        let mut packet = vec![0xaa; 64 * mali.packet_stride() as usize];
        for vertex in 0..64 {
            for location in 0..32 {
                let Some(slot) = linkage.memory().slot(location) else { continue };
                let offset = linkage.memory().offset(location).unwrap();
                let memory = &mut MemoryMut { address: MEMORY_ADDRESS, bytes: &mut packet };
                let value = value(vertex, location, slot.bytes());
                let stored = store_packet(mali.attribute_stride(), offset, vertex, &value, memory);
                prop_assert_eq!(stored, Some(Stored::Written));
            }
        }
        // Nothing else was written to the memory of the positions.
        prop_assert!(packet[..1024].iter().all(|&byte| byte == 0xaa));
        let mut all = (0..32).filter_map(|location| mali.access(location));
        let baked = !linkage.is_separable() && all.all(|access| access == VaryingAccess::Baked);
        prop_assert_eq!(mali.fragment_descriptors(), if baked { 0 } else { linkage.consumer().slots() });
        let descriptors: Vec<u32> = (0..mali.fragment_descriptors())
            .flat_map(|number| mali.fragment_descriptor(number).unwrap().words())
            .collect();
        let memory = Memory { address: MEMORY_ADDRESS, bytes: &packet };
        for vertex in 0..64 {
            for location in 0..32 {
                let Some(index) = linkage.consumer().index(location) else { continue };
                if baked { continue }
                let fetched = fetch_packet(&descriptors, index as usize, vertex, memory);
                let Some(slot) = linkage.memory().slot(location) else {
                    prop_assert_eq!(fetched, None);
                    continue;
                };
                let expected = value(vertex, location, slot.bytes());
                prop_assert_eq!(fetched, Some(Fetched::Bytes(&expected)));
            }
        }
    }
}
