//! Explanations of the rules, for people who do not know them.

use mali_instancing::InputRate;
use mali_instancing::check::{Detail, Expected, Finding, Rule, Table};

/// A problem, the reason why it is one, and help.
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
    /// The reason why it is one: its effect in the hardware.
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
                    // `Rule` is `non_exhaustive`. A test demands the advice of each rule.
                    _ => ["this breaks a rule", "", ""],
                };
                Advice { problem, reason, help }
            }
        }
    };
}

advice! {
    Descriptor: "these words are not a descriptor", "the unit reads them as a descriptor nevertheless",
        "give all words of the descriptor, or pack it again";
    NearestDraw: "the words are not those of one draw",
        "the words of a draw state one draw many times over, and threads and tables have to agree on it",
        "write the values of the nearest draw, or those of one that is as near";
    BufferIndex: "the buffer index names no buffer",
        "the unit reads an empty descriptor, or the memory after the table, as a descriptor",
        "up to V7 the index counts descriptors of 4 words, from V9 on descriptors of 8";
    ResourceTable: "the attribute names another table than the one with the buffers",
        "the buffer index counts in the table that the attribute names",
        "write the number of the table that the buffers are in";
    MissingAttribute: "the shader reads an attribute that has no descriptor",
        "the unit reads other words in its place, or the memory after the table",
        "write a descriptor for every attribute that the shader reads";
    Alignment: "the address is not aligned", "a descriptor has no bits for the lower part of an address",
        "round the address down, and add the remainder to the offsets and to the size";
    Unpatched: "this value was not filled in",
        "templates have 0 or 1 here, and the other words of the draw show that the value is larger",
        "store the value before the draw is submitted";
    ThreadCount: "the threads do not fit 32 bits",
        "a linear id has 32 bits, and instance size times instances are needed", "split the draw";
    TilerJob: "the tiler job and the vertex job differ",
        "both have the instance size, the offset start and the invocation of the draw",
        "write both from one value";
    IndexCount: "the index count is not the number of vertices", "a draw without indices has the same number of both",
        "write the number of vertices minus one";
    StaleOffsetStart: "the offset start is another than the tables are made for",
        "it was subtracted from the offsets of the attributes per instance, and the unit adds it again",
        "write the offset start of this draw into the draw and into the tables";
    OffsetEnable: "the offset enable is not this attribute's",
        "the first vertex is added to an attribute per instance, or not added to one per vertex",
        "set it for attributes per vertex";
    Format: "the architecture has no such format", "it is not known what the unit fetches",
        "convert the attribute to a format that the architecture has";
    OutOfBounds: "an element that is read is not within its buffer",
        "the drivers assume that the unit does not return the element; what it returns is not documented",
        "make the buffer larger, or the draw smaller; check that the size is that of the whole buffer";
    OffsetSign: "the offset lost its sign",
        "with the sign in 16, 24, 28 or 31 bits, all elements are within the buffer",
        "write the offset as a signed number of 32 bits";
    BaseVertex: "the base vertex offset does not give the thread of an index",
        "an index plus the base vertex offset is a thread, counted from the offset start",
        "write minus the smallest index; 0 without indices";
    MissingFirstInstance: "neither the offset nor the base includes the first instance",
        "the offset is not that of a first element; or the base, if it included the first instance, would be below 0",
        "add stride times first instance to the offset; it is not divided by the divisor";
    DividedFirstInstance: "the first instance in the offset is divided by the divisor",
        "the APIs define the element as instance / divisor + first instance",
        "add stride times first instance to the offset";
    ElementAlignment: "elements are not aligned to their components",
        "an element whose address is not a multiple of its component's size, in packed formats of its own, is converted wrongly; V4 and V5 read 32-bit floats and integers as they are, more slowly",
        "make address, offset and stride multiples of that size, or copy the data; up to V7 the offset includes the part of the address below 64";
    NullTerminator: "no empty descriptor ends the table",
        "Mesa writes one, since it assumes that V6 and V7 read one descriptor after the last",
        "write a descriptor of zeros after the last one";
    EmptyBuffer: "the buffer has no bytes",
        "no element is in it; the application may have bound an empty one, or the driver forgot the size",
        "bind a buffer, or store its size";
    Overlap: "the stride is smaller than the format",
        "elements overlap, which the APIs allow; a stride is in bytes, not in words or components",
        "write the stride in bytes";
    Padding: "no known rule pads the number of vertices to the instance size",
        "if the unit takes any padded count, only threads are wasted", "pad to the next larger of 1, 3, 5, 7 and 9 times a power of two";
    OffsetStart: "the offset start is not subtracted from the offset of an attribute per instance",
        "Mesa's GL driver subtracts it, its Vulkan driver does not; only a chip can say which is right",
        "with offset enable, subtract stride times offset start from the offset";
    NegativeVertex: "the first vertex is negative",
        "an index plus its base vertex is below 0, which GL does not define; newer descriptions have a signed field",
        "keep the sum of the smallest index and the base vertex at 0 or more";
    FirstInstance: "the offset does not include the first instance",
        "the first instance is not divided by the divisor; a base that was moved by it reads the same elements",
        "add stride times first instance to the offset, or move the buffer's base";
    AddressRange: "the buffer is where no address is", "the GPU translates addresses of 48 bits",
        "write the address in 48 bits, and from V11 on the upper half of the size too, which is mostly 0";
    UnreachedVertices: "the draw has more vertices than its indices reach",
        "N indices reach at most N vertices; every vertex of the draw takes threads, or memory for its outputs",
        "count from the smallest index to the largest; if few vertices among many are reached, renumber the indices";
    PotMode: "the division is by a power of two",
        "the multiplier's lower bits are 0; a multiplier that was not filled in looks the same",
        "write the multiplier, or the mode for powers of two";
    SingleInstance: "the descriptor is for several instances", "the draw has one, for which it reads the same elements",
        "a linear descriptor is enough, with a stride of 0 for an attribute per instance";
}

