//! A driver's planner: a draw in place, or a plan that is written, executed and committed.

#![no_std]
#![no_main]

use core::hint::black_box;
use core::num::NonZeroU64;
use core::ops::Range;

use mali_buffers::two_phase::{
    ApplicationDraw, Attribute, AttributeArray, Buffer, BufferId, ClientState, ContextId,
    DataSource, Error, FoundBounds, GpuMemory, InPlace, MemoryRef, Plan, Planner, Sequence, Target,
    UploadRing, UploadRings, Usage, VertexState,
};
use mali_instancing::{Arch, Format};

costs::program!(planner);

struct Scene {
    buffer: Buffer,
    bytes: [u8; 64],
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

fn planner(seed: u32) -> Option<[u32; 32]> {
    draw(seed).ok()
}

fn draw(seed: u32) -> Result<[u32; 32], Error> {
    const CAPACITY: NonZeroU64 = NonZeroU64::new(1024).unwrap();
    let rings = UploadRings {
        vertex: UploadRing::of_capacity(CAPACITY),
        indices: UploadRing::of_capacity(CAPACITY),
    };
    let arch = Arch::from_product_id(seed as u16).unwrap_or(Arch::V7);
    let mut planner = Planner::new(ContextId::new(1), Target::new(arch), rings);
    let buffer = Buffer::new(BufferId::new(1), u64::from(seed), Usage::Static);
    let mut scene = Scene {
        buffer: buffer.with_address(seed.into()),
        bytes: black_box([1; 64]),
    };
    let mut memory = Memory([0; 64]);
    let format = black_box(Format::R64_SFLOAT);
    let array = AttributeArray::new(DataSource::Buffer(BufferId::new(1)), format).with_stride(seed);
    let mut state: VertexState<2> = VertexState::new(&black_box([Attribute::Array(array)]))?;
    let draw = black_box(ApplicationDraw::arrays(seed, seed).with_instances(seed));
    let work = Sequence::new(seed.into());

    let mut words = [0; 32];
    if planner.draw_in_place(&mut state, &draw, &mut scene, &memory, work, &mut words)?
        == InPlace::NeedsPlan
    {
        let mut plan: Plan<2> = Plan::new();
        planner.prepare(&state, &draw, &scene, work, &mut plan)?;
        if let Some(input) = plan.vertex_data() {
            input.write(&memory, &mut words)?;
        }
        plan.execute(&scene, &mut memory)?;
        planner.commit(&plan, &mut scene)?;
    }
    black_box(&memory.0);
    Ok(words)
}
