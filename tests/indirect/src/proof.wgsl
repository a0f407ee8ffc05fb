@group(0) @binding(0) var<storage, read> numbers: array<u32>;
@group(0) @binding(1) var<storage, read_write> found: array<atomic<u32>>;

// A product of 64 bits, lower word first, computed from four products of 16-bit halves.
fn product(left: u32, right: u32) -> vec2<u32> {
    let low: u32 = (left & 0xffffu) * (right & 0xffffu);
    let one: u32 = (left >> 16u) * (right & 0xffffu);
    let other: u32 = (left & 0xffffu) * (right >> 16u);
    let high: u32 = (left >> 16u) * (right >> 16u);
    let middle: u32 = (low >> 16u) + (one & 0xffffu) + (other & 0xffffu);
    return vec2<u32>(
        (low & 0xffffu) | (middle << 16u),
        high + (one >> 16u) + (other >> 16u) + (middle >> 16u)
    );
}

// Whether D, R and E divide every id correctly, by the theorem, and are those of the rounding rule.
fn is_divisor_right(divisor: u32, rounding: u32) -> bool {
    if (divisor == 0u) {
        return true;
    }
    let magic: MaliInstMagic = mali_inst_magic_divisor(divisor, rounding);
    if ((magic.d >= 0x80000000u) || (magic.e > 1u)) {
        return false;
    }
    let floor_log: u32 = firstLeadingBit(divisor);
    if (divisor == (1u << floor_log)) {
        if (divisor == 1u) {
            return (magic.d == 0x7fffffffu) && (magic.e == 1u) && (magic.r == 0u);
        }
        return (magic.d == 0u) && (magic.e == 0u) && (magic.r == (floor_log - 1u));
    }
    if (magic.r != floor_log) {
        return false;
    }
    // The difference between multiplier * divisor and 2^(32 + r), and the remainder that the division must have.
    let multiple: vec2<u32> = product(magic.d | 0x80000000u, divisor);
    let power: u32 = 1u << floor_log;
    var distance: u32 = multiple.x;
    var above: u32 = multiple.y - power;
    var remainder: u32 = divisor - distance;
    if (magic.e == 1u) {
        distance = 0u - multiple.x;
        above = power - multiple.y;
        if (multiple.x != 0u) {
            above = above - 1u;
        }
        remainder = distance;
    }
    if ((above != 0u) || (distance > power) || (distance == 0u)) {
        return false;
    }
    var most: u32 = power;
    if (rounding == MALI_INST_ROUNDING_NEAREST) {
        most = divisor / 2u;
    }
    return (remainder <= most) == (magic.e == 1u);
}

// The padded count before this one; 0 for the smallest.
fn padded_below(count: u32) -> u32 {
    if (count <= 8u) {
        return count - 1u;
    }
    // From 8 on, the counts up to the next power of two are 8, 9, 10, 12 and 14 eighths of the lower one.
    let shift: u32 = firstLeadingBit(count) - 3u;
    let eighths: u32 = count >> shift;
    if (eighths <= 10u) {
        return (eighths - 1u) << shift;
    }
    return (eighths - 2u) << shift;
}

// Whether a padded count is the smallest that the rule allows. `rule` is the padding rule, plus 4 with IDVS.
fn is_padding_right(vertices: u32, rule: u32) -> bool {
    let padding: u32 = rule & 3u;
    let idvs: u32 = rule >> 2u;
    let bits: u32 = mali_inst_padded_bits(vertices, padding, idvs);
    var maximum: u32 = 0xdfffffffu;
    if (padding == MALI_INST_PADDING_TIGHT) {
        maximum = 0xe0000000u;
    }
    var needed: u32 = vertices;
    if (idvs == 1u) {
        maximum = maximum - (maximum % 4u);
        needed = vertices + ((4u - (vertices % 4u)) % 4u);
    }
    if ((vertices == 0u) || (vertices > maximum)) {
        return bits == MALI_INST_NO_PADDED_COUNT;
    }
    var multiple: u32 = 1u;
    if (idvs == 1u) {
        multiple = 4u;
    }
    if ((padding == MALI_INST_PADDING_HARDWARE) || ((padding == MALI_INST_PADDING_MESA) && (needed >= 20u))) {
        needed = needed + 1u;
        multiple = 4u;
    }
    let odd: u32 = ((bits >> 5u) * 2u) + 1u;
    let count: u32 = odd << (bits & 31u);
    if ((bits > 255u) || (odd > 9u) || ((count >> (bits & 31u)) != odd)) {
        return false;
    }
    let is_enough: bool = (count >= needed) && ((count % multiple) == 0u);
    return is_enough && ((padded_below(count / multiple) * multiple) < needed);
}

@compute @workgroup_size(64)
fn prove(@builtin(global_invocation_id) invocation_id: vec3<u32>) {
    // The numbers that an invocation checks begin with the first one and are this far apart.
    let rule: u32 = numbers[0];
    let distance: u32 = numbers[2];
    var number: u32 = numbers[1] + invocation_id.x;
    var checked: u32 = 0u;
    while (checked < numbers[3]) {
        var is_right: bool = true;
        if (rule < 8u) {
            is_right = is_padding_right(number, rule);
        } else {
            is_right = is_divisor_right(number, rule - 8u);
        }
        if (!is_right) {
            atomicAdd(&found[1], 1u);
            atomicMin(&found[2], number);
        }
        number = number + distance;
        checked = checked + 1u;
    }
    atomicAdd(&found[0], checked);
}
