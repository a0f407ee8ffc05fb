//! The rules of a state as words, in the form in which a draw uses them.

use crate::arch::Arch;
use crate::divisor::Rounding;
use crate::draw::definition::Pipeline;
use crate::draw::packing::layout::Layout;
use crate::draw::table_layout::TableLayout;
use crate::padding::Padding;

/// Eight words of a state.
pub(in crate::draw) type Row = [u32; 8];

/// The rules of a state, of words that may have any values:
///
/// * the version of their meaning,
/// * the pipeline's rules,
/// * the number of descriptors after those of the buffers, and 1 more than the number of the first attribute that is the
///   instance ID,
/// * the numbers of buffers, of the driver's own descriptors after those of the attributes, and of attributes,
/// * the largest offset of an attribute in its element,
/// * the largest stride of a buffer, or 0 if strides are bound with buffers,
/// * the length of both tables, in words, or the largest length,
/// * the largest divisor of a buffer.
#[derive(Clone, Copy, Debug)]
pub(in crate::draw) struct Head<'a>(&'a Row);

/// The first word, the version: `MVI5` in memory.
// Any change of what a word of a state means needs another digit: another build of this crate may have made a constant
// in C.
const VERSION: u32 = u32::from_le_bytes(*b"MVI5");

/// The positions of the rules in the second word, after the number of the architecture.
const PADDING: u32 = 4;
const ROUNDING: u32 = 8;
const LAYOUT: u32 = 12;
const RESOURCE_TABLE: u32 = 24;

const RULES: usize = 1;
const IDVS: u32 = 1 << 16;
const VERTEX_ID: u32 = 1 << 17;
const NULL_TERMINATOR: u32 = 1 << 18;
const ATTRIBUTE_BUFFERS: u32 = 1 << 19;
const BOUND_STRIDES: u32 = 1 << 20;
const UNALIGNED: u32 = 1 << 21;

/// The position of the last number in a word that has several.
const HALF: u32 = 16;

/// The largest number of attributes, which its word can hold.
pub(in crate::draw) const MAX_ATTRIBUTES: usize = 0xffff;

impl<'a> Head<'a> {
    /// The words of a checked pipeline with at most [`MAX_ATTRIBUTES`].
    pub(in crate::draw) const fn pack(
        pipeline: &Pipeline,
        layout: &Layout,
        largest_offset: u32,
        largest_stride: u32,
        largest_divisor: u32,
    ) -> Row {
        // From V9 on the resource table is at most 63. On V4 to V7 no descriptor has it: it may be any number, and the
        // upper bits of that are lost here.
        let rules = pipeline.arch as u32
            | (pipeline.padding as u32) << PADDING
            | (pipeline.rounding as u32) << ROUNDING
            | (pipeline.layout as u32) << LAYOUT
            | pipeline.resource_table << RESOURCE_TABLE
            | (pipeline.idvs as u32 * IDVS)
            | (layout.vertex_id as u32 * VERTEX_ID)
            | (layout.needs_null_terminator as u32 * NULL_TERMINATOR)
            | (pipeline.arch.has_attribute_buffers() as u32 * ATTRIBUTE_BUFFERS)
            | (pipeline.bound_strides as u32 * BOUND_STRIDES)
            | (pipeline.unaligned as u32 * UNALIGNED);
        // 0 is no instance ID. The largest number is `MAX_ATTRIBUTES` − 1, so that 1 more still has 16 bits.
        let instance_id = match layout.instance_id {
            Some(attribute) => attribute + 1,
            None => 0,
        };
        [
            VERSION,
            rules,
            layout.trailing_descriptors as u32 | instance_id << HALF,
            // At most 32 buffers, 255 reserved descriptors and 65,535 attributes: 8, 8 and 16 bits.
            layout.buffers | (layout.reserved_attributes as u32) << 8 | layout.attributes << HALF,
            largest_offset,
            largest_stride,
            layout.words_needed,
            largest_divisor,
        ]
    }

    /// The rules in a row; `None` if they are of another version, or for an architecture that is not in this build.
    #[inline]
    pub(in crate::draw) const fn checked(row: &'a Row) -> Option<Self> {
        let head = Self(row);
        if row[0] == VERSION && Arch::is_number_in_build(head.arch_number()) {
            Some(head)
        } else {
            None
        }
    }

    /// The rules in a row that [`pack`](Self::pack) made, or that [`checked`](Self::checked) has seen.
    #[inline]
    pub(in crate::draw) const fn new(row: &'a Row) -> Self {
        Self(row)
    }

