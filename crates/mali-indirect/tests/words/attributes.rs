//! Inputs for the functions that no kernel calls, and the core's results for them.

use mali_instancing::descriptor::{
    Attribute, AttributeFields, ValhallAttribute, ValhallAttributeFields, ValhallFetchMode,
};
use mali_instancing::{InputRate, Rounding};

use crate::cases::Random;

pub(crate) const COUNT: usize = 1 << 16;

/// The number of words of input.
pub(crate) const INPUT: usize = 8;
pub(crate) const OUTPUT: usize = 11;

pub(crate) fn inputs() -> Vec<u32> {
    let mut random = Random(7);
    let mut inputs = Vec::with_capacity(COUNT * INPUT);
    for number in 0..COUNT {
        let mut word = || random.next() as u32;
        let divisor = match number % 3 {
            0 => 1 << (word() % 32),
            1 => word(),
            _ => word() % 100,
        };
        let rounding = word() % 2;
        inputs.extend([
            number as u32 % 3,
            divisor,
            rounding,
            word() >> 10,
            word() % 64,
        ]);
        inputs.extend([word(), word(), word()]);
    }
    inputs
}

pub(crate) fn expected(input: &[u32]) -> Vec<u32> {
    let &[
        rate,
        divisor,
        rounding,
        format,
        table,
        buffer_index,
        stride,
        offset,
    ] = input
    else {
        panic!()
    };
    let rate = match rate {
        0 => InputRate::Vertex,
        1 => InputRate::from_vulkan_divisor(divisor),
        _ => InputRate::Constant,
    };
    let fields = ValhallAttributeFields {
        mode: ValhallFetchMode::new(rate, Rounding::ALL[rounding as usize]),
        format,
        table,
        offset: offset as i32,
        buffer_index,
        stride,
    };
    let mut words = ValhallAttribute::new(fields).unwrap().words().to_vec();
    let fields = AttributeFields {
        buffer_index: 2 * (buffer_index & 0xff),
        offset_enable: true,
        format,
        offset: offset as i32,
    };
    words.extend(Attribute::new(fields).unwrap().words());
    // Bits 1 to 7 are the type, and 1 is Null.
    words.push(match rate {
        InputRate::Vertex => offset,
        _ => offset & !0xfe | 1 << 1,
    });
    words
}
