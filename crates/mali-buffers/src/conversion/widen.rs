use super::little_endian::LittleEndian;

/// Appends `alpha` to elements of three 8-bit components.
#[inline]
pub(super) fn widen8(source: &[u8], destination: &mut [u8], alpha: u8) {
    const FIRST: u64 = 0x0000_00ff_ffff;
    const SECOND: u64 = 0xffff_ff00_0000;
    let alphas = u64::from(alpha) << 24 | u64::from(alpha) << 56;
    let (rest, space) = widen_blocks(source, destination, |elements| {
        elements & FIRST | (elements & SECOND) << 8 | alphas
    });
    widen8_each(rest, space, alpha);
}

/// The same, one element after the other.
#[inline]
pub(super) fn widen8_each(source: &[u8], destination: &mut [u8], alpha: u8) {
    let elements = source.as_chunks().0.iter();
    for (to, &[red, green, blue]) in destination.as_chunks_mut().0.iter_mut().zip(elements) {
        *to = [red, green, blue, alpha];
    }
}

/// Appends `alpha` to elements of three 16-bit components.
#[inline]
pub(super) fn widen16(source: &[u8], destination: &mut [u8], alpha: u16) {
    const COMPONENTS: u64 = 0xffff_ffff_ffff;
    let alpha_bits = u64::from(alpha) << 48;
    let (rest, space) = widen_blocks(source, destination, |element| {
        element & COMPONENTS | alpha_bits
    });
    widen16_each(rest, space, alpha);
}

/// The same, one element after the other.
#[inline]
pub(super) fn widen16_each(source: &[u8], destination: &mut [u8], alpha: u16) {
    let alpha = alpha.to_le_bytes();
    let elements = u16::chunks(source).as_chunks().0.iter();
    let converted = u16::chunks_mut(destination).as_chunks_mut().0;
    for (to, &[red, green, blue]) in converted.iter_mut().zip(elements) {
        *to = [red, green, blue, alpha];
    }
}

/// Makes 8 bytes of each 6, of which `widen` gets the lower ones of a number; returns what is left
/// of both, less than a block.
///
/// 6 bytes are read together with 2 of a neighbour: in one move, where they alone would take more.
/// A block of four has a neighbour behind all but the last, and one before that.
#[inline]
fn widen_blocks<'a, 'b>(
    source: &'a [u8],
    destination: &'b mut [u8],
    widen: impl Fn(u64) -> u64,
) -> (&'a [u8], &'b mut [u8]) {
    let (blocks, rest) = source.as_chunks::<24>();
    let (converted, space) = destination.as_chunks_mut::<32>();
    for (to, block) in converted.iter_mut().zip(blocks) {
        let read = |offset: usize| {
            let bytes = block.get(offset..).and_then(|bytes| bytes.first_chunk());
            bytes.copied().map_or(0, u64::from_le_bytes)
        };
        let elements = [read(0), read(6), read(12), read(16) >> 16];
        for (to, element) in to.as_chunks_mut().0.iter_mut().zip(elements) {
            *to = widen(element).to_le_bytes();
        }
    }
    (rest, space)
}
