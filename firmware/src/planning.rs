//! Planning on the core, with the planner and the states in static memory, so that the stack fits 4 KiB.

use core::cell::RefCell;
use core::num::NonZeroU64;

use cortex_m::interrupt::{self, Mutex};
use mali_buffers::{
    ApplicationDraw, Attribute, AttributeArray, Buffer, BufferId, BufferObject, ClientData,
    ContextId, DataSource, Drawn, Error, MappedMemory, Planner, Sequence, Target, UploadRing,
    Usage, VertexState,
};
use mali_instancing::{Arch, Format};

const RING: UploadRing = UploadRing::of_capacity(NonZeroU64::new(128).unwrap());
const DRAW: ApplicationDraw = ApplicationDraw::arrays(0, 4);
const IN_BUFFER: DataSource = DataSource::Buffer(BufferId::new(1));
const AT_POINTER: DataSource = DataSource::Client(0);

static PLANNER: Mutex<RefCell<Planner>> = Mutex::new(RefCell::new(Planner::new(
    ContextId::new(1),
    Target::new(Arch::V7),
    RING,
)));
/// The state of a draw in place, and that of one that is streamed.
static STATES: Mutex<RefCell<[VertexState<2>; 2]>> =
    Mutex::new(RefCell::new([VertexState::empty(), VertexState::empty()]));
static SCENE: Mutex<RefCell<Scene>> = Mutex::new(RefCell::new(Scene {
    buffers: [BufferObject::new(
        Buffer::new(BufferId::new(1), 32, Usage::Static).with_address(0x1000_0000),
        ELEMENTS,
    )],
    arrays: [ELEMENTS],
    work: 1,
}));
static MEMORY: Mutex<RefCell<Memory>> =
    Mutex::new(RefCell::new(Memory::new(0x2000_0000, [0; 512])));

/// Memory of the GPU.
type Memory = MappedMemory<[u8; 512]>;

/// Four 64-bit floats, or eight elements of two 16-bit numbers.
const ELEMENTS: [u8; 32] = [0x40; 32];

/// The elements in a buffer, and at a pointer.
struct Scene {
    buffers: [BufferObject<[u8; 32]>; 1],
    arrays: [[u8; 32]; 1],
    work: u64,
}

/// The parts that a driver keeps, and the words of a draw.
struct Driver<'a> {
    planner: &'a mut Planner,
    in_place: &'a mut VertexState<2>,
    streamed: &'a mut VertexState<2>,
    scene: ClientData<'a, [u8; 32]>,
    work: &'a mut u64,
    memory: &'a mut Memory,
    words: [u32; 32],
}

fn attribute(source: DataSource, format: Format) -> [Attribute; 1] {
    [Attribute::Array(AttributeArray::new(source, format))]
}

fn run<T>(call: impl FnOnce(Driver<'_>) -> Result<T, Error>) -> Option<T> {
    interrupt::free(|token| {
        let [in_place, streamed] = &mut *STATES.borrow(token).borrow_mut();
        let scene = &mut *SCENE.borrow(token).borrow_mut();
        // The first call sets the states, because `set_arrays` is not a constant function.
        if in_place.attributes() == 0 {
            in_place
                .set_arrays(&attribute(IN_BUFFER, Format::R16G16_SNORM))
                .ok()?;
            streamed
                .set_arrays(&attribute(AT_POINTER, Format::R16G16_SNORM))
                .ok()?;
        }
        call(Driver {
            planner: &mut PLANNER.borrow(token).borrow_mut(),
            in_place,
            streamed,
            scene: ClientData {
                buffers: &mut scene.buffers,
                arrays: &scene.arrays,
            },
            work: &mut scene.work,
            memory: &mut MEMORY.borrow(token).borrow_mut(),
            words: [0; 32],
        })
        .ok()
    })
}

/// Checks that the first draw copies the whole buffer as floats, and that the second finds the copy.
pub fn copies_are_made_once() -> bool {
    let copied = || {
        run(|driver| {
            let Driver {
                planner,
                in_place: state,
                mut scene,
                work,
                memory,
                mut words,
                ..
            } = driver;
            let before = planner.counters().bytes_kept;
            state.set_arrays(&attribute(IN_BUFFER, Format::R64_SFLOAT))?;
            let work = Sequence::new(*work);
            planner.draw(state, &DRAW, &mut scene, memory, work, &mut words)?;
            state.set_arrays(&attribute(IN_BUFFER, Format::R16G16_SNORM))?;
            // The memory begins at 0x20000000, and the lowest six bits of the word are the type.
            let first = memory.bytes()[(words[0] & 0xff_ffc0) as usize..].first_chunk();
            Ok((planner.counters().bytes_kept - before, first.copied()))
        })
    };
    // The bits 0x4040404040404040 of a 64-bit float, rounded to 32.
    let expected = Some(32.501_96_f32.to_le_bytes());
    // Four floats take 32 bytes in the buffer, and 16 in the copy.
    [copied(), copied()] == [Some((16, expected)), Some((0, expected))]
}

/// Checks that a draw whose data is in place is written, and that its repetition is the same draw.
pub fn draws_in_place_are_written_once() -> bool {
    let is_written = |drawn: &Drawn| matches!(drawn, Drawn::Written(_));
    draw(100).is_some_and(|drawn| is_written(&drawn))
        && draw(100) == Some(Drawn::Unchanged)
        && draw(7).is_some_and(|drawn| is_written(&drawn))
}

#[inline(never)]
pub fn draw(instances: u32) -> Option<Drawn> {
    run(|driver| {
        let Driver {
            planner,
            in_place,
            mut scene,
            work,
            memory,
            mut words,
            ..
        } = driver;
        let draw = DRAW.with_instances(instances);
        let work = Sequence::new(*work);
        planner.draw(in_place, &draw, &mut scene, memory, work, &mut words)
    })
}

/// Draws the same from a pointer, in new work: its data is streamed.
#[inline(never)]
pub fn stream(instances: u32) -> Option<Drawn> {
    run(|driver| {
        let Driver {
            planner,
            streamed,
            mut scene,
            work,
            memory,
            mut words,
            ..
        } = driver;
        let draw = DRAW.with_instances(instances);
        // The work before is complete, so that its part of the ring's 128 bytes is free again.
        planner.complete(Sequence::new(*work));
        *work += 1;
        let work = Sequence::new(*work);
        planner.draw(streamed, &draw, &mut scene, memory, work, &mut words)
    })
}
