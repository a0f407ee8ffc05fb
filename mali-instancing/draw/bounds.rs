/// The smallest and the largest index of a draw.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub struct IndexBounds {
    /// The smallest.
    pub minimum: u32,
    /// The largest.
    pub maximum: u32,
}

/// The smallest and the largest of `indices`, except those that restart a primitive; `None` if
/// there are no others. [`IndexSlice::bounds`](super::IndexSlice::bounds) is the same for a slice.
///
/// ```
/// use mali_instancing::draw::{IndexBounds, bounds};
///
/// let every_other = [7_u16, 0, 0xffff, 0, 9, 0].into_iter().step_by(2);
/// assert_eq!(bounds(every_other, Some(0xffff)), Some(IndexBounds { minimum: 7, maximum: 9 }));
/// ```
// Comparing each index with the restart index would double the time. The restart index gives wrong bounds
// only if it is itself the smallest or the largest. Then the indices are compared in another order, modulo
// 2^bits, in which it is the last or the first of all, and is not chosen.
#[inline]
pub fn bounds<Index: IndexValue>(
    indices: impl Iterator<Item = Index> + Clone,
    restart_index: Option<u32>,
) -> Option<IndexBounds> {
    indices.clone().next()?;
    // A restart index that has too many bits for the type equals no index.
    let restart_index = restart_index.and_then(|index| Index::try_from(index).ok());
    let (zero, one) = (Index::default(), Index::from(true));
    let mut extremes = if restart_index == Some(Index::LARGEST) {
        // The usual restart index is the largest number, so it could only be the upper bound.
        Index::extremes(indices.clone(), zero, Index::LARGEST)
    } else {
        Index::extremes(indices.clone(), zero, zero)
    };
    if let Some(restart_index) = restart_index {
        let lowest = extremes.0 == restart_index;
        let highest = extremes.1 == restart_index;
        // Only if every index is the restart index.
        if lowest && highest {
            return None;
        }
        if lowest || highest {
            let after = restart_index.wrapping_add(one);
            let low = if lowest { after } else { zero };
            let high = if highest { restart_index } else { zero };
            extremes = Index::extremes(indices, low, high);
        }
    }
    Some(IndexBounds {
        minimum: extremes.0.into(),
        maximum: extremes.1.into(),
    })
}

/// The type of an index: `u8`, `u16` or `u32`.
pub trait IndexValue: Copy + Default + Eq + From<bool> + Into<u32> + TryFrom<u32> {
    /// The index whose bits are all set.
    const LARGEST: Self;

    #[doc(hidden)]
    #[must_use]
    fn wrapping_add(self, other: Self) -> Self;

    /// The first index if they are counted from `low` on, and the last if they are counted from `high` on. Both have no
    /// meaning if there are no indices.
    #[doc(hidden)]
    fn extremes(indices: impl Iterator<Item = Self>, low: Self, high: Self) -> (Self, Self);
}

/// `$Ordered` is the type that vector units compare: SSE2, which every x86-64 has, has minimum and maximum only for
/// signed 16-bit numbers, and compares only signed 32-bit numbers. A subtraction takes the same time, whatever it
/// moves to zero.
macro_rules! bounded {
    ($($Index:ident as $Ordered:ident;)*) => {$(
        #[allow(
            clippy::cast_possible_wrap,
            clippy::cast_sign_loss,
            clippy::unnecessary_cast,
            reason = "the bits stay the same, only their order may be another"
        )]
        impl IndexValue for $Index {
            const LARGEST: Self = Self::MAX;

            #[inline]
            fn wrapping_add(self, other: Self) -> Self {
                self.wrapping_add(other)
            }

            #[inline]
            fn extremes(
                indices: impl Iterator<Item = Self>,
                low: Self,
                high: Self,
            ) -> (Self, Self) {
                // The index at which counting begins becomes the smallest number of the ordered type.
                let least = $Ordered::MIN as Self;
                let low = low.wrapping_sub(least);
                let high = high.wrapping_sub(least);
                let (first, last) = indices.fold(
                    ($Ordered::MAX, $Ordered::MIN),
                    |(first, last), index| {
                        (
                            first.min(index.wrapping_sub(low) as $Ordered),
                            last.max(index.wrapping_sub(high) as $Ordered),
                        )
                    },
                );
                (
                    (first as Self).wrapping_add(low),
                    (last as Self).wrapping_add(high),
                )
            }
        }
    )*};
}

bounded! {
    u8 as u8;
    u16 as i16;
    u32 as i32;
}
