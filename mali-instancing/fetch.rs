//! The modes in which the attribute unit gets from a linear id to an element, and which of them an attribute needs.

use core::fmt;
use core::num::NonZeroU32;

use crate::divisor::{MagicDivisor, PowerOfTwo, Rounding};
use crate::error::Error;
use crate::lookup::Multipliers;
use crate::padded_count::PaddedCount;
use crate::thread_count::ThreadCount;

/// The rate that steps an attribute from one element to the next.
///
/// Vulkan's `VkVertexInputRate` with its divisor; GL's `glVertexAttribDivisor`.
///
/// ```
/// use mali_instancing::InputRate;
///
/// assert_eq!(InputRate::from_gl_divisor(0), InputRate::Vertex);
/// assert_eq!(InputRate::from_vulkan_divisor(0), InputRate::Constant);
/// assert_eq!(InputRate::from_gl_divisor(3), InputRate::from_vulkan_divisor(3));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub enum InputRate {
    /// An element per vertex. GL's divisor 0.
    Vertex,
    /// An element per `divisor` instances.
    Instance {
        /// The number of instances that share an element.
        divisor: NonZeroU32,
    },
    /// One element for all vertices and instances. Vulkan's divisor 0.
    Constant,
}

impl InputRate {
    /// An element per `divisor` instances.
    ///
    /// # Errors
    ///
    /// [`Error::ZeroDivisor`] for 0, which means different things in GL and in Vulkan.
    ///
    /// ```
    /// use mali_instancing::{Error, InputRate};
    ///
    /// assert_eq!(InputRate::instance(3)?, InputRate::from_gl_divisor(3));
    /// assert_eq!(InputRate::instance(0), Err(Error::ZeroDivisor));
    /// # Ok::<(), Error>(())
    /// ```
    pub const fn instance(divisor: u32) -> Result<Self, Error> {
        match NonZeroU32::new(divisor) {
            Some(divisor) => Ok(Self::Instance { divisor }),
            None => Err(Error::ZeroDivisor),
        }
    }

    /// The rate of an attribute after `glVertexAttribDivisor`: 0 is an element per vertex.
    #[must_use]
    pub const fn from_gl_divisor(divisor: u32) -> Self {
        match NonZeroU32::new(divisor) {
            Some(divisor) => Self::Instance { divisor },
            None => Self::Vertex,
        }
    }

    /// The rate of a binding with `VK_VERTEX_INPUT_RATE_INSTANCE` and a divisor: 0 is one element
    /// for all instances.
    #[must_use]
    pub const fn from_vulkan_divisor(divisor: u32) -> Self {
        match NonZeroU32::new(divisor) {
            Some(divisor) => Self::Instance { divisor },
            None => Self::Constant,
        }
    }
}

/// Writes the rate in words: `per vertex`, `per 3 instances`, `constant`.
impl fmt::Display for InputRate {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Vertex => formatter.pad("per vertex"),
            Self::Instance {
                divisor: NonZeroU32::MIN,
            } => formatter.pad("per instance"),
            Self::Instance { divisor } => write!(formatter, "per {divisor} instances"),
            Self::Constant => formatter.pad("constant"),
        }
    }
}

/// The way in which the attribute unit of V4 to V7 gets from a linear id to an element's index.
///
/// The unit has four modes; [`Constant`](Self::Constant) is its linear mode with a stride of 0.
///
/// Facts: Mesa's documentation of Panfrost, "Instancing", for the modes; its
/// `panfrost_emit_vertex_data` for draws of one instance; its `emit_vs_attrib` for Vulkan's
/// divisor 0.
///
/// ```
/// use mali_instancing::{ThreadCount, FetchMode, InputRate, PaddedCount, Padding, Rounding};
///
/// let padded = PaddedCount::new(70, Padding::Hardware)?;
/// let thread_count = ThreadCount::for_any_instance_count(padded);
/// let mode = FetchMode::new(thread_count, InputRate::instance(3)?, Rounding::RoundDown)?;
/// let FetchMode::NpotDivisor { magic, .. } = mode else { panic!() };
/// assert_eq!(magic.divide(216 * 5), 5);
/// # Ok::<(), mali_instancing::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub enum FetchMode {
    /// The index is the id: an element per vertex, not instanced. genxml's "1D", `linear` in JSON.
    Linear,
    /// Every thread reads the same element: linear, with a stride of 0. `linear` in JSON too.
    Constant,
    /// The index is the id modulo the padded count: an element per vertex, instanced. genxml's
    /// "1D Modulus", `modulus` in JSON.
    Modulus(PaddedCount),
    /// The index is the id shifted right: an element per instance, if padded count · divisor is a power of
    /// two. genxml's "1D POT Divisor", `pot-divisor` in JSON.
    PotDivisor(PowerOfTwo),
    /// The index is the id divided by padded count · divisor, by multiplying. genxml's "1D NPOT
    /// Divisor", `npot-divisor` in JSON.
    NpotDivisor {
        /// The form of padded count · divisor.
        magic: MagicDivisor,
        /// The application's divisor, which the descriptor contains for people who read it.
        divisor: NonZeroU32,
    },
}

