//! The libraries on top of the core: the bounds of indices, a shader interface in registers, a kernel that packs
//! indirect draws.

use mali_buffers::{IndexType, index_bounds};
use mali_indirect::{IndirectDraw, Kernel, Language};
use mali_instancing::draw::Pipeline;
use mali_instancing::Arch;
use mali_varyings::{Placement, RegisterTarget, Varying, VaryingType, pack};

fn main() {
    let bounds = index_bounds(IndexType::U16, &[7, 0, 3, 1, 0xff, 0xff], Some(0xffff)).unwrap();
    assert_eq!((bounds.minimum, bounds.maximum), (7, 0x103));
    let draw = IndirectDraw::new(Pipeline::new(Arch::V7));
    let kernel = Kernel::new(&draw).unwrap();
    assert!(kernel.source(Language::Wgsl).contains("mali_inst_attribute_buffer"));
    let varyings = [VaryingType::Vec3, VaryingType::Vec2].map(Varying::new);
    let mut placements = [Placement::UNPLACED; 2];
    pack(&varyings, &RegisterTarget::ES320, &mut placements).unwrap();
    assert_eq!(placements[1].components(), 2);
}
