//! Any varyings, as slots, as declarations of two stages, and in registers: nothing that is stored overlaps anything
//! else, and what the fragment stage reads is what the vertex stage wrote.
//!
//! `slots` takes slots, which may be wrong, and `stages` declarations, which are linked into slots. Both end in
//! `memory`, which checks the places, and then writes and reads each varying of each vertex of a small draw with the
//! reference model. `registers` packs declarations into registers. `choices` makes the declarations of bytes.

mod choices;
mod memory;
mod registers;
mod slots;
mod stages;

use libfuzzer_sys::arbitrary::{self, Arbitrary};

use registers::RegistersInput;
use slots::SlotsInput;
use stages::StagesInput;

/// The interface that is placed.
#[derive(Arbitrary, Debug)]
pub enum Placement {
    Slots(SlotsInput),
    Stages(StagesInput),
    Registers(RegistersInput),
}

impl Placement {
    /// Places, links, writes and reads.
    pub fn check(&self) {
        match self {
            Self::Slots(input) => input.check(),
            Self::Stages(input) => input.check(),
            Self::Registers(input) => input.check(),
        }
    }
}
