// How Arm Mali GPUs pad vertex counts and divide by multiplying, and the words of their descriptors.
//
// All numbers are unsigned 32-bit words. A padded count is in its 8-bit form: bits 0 to 4 are the shift, bits 5 to 7
// are (odd - 1) / 2, and odd << shift is the count. A table of buffers must be aligned to 64 bytes. If a number does
// not fit its descriptor, the status is not MALI_INST_DRAWN: such a draw must not run, and its words are meaningless.

// The reasons why a draw must not run.
const MALI_INST_DRAWN: u32 = 0u;
const MALI_INST_EMPTY: u32 = 1u; // no vertices or no instances, which is not an error
const MALI_INST_VERTEX_COUNT: u32 = 2u; // more vertices than the rule can pad
const MALI_INST_INSTANCE_COUNT: u32 = 3u; // padded count * instances is above 2^32
const MALI_INST_INVOCATION: u32 = 4u; // vertices and instances take more than 32 bits in the descriptor
const MALI_INST_OFFSET: u32 = 5u; // an attribute's offset does not fit a signed 32-bit number
const MALI_INST_INSTANCE_ID: u32 = 6u; // an instance ID in a draw of one instance and more than 2^31 vertices
const MALI_INST_INDICES: u32 = 7u; // indices outside their buffer, or vertices outside 0 to 2^32 - 1
const MALI_INST_VARYINGS: u32 = 8u; // varyings of 2^32 bytes or more, or no memory for them

// Rules and rates have the numbers that they have in mali_inst.h.

// The rules by which a vertex count is padded.
const MALI_INST_PADDING_HARDWARE: u32 = 1u; // to the smallest multiple of four above it: the documented rule
const MALI_INST_PADDING_TIGHT: u32 = 2u; // to the smallest padded count that is not below it; untried from 20 on
const MALI_INST_PADDING_MESA: u32 = 3u; // tight below 20 vertices, by the documented rule from 20 on

// The rules by which a multiplier is rounded. Both are exact.
const MALI_INST_ROUNDING_ROUND_DOWN: u32 = 0u; // down if that is exact, otherwise up: the documented rule
const MALI_INST_ROUNDING_NEAREST: u32 = 1u;

// The rate at which elements follow each other.
const MALI_INST_RATE_VERTEX: u32 = 0u;
const MALI_INST_RATE_INSTANCE: u32 = 1u;
const MALI_INST_RATE_CONSTANT: u32 = 2u; // Vulkan's divisor 0

// The result of mali_inst_padded_bits if the rule cannot pad the count.
const MALI_INST_NO_PADDED_COUNT: u32 = 256u;

// An id divided by a divisor is ((id + e) * (2^31 + d)) >> (32 + r), computed in 64 bits.
struct MaliInstMagic {
    d: u32,
    r: u32,
    e: u32,
}

// The threads of a draw: its padded count, its instances, and MALI_INST_DRAWN or the reason why it must not run.
struct MaliInstThreadCount {
    padded: u32,
    instances: u32,
    status: u32,
}

// The two words of a descriptor, and MALI_INST_DRAWN or the reason why the draw must not run.
struct MaliInstPair {
    words: vec2<u32>,
    status: u32,
}

// The words of two descriptors of four words each, or of one descriptor of eight words.
struct MaliInstDescriptor {
    first: vec4<u32>,
    second: vec4<u32>,
}

// The smallest padded count that is at least `vertices`, which is 1 to 0xe0000000.
fn mali_inst_pad_tight(vertices: u32) -> u32 {
    let below: u32 = vertices - 1u;
    // A count up to 8 is its own padded count. The shift is the position of its lowest set bit.
    if (below < 8u) {
        let shift: u32 = 31u - mali_inst_leading_zeros(vertices & (0u - vertices));
        return (((vertices >> shift) / 2u) << 5u) | shift;
    }
    // The result is 9, 10, 12, 14 or 16 eighths of the power of two, by the four top bits.
    let low_bits: u32 = 28u - mali_inst_leading_zeros(below);
    let top: u32 = below >> low_bits;
    if (top == 8u) {
        return (4u << 5u) | low_bits;
    }
    if (top == 9u) {
        return (2u << 5u) | (low_bits + 1u);
    }
    if (top < 12u) {
        return (1u << 5u) | (low_bits + 2u);
    }
    if (top < 14u) {
        return (3u << 5u) | (low_bits + 1u);
    }
    return low_bits + 4u;
}

