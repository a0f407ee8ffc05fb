/// The thread that the dispatcher runs for a linear id.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Thread {
    /// The vertex, counted from 0 in each instance.
    pub vertex: u32,
    /// The instance, counted from 0.
    pub instance: u32,
    /// Whether the thread is past the last vertex, so that its results are discarded.
    pub is_padding: bool,
}

/// The vertex and the instance of a thread of a draw on V4 to V7.
///
/// `draw` are words 0 and 1 of the `Draw` descriptor, `invocation` are the words of the `Invocation`. A draw of one
/// instance is not padded. `None` for a linear id that has no thread in the draw, for an instance
/// size whose odd factor is above 9, and for an invocation that is not a draw's.
///
/// ```
/// use mali_instancing::model::thread;
///
/// let draw = [0x0083_0000, 0]; // padded to 72
/// let invocation = [0x31c5, 0x21c0_0000]; // 70 vertices, 100 instances
/// let last = thread(draw, invocation, 143).unwrap();
/// assert_eq!((last.vertex, last.instance, last.is_padding), (71, 1, true));
/// assert_eq!(thread(draw, invocation, 7200), None);
/// ```
#[must_use]
pub const fn thread(draw: [u32; 2], invocation: [u32; 2], linear_id: u32) -> Option<Thread> {
    let [dimensions, starts] = invocation;
    // A draw's sizes and workgroups x are 1: all of them begin, and end, at bit 0. Its split is 2.
    let instances_start = starts >> 22 & 0b11_1111;
    if starts & 0x003f_ffff != 0 || starts >> 28 != 2 || instances_start > 32 {
        return None;
    }
    // Vertices and instances less 1 share the word: the instances are above the bit where they start.
    let vertices = (dimensions as u64 & ((1 << instances_start) - 1)) + 1;
    let instances = (dimensions as u64 >> instances_start) + 1;
    // Mesa's drivers and Arm's write 32 for one instance, which takes no bits.
    if instances_start == 32 {
        let thread = Thread {
            vertex: linear_id,
            instance: 0,
            is_padding: false,
        };
        return if (linear_id as u64) < vertices {
            Some(thread)
        } else {
            None
        };
    }

    // The instance size, odd · 2^shift, has eight bits of the draw's word. Of several instances it separates the ids; the
    // threads from the last vertex on are started, and discarded.
    let shift = draw[0] >> 16 & 0b1_1111;
    let odd = 2 * (draw[0] >> 21 & 0b111) as u64 + 1;
    let padded = odd << shift;
    if odd > 9 || linear_id as u64 / padded >= instances {
        return None;
    }
    let vertex = (linear_id as u64 % padded) as u32;
    let instance = (linear_id as u64 / padded) as u32;
    Some(Thread {
        vertex,
        instance,
        is_padding: vertex as u64 >= vertices,
    })
}
