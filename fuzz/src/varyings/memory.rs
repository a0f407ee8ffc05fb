//! The memory of a vertex: the rule of its places, and what the fragment stage reads of what the vertex stage wrote.

use libfuzzer_sys::arbitrary::{self, Arbitrary};
use mali_instancing::descriptor::Invocation;
use mali_instancing::draw::{DrawCounts, Pipeline};
use mali_instancing::model::{
    Fetched, Memory, MemoryMut, Stored, Thread, fetch_packet, load, store, store_packet, thread,
};
use mali_instancing::{Arch, BufferAddress};
use mali_varyings::{
    AttributeBufferVaryings, Driver, Error, MemoryLayout, MesaVersion, Section, Slot, Stage,
    ValhallVaryings, VaryingDescriptors,
};

use super::choices;

const ADDRESS: u64 = 0x12_3456_7000;

/// The size of the generic section's largest place, in bytes.
const LARGEST: u32 = 16;

/// The vertices of a packet.
const PACKET: u32 = 64;

/// The slots of one stage that Mesa has descriptors for, `PAN_MAX_VARYINGS`.
pub(super) const MAX_SLOTS: usize = 37;

/// A driver and a small draw.
#[derive(Arbitrary, Debug)]
pub struct DrawInput {
    #[arbitrary(with = choices::arch)]
    pub(super) arch: Arch,
    #[arbitrary(with = choices::driver)]
    pub(super) driver: Driver,
    pub(super) is_layout_known: bool,
    vertices: u8,
    instances: u8,
    first_vertex: u8,
    idvs: bool,
}

impl DrawInput {
    pub(super) fn pipeline(&self) -> Pipeline {
        Pipeline::new(self.arch).with_idvs(self.idvs && self.arch.has_idvs())
    }

    pub(super) fn counts(&self) -> DrawCounts {
        let (vertices, instances) = (1 + self.vertices % 12, 1 + self.instances % 4);
        DrawCounts::instanced(vertices.into(), instances.into())
            .with_first_vertex(u32::from(self.first_vertex % 8))
    }
}

/// The section, the offset and the number of bytes of what the hardware reads itself.
pub(super) fn hardware_place(location: u8) -> Option<(Section, u32, u32)> {
    // Of `gl_varying_slot`: the position, the point size, layer and viewport, and the primitive ID.
    match location {
        0 => Some((Section::Position, 0, 16)),
        12 => Some((Section::Attributes, 0, 2)),
        22 | 23 => Some((Section::Attributes, 2, 1)),
        21 => Some((Section::Attributes, 12, 4)),
        _ => None,
    }
}

/// Whether a driver supports what is at these locations of both stages: only Panfrost what OpenGL alone has, neither driver
/// clip vertices and cull distances; of the hardware's outputs the position, the point size, and `PanVk` from V10 on in Mesa 26 the
/// layer.
pub(super) fn are_supported(
    version: MesaVersion,
    driver: Driver,
    arch: Arch,
    outputs: &[Slot],
    inputs: &[Slot],
) -> bool {
    // 16 is the clip vertex, 19 and 20 are the cull distances, 17 and 18 the clip distances. Colours, fog and texture
    // coordinates are 1 to 11, 13 and 14.
    let of_both = |slot: &Slot| match slot.location {
        16 | 19 | 20 => false,
        1..=11 | 13 | 14 | 17 | 18 => driver == Driver::Panfrost,
        _ => true,
    };
    let has_layer = version == MesaVersion::V26 && driver == Driver::PanVk && arch >= Arch::V10;
    let is_output = |slot: &Slot| match slot.location {
        22 => has_layer,
        21 | 23 => false,
        _ => true,
    };
    outputs.iter().chain(inputs).all(of_both) && outputs.iter().all(is_output)
}

/// The bytes of a slot that is not the hardware's.
fn bytes(slot: Slot) -> u32 {
    (u32::from(slot.component) + u32::from(slot.components)) * u32::from(slot.bits / 8)
}

