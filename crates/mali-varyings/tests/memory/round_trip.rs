//! The fragment stage reads what the vertex stage writes, in the reference model.

use mali_instancing::descriptor::Invocation;
use mali_instancing::draw::{DrawCounts, Pipeline};
use mali_instancing::model::{
    Fetched, Memory, MemoryMut, Stored, Thread, fetch_packet, load, store, store_packet, thread,
};
use mali_instancing::{Arch, BufferAddress};
use mali_varyings::{
    AttributeBufferVaryings, BuiltIn, BuiltIns, Driver, Error, Linkage, Linking, Matching,
    MesaVersion, Section, Stage, VaryingAccess,
};
use proptest::prelude::*;

use super::{in_buffers, in_packets, interfaces, located, named, names, placed};

pub(super) const MEMORY_ADDRESS: u64 = 0x12_3456_7000;

/// A value that differs from those of all other vectors and threads.
pub(super) fn value(thread: u32, location: u32, bytes: u32) -> Vec<u8> {
    let halves = (0..).flat_map(|half: u8| [thread as u8, (location as u8) << 3 | half]);
    halves.take(bytes as usize).collect()
}

/// Two stages with some common varyings and built-in variables.
pub(super) fn linkages() -> impl Strategy<Value = Linkage> {
    let linkings = vec![Linking::Linked, Linking::Monolithic, Linking::Separable];
    let linkings = prop::sample::select(linkings);
    let built_ins = [built_ins(), built_ins()];
    (interfaces(), any::<u64>(), linkings, built_ins)
        .prop_map(|(producer, read, linking, built_ins)| {
            let names = names();
            let (producer, matching) = match linking {
                Linking::Separable => (located(&producer), Matching::Vulkan),
                _ => (named(&producer, &names), Matching::GlEs),
            };
            let consumer: Vec<_> = (0..producer.len())
                .filter(|number| read >> number & 1 != 0)
                .map(|number| producer[number])
                .collect();
            let mut linkage = Linkage::new(&producer, &consumer, matching, linking).unwrap();
            linkage.built_ins = built_ins;
            linkage
        })
        .prop_filter("a driver has 37 descriptors of a stage", |linkage| {
            let inputs = linkage.inputs(MesaVersion::V26, Arch::V4);
            linkage.outputs().len() <= 37 && inputs.len() <= 37
        })
}

fn built_ins() -> impl Strategy<Value = BuiltIns> {
    let bits = prop_oneof![1 => Just(0_u8), 1 => any::<u8>()];
    prop::collection::vec((prop::sample::select(BuiltIn::ALL), bits), 0..6).prop_map(|used| {
        used.iter()
            .fold(BuiltIns::NONE, |built_ins, &(built_in, elements)| {
                built_ins.with_elements(built_in, elements)
            })
    })
}

pub(super) fn draws() -> impl Strategy<Value = (Pipeline, DrawCounts)> {
    let arch = prop::sample::select(vec![Arch::V4, Arch::V5, Arch::V6, Arch::V7]);
    let instances = prop_oneof![Just(1_u32), 1..5_u32];
    (arch, 1..12_u32, instances, 0..9_u32, any::<bool>()).prop_map(
        |(arch, vertices, instances, first_vertex, idvs)| {
            let pipeline = Pipeline::new(arch).with_idvs(idvs && arch >= Arch::V6);
            let counts = DrawCounts::instanced(vertices, instances).with_first_vertex(first_vertex);
            (pipeline, counts)
        },
    )
}

/// The addresses of a draw's buffers in memory that was not written to, their table, and the memory.
pub(super) fn buffers(
    mali: &AttributeBufferVaryings<'_>,
    pipeline: &Pipeline,
    counts: &DrawCounts,
) -> ([BufferAddress; 3], [u32; 24], Vec<u8>) {
    let sizes = mali.buffers(pipeline, counts).unwrap();
    let mut end = MEMORY_ADDRESS;
    let addresses = sizes.map(|buffer| {
        let address = end;
        end = (end + u64::from(buffer.size)).next_multiple_of(64);
        BufferAddress::new(address).unwrap()
    });
    let memory = vec![0xaa; (end - MEMORY_ADDRESS) as usize];
    (addresses, mali.table(&sizes, &addresses), memory)
}

/// The threads of a draw with their linear ids.
pub(super) fn threads(pipeline: &Pipeline, counts: &DrawCounts) -> Vec<(u32, Thread)> {
    let draw = pipeline.draw(counts).unwrap().unwrap().words();
    let invocation = Invocation::draw(counts.vertices, counts.instances.unwrap())
        .unwrap()
        .words();
    (0..=u32::MAX)
        .map_while(|id| Some((id, thread(draw, invocation, id)?)))
        .collect()
}

