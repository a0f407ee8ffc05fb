/// What the dispatcher makes of one linear id.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Thread {
    /// The vertex, counted from 0 in each instance.
    pub vertex: u32,
    /// The instance, counted from 0.
    pub instance: u32,
    /// Whether the thread is past the last vertex and runs only to be thrown away.
    pub discarded: bool,
}

/// The vertex and the instance of a thread of a draw.
///
/// `instance_size` is the padded vertex count in the 8-bit form of the `Draw` record: the power of
/// two in bits 0..4, (odd − 1) / 2 in bits 5..7. `None` where the odd factor is above 9. A draw that
/// is not instanced has no use for it: its linear id is the vertex.
///
/// ```
/// use mali_instancing::hardware::thread;
///
/// let padded_72 = 0x83;
/// let last = thread(padded_72, 70, 143).unwrap();
/// assert_eq!((last.vertex, last.instance, last.discarded), (71, 1, true));
/// ```
#[must_use]
pub const fn thread(instance_size: u8, vertices: u32, linear_id: u32) -> Option<Thread> {
    let shift = instance_size & 0b1_1111;
    let odd = 2 * (instance_size >> 5) as u64 + 1;
    if odd > 9 {
        return None;
    }
    let padded = odd << shift;
    let vertex = (linear_id as u64 % padded) as u32;
    let instance = (linear_id as u64 / padded) as u32;
    Some(Thread {
        vertex,
        instance,
        discarded: vertex >= vertices,
    })
}