/// Places follow each other in the order of the slots, each at the next multiple of the power of two that its bytes
/// need, and end where the section does. Nothing else is there.
pub(super) fn check_places(layout: &MemoryLayout) {
    let mut end = 0_u32;
    let mut stored = 0_u64;
    for slot in layout.outputs() {
        if slot.is_only_captured {
            continue;
        }
        stored |= 1 << slot.location;
        let (section, offset) = layout.place_of(slot.location).expect("a place");
        assert_eq!(layout.slot(slot.location), Some(*slot));
        if let Some((expected, at, _)) = hardware_place(slot.location) {
            assert_eq!((section, offset), (expected, at));
            assert_eq!(layout.offset(slot.location), None);
            continue;
        }
        let bytes = bytes(*slot);
        let alignment = [2, 4, 8, LARGEST].into_iter().find(|&it| it >= bytes);
        let alignment = alignment.expect("at most four components");
        assert_eq!(section, Section::Generic);
        assert_eq!(offset, end.div_ceil(alignment) * alignment);
        assert_eq!(layout.offset(slot.location), Some(offset));
        end = offset + bytes;
    }
    assert_eq!(layout.bytes(), end);
    for location in 0..=u8::MAX {
        let is_stored = stored.checked_shr(location.into()).unwrap_or(0) & 1 != 0;
        assert_eq!(layout.place_of(location).is_some(), is_stored);
    }
}

/// The slots of one stage that have descriptors.
pub(super) fn with_descriptors(slots: &[Slot]) -> usize {
    slots.iter().filter(|slot| !slot.is_only_captured).count()
}

/// Links the stages, writes every output of every vertex, and then reads every input. Each input is valid; with all
/// declarations and all built-ins there may be more than a driver has descriptors for.
pub(super) fn check_linked(input: &DrawInput, layout: &MemoryLayout, inputs: &[Slot]) {
    let DrawInput { arch, driver, .. } = *input;
    let most = with_descriptors(layout.outputs()).max(with_descriptors(inputs));
    let is_supported = are_supported(MesaVersion::V26, driver, arch, layout.outputs(), inputs)
        && most <= MAX_SLOTS;
    let linked = VaryingDescriptors::link(driver, arch, layout, inputs, input.is_layout_known);
    let error = match linked {
        Ok(linked) => {
            assert!(is_supported);
            assert_eq!(linked.in_buffers().is_some(), arch.has_attribute_buffers());
            if let Some(mali) = linked.in_buffers() {
                let draw = (&input.pipeline(), &input.counts());
                check_buffers((&linked, &mali), driver, draw, layout, inputs);
            }
            if let Some(mali) = linked.in_packets() {
                check_packet((&linked, &mali), layout, inputs);
            }
            return;
        }
        Err(error) => error,
    };
    match error {
        Error::TooManySlots { slots, .. } => assert!(slots > MAX_SLOTS && slots <= most),
        Error::BuiltIn { .. } => assert!(!is_supported),
        error => assert!(driver == Driver::PanVk && arch <= Arch::V5, "{error}"),
    }
}

/// A value of which no half word is in those of other slots and threads.
fn value(thread: u32, location: u8, bytes: u32) -> Vec<u8> {
    // A draw has at most 64 threads, as a packet has vertices, and there are 64 locations, of at most 8 half words each.
    let first = (thread as u16) << 10 | u16::from(location) << 4;
    let halves = (first..).flat_map(u16::to_le_bytes);
    halves.take(bytes as usize).collect()
}

fn words(linked: &VaryingDescriptors<'_>, stage: Stage) -> Vec<u32> {
    let mut words = vec![0; linked.words(stage) as usize];
    linked.write(stage, &mut words);
    words
}

fn is_computed(location: u8) -> bool {
    // A fragment's position, its facing and its point coordinate.
    matches!(location, 0 | 24 | 25)
}