// The padded count of a draw of `vertices`, or MALI_INST_NO_PADDED_COUNT. `idvs` is 1 for index-driven vertex
// shading, otherwise 0.
fn mali_inst_padded_bits(vertices: u32, padding: u32, idvs: u32) -> u32 {
    var maximum: u32 = 0xdfffffffu;
    if (padding == MALI_INST_PADDING_TIGHT) {
        maximum = 0xe0000000u;
    }
    var count: u32 = vertices;
    if (idvs != 0u) {
        // 0xdffffffd to 0xdfffffff would be rounded up to 0xe0000000, which only the tight rule can pad.
        maximum = maximum & 0xfffffffcu;
    }
    if ((vertices == 0u) || (vertices > maximum)) {
        return MALI_INST_NO_PADDED_COUNT;
    }
    if (idvs != 0u) {
        // The positions of two instances must not be in one cache line.
        count = (vertices + 3u) & 0xfffffffcu;
    }
    if ((padding == MALI_INST_PADDING_TIGHT) || ((padding == MALI_INST_PADDING_MESA) && (count < 20u))) {
        return mali_inst_pad_tight(count);
    }
    // The smallest multiple of four above the count.
    return mali_inst_pad_tight((count | 3u) + 1u);
}

// The padded count of an 8-bit form, as a number.
fn mali_inst_padded_count(bits: u32) -> u32 {
    return (((bits >> 5u) * 2u) + 1u) << (bits & 31u);
}

// The threads of a draw.
fn mali_inst_thread_count(vertices: u32, instances: u32, padding: u32, idvs: u32) -> MaliInstThreadCount {
    var thread_count: MaliInstThreadCount;
    thread_count.padded = 0u;
    thread_count.instances = instances;
    thread_count.status = MALI_INST_DRAWN;
    if ((vertices == 0u) || (instances == 0u)) {
        thread_count.status = MALI_INST_EMPTY;
        return thread_count;
    }
    let bits: u32 = mali_inst_padded_bits(vertices, padding, idvs);
    if (bits == MALI_INST_NO_PADDED_COUNT) {
        thread_count.status = MALI_INST_VERTEX_COUNT;
        return thread_count;
    }
    thread_count.padded = bits;
    // The number of the last thread must fit 32 bits.
    let low: u32 = mali_inst_padded_count(bits) * instances;
    let high: u32 = mali_inst_multiply_high(mali_inst_padded_count(bits), instances);
    if ((high > 1u) || ((high == 1u) && (low != 0u))) {
        thread_count.status = MALI_INST_INSTANCE_COUNT;
    }
    return thread_count;
}

// The hardware's divisor for an application's divisor: the number of threads that share an element. 0 if it is
// 2^32 or more.
fn mali_inst_hardware_divisor(padded: u32, divisor: u32) -> u32 {
    let count: u32 = mali_inst_padded_count(padded);
    if (mali_inst_multiply_high(count, divisor) != 0u) {
        return 0u;
    }
    return count * divisor;
}

// D, R and E of any divisor except 0. For a power of two, they are those of the instance ID; attributes use another
// mode then.
//
// The multiplier is 2^63 divided by the normalized divisor, which is shifted left until its top bit is set: a long
// division with digits of 16 bits.
fn mali_inst_magic_divisor(divisor: u32, rounding: u32) -> MaliInstMagic {
    var magic: MaliInstMagic;
    let leading_zeros: u32 = mali_inst_leading_zeros(divisor);
    magic.d = 0u;
    magic.e = 0u;
    magic.r = 31u - leading_zeros;
    if ((divisor & (divisor - 1u)) == 0u) {
        // ((id + 1) * (2^32 - 1)) >> 32 is the id. For the other powers, the multiplier 2^31 alone divides by 2.
        if (divisor == 1u) {
            magic.d = 0x7fffffffu;
            magic.e = 1u;
        } else {
            magic.r = magic.r - 1u;
        }
        return magic;
    }
    let normalized: u32 = divisor << leading_zeros;
    let upper_half: u32 = normalized >> 16u;
    let lower_half: u32 = normalized & 0xffffu;
    var quotient: u32 = 0u;
    var remainder: u32 = 0x80000000u;
    var digits: u32 = 0u;
    while (digits < 2u) {
        // A digit that is computed from only the upper half is too large by at most two.
        var digit: u32 = remainder / upper_half;
        var rest: u32 = remainder - (digit * upper_half);
        while ((rest < 0x10000u) && ((digit > 0xffffu) || ((digit * lower_half) > (rest << 16u)))) {
            digit = digit - 1u;
            rest = rest + upper_half;
        }
        quotient = (quotient << 16u) | digit;
        // Both terms may wrap. Their difference is below the divisor, so its 32 bits are right.
        remainder = (remainder << 16u) - (digit * normalized);
        digits = digits + 1u;
    }
    // A quotient that is rounded down is exact with e = 1, up to a remainder of 2^31.
    var most: u32 = 0x80000000u;
    if (rounding == MALI_INST_ROUNDING_NEAREST) {
        most = normalized / 2u;
    }
    if (remainder <= most) {
        magic.e = 1u;
    } else {
        quotient = quotient + 1u;
    }
    magic.d = quotient & 0x7fffffffu;
    return magic;
}