impl FetchMode {
    /// The mode for an attribute of a draw.
    ///
    /// In a draw of one instance, per-vertex attributes are [`Linear`](Self::Linear) and per-instance attributes are
    /// [`Constant`](Self::Constant), whatever their divisor.
    ///
    /// If the number of instances is known and the hardware divisor is 2^32 or more, an attribute per instance is
    /// constant too: a [`ThreadCount`] has at most 2^32 threads, so the divisor is at least the number of instances,
    /// and all of them read the first element.
    ///
    /// # Errors
    ///
    /// [`Error::Divisor`] if the hardware divisor is not below 2^32 and the number of instances is not known.
    ///
    /// ```
    /// use mali_instancing::{ThreadCount, FetchMode, InputRate, PaddedCount, Rounding};
    ///
    /// let padded = PaddedCount::from_exact(72)?;
    /// let mode = |instances, rate| {
    ///     FetchMode::new(ThreadCount::new(padded, instances)?, rate, Rounding::RoundDown)
    /// };
    /// assert_eq!(mode(9, InputRate::Vertex)?, FetchMode::Modulus(padded));
    /// assert_eq!(mode(1, InputRate::Vertex)?, FetchMode::Linear);
    /// assert_eq!(mode(1, InputRate::instance(3)?)?, FetchMode::Constant);
    /// assert_eq!(mode(9, InputRate::Constant)?, FetchMode::Constant);
    /// assert_eq!(mode(9, InputRate::instance(u32::MAX)?)?, FetchMode::Constant);
    /// # Ok::<(), mali_instancing::Error>(())
    /// ```
    #[inline]
    pub const fn new(
        thread_count: ThreadCount,
        rate: InputRate,
        rounding: Rounding,
    ) -> Result<Self, Error> {
        FetchModes::new(thread_count, rounding).of(rate)
    }

    /// The name of the descriptor's type in JSON: `linear`, `modulus`, `pot-divisor` or `npot-divisor`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Linear | Self::Constant => "linear",
            Self::Modulus(_) => "modulus",
            Self::PotDivisor(_) => "pot-divisor",
            Self::NpotDivisor { .. } => "npot-divisor",
        }
    }

    /// The stride that the descriptor needs for an application's stride: 0 for
    /// [`Constant`](Self::Constant).
    #[must_use]
    pub const fn stride(self, stride: u32) -> u32 {
        match self {
            Self::Constant => 0,
            _ => stride,
        }
    }
}

/// The modes of a draw's attributes. The numbers that all of them have in common are computed once.
#[derive(Clone, Copy)]
pub(crate) struct FetchModes {
    thread_count: ThreadCount,
    multipliers: Multipliers,
}

impl FetchModes {
    #[inline]
    pub(crate) const fn new(thread_count: ThreadCount, rounding: Rounding) -> Self {
        Self {
            thread_count,
            multipliers: Multipliers::new(thread_count.padded_vertices, rounding),
        }
    }

    /// See [`FetchMode::new`].
    #[expect(
        clippy::inline_always,
        reason = "where it is not inlined, a mode of four words is returned in memory"
    )]
    #[inline(always)]
    pub(crate) const fn of(&self, rate: InputRate) -> Result<FetchMode, Error> {
        let thread_count = self.thread_count;
        Ok(match rate {
            InputRate::Vertex if thread_count.is_instanced() => {
                FetchMode::Modulus(thread_count.padded_vertices)
            }
            InputRate::Vertex => FetchMode::Linear,
            InputRate::Instance { divisor } if thread_count.is_instanced() => {
                let hardware_divisor = match thread_count.hardware_divisor(divisor) {
                    Ok(hardware_divisor) => hardware_divisor,
                    // padded · divisor ≥ 2^32 ≥ padded · instances: no instance gets past element 0.
                    Err(_) if thread_count.instances().is_some() => return Ok(FetchMode::Constant),
                    Err(error) => return Err(error),
                };
                match PowerOfTwo::new(hardware_divisor) {
                    // A shift needs no continuation.
                    Some(power) => FetchMode::PotDivisor(power),
                    None => FetchMode::NpotDivisor {
                        magic: self.multipliers.of(divisor, hardware_divisor),
                        divisor,
                    },
                }
            }
            // A draw of one instance has only instance 0, which reads element 0 whatever the divisor.
            InputRate::Instance { .. } | InputRate::Constant => FetchMode::Constant,
        })
    }
}