fn check_buffers(
    (linked, mali): (&VaryingDescriptors<'_>, &AttributeBufferVaryings<'_>),
    driver: Driver,
    (pipeline, counts): (&Pipeline, &DrawCounts),
    layout: &MemoryLayout,
    inputs: &[Slot],
) {
    let sizes = mali.buffers(pipeline, counts).expect("a small draw");
    let mut end = ADDRESS;
    let addresses = sizes.map(|buffer| {
        let address = end;
        end = (end + u64::from(buffer.size)).next_multiple_of(64);
        BufferAddress::new(address).expect("an aligned address")
    });
    let table = mali.table(&sizes, &addresses);
    let mut memory = vec![0xaa; (end - ADDRESS) as usize];
    let [written, read] = Stage::ALL.map(|stage| words(linked, stage));
    let [after_written, after_read] = Stage::ALL.map(|stage| linked.descriptors(stage));
    assert_eq!(mali.vertex_descriptor(after_written), None);
    assert_eq!(mali.fragment_descriptor(after_read), None);
    let (draw, threads) = threads(pipeline, counts);
    let is_read = |location| inputs.iter().any(|input| input.location == location);
    for &(id, _) in &threads {
        for slot in layout.outputs() {
            if slot.is_only_captured {
                continue;
            }
            let (bytes, is_written) = match hardware_place(slot.location) {
                // Nothing is written there, so that it is seen whether a varying is.
                Some((Section::Position, ..)) => continue,
                Some(_) => (2, slot.location == 12),
                None => (bytes(*slot), is_read(slot.location)),
            };
            let value = value(id, slot.location, bytes);
            let memory = &mut MemoryMut {
                address: ADDRESS,
                bytes: &mut memory,
            };
            let index = usize::from(slot.index);
            let stored = store(&table, &written, draw, index, id, &value, memory);
            assert_eq!(stored, is_written.then_some(Stored::Written), "{slot:?}");
        }
    }
    // Buffer 1 has the positions, which nothing has written.
    let position = (addresses[1].get() - ADDRESS) as usize;
    let positions = &memory[position..][..sizes[1].size as usize];
    assert!(positions.iter().all(|&byte| byte == 0xaa));
    let memory = Memory {
        address: ADDRESS,
        bytes: &memory,
    };
    for &(id, _) in &threads {
        for input in inputs {
            if is_computed(input.location) || input.is_only_captured {
                continue;
            }
            let fetched = load(&table, &read, draw, input.index.into(), id, memory);
            let Some(slot) = layout.slot(input.location) else {
                assert_eq!(fetched, None);
                continue;
            };
            // PanVK reads as many components as the fragment stage has, which may be more than are stored.
            let width = u32::from(input.component) + u32::from(input.components);
            let size = match driver {
                Driver::Panfrost => bytes(slot),
                Driver::PanVk => width * u32::from(slot.bits / 8),
            };
            let common = size.min(bytes(slot)) as usize;
            match fetched {
                Some(Fetched::Bytes(fetched)) => {
                    assert_eq!(fetched.len(), size as usize);
                    assert_eq!(fetched[..common], value(id, input.location, size)[..common]);
                }
                // The last vertex has nothing after its section.
                Some(Fetched::OutOfRange) => assert!(size > bytes(slot)),
                other => panic!("{other:?} of {input:?}"),
            }
        }
    }
}

/// The words of a draw, and its threads with their linear ids.
fn threads(pipeline: &Pipeline, counts: &DrawCounts) -> ([u32; 2], Vec<(u32, Thread)>) {
    let draw = pipeline
        .draw(counts)
        .expect("a draw")
        .expect("its words")
        .words();
    let instances = counts.instances.expect("a known number");
    let invocation = Invocation::draw(counts.vertices, instances);
    let invocation = invocation.expect("a small draw").words();
    let threads = (0..=u32::MAX).map_while(|id| Some((id, thread(draw, invocation, id)?)));
    (draw, threads.collect())
}

fn check_packet(
    (linked, mali): (&VaryingDescriptors<'_>, &ValhallVaryings<'_>),
    layout: &MemoryLayout,
    inputs: &[Slot],
) {
    let mut packet = vec![0xaa; (PACKET * mali.packet_stride()) as usize];
    for vertex in 0..PACKET {
        for slot in layout.outputs() {
            let Some(offset) = layout.offset(slot.location) else {
                continue;
            };
            let memory = &mut MemoryMut {
                address: ADDRESS,
                bytes: &mut packet,
            };
            let value = value(vertex, slot.location, bytes(*slot));
            let stored = store_packet(mali.attribute_stride(), offset, vertex, &value, memory);
            assert_eq!(stored, Some(Stored::Written));
        }
    }
    let sections = ValhallVaryings::SECTIONS as usize;
    assert!(packet[..sections].iter().all(|&byte| byte == 0xaa));
    let descriptors = words(linked, Stage::Fragment);
    if descriptors.is_empty() {
        return;
    }
    let memory = Memory {
        address: ADDRESS,
        bytes: &packet,
    };
    for vertex in 0..PACKET {
        for input in inputs.iter().filter(|input| !input.is_only_captured) {
            let fetched = fetch_packet(&descriptors, input.index.into(), vertex, memory);
            let expected = layout.slot(input.location).map(|slot| {
                let bytes = bytes(slot);
                value(vertex, input.location, bytes)
            });
            let expected = expected.as_deref().map(Fetched::Bytes);
            assert_eq!(fetched, expected, "{input:?}");
        }
    }
}