// V4 to V7: an attribute buffer, and its continuation or a copy. `address` is a multiple of 64 below 2^56, lower
// word first. `divisor` is the application's, and used only with MALI_INST_RATE_INSTANCE.
fn mali_inst_attribute_buffer(
    thread_count: MaliInstThreadCount,
    rate: u32,
    divisor: u32,
    rounding: u32,
    address: vec2<u32>,
    stride: u32,
    size: u32
) -> MaliInstDescriptor {
    var descriptor: MaliInstDescriptor;
    // Types: 1 linear, 2 power of two, 3 modulus, 4 other divisor. The bits above a 56-bit address are R and P, or E.
    descriptor.first = vec4<u32>(address.x | 1u, address.y, stride, size);
    if ((rate == MALI_INST_RATE_VERTEX) && (thread_count.instances != 1u)) {
        descriptor.first.x = address.x | 3u;
        descriptor.first.y = address.y | (thread_count.padded << 24u);
    }
    if (rate == MALI_INST_RATE_CONSTANT) {
        descriptor.first.z = 0u;
    }
    if (rate == MALI_INST_RATE_INSTANCE) {
        let hardware_divisor: u32 = mali_inst_hardware_divisor(thread_count.padded, divisor);
        if ((thread_count.instances == 1u) || (hardware_divisor == 0u)) {
            // All instances read one element.
            descriptor.first.z = 0u;
            descriptor.second = descriptor.first;
            return descriptor;
        }
        if ((hardware_divisor & (hardware_divisor - 1u)) == 0u) {
            let exponent: u32 = 31u - mali_inst_leading_zeros(hardware_divisor);
            descriptor.first.x = address.x | 2u;
            descriptor.first.y = address.y | (exponent << 24u);
            descriptor.second = descriptor.first;
            return descriptor;
        }
        let magic: MaliInstMagic = mali_inst_magic_divisor(hardware_divisor, rounding);
        descriptor.first.x = address.x | 4u;
        descriptor.first.y = address.y | (magic.r << 24u) | (magic.e << 29u);
        descriptor.second = vec4<u32>(0x20u, magic.d, 0u, divisor);
        return descriptor;
    }
    descriptor.second = descriptor.first;
    return descriptor;
}

// The offset of an attribute in a draw: (added - taken) * stride + offset, a signed 32-bit number. `offset` has 64
// bits, lower word first, and is below 2^33.
fn mali_inst_moved_offset(added: u32, taken: u32, stride: u32, offset: vec2<u32>) -> MaliInstPair {
    var moved: MaliInstPair;
    moved.status = MALI_INST_OFFSET;
    moved.words = vec2<u32>(0u, 0u);
    if (added >= taken) {
        let low: u32 = (added - taken) * stride;
        let high: u32 = mali_inst_multiply_high(added - taken, stride);
        let sum: u32 = low + offset.x;
        if ((high == 0u) && (offset.y == 0u) && (sum >= low) && (sum < 0x80000000u)) {
            moved.words.x = sum;
            moved.status = MALI_INST_DRAWN;
        }
        return moved;
    }
    let low: u32 = (taken - added) * stride;
    let high: u32 = mali_inst_multiply_high(taken - added, stride);
    var above: u32 = offset.y;
    if (low > offset.x) {
        above = above - 1u;
    }
    // The upper half must be the sign extension of the lower half; otherwise the difference does not fit.
    moved.words.x = offset.x - low;
    if ((above - high) == (0u - (moved.words.x >> 31u))) {
        moved.status = MALI_INST_DRAWN;
    }
    return moved;
}

