use super::capture::Capture;
use crate::memory::linkage::Linkage;

/// The bytes of a captured component: it has 32 bits, whatever its size in memory.
pub(super) const COMPONENT_BYTES: u32 = 4;

/// The buffers that the captures are written to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub enum CaptureMode {
    /// All captures go to the first buffer, one after the other.
    Interleaved,
    /// Each capture goes to a buffer of its own.
    Separate,
}

/// The captures of two stages, and the buffers that they are written to.
#[derive(Clone, Copy, Debug)]
pub(super) struct Captured<'a> {
    pub(super) linkage: &'a Linkage,
    pub(super) captures: &'a [Capture],
    pub(super) mode: CaptureMode,
}

impl Captured<'_> {
    /// The number of bytes of a vertex in a buffer; `None` past the last buffer.
    pub(super) const fn stride(self, buffer: usize) -> Option<u32> {
        match self.mode {
            CaptureMode::Interleaved if buffer == 0 => {
                let mut bytes = 0_u32;
                let mut capture = 0;
                while capture < self.captures.len() {
                    bytes = bytes.saturating_add(self.bytes(capture));
                    capture += 1;
                }
                Some(bytes)
            }
            CaptureMode::Separate if buffer < self.captures.len() => Some(self.bytes(buffer)),
            CaptureMode::Interleaved | CaptureMode::Separate => None,
        }
    }

    const fn bytes(self, capture: usize) -> u32 {
        let [first, end] = self.captures[capture].components(self.linkage);
        (end - first) * COMPONENT_BYTES
    }
}
