//! A driver's planner: a draw whose data is in place, copied or streamed.

#![no_std]
#![no_main]

use core::hint::black_box;
use core::num::NonZeroU64;

use mali_buffers::{
    ApplicationDraw, Binding, Buffer, BufferId, BufferObject, ClientData, ContextId, DataSource,
    Element, Error, MappedMemory, Planner, Sequence, Target, UploadRing, Usage, VertexState,
};
use mali_instancing::{Arch, Format};

costs::program!(planner);

fn planner(seed: u32) -> Option<[u32; 32]> {
    draw(seed).ok()
}

fn draw(seed: u32) -> Result<[u32; 32], Error> {
    const CAPACITY: NonZeroU64 = NonZeroU64::new(1024).unwrap();
    let arch = Arch::from_product_id(seed as u16).unwrap_or(Arch::V7);
    let mut planner = Planner::new(
        ContextId::new(1),
        Target::new(arch),
        UploadRing::of_capacity(CAPACITY),
    );
    let buffer = Buffer::new(BufferId::new(1), u64::from(seed), Usage::Static);
    let buffer = buffer.with_address(seed.into());
    let buffers = &mut [BufferObject::new(buffer, black_box([1; 64]))];
    let mut scene = ClientData {
        buffers,
        arrays: &[],
    };
    let mut memory = MappedMemory::new(0x2000_0000, [0; 64]);
    let format = black_box(Format::R64_SFLOAT);
    let binding = Binding::new(DataSource::Buffer(BufferId::new(1)), seed);
    let element = Element::new(0, format, 0);
    let mut state: VertexState<2> = VertexState::new(&black_box([binding]), &black_box([element]))?;
    let draw = black_box(ApplicationDraw::arrays(seed, seed).with_instances(seed));
    let work = Sequence::new(seed.into());

    let mut words = [0; 32];
    let drawn = planner.draw(&mut state, &draw, &mut scene, &mut memory, work, &mut words)?;
    black_box((drawn, memory.bytes()));
    Ok(words)
}
