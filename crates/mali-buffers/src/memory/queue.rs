/// A queue of at most `CAPACITY` items, in the order of arrival.
#[derive(Clone, Debug)]
pub(crate) struct Queue<T, const CAPACITY: usize> {
    /// The items of the queue begin at `first` and wrap around at the end. The other items have no meaning.
    items: [T; CAPACITY],
    first: usize,
    length: usize,
}

impl<T: Copy, const CAPACITY: usize> Queue<T, CAPACITY> {
    /// An empty queue. `any` is an item that fills the space.
    pub(crate) const fn new(any: T) -> Self {
        Self {
            items: [any; CAPACITY],
            first: 0,
            length: 0,
        }
    }

    /// The items, the oldest first.
    pub(crate) fn iter(&self) -> impl Iterator<Item = &T> {
        let end = self.first + self.length;
        let until_end = self.items.iter().take(end).skip(self.first);
        let from_start = self.items.iter().take(end.saturating_sub(CAPACITY));
        until_end.chain(from_start)
    }

    /// The oldest item.
    pub(crate) fn front(&self) -> Option<&T> {
        let is_empty = self.length == 0;
        if is_empty {
            None
        } else {
            self.items.get(self.first)
        }
    }

    /// The newest item.
    pub(crate) fn back(&self) -> Option<&T> {
        self.items.get(self.newest()?)
    }

    /// The newest item, to be changed.
    pub(crate) fn back_mut(&mut self) -> Option<&mut T> {
        let newest = self.newest()?;
        self.items.get_mut(newest)
    }

    /// Appends an item, if there is room. Returns whether there was.
    pub(crate) fn push_back(&mut self, item: T) -> bool {
        let has_room = self.length < CAPACITY;
        if has_room {
            self.length += 1;
            if let Some(newest) = self.back_mut() {
                *newest = item;
            }
        }
        has_room
    }

    /// Drops the oldest item, if there is one.
    pub(crate) fn pop_front(&mut self) {
        if self.length > 0 {
            self.first = (self.first + 1) % CAPACITY;
            self.length -= 1;
        }
    }

    /// Drops all items.
    pub(crate) fn clear(&mut self) {
        self.length = 0;
    }

    fn newest(&self) -> Option<usize> {
        let others = self.length.checked_sub(1)?;
        Some((self.first + others) % CAPACITY)
    }
}

/// Queues are equal if their items are, wherever the items begin.
impl<T: Copy + PartialEq, const CAPACITY: usize> PartialEq for Queue<T, CAPACITY> {
    fn eq(&self, other: &Self) -> bool {
        self.iter().eq(other.iter())
    }
}

impl<T: Copy + Eq, const CAPACITY: usize> Eq for Queue<T, CAPACITY> {}

#[cfg(test)]
mod tests;
