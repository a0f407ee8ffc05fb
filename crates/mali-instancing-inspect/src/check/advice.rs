//! The rules, for a person who has never heard of it.

use mali_instancing::check::Rule;

/// A problem, its reason, and help.
///
/// ```
/// use mali_instancing::check::Rule;
/// use mali_instancing_inspect::check::Advice;
///
/// assert_eq!(Advice::of(Rule::Alignment).problem, "the address is not aligned");
/// ```
pub struct Advice {
    /// The problem.
    pub problem: &'static str,
    /// The reason why it is one: what the hardware makes of it.
    pub reason: &'static str,
    /// The help: what to do.
    pub help: &'static str,
}

macro_rules! advice {
    ($($rule:ident: $problem:literal, $reason:literal, $help:literal;)+) => {
        impl Advice {
            /// The advice of a rule.
            #[must_use]
            pub const fn of(rule: Rule) -> Advice {
                let [problem, reason, help] = match rule {
                    $(Rule::$rule => [$problem, $reason, $help],)+
                    _ => ["this breaks a rule", "", ""],
                };
                Advice { problem, reason, help }
            }
        }
    };
}

advice! {
    Descriptor: "these words are not a descriptor", "the unit reads them as one all the same",
        "hand over all words of the descriptor, or pack it again";
    BufferIndex: "the buffer index leads out of the table of buffers",
        "the unit reads the memory after the table as a descriptor",
        "up to V7 the index counts descriptors of 4 words, from V9 on descriptors of 8";
    ResourceTable: "the attribute names another table than the one with the buffers",
        "the buffer index counts in the table that the attribute names",
        "write the number of the table that the buffers are in";
    MissingAttribute: "the shader reads an attribute that has no descriptor",
        "the unit reads the words at its place, or the memory after the table",
        "write a descriptor for every attribute that the shader reads";
    ContinuationPlace: "a descriptor with a continuation has an odd number",
        "the unit reads both halves as 32 bytes, which begin at an even descriptor",
        "leave a descriptor free before it, or give every buffer two descriptors";
    Continuation: "the continuation is missing",
        "in this mode the multiplier is in the next descriptor, of the type 0x20",
        "write all eight words of the buffer";
    Alignment: "the address is not aligned", "a descriptor has no bits for the lower part of an address",
        "round the address down, and add what is left to the offsets and to the size";
    Unpatched: "this was not filled in",
        "templates begin with 0 or 1, and the other words of the draw show that the value is larger",
        "store the value before the draw is submitted";
    InstanceCount: "the draw and its tables are not for as many instances as the invocation",
        "descriptors for one instance read past their elements when there are several",
        "emit draw and tables again whenever a draw becomes instanced, or no longer is";
    InstanceSize: "the instance size is not the one that the tables are made for",
        "each instance takes that many threads; threads and tables have to agree on it",
        "pad the number of vertices once, and use the result in the draw and in every descriptor";
    ThreadCount: "the threads do not fit 32 bits",
        "a linear id has 32 bits, and instance size times instances are needed", "split the draw";
    TilerJob: "the tiler job does not say what the vertex job says",
        "both have the instance size, the offset start and the invocation of the draw",
        "write both from one value";
    IndexCount: "the index count is not the number of vertices", "a draw without indices has as many of both",
        "write the number of vertices, less one";
    FetchMode: "the mode is not one for this draw",
        "elements are counted by the linear id, which counts the threads of all instances",
        "choose the mode by the rate and by whether there are several instances";
    Modulus: "the modulus is not the instance size", "every instance but the first begins with another vertex",
        "emit the descriptor again when the number of vertices changes";
    HardwareDivisor: "the division is not the one of this draw", "instances get elements of other instances",
        "compute R, E and D in integers, of instance size times divisor, or look them up";
    Stride: "the stride is not the one of this draw",
        "instances that should read one element read several, or the other way round",
        "write 0 where all instances read one element, and else the application's stride";
    OffsetEnable: "the offset enable is not the one of this attribute",
        "the first vertex is added to what steps per instance, or not to what steps per vertex",
        "set it for what steps per vertex";
    Frequency: "the frequency is not the one of this attribute", "vertex and instance index are taken for each other",
        "the frequency is 0 and offset enable 1 per vertex, 1 and 0 per instance";
    Format: "the architecture has no such format", "what is fetched is not known",
        "convert the attribute to a format that the architecture has";
    OutOfBounds: "an element that is read is not within its buffer",
        "what lies beside the buffer is read, or zeros are",
        "make the buffer larger, or the draw smaller; is the size that of the whole buffer?";
    BaseVertex: "the base vertex offset does not lead from an index to its thread",
        "an index plus the base vertex offset is a thread, counted from the offset start",
        "write minus the smallest index; 0 without indices";
    MissingFirstInstance: "neither the offset nor the base has the first instance in it",
        "so many elements before what is read, the buffer would begin before address 0",
        "add stride times first instance to the offset; it is not divided by the divisor";
    NullTerminator: "no empty descriptor closes the table", "V6 and V7 read one descriptor after the last",
        "write a descriptor of zeros after the last one";
    EmptyBuffer: "the buffer has no bytes",
        "nothing can be read from it; an application may have bound none, or a driver forgot the size",
        "bind a buffer, or store its size";
    Padding: "the instance size is the number of vertices, padded by no known rule",
        "threads are wasted, and nothing else", "pad to the next larger of 1, 3, 5, 7 and 9 times a power of two";
    Rounding: "the multiplier is not exact", "no id of this draw is divided wrongly, but a larger one is",
        "compute the multiplier in integers; a double has too few bits";
    OffsetStart: "the offset start is not taken off the offset of what steps per instance",
        "Mesa's GL driver takes it off, its Vulkan driver does not; no chip was asked",
        "with offset enable, take stride times offset start off the offset";
    NegativeVertex: "the first vertex is negative",
        "an index and its base vertex make a vertex below 0, which GL leaves open; newer descriptions give the field a sign",
        "keep the sum of the smallest index and the base vertex at 0 or more";
    FirstInstance: "the offset does not have the first instance in it",
        "the first instance is not divided by the divisor; a base that was moved by it reads the same",
        "add stride times first instance to the offset, or move the buffer's base";
    SingleInstance: "the descriptor is one for several instances", "there is one, for which it reads the same",
        "a linear descriptor does, with a stride of 0 for what steps per instance";
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_rule_has_its_advice() {
        for rule in Rule::ALL {
            let advice = Advice::of(*rule);
            for text in [advice.problem, advice.reason, advice.help] {
                assert!(!text.is_empty() && !text.ends_with('.'), "{rule}");
            }
        }
    }
}