// V4 to V7: the offset of an attribute's descriptor and, as the second word, its offset enable, at the bit that it has
// in the descriptor. With offset enable the hardware adds the first vertex to every index. So it is taken off again
// from the offset of an attribute per instance; offset enable is 0 if that offset would not fit 32 bits.
fn mali_inst_attribute_offset(
    thread_count: MaliInstThreadCount,
    rate: u32,
    divisor: u32,
    first_instance: u32,
    first_vertex: u32,
    stride: u32,
    offset: vec2<u32>
) -> MaliInstPair {
    var added: u32 = first_instance;
    var taken: u32 = 0u;
    var offset_enable: u32 = 0x200u;
    if (rate == MALI_INST_RATE_VERTEX) {
        added = 0u;
    }
    if ((rate == MALI_INST_RATE_INSTANCE) && (thread_count.instances != 1u)) {
        if (mali_inst_hardware_divisor(thread_count.padded, divisor) != 0u) {
            taken = first_vertex;
        }
    }
    if (taken > added) {
        let low: u32 = (taken - added) * stride;
        if ((mali_inst_multiply_high(taken - added, stride) != 0u) || (low > 0x80000000u)) {
            taken = 0u;
            offset_enable = 0u;
        }
    }
    var moved: MaliInstPair = mali_inst_moved_offset(added, taken, stride, offset);
    moved.words.y = offset_enable;
    return moved;
}

// V4 to V7: an attribute. `buffer_number` counts from 0. Every buffer has two descriptors, as in the
// layout "fixed".
fn mali_inst_attribute(buffer_number: u32, format: u32, offset: u32) -> vec2<u32> {
    return vec2<u32>((buffer_number * 2u) | 0x200u | (format << 10u), offset);
}

// V4 and V5: the descriptor of the vertex ID.
fn mali_inst_vertex_id(thread_count: MaliInstThreadCount) -> vec4<u32> {
    if (thread_count.instances == 1u) {
        // R 31 and P 4 stand for a draw that is not instanced.
        return vec4<u32>(0x22u, 0x9f000000u, 0u, 0u);
    }
    return vec4<u32>(0x22u, thread_count.padded << 24u, 0u, 0u);
}

// V4 and V5: the descriptor of the instance ID. It is wrong in a draw of one instance and more than 2^31 vertices:
// check mali_inst_instance_id_status.
fn mali_inst_instance_id(thread_count: MaliInstThreadCount, rounding: u32) -> vec4<u32> {
    if (thread_count.instances == 1u) {
        // R 31, E 1 and D 2^31 - 1: the id divided by 2^31.
        return vec4<u32>(0x24u, 0x3f000000u, 0x7fffffffu, 0u);
    }
    let magic: MaliInstMagic = mali_inst_magic_divisor(mali_inst_padded_count(thread_count.padded), rounding);
    return vec4<u32>(0x24u, (magic.r << 24u) | (magic.e << 29u), magic.d, 0u);
}

// V4 and V5: whether a draw can have an instance ID.
fn mali_inst_instance_id_status(vertices: u32, instances: u32) -> u32 {
    if ((instances == 1u) && (vertices > 0x80000000u)) {
        return MALI_INST_INSTANCE_ID;
    }
    return MALI_INST_DRAWN;
}

// V4 to V7: words 0 and 1 of the draw descriptor. Bits 0 to 15 of word 0 are 0; they are the driver's flags.
// `primitive_vertices` is 3 for triangles, 2 for lines, 1 for points, and 0 for an instance primitive size of 1.
fn mali_inst_draw(
    thread_count: MaliInstThreadCount,
    vertices: u32,
    first_vertex: u32,
    primitive_vertices: u32
) -> vec2<u32> {
    var shaded: u32 = vertices;
    var size: u32 = 0u;
    if (thread_count.instances != 1u) {
        shaded = mali_inst_padded_count(thread_count.padded);
        size = thread_count.padded;
    }
    var primitives: u32 = 0u;
    if (primitive_vertices != 0u) {
        let count: u32 = ((shaded - 1u) / primitive_vertices) + 1u;
        primitives = mali_inst_padded_bits(count, MALI_INST_PADDING_MESA, 0u);
        if (primitives == MALI_INST_NO_PADDED_COUNT) {
            // The largest padded count, 7 << 29.
            primitives = 0x7du;
        }
    }
    return vec2<u32>((size << 16u) | (primitives << 24u), first_vertex);
}

