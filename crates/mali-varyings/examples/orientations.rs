//! Packs arrays for a machine that keeps varyings in registers, and prints the direction of each.
//!
//! ```sh
//! cargo run -p mali-varyings --example orientations
//! ```

use mali_varyings::chooser::{self, Machine, Placement};
use mali_varyings::{Error, RegisterTarget, Varying, VaryingType, pack};

/// Intel's sixth generation: fifteen registers, in which a division costs 8 and a second move 16.
const GEN6: Machine = Machine {
    registers: 15,
    flat_beside_interpolated: false,
    index_cost: 8,
    second_move_cost: 16,
    ..Machine::CHOSEN
};

fn main() -> Result<(), Error> {
    let varyings = [
        Varying::new(VaryingType::Vec3).with_array(15)?,
        Varying::new(VaryingType::Float).with_array(5)?,
        Varying::new(VaryingType::Vec2).with_array(2)?,
    ];
    // As GLSL ES has it, all elements of an array are below each other.
    let standard = RegisterTarget {
        registers: 15,
        ..RegisterTarget::ES320
    };
    let mut placements = [mali_varyings::Placement::UNPLACED; 3];
    println!(
        "{}",
        pack(&varyings, &standard, &mut placements).unwrap_err()
    );
    let mut placements = [Placement::UNPLACED; 3];
    chooser::pack(&varyings, &GEN6, &mut placements)?;
    for (varying, placement) in varyings.iter().zip(placements) {
        println!(
            "{varying}: {}, from component {} of register {} on",
            placement.orientation(),
            placement.component(),
            placement.register()
        );
    }
    Ok(())
}
