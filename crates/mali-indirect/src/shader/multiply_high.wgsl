// The upper half of a product, computed from halves of 16 bits.
fn mali_inst_multiply_high(left: u32, right: u32) -> u32 {
    let left_low: u32 = left & 0xffffu;
    let left_high: u32 = left >> 16u;
    let right_low: u32 = right & 0xffffu;
    let right_high: u32 = right >> 16u;
    let middle: u32 = (left_high * right_low) + ((left_low * right_low) >> 16u);
    let carried: u32 = (left_low * right_high) + (middle & 0xffffu);
    return (left_high * right_high) + (middle >> 16u) + (carried >> 16u);
}