// V4 to V7: the invocation of a draw that is not empty.
fn mali_inst_invocation(vertices: u32, instances: u32) -> MaliInstPair {
    var invocation: MaliInstPair;
    let vertex_bits: u32 = 32u - mali_inst_leading_zeros(vertices - 1u);
    let instance_bits: u32 = 32u - mali_inst_leading_zeros(instances - 1u);
    var start: u32 = vertex_bits;
    var word: u32 = vertices - 1u;
    // One instance takes no bits. As their start, Mesa's drivers write 32.
    if (instances == 1u) {
        start = 32u;
    } else if (vertex_bits < 32u) {
        word = word | ((instances - 1u) << vertex_bits);
    }
    invocation.words = vec2<u32>(word, (start << 22u) | (2u << 28u));
    invocation.status = MALI_INST_DRAWN;
    if ((vertex_bits + instance_bits) > 32u) {
        invocation.status = MALI_INST_INVOCATION;
    }
    return invocation;
}

// V4 to V7: words 1 and 3 of the primitive descriptor. `minimum` is the smallest index, 0 without indices. `count` is
// the number of indices, or without indices that of the vertices.
fn mali_inst_primitive(minimum: u32, count: u32) -> vec2<u32> {
    return vec2<u32>(0u - minimum, count - 1u);
}

// The vertices that a draw with indices from `minimum` to `maximum` shades: their number, and the first one modulo
// 2^32. `base_vertex` is signed.
fn mali_inst_indexed_vertices(minimum: u32, maximum: u32, base_vertex: u32) -> MaliInstPair {
    var vertices: MaliInstPair;
    vertices.words = vec2<u32>((maximum - minimum) + 1u, minimum + base_vertex);
    vertices.status = MALI_INST_DRAWN;
    // 2^32 vertices have wrapped to 0.
    if ((minimum > maximum) || (vertices.words.x == 0u)) {
        vertices.status = MALI_INST_INDICES;
    }
    if ((base_vertex < 0x80000000u) && ((maximum + base_vertex) < maximum)) {
        vertices.status = MALI_INST_INDICES;
    }
    return vertices;
}

// V4 to V7: the number of bytes of a draw's varyings, in the first word: padded count * instances * bytes of a vertex.
fn mali_inst_varyings_size(thread_count: MaliInstThreadCount, vertex_bytes: u32) -> MaliInstPair {
    var size: MaliInstPair;
    let count: u32 = mali_inst_padded_count(thread_count.padded);
    let threads: u32 = count * thread_count.instances;
    size.words = vec2<u32>(threads * vertex_bytes, 0u);
    size.status = MALI_INST_DRAWN;
    let too_many: u32 = mali_inst_multiply_high(count, thread_count.instances);
    if ((too_many != 0u) || (mali_inst_multiply_high(threads, vertex_bytes) != 0u)) {
        size.status = MALI_INST_VARYINGS;
    }
    return size;
}

// V4 to V9: word 4 of a job's header. The job's type becomes Null if the draw must not run.
fn mali_inst_job_header(word: u32, status: u32) -> u32 {
    if (status == MALI_INST_DRAWN) {
        return word;
    }
    // The type is in bits 1 to 7, and Null is 1.
    return (word & 0xffffff01u) | 2u;
}

// V9 and later: an attribute. `offset` includes the first instance. The words do not depend on the number of instances.
fn mali_inst_valhall_attribute(
    rate: u32,
    divisor: u32,
    rounding: u32,
    format: u32,
    table: u32,
    buffer_number: u32,
    stride: u32,
    offset: u32
) -> MaliInstDescriptor {
    var descriptor: MaliInstDescriptor;
    // Descriptor type 5, and in bits 4 to 7 the attribute type: 1 linear, 2 power of two, 3 other divisor. Bit 6 of the
    // second word is the frequency, an element per instance, and bit 8 of the first one offset enable.
    descriptor.first = vec4<u32>(0x15u | (format << 10u), table | 0x40u, offset, buffer_number);
    descriptor.second = vec4<u32>(stride, 0u, 0u, 0u);
    if (rate == MALI_INST_RATE_VERTEX) {
        descriptor.first.x = descriptor.first.x | 0x100u;
        descriptor.first.y = table;
    } else if ((rate == MALI_INST_RATE_CONSTANT) || (divisor == 0u)) {
        descriptor.second.x = 0u;
    } else if (divisor != 1u) {
        if ((divisor & (divisor - 1u)) == 0u) {
            let exponent: u32 = 31u - mali_inst_leading_zeros(divisor);
            descriptor.first.x = 0x25u | (format << 10u);
            descriptor.first.y = descriptor.first.y | (exponent << 24u);
        } else {
            let magic: MaliInstMagic = mali_inst_magic_divisor(divisor, rounding);
            descriptor.first.x = 0x35u | (format << 10u);
            descriptor.first.y = descriptor.first.y | (magic.r << 24u) | (magic.e << 29u);
            descriptor.second.y = magic.d;
        }
    }
    return descriptor;
}
