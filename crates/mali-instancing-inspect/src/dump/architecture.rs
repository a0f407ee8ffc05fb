//! The architecture of a dump.

use mali_instancing::Arch;
use mali_instancing_codegen::{Source, TextError};

use super::text::{Line, instruction};

/// The architectures whose dumps have such a line.
fn evidence(line: &Line) -> Option<&'static [Arch]> {
    use Arch::{V4, V5, V6, V7, V9, V10, V11, V12, V13, V14, V15};
    let text = line.text;
    // Each line of a text comes here. For most the first byte shows that they are no evidence.
    let archs: &[Arch] = match text.as_bytes().first()? {
        b'F' if text.starts_with("Format (v6): ") => &[V4, V5, V6],
        b'F' if text.starts_with("Format (v7): ") => &[V7, V9, V10, V11, V12, V13, V14, V15],
        b'S' if text.starts_with("Special: ") => &[V4, V5],
        b'S' if text.starts_with("Secondary shader: ") => &[V6, V7],
        b'B' if text == "Blend Equation:" => &[V4],
        b'L' if text.starts_with("Legacy Blend Shader: ") => &[V5],
        b'J' if text.starts_with("Job Header ") => &[V4, V5, V6, V7, V9],
        b'I' if text == "Invocation:" => &[V4, V5, V6, V7],
        b'T' if text == "Type: Indexed Vertex" => &[V6, V7],
        b'T' if text == "Type: Malloc vertex" => &[V9],
        b'0'..=b'9' | b'a'..=b'f' => {
            let instruction = instruction(text)?;
            let name = instruction.split([' ', '.']).next()?;
            match name {
                "RUN_IDVS" => &[V10, V11],
                "RUN_IDVS2" => &[V12, V13, V14, V15],
                "RUN_TILING" => &[V10],
                "NEXT_SB_ENTRY" | "SET_STATE" | "SET_STATE_IMM32" | "SHARED_SB_INC"
                | "SHARED_SB_DEC" | "LOGIC_OP32" => &[V11, V12, V13, V14, V15],
                "ADD_IMM32" | "ADD_IMM64" => &[V13, V14, V15],
                "RUN_FRAGMENT2" => &[V14, V15],
                "MOVE32" | "MOVE48" | "MOVE" => &[V10, V11, V12, V13, V14, V15],
                _ => return None,
            }
        }
        _ => return None,
    };
    Some(archs)
}

/// The evidence of a text's lines for its architecture.
#[derive(Debug)]
pub(super) struct Evidence {
    /// The architectures whose dumps have all lines so far.
    possible: Vec<Arch>,
    /// The line that ruled out the last of the others.
    line: usize,
    /// The first line with which no architecture is left, and its architectures.
    conflict: Option<(usize, &'static [Arch])>,
}

impl Evidence {
    pub(super) fn of<'a>(lines: impl Iterator<Item = &'a Line<'a>>) -> Self {
        let (mut possible, mut last) = (Arch::ALL.to_vec(), 0);
        let mut conflict = None;
        for line in lines {
            let Some(archs) = evidence(line) else {
                continue;
            };
            let before = possible.len();
            // The architectures of the lines before stay, for the message: `possible` is never empty.
            if !possible.iter().any(|arch| archs.contains(arch)) {
                conflict = Some((line.number, archs));
                break;
            }
            possible.retain(|arch| archs.contains(arch));
            if possible.len() < before {
                last = line.number;
            }
        }
        Self {
            possible,
            line: last,
            conflict,
        }
    }

    /// Whether no line was one of a dump.
    pub(super) fn is_empty(&self) -> bool {
        // Each list of `evidence` lacks some architecture, so the first line that is evidence sets the line, from 1
        // on.
        self.line == 0
    }

    /// The architecture, which the user may have named. Dumps of V4 and V5, of V10 and V11, and of V12 to V15, can be
    /// the same. The result is the oldest then.
    pub(super) fn arch(&self, source: &Source, named: Option<Arch>) -> Result<Arch, TextError> {
        let (line, possible) = (self.line, names(&self.possible));
        if let Some((conflict, archs)) = self.conflict {
            let message = format!(
                "this line is of Mali {}, but line {line} is of {possible}: two dumps are mixed here, \
                 give a file for each",
                names(archs)
            );
            return Err(source.error_at_line(conflict, message));
        }
        let message = match (named, self.possible.as_slice()) {
            (Some(arch), possible) if possible.contains(&arch) => return Ok(arch),
            (Some(arch), _) => {
                format!("--arch {arch}: this line is of Mali {possible}; leave out --arch")
            }
            // Up to V7 the check has to know it: formats, IDs and the null terminator differ. Only V4 and V5 are alike
            // in all of them.
            (None, [oldest, .., newest]) if *oldest < Arch::V9 && *newest > Arch::V5 => format!(
                "the dump is of Mali {possible}, and does not show which one: name it with --arch"
            ),
            (None, possible) => return Ok(possible.first().copied().unwrap_or(Arch::V7)),
        };
        Err(source.error_at_line(line, message))
    }
}

/// `V6 or V7`.
fn names(archs: &[Arch]) -> String {
    let names = archs.iter().map(|arch| format!("V{}", arch.number()));
    names.collect::<Vec<_>>().join(" or ")
}
