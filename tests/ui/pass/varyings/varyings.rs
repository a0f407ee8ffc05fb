//! A shader interface, in every form.

#![deny(missing_docs)]

use mali_varyings::{Interpolation, Packing, Placement, Sampling, Target, Varying, VaryingType};
use mali_varyings::varyings;

varyings! {
    /// The cube's outputs, from its vertex shader to its fragment shader.
    pub static CUBE: registers = 16;
    smooth        vec3  normal;
    smooth        vec2  uv;
    /// Which of the materials.
    flat          uint  material;
    noperspective float weights[4];
    smooth        mat3  tangent_space;
}

mod inner {
    mali_varyings::varyings! {
        pub(super) const EVERY_KEY: registers = crate::REGISTERS * 5, rules = es310, lenient = false;
        centroid smooth vec3 normals[crate::REGISTERS + 12];
    }
}

const REGISTERS: u32 = 3;

varyings! {
    static QUALIFIED: rules = es320, registers = 8, lenient = true,;
    flat sample ivec4 r#type[2];
    sample noperspective mat2x2 rotation;
    centroid float depth;
    int id;
}

varyings! {
    static LENIENT: registers = 8, rules = es100, lenient = REGISTERS == 3;
    flat uint id;
}

varyings! {
    const NOTHING: registers = 1;
}

varyings! {
    #[cfg(any())]
    static NOTHING: registers = 2;
    vec2 uv;
}

macro_rules! interface {
    ($name:ident, $type:ident, $length:expr) => {
        varyings! {
            static $name: registers = 8, rules = es320;
            smooth $type color[$length];
        }
    };
}
interface!(COLOURS, vec4, 2 * 4);

varyings! {
    /// The varyings that two shaders share.
    static SHARED: memory = linked;
    layout(location = 2, component = 1) invariant mediump vec2 uv;
    out vec3 normal, tangents[2][1];
    in vec3 normal;
    flat in int nobody_writes;
    varying float16_t depth;
}

varyings! {
    const APART: memory = separable;
    layout(location = 3) out vec2 uv;
}

varyings! {
    const NO_MEMORY: memory = linked;
}

/// A constant computed from a constant.
const UV: Placement = CUBE.placement(CubeVarying::Uv);

fn main() {
    let varyings = [
        Varying::new(VaryingType::Vec3),
        Varying::new(VaryingType::Vec2),
        Varying::new(VaryingType::Uint),
        Varying::new(VaryingType::Float)
            .with_array(4)
            .unwrap()
            .with_interpolation(Interpolation::Noperspective)
            .unwrap(),
        Varying::new(VaryingType::Mat3),
    ];
    let packing = Packing::new(&varyings, &Target::ES320).unwrap();
    assert_eq!(CUBE.packing(), &packing);
    assert_eq!(UV, packing.placements()[1]);
    assert_eq!(CUBE.placement(CubeVarying::TangentSpace), packing.placements()[4]);
    assert_eq!(CubeVarying::Material as usize, 2);

    let normals = inner::EVERY_KEY.placement(inner::EveryKeyVarying::Normals);
    assert_eq!(normals.rows(), 15);
    let normals = inner::EVERY_KEY.packing().varyings()[0];
    assert_eq!(normals.to_string(), "centroid smooth vec3[15]");

    let [kind, rotation, depth, id] = *QUALIFIED.packing().varyings();
    assert_eq!((kind.sampling(), kind.interpolation()), (Sampling::Sample, Interpolation::Flat));
    assert_eq!(rotation.to_string(), "sample noperspective mat2");
    assert_eq!(depth.to_string(), "centroid smooth float");
    assert_eq!(id.to_string(), "flat int");
    assert_eq!(QUALIFIED.placement(QualifiedVarying::Rotation).components(), 4);

    assert_eq!(NOTHING.packing().registers_used(), 0);
    assert_eq!(COLOURS.placement(ColoursVarying::Color).rows(), 8);

    // Twelve bytes at location 0, a half at location 1, three halves at a multiple of eight at location 2.
    assert_eq!(SHARED.offset(SharedVarying::Normal), Some(0));
    assert_eq!(SHARED.offset(SharedVarying::Depth), Some(12));
    assert_eq!(SHARED.offset(SharedVarying::Uv), Some(16));
    assert_eq!(SHARED.offset(SharedVarying::Tangents), None);
    assert_eq!(SHARED.offset(SharedVarying::NobodyWrites), None);
    assert_eq!(APART.offset(ApartVarying::Uv), Some(0));
    assert_eq!(NO_MEMORY.linkage().memory().bytes(), 0);
}