proptest! {
    #[test]
    fn through_the_descriptors_of_v4_to_v7(linkage in linkages(), (pipeline, counts) in draws(), is_panvk: bool) {
        let driver = if is_panvk && pipeline.arch >= Arch::V6 { Driver::PanVk } else { Driver::Panfrost };
        let (layout, inputs) = (&placed(&linkage), linkage.inputs(MesaVersion::V26, pipeline.arch));
        let inputs = inputs.as_slice();
        let mali = match in_buffers(driver, pipeline.arch, layout, inputs) {
            Err(Error::BuiltIn { treatment, .. }) if treatment.is_refused() => return Ok(()),
            linked => linked.unwrap(),
        };
        let (_, buffers, mut memory) = buffers(&mali, &pipeline, &counts);
        let [written, read] = Stage::ALL.map(|stage| mali.words(stage));
        prop_assert_eq!(mali.vertex_descriptor(mali.linked.descriptors(Stage::Vertex)), None);
        prop_assert_eq!(mali.fragment_descriptor(mali.linked.descriptors(Stage::Fragment)), None);

        let is_read = |location| inputs.iter().any(|input| input.location == location);
        let draw = pipeline.draw(&counts).unwrap().unwrap().words();
        let threads = threads(&pipeline, &counts);
        for &(id, _) in &threads {
            for slot in layout.outputs() {
                let index = usize::from(slot.index);
                let memory = &mut MemoryMut { address: MEMORY_ADDRESS, bytes: &mut memory };
                let (bytes, is_written) = match layout.place_of(slot.location).unwrap().0 {
                    // The position is compared below.
                    Section::Position => continue,
                    Section::Attributes => (2, slot.location == 12),
                    Section::Generic => (slot.bytes(), is_read(slot.location)),
                };
                let value = value(id, slot.location.into(), bytes);
                let stored = store(&buffers, &written, draw, index, id, &value, memory);
                prop_assert_eq!(stored, is_written.then_some(Stored::Written));
            }
        }
        let memory = Memory { address: MEMORY_ADDRESS, bytes: &memory };
        for &(id, _) in &threads {
            for input in inputs {
                if matches!(input.location, 0 | 24 | 25) { continue }
                let fetched = load(&buffers, &read, draw, input.index.into(), id, memory);
                let Some(slot) = layout.slot(input.location) else {
                    prop_assert_eq!(fetched, None);
                    continue;
                };
                // PanVK reads as many components as the fragment stage has, which may be more than are stored.
                let bytes = match driver {
                    Driver::Panfrost => slot.bytes(),
                    Driver::PanVk => input.width() * u32::from(slot.bits) / 8,
                };
                let Some(Fetched::Bytes(fetched)) = fetched else { panic!("{fetched:?}") };
                prop_assert_eq!(fetched.len(), bytes as usize);
                let both = bytes.min(slot.bytes());
                let expected = value(id, input.location.into(), both);
                prop_assert_eq!(&fetched[..both as usize], expected);
            }
            // Nothing else was written to the memory of the positions.
            let fetched = load(&buffers, &written, draw, 0, id, memory);
            prop_assert_eq!(fetched, Some(Fetched::Bytes(&[0xaa; 16])));
        }
    }

    #[test]
    fn through_the_packets_of_v9_and_later(
        linkage in linkages(),
        arch in prop::sample::select(&Arch::ALL[4..]),
        driver in prop::sample::select(&Driver::ALL),
    ) {
        let (layout, inputs) = (&placed(&linkage), linkage.inputs(MesaVersion::V26, arch));
        let inputs = inputs.as_slice();
        let is_known = linkage.linking != Linking::Separable;
        let mali = match in_packets(driver, arch, layout, inputs, is_known) {
            Err(Error::BuiltIn { treatment, .. }) if treatment.is_refused() => return Ok(()),
            linked => linked.unwrap(),
        };
        let mut packet = vec![0xaa; 64 * mali.packet_stride() as usize];
        for vertex in 0..64 {
            for slot in layout.outputs() {
                let Some(offset) = layout.offset(slot.location) else { continue };
                let memory = &mut MemoryMut { address: MEMORY_ADDRESS, bytes: &mut packet };
                let value = value(vertex, slot.location.into(), slot.bytes());
                let stored = store_packet(mali.attribute_stride(), offset, vertex, &value, memory);
                prop_assert_eq!(stored, Some(Stored::Written));
            }
        }
        // Nothing else was written to the memory of the positions.
        prop_assert!(packet[..1024].iter().all(|&byte| byte == 0xaa));
        let mut all = inputs.iter().filter_map(|input| mali.linked.access(input.index.into()));
        let is_baked = is_known && all.all(|access| access == VaryingAccess::Baked);
        let has_none = is_baked && driver == Driver::PanVk;
        prop_assert_eq!(mali.linked.descriptors(Stage::Fragment), if has_none { 0 } else { inputs.len() as u32 });
        let descriptors = mali.words(Stage::Fragment);
        let memory = Memory { address: MEMORY_ADDRESS, bytes: &packet };
        for vertex in 0..64 {
            for input in inputs {
                if has_none { continue }
                let fetched = fetch_packet(&descriptors, input.index.into(), vertex, memory);
                let Some(slot) = layout.slot(input.location) else {
                    prop_assert_eq!(fetched, None);
                    continue;
                };
                let expected = value(vertex, input.location.into(), slot.bytes());
                prop_assert_eq!(fetched, Some(Fetched::Bytes(&expected)));
            }
        }
    }
}
