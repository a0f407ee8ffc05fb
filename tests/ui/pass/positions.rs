//! The macro is valid wherever an expression or an item is.

use mali_instancing::{AttributeBuffer, instanced_attr};

static STATIC: AttributeBuffer = instanced_attr!(vertices = 70, divisor = 3, stride = 64);
const CONST: AttributeBuffer = instanced_attr!(vertices = 70, divisor = 3, stride = 64,);
const LENGTH: [u8; instanced_attr!(vertices = 70, stride = 64).words()[2] as usize] = [0; 64];

instanced_attr! {
    /// Rows of the model matrix, one per instance.
    #[allow(dead_code)]
    pub static MODEL_ROW: vertices = 70, divisor = 3, stride = 64;
    pub(crate) const COLOUR: vertices = 70, divisor = 1, stride = 4, rounding = nearest;
}

fn main() {
    instanced_attr! {
        const INSIDE: vertices = 70, divisor = 3, stride = 64;
    }
    let expected = [4, 0x2700_0000, 64, 0, 0x20, 0x17b4_25ed, 0, 3];
    let expression = instanced_attr!(vertices = 70, divisor = 3, stride = 64);
    for descriptor in [STATIC, CONST, MODEL_ROW, INSIDE, expression] {
        assert_eq!(descriptor.words(), expected);
    }
    assert_eq!(COLOUR.words()[5], 0x638e_38e4);
    assert_eq!(LENGTH.len(), 64);
}
