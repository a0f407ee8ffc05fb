/// Appends a fourth component to elements of three 8-bit ones.
#[inline]
pub(super) fn widen8(source: &[u8], destination: &mut [u8], alpha: u8) {
    let elements = source.as_chunks::<3>().0.iter();
    for (to, &[r, g, b]) in destination.as_chunks_mut::<4>().0.iter_mut().zip(elements) {
        *to = [r, g, b, alpha];
    }
}

/// Appends a fourth component to elements of three 16-bit ones.
#[inline]
pub(super) fn widen16(source: &[u8], destination: &mut [u8], alpha: u16) {
    let [low, high] = alpha.to_le_bytes();
    let elements = source.as_chunks::<6>().0.iter();
    for (to, &[a, b, c, d, e, f]) in destination.as_chunks_mut::<8>().0.iter_mut().zip(elements) {
        *to = [a, b, c, d, e, f, low, high];
    }
}
