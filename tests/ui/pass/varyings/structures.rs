//! Structures and blocks are replaced by their members: the pair of `tests/shaders`, and nested arrays.

#![deny(missing_docs)]

use mali_varyings::varyings;

varyings! {
    static CUBE: memory = linked;
    struct Light { vec3 direction; mediump vec2 size[SIZES]; };
    layout(location = 0) vec3 normal;
    layout(location = 1) flat uint material;
    layout(location = 2) mediump vec2 uv;
    layout(location = 3) out mat3 unread;
    layout(location = LIGHT) Light light;
    layout(location = 9) Surface { mediump vec4 colour; noperspective float depth[3]; } surface;
    layout(location = 13, component = 1) vec2 shared_by;
}

const LIGHT: u32 = 6;
const SIZES: u32 = 2;

varyings! {
    const NESTED: memory = separable;
    struct Inner { vec2 a, b; };
    struct Outer { Inner inner[2]; layout(location = 20) flat int number; uint id; };
    layout(location = 3) out Outer outer[1];
    in Outer r#type;
}

varyings! {
    static PACKED: registers = 2;
    struct Pair { vec2 r#in; float out; };
    Pair pair;
}

fn main() {
    // Computed by hand, as in glslang's module: 12, 4 and 4 bytes; 12 at a multiple of 16, 4, 4; 8 at a multiple
    // of 8, three times 4; 12.
    let places = [
        (CubeVarying::Normal, Some(0)),
        (CubeVarying::Material, Some(12)),
        (CubeVarying::Uv, Some(16)),
        (CubeVarying::Unread, None),
        (CubeVarying::LightDirection, Some(32)),
        (CubeVarying::LightSize, Some(44)),
        (CubeVarying::SurfaceColour, Some(56)),
        (CubeVarying::SurfaceDepth, Some(64)),
        (CubeVarying::SharedBy, Some(80)),
    ];
    for (varying, place) in places {
        assert_eq!(CUBE.offset(varying), place);
    }
    assert_eq!(CUBE.linkage().memory().bytes(), 92);

    let locations = (0..6).map(|number| NESTED.linkage().producer().location(number));
    assert!(locations.eq([3, 4, 5, 6, 20, 21].map(Some)));
    let _ = (NestedVarying::Outer0Inner1B, NestedVarying::TypeInner0A, NestedVarying::Outer0Number);

    // A scalar is placed where the fewest rows are free: below the vector.
    assert_eq!(PACKED.placement(PackedVarying::PairOut).register(), 1);
    assert_eq!(PACKED.placement(PackedVarying::PairIn).components(), 2);
}