    #[inline]
    const fn has(self, flag: u32) -> bool {
        self.0[RULES] & flag != 0
    }

    #[inline]
    const fn arch_number(self) -> u32 {
        self.0[RULES] & 0xf
    }

    #[inline]
    const fn padding(self) -> Padding {
        // Four bits index sixteen elements, so that words of any values have a rule and no panic.
        PADDINGS[(self.0[RULES] >> PADDING & 0xf) as usize]
    }

    #[inline]
    pub(in crate::draw) const fn has_attribute_buffers(self) -> bool {
        // In a build for one family the other's code is not compiled.
        match Arch::BUILD_HAS_ATTRIBUTE_BUFFERS {
            Some(all_have) => all_have,
            None => self.has(ATTRIBUTE_BUFFERS),
        }
    }

    #[inline]
    pub(in crate::draw) const fn buffers(self) -> usize {
        self.0[3] as u8 as usize
    }

    /// The number of words of all attributes.
    #[inline]
    pub(in crate::draw) const fn attribute_words(self) -> usize {
        let attributes = (self.0[3] >> HALF) as usize;
        if self.has_attribute_buffers() {
            2 * attributes
        } else {
            8 * attributes
        }
    }

    #[inline]
    pub(in crate::draw) const fn largest_offset(self) -> u32 {
        self.0[4]
    }

    #[inline]
    pub(in crate::draw) const fn largest_stride(self) -> u32 {
        self.0[5]
    }

    #[inline]
    pub(in crate::draw) const fn words_needed(self) -> usize {
        self.0[6] as usize
    }

    #[inline]
    pub(in crate::draw) const fn largest_divisor(self) -> u32 {
        self.0[7]
    }

    /// The bits of a range's stride that are used: all or none.
    #[inline]
    pub(in crate::draw) const fn bound_stride(self) -> u32 {
        // A mask, with which a draw chooses between two strides without a branch.
        if self.has(BOUND_STRIDES) { u32::MAX } else { 0 }
    }

    #[inline]
    pub(in crate::draw) const fn layout(self) -> Layout {
        let &[_, _, trailing, numbers, _, _, words_needed, _] = self.0;
        Layout {
            buffers: numbers as u8 as u32,
            attributes: numbers >> HALF,
            words_needed,
            instance_id: (trailing >> HALF).checked_sub(1),
            trailing_descriptors: trailing as u16,
            reserved_attributes: (numbers >> 8) as u8 as u16,
            vertex_id: self.has(VERTEX_ID),
            needs_null_terminator: self.has(NULL_TERMINATOR),
            has_attribute_buffers: self.has(ATTRIBUTE_BUFFERS),
        }
    }

    #[inline]
    pub(in crate::draw) const fn pipeline(self) -> Pipeline {
        let rules = self.0[RULES];
        let layout = self.layout();
        let trailing = layout.trailing_descriptors;
        Pipeline {
            arch: match ARCHES[self.arch_number() as usize] {
                Some(arch) => arch,
                // Words that were changed after they were checked: they may give any words, and no panic.
                None => Arch::V4,
            },
            padding: self.padding(),
            idvs: self.has(IDVS),
            rounding: if rules >> ROUNDING & 0xf == Rounding::Nearest as u32 {
                Rounding::Nearest
            } else {
                Rounding::RoundDown
            },
            layout: if rules >> LAYOUT & 0xf == TableLayout::Fixed as u32 {
                TableLayout::Fixed
            } else {
                TableLayout::Driver
            },
            resource_table: rules >> RESOURCE_TABLE,
            // Changed words may state fewer descriptors than the state itself needs.
            reserved_buffers: trailing.saturating_sub(layout.own_trailing_descriptors()) as u32,
            reserved_attributes: layout.reserved_attributes as u32,
            bound_strides: self.has(BOUND_STRIDES),
            unaligned: self.has(UNALIGNED),
        }
    }
}

/// The rules of padding, each at its number. A look-up takes four instructions less than a match.
static PADDINGS: [Padding; 16] = {
    let mut paddings = [Padding::Hardware; 16];
    let mut place = 0;
    while place < Padding::ALL.len() {
        let padding = Padding::ALL[place];
        paddings[padding as usize] = padding;
        place += 1;
    }
    paddings
};

/// The architectures, each at its number.
const ARCHES: [Option<Arch>; 16] = {
    let mut arches = [None; 16];
    let mut place = 0;
    while place < Arch::ALL.len() {
        let arch = Arch::ALL[place];
        arches[arch as usize] = Some(arch);
        place += 1;
    }
    arches
};