/// The type of a continuation.
const CONTINUATION: Expected = Expected::Value(0x20);

impl Advice {
    /// The problem of a finding, after its attribute and its alternative.
    ///
    /// ```
    /// use mali_instancing::Arch;
    /// use mali_instancing::check::{DrawState, check};
    /// use mali_instancing_inspect::check::Advice;
    ///
    /// let state = DrawState::new(Arch::V7, &[0; 4], &[0x2dc0_4209, 0]);
    /// let mut titles = Vec::new();
    /// check(&state, |finding| titles.push(Advice::title(&finding)));
    /// assert!(titles[0].starts_with("attribute 0: "));
    /// ```
    #[must_use]
    pub fn title(finding: &Finding) -> String {
        let problem = Self::of_finding(finding).problem;
        let title = match finding.attribute {
            Some(attribute) => format!("attribute {attribute}: {problem}"),
            None => problem.to_owned(),
        };
        match finding.alternative {
            0 => title,
            number => format!("or, as alternative {number}: {title}"),
        }
    }

    /// The advice of a finding: of its rule, or of the statement that differs from the nearest draw.
    ///
    /// ```
    /// use mali_instancing::Arch;
    /// use mali_instancing::check::{DrawState, check};
    /// use mali_instancing_inspect::check::Advice;
    ///
    /// // A modulus of 144 in a draw of 72 threads.
    /// let buffers = [0x1000_0003, 0x8400_0000, 20, 1400, 0, 0, 0, 0];
    /// let state = DrawState {
    ///     draw: Some([0x0083_0000, 0]),
    ///     invocation: Some([0x31c5, 0x21c0_0000]),
    ///     ..DrawState::new(Arch::V7, &buffers, &[0x2dc0_4200, 0])
    /// };
    /// let mut first = None;
    /// check(&state, |finding| first = first.or(Some(finding)));
    /// assert_eq!(Advice::of_finding(&first.unwrap()).problem, "the modulus is not the instance size");
    /// ```
    #[must_use]
    pub fn of_finding(finding: &Finding) -> Advice {
        if finding.rule != Rule::NearestDraw {
            return Self::of(finding.rule);
        }
        let is_per_vertex = matches!(
            finding.detail,
            Some(Detail::NearestDraw(draw)) if draw.rate == Some(InputRate::Vertex)
        );
        let field = finding.field.map(|field| field.name);
        // The order matters: a table comes before a field, and a field with what is expected of it before the field
        // alone. `Expected::Other` is a value that the words do not show.
        let [problem, reason, help] = match (finding.table, field, finding.expected) {
            (Table::Draw, ..) => [
                "the instance size is not the one that the tables are made for",
                "each instance takes that many threads; threads and tables have to agree on it",
                "pad the number of vertices once, and use the result in the draw and in every descriptor",
            ],
            (Table::Invocation, ..) => [
                "the draw and its tables are not for the invocation's counts",
                "with several instances, descriptors for one instance read past their elements",
                "emit draw and tables again when a draw becomes instanced, and when it no longer is",
            ],
            (_, Some("buffer index"), Expected::Other) => [
                "attributes of several rates name one descriptor",
                "a descriptor steps at one rate",
                "write a descriptor for each rate",
            ],
            (_, Some("buffer index"), _) => [
                "the buffer index names another descriptor than the attribute's buffer",
                "a descriptor with a continuation takes two numbers; a copy, a gap and the null terminator are not buffers",
                "count descriptors, not buffers; in the layout `fixed` each buffer takes two numbers",
            ],
            (_, Some("type"), CONTINUATION) => [
                "the continuation is missing",
                "in the mode npot-divisor the multiplier is in the next descriptor, of the type 0x20",
                "write all eight words of the buffer",
            ],
            (_, Some("type"), Expected::Other) => [
                "the descriptor needs a continuation, for which there is no place",
                "the unit reads both halves as 32 bytes, which begin at an even descriptor",
                "emit the table again: leave a gap of one descriptor before it, or give every buffer two descriptors",
            ],
            (_, Some("type" | "attribute type"), _) => [
                "the mode does not fit this draw",
                "an element's index follows from the linear id in another way, or from another number",
                "choose the mode by the rate, and by one or several instances",
            ],
            (_, Some("divisor R" | "divisor P"), _) if is_per_vertex => [
                "the modulus is not the instance size",
                "a thread reads the element of its vertex only if both are the same remainder of its id",
                "emit the descriptor again when the number of vertices changes",
            ],
            (_, Some("divisor"), _) => [
                "the divisor beside the multiplier is another one",
                "the unit does not read it; R, E and D are for another divisor",
                "write the application's divisor into the continuation",
            ],
            (_, Some("divisor R" | "divisor D" | "divisor E" | "divisor P"), _) => [
                "the division is not this draw's",
                "a wrong quotient is the number of another instance's element",
                "compute R, E and D from instance size times divisor, in integers, or look them up; from V9 on from the divisor",
            ],
            (_, Some("stride"), Expected::Other) => [
                "the table is that of one instance",
                "one element does not show which stride and which divisor the buffer has",
                "emit the table again when a draw becomes instanced",
            ],
            (_, Some("stride"), _) => [
                "the stride is not this draw's",
                "instances that should read one element read several, or several read one; a stride is in bytes, not in words",
                "write 0 if all instances read one element, otherwise the application's stride in bytes",
            ],
            (_, Some("offset"), _) => [
                "the offset is not this draw's",
                "the last element that is read ends after its buffer, or the first begins before it",
                "subtract the offset start only where it is added, and check that the size is that of the whole buffer",
            ],
            (_, Some("size"), _) => {
                return Self::of(Rule::OutOfBounds);
            }
            (_, Some("frequency" | "offset enable"), _) => [
                "the frequency is not this attribute's",
                "vertex and instance index are exchanged",
                "per vertex, write the frequency 0 and offset enable 1; per instance, 1 and 0",
            ],
            (_, Some("table"), _) => [
                "the attributes name different resource tables",
                "the buffer index counts in the table that the attribute names",
                "give the number of the table with --resource-table",
            ],
            _ => return Self::of(finding.rule),
        };
        Self {
            problem,
            reason,
            help,
        }
    }
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
