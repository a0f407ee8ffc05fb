use std::collections::BTreeMap;
use std::fmt;

/// The kinds of comparison.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Descriptor {
    AttributeBuffer,
    Buffer,
    Attribute,
    ValhallAttribute,
    VertexId,
    InstanceId,
    Closing,
    Draw,
    Invocation,
    /// The numbers that a driver derives from the bounds of the indices.
    Indices,
}

/// The relation of a driver's descriptor to ours.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Class {
    Equal,
    /// The driver's multiplier, computed in double precision, is too small by one; ours is exact.
    MultiplierTooSmall,
    /// The hardware divisor does not fit 32 bits; the driver's wraps. Every instance reads one
    /// element, as in our descriptor.
    DivisorTooLarge,
    /// The GL driver divides the first instance's bytes by the divisor. GL and Vulkan do not.
    FirstInstanceDivided,
    /// From V10 on, the Vulkan driver's shaders add the first instance.
    FirstInstanceInShader,
    /// The Vulkan driver does not subtract the offset start from attributes per instance. Open.
    OffsetStartKept,
    /// The buffer's offset is past its end, so that the driver's size wraps.
    SizeWraps,
    /// The index is shifted right by 0, or used unchanged: the same element.
    DivisorOne,
    /// The null terminator has a type, which nothing reads.
    NullTerminatorHasType,
}

/// The number of descriptors of each kind in each class.
#[derive(Default)]
pub(crate) struct Counts(BTreeMap<(Descriptor, Class), usize>);

impl Counts {
    pub(crate) fn add(&mut self, descriptor: Descriptor, class: Class) {
        *self.0.entry((descriptor, class)).or_default() += 1;
    }

    /// Counts a descriptor under each class that explains one of its differences.
    pub(crate) fn add_all(&mut self, descriptor: Descriptor, differences: &[Class]) {
        if differences.is_empty() {
            self.add(descriptor, Class::Equal);
        }
        for &class in differences {
            self.add(descriptor, class);
        }
    }

    pub(crate) fn rows(&self) -> Vec<(Descriptor, Class, usize)> {
        let counts = self.0.iter();
        counts
            .map(|(&(descriptor, class), &count)| (descriptor, class, count))
            .collect()
    }
}

impl fmt::Display for Counts {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (descriptor, class, count) in self.rows() {
            let (descriptor, class) = (format!("{descriptor:?}"), format!("{class:?}"));
            writeln!(formatter, "  {descriptor:<18} {class:<22} {count:>6}")?;
        }
        Ok(())
    }
}
