//! Planning on the core, with the planner, the plan and the state in static memory, so that the stack fits 4 KiB.

use core::cell::RefCell;
use core::num::NonZeroU64;
use core::ops::Range;

use cortex_m::interrupt::{self, Mutex};
use mali_buffers::two_phase::{
    ApplicationDraw, Attribute, AttributeArray, Buffer, BufferId, ClientState, ContextId,
    DataSource, Error, FoundBounds, GpuMemory, InPlace, MemoryRef, Plan, Planner, Sequence, Target,
    UploadRing, UploadRings, Usage, VertexState,
};
use mali_instancing::{Arch, Format};

const CAPACITY: NonZeroU64 = NonZeroU64::new(1024).unwrap();
const STREAMS: UploadRings = UploadRings {
    vertex: UploadRing::of_capacity(CAPACITY),
    indices: UploadRing::of_capacity(CAPACITY),
};
const WORK: Sequence = Sequence::new(1);
const DRAW: ApplicationDraw = ApplicationDraw::arrays(0, 4);

static PLANNER: Mutex<RefCell<Planner>> = Mutex::new(RefCell::new(Planner::new(
    ContextId::new(1),
    Target::new(Arch::V7),
    STREAMS,
)));
static PLAN: Mutex<RefCell<Plan<2>>> = Mutex::new(RefCell::new(Plan::new()));
static STATE: Mutex<RefCell<Option<VertexState<2>>>> = Mutex::new(RefCell::new(None));
static SCENE: Mutex<RefCell<Option<Scene>>> = Mutex::new(RefCell::new(None));

/// Four elements of two signed numbers, 16 bits after the point.
struct Scene {
    buffer: Buffer,
    bytes: [u8; 32],
}

impl ClientState for Scene {
    type Bytes<'bytes> = &'bytes [u8];

    fn buffer(&self, _: BufferId) -> Option<&Buffer> {
        Some(&self.buffer)
    }

    fn buffer_mut(&mut self, _: BufferId) -> Option<&mut Buffer> {
        Some(&mut self.buffer)
    }

    fn found_bounds(&self, _: BufferId) -> &[FoundBounds] {
        &[]
    }

    fn found_bounds_mut(&mut self, _: BufferId) -> &mut [FoundBounds] {
        &mut []
    }

    fn read(&self, _: DataSource, range: Range<u64>) -> Option<&[u8]> {
        self.bytes.get(range.start as usize..range.end as usize)
    }
}

struct Memory([u8; 64]);

impl GpuMemory for Memory {
    fn address(&self, _: MemoryRef) -> Option<u64> {
        Some(0x2000_0000)
    }

    fn write(&mut self, _: MemoryRef, range: Range<u64>) -> Option<&mut [u8]> {
        self.0.get_mut(range.start as usize..range.end as usize)
    }
}

/// The state that a driver keeps, and the words of a draw.
struct Driver<'a> {
    planner: &'a mut Planner,
    plan: &'a mut Plan<2>,
    state: &'a mut VertexState<2>,
    scene: &'a mut Scene,
    words: [u32; 32],
}

fn attribute(format: Format) -> Attribute {
    Attribute::Array(AttributeArray::new(
        DataSource::Buffer(BufferId::new(1)),
        format,
    ))
}

fn run<T>(call: impl FnOnce(Driver<'_>) -> Result<T, Error>) -> Option<T> {
    interrupt::free(|token| {
        let mut state = STATE.borrow(token).borrow_mut();
        if state.is_none() {
            let attributes = [attribute(Format::R16G16_SNORM)];
            *state = VertexState::new(&attributes).ok();
        }
        let mut scene = SCENE.borrow(token).borrow_mut();
        if scene.is_none() {
            let buffer = Buffer::new(BufferId::new(1), 32, Usage::Static);
            *scene = Some(Scene {
                buffer: buffer.with_address(0x1000_0000),
                bytes: [0x40; 32],
            });
        }
        call(Driver {
            planner: &mut PLANNER.borrow(token).borrow_mut(),
            plan: &mut PLAN.borrow(token).borrow_mut(),
            state: state.as_mut()?,
            scene: scene.as_mut()?,
            words: [0; 32],
        })
        .ok()
    })
}

/// Checks that the first draw copies the whole buffer as floats, and that the second finds the copy.
pub fn copies_are_made_once() -> bool {
    let mut memory = Memory([0; 64]);
    let mut plan_again = || {
        run(|driver| {
            let Driver {
                planner,
                plan,
                state,
                scene,
                mut words,
            } = driver;
            state.set_attributes(&[attribute(Format::R64_SFLOAT)])?;
            planner.prepare(state, &DRAW, scene, WORK, plan)?;
            if let Some(input) = plan.vertex_data() {
                input.write(&memory, &mut words)?;
            }
            plan.execute(scene, &mut memory)?;
            planner.commit(plan, scene)?;
            state.set_attributes(&[attribute(Format::R16G16_SNORM)])?;
            Ok(plan.bytes_copied())
        })
    };
    let copied = [plan_again(), plan_again()];
    // The bits 0x4040404040404040 of a 64-bit float, rounded to 32.
    let expected = 32.501_96_f32.to_le_bytes();
    copied == [Some(16), Some(0)] && memory.0[..4] == expected
}

/// Checks that a draw whose data is in place is written, and that its repetition is the same draw.
pub fn draws_in_place_need_no_plan() -> bool {
    let is_written = |drawn: &InPlace| matches!(drawn, InPlace::Written(_));
    draw(100).is_some_and(|drawn| is_written(&drawn))
        && draw(100) == Some(InPlace::Unchanged)
        && draw(7).is_some_and(|drawn| is_written(&drawn))
}

#[inline(never)]
pub fn draw(instances: u32) -> Option<InPlace> {
    run(|driver| {
        let Driver {
            planner,
            state,
            scene,
            mut words,
            ..
        } = driver;
        let draw = DRAW.with_instances(instances);
        planner.draw_in_place(state, &draw, scene, &Memory([0; 64]), WORK, &mut words)
    })
}

/// Plans the same draw, as if it were not known to be in place.
#[inline(never)]
pub fn plan(instances: u32) -> Option<bool> {
    run(|driver| {
        let Driver {
            planner,
            plan,
            state,
            scene,
            mut words,
        } = driver;
        let draw = DRAW.with_instances(instances);
        let draws = planner.prepare(state, &draw, scene, WORK, plan)?;
        if let Some(input) = plan.vertex_data() {
            input.write(&Memory([0; 64]), &mut words)?;
        }
        planner.commit(plan, scene)?;
        Ok(draws)
    })
}
