//! The counts that all words of a draw share.

use crate::check::nearest::{COUNTS, Ids, STATEMENT, UNUSUAL};
use crate::check::state::DrawState;
use crate::descriptor::{Draw, Invocation, InvocationFields};
use crate::divisor::Rounding;
use crate::fetch::{FetchMode, InputRate};
use crate::padded_count::PaddedCount;
use crate::padding::Padding;
use crate::thread_count::ThreadCount;

/// The counts of a draw.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::check::attribute_buffers) struct DrawCounts {
    /// `None` for a draw of one instance, with descriptors for one.
    pub(super) padded_vertices: Option<PaddedCount>,
    pub(in crate::check::attribute_buffers) vertices: Option<u32>,
    pub(in crate::check::attribute_buffers) instances: Option<u32>,
}

/// The counts that the draw's own descriptors state.
#[derive(Clone, Copy)]
pub(super) struct StatedCounts {
    /// The vertices and the instances of the invocation; `None` if it is not known, or not a draw's.
    pub(super) invoked: Option<[u32; 2]>,
    /// The instance size of the draw; `None` if the draw is not known or no count has these bits.
    pub(super) instance_size: Option<PaddedCount>,
}

impl StatedCounts {
    pub(super) fn of(state: &DrawState<'_>) -> Self {
        let invoked = match state.invocation.map(Invocation::decode) {
            Some(Ok(InvocationFields::Draw {
                vertices,
                instances,
            })) => Some([vertices, instances]),
            _ => None,
        };
        let bits = |draw: [u32; 2]| Draw::INSTANCE_SIZE.read(&draw) as u8;
        Self {
            invoked,
            instance_size: state
                .draw
                .and_then(|draw| PaddedCount::from_bits(bits(draw))),
        }
    }
}

/// Whether the tiler job has another instance size than the vertex job.
pub(super) fn jobs_differ(state: &DrawState<'_>) -> bool {
    let size = |words: [u32; 2]| Draw::INSTANCE_SIZE.read(&words);
    let sizes = state.draw.zip(state.tiler_draw);
    sizes.is_some_and(|(draw, tiler)| size(draw) != size(tiler))
}

impl DrawCounts {
    /// The counts of a draw that pads its vertices to a count, or has one instance.
    pub(super) fn new(stated: StatedCounts, padded_vertices: Option<PaddedCount>) -> Self {
        let is_one = padded_vertices.is_none();
        let counts = Self {
            padded_vertices: None,
            vertices: stated.invoked.map(|[vertices, _]| vertices),
            instances: (stated.invoked).map(|[_, instances]| if is_one { 1 } else { instances }),
        };
        // More vertices contradict the padded count, which `cost` counts.
        counts.with_padded(padded_vertices)
    }

    /// These counts with another padded count, and as many of the vertices as fit it.
    pub(super) fn with_padded(self, padded_vertices: Option<PaddedCount>) -> Self {
        let most = padded_vertices.map_or(u32::MAX, PaddedCount::get);
        Self {
            padded_vertices,
            vertices: self.vertices.map(|vertices| vertices.min(most)),
            ..self
        }
    }

    /// The instance size of the draw.
    pub(in crate::check::attribute_buffers) fn size(self) -> PaddedCount {
        self.padded_vertices.unwrap_or(PaddedCount::ONE)
    }

    /// The cost of the draw's own descriptors.
    pub(super) fn cost(self, state: &DrawState<'_>, stated: StatedCounts) -> u32 {
        let mut cost = 0;
        if state.draw.is_some() && stated.instance_size != Some(self.size()) {
            cost += STATEMENT;
        }
        let Some([vertices, instances]) = stated.invoked else {
            return cost;
        };
        match self.padded_vertices {
            None if instances != 1 => cost + COUNTS,
            Some(padded) if vertices > padded.get() => cost + COUNTS,
            Some(padded) if !is_padded(state, padded, vertices) => cost + UNUSUAL,
            _ => cost,
        }
    }

    /// The mode of a buffer; `None` if it has none.
    pub(super) fn mode(self, rate: InputRate, rounding: Rounding) -> Option<FetchMode> {
        let Some(padded) = self.padded_vertices else {
            return Some(match rate {
                InputRate::Vertex => FetchMode::Linear,
                // One instance reads one element, whatever its divisor is.
                _ => FetchMode::Constant,
            });
        };
        // One instance is left out: `ThreadCount::new` would give it the modes of a draw that is not instanced, but
        // this draw has a padded count. More than 2^32 threads are left to `Rule::ThreadCount`.
        let several = self.instances.filter(|instances| *instances > 1);
        let thread_count = several.and_then(|several| ThreadCount::new(padded, several).ok());
        let thread_count = thread_count.unwrap_or(ThreadCount::for_any_instance_count(padded));
        match FetchMode::new(thread_count, rate, rounding) {
            Ok(mode) => Some(mode),
            // The product leaves 32 bits, so that every draw with ids of 32 bits has fewer instances than the divisor.
            Err(_) if several.is_none() => Some(FetchMode::Constant),
            Err(_) => None,
        }
    }

    /// The largest index that the draw's threads read at a rate.
    pub(super) fn last_index(self, rate: InputRate) -> Option<u32> {
        match rate {
            InputRate::Vertex => self.vertices?.checked_sub(1),
            InputRate::Instance { divisor } if self.padded_vertices.is_some() => {
                Some(self.instances?.checked_sub(1)? / divisor)
            }
            _ => Some(0),
        }
    }

    /// The ids of the least draw that shows two elements at a rate, for a draw whose own are not known. Two instances
    /// at other rates than an instance's, and if the product leaves 32 bits. If there are no ids for as many instances,
    /// a draw of those that have ids shows the most.
    pub(super) fn least_ids(self, size: PaddedCount, rate: InputRate) -> Ids {
        let size = u64::from(size.get());
        let instances = match rate {
            _ if self.padded_vertices.is_none() => 1,
            // The second element begins with the instance after the first `divisor`.
            InputRate::Instance { divisor } if size * u64::from(divisor.get()) < 1 << 32 => {
                u64::from(divisor.get()) + 1
            }
            _ => 2,
        };
        let instances = instances.min((1 << 32) / size);
        Ids {
            size,
            // One instance shows a second element only at its second vertex.
            vertices: if self.padded_vertices.is_none() {
                2
            } else {
                size
            },
            instances,
        }
    }

    /// The ids of the draw's threads, with the instance size that it has.
    pub(super) fn ids(self, size: PaddedCount) -> Option<Ids> {
        Some(Ids {
            size: size.get().into(),
            vertices: self.vertices?.into(),
            instances: self.instances?.into(),
        })
    }
}

/// Whether a rule of padding gives `padded` for `vertices`.
pub(in crate::check::attribute_buffers) fn is_padded(
    state: &DrawState<'_>,
    padded: PaddedCount,
    vertices: u32,
) -> bool {
    // No word says which rule pads, nor whether it is for index-driven vertex shading: each is tried.
    Padding::ALL.iter().any(|padding| {
        PaddedCount::new(vertices, *padding) == Ok(padded)
            || state.arch.has_idvs() && PaddedCount::for_idvs(vertices, *padding) == Ok(padded)
    })
}
