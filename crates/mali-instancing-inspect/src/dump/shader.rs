//! The attributes that a disassembled vertex shader reads.

use super::draw::Unchecked;
use super::fields::number;
use super::text::{Line, instruction};
use super::words::Unread;

/// The attributes that the disassembly of a shader reads.
#[derive(Clone, Debug, Default)]
pub(super) struct AttributeReads {
    /// Whether there is a disassembly.
    disassembled: bool,
    /// Whether an index is only known when the shader runs.
    dynamic: bool,
    /// Bit i for attribute i.
    mask: u64,
    /// The lines of instructions that were cut.
    cut: Vec<usize>,
    /// The table that the attributes are in. From V9 on.
    pub(super) table: Option<u64>,
}

/// Texts of which every disassembly of a vertex shader has some: instructions of Midgard and of Bifrost, and
/// the label of Bifrost's clauses.
const INSTRUCTIONS: [&str; 7] = ["LD_", "ST_", "clause_", "vmul.", "vadd.", "sadd.", "br."];

impl AttributeReads {
    /// Reads a line between a shader's beginning and its end.
    pub(super) fn look(&mut self, line: &Line) {
        let text = line.text;
        self.disassembled |=
            INSTRUCTIONS.iter().any(|begin| text.starts_with(begin)) || instruction(text).is_some();
        // V6 and V7 have a sign before the name, `+LD_ATTR_IMM`, and V9 and later the bytes of the instruction.
        // Textures have attributes of their own.
        let load = text.find("LD_ATTR").map(|begin| &text[begin..]);
        let Some(load) = load.filter(|load| !load.starts_with("LD_ATTR_TEX")) else {
            return;
        };
        match load
            .split_once(' ')
            .map_or(Index::Cut, |(name, operands)| index(name, operands))
        {
            // An attribute after number 63 has no bit in the mask. It counts like an index that is not known: all
            // attributes are read.
            Index::Number(index @ 0..64) => self.mask |= 1 << index,
            Index::Number(_) | Index::Dynamic => self.dynamic = true,
            Index::Cut => self.cut.push(line.number),
        }
        self.table = self.table.or(operand(load, "table:"));
    }

    /// The instructions that were cut: it is not known which attributes they read.
    pub(super) fn unchecked(&self) -> impl Iterator<Item = Unchecked> {
        self.cut.iter().map(|line| {
            let unread = Unread::new(*line, "the instruction is cut".to_owned());
            Unchecked::descriptor("attribute", unread)
        })
    }

    /// Bit i for attribute i; `None` if the disassembly does not show it.
    pub(super) fn mask(&self) -> Option<u64> {
        (self.disassembled && !self.dynamic).then_some(self.mask)
    }
}

/// The index of an attribute that an instruction reads.
enum Index {
    Number(u64),
    /// The index is in a register.
    Dynamic,
    /// The line ends before the index.
    Cut,
}

/// The index of an attribute: `index:0x1` from V9 on, `attribute_index:1` on V6 and V7, and on V4 and
/// V5 the second operand, `0.x` or `0.x + 0x1`.
fn index(name: &str, operands: &str) -> Index {
    let is_immediate = name.starts_with("LD_ATTR_IMM");
    if is_immediate || operands.contains("index:") {
        return operand(operands, "index:").map_or(Index::Cut, Index::Number);
    }
    let mut operands = operands.split(", ");
    let Some(operand) = operands.nth(1) else {
        return Index::Cut;
    };
    match operand.strip_prefix("0.x") {
        None => Index::Dynamic,
        // The operands of Midgard, of which a third follows.
        Some(_) if operands.next().is_none() => Index::Cut,
        Some("") => Index::Number(0),
        Some(rest) => {
            (rest.strip_prefix(" + ").and_then(number)).map_or(Index::Dynamic, Index::Number)
        }
    }
}

/// The number of a named operand.
fn operand(operands: &str, name: &str) -> Option<u64> {
    let (_, rest) = operands.split_once(name)?;
    let mut operands = rest.split(|end: char| !end.is_ascii_alphanumeric());
    number(operands.next()?)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn line_of(text: &str) -> Line<'_> {
        Line::new(1, text)
    }

    fn reads(lines: &[&str]) -> AttributeReads {
        let mut reads = AttributeReads::default();
        for line in lines {
            reads.look(&line_of(line));
        }
        reads
    }

    #[test]
    fn each_family_has_a_notation() {
        for (line, attribute, table) in [
            ("LD_ATTR.f32 R1.xyzw, 0.x, 0.x", 0, None),
            ("LD_ATTR.s32 R0.~x~~, 0.x + 0x11, 0.x", 17, None),
            (
                "+LD_ATTR_IMM.f32.v4 t1, r61, r62, attribute_index:12, @r0",
                12,
                None,
            ),
            (
                "3c 3d 11 72 08 84 66 10    LD_ATTR_IMM.v4.f32.slot1.wait1 @r4:r5:r6:r7, r60, r61, \
                 index:0xE, table:0x1",
                14,
                Some(1),
            ),
        ] {
            let mut found = reads(&["clause_0:", line]);
            assert_eq!(found.mask(), Some(1 << attribute), "{line}");
            assert_eq!(found.table, table, "{line}");
            found.look(&line_of(
                "40 00 00 80 3e c0 14 01    FADD_IMM.f32 r0, ^r0, #0x3E800000",
            ));
            assert_eq!(found.mask(), Some(1 << attribute), "{line}");
        }
    }

    #[test]
    fn without_a_disassembly_or_a_number_nothing_is_known() {
        assert_eq!(reads(&["State:", "Attribute count: 3"]).mask(), None);
        for dynamic in [
            "LD_ATTR.f32 R1.xyzw, R3.x + 0x1, 0.x",
            "3c 3d 11 72 08 84 66 10    LD_ATTR.v4.f32.slot0 @r0:r1:r2:r3, r60, r61, r4, table:0x1",
        ] {
            assert_eq!(reads(&["clause_0:", dynamic]).mask(), None, "{dynamic}");
        }
        for cut in [
            "+LD_ATTR_IMM.f32",
            "+LD_ATTR_IMM.f32.v4 t1, r61, r62, attrib",
            "LD_ATTR.f32 R1.xyzw",
            "LD_ATTR.f32 R1.xyzw, 0.x",
        ] {
            let reads = reads(&["clause_0:", cut]);
            assert_eq!((reads.mask(), reads.cut), (Some(0), vec![1]), "{cut}");
        }
        assert_eq!(reads(&["vmul.MOV.i32 R0, TMP0.xxxx, R0"]).mask(), Some(0));
    }
}
