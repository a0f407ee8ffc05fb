use arrayvec::ArrayVec;

/// Appends to a list that has room: its capacity is the largest number of items that it can have.
pub(crate) fn append<T, const CAPACITY: usize>(list: &mut ArrayVec<T, CAPACITY>, item: T) {
    let appended = list.try_push(item);
    // Without debug assertions, an item too many would be left out: the library does not panic.
    debug_assert!(appended.is_ok(), "a list is too short");
}
