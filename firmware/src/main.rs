//! A bare-metal image that contains descriptors and checks, on the core that runs it, that they are equal to those that
//! Mesa's packers made of the same numbers.
//!
//! `build.rs` writes the golden rows as tables, which `golden` includes. `checks` compares with them what the core
//! packs and decodes, and `planning` runs the planner in static memory. `counts` then counts the instructions of a
//! call, if the timer counts instructions. The images in `bin/` only show `firmware/run` what they do not contain.
#![no_std]
#![no_main]

mod checks;
mod counts;
mod golden;
mod planning;

use core::panic::PanicInfo;

use cortex_m::Peripherals;
use cortex_m_rt::entry;
use cortex_m_semihosting::{debug, hprintln};

use counts::Counter;

const CORE: &str = env!("CORE");

#[entry]
fn main() -> ! {
    let mut passed = 0;
    for (statement, holds) in checks::CHECKS {
        if holds() {
            passed += 1;
            hprintln!("PASS {}", statement);
        } else {
            hprintln!("FAIL {}", statement);
        }
    }
    let all = checks::CHECKS.len();
    hprintln!("{} of {} checks passed on {}", passed, all, CORE);
    if let Some(counter) = Peripherals::take().and_then(|all| Counter::new(all.SYST)) {
        let counts = counter.counts();
        let (_, yardstick) = counts[0];
        hprintln!("\ninstructions  of the yardstick  a call on {}", CORE);
        for (operation, instructions) in counts {
            let percent = 100 * instructions / yardstick.max(1);
            hprintln!("{:>12}  {:>15} %  {}", instructions, percent, operation);
        }
    }
    stop(if passed == all {
        debug::EXIT_SUCCESS
    } else {
        debug::EXIT_FAILURE
    })
}

fn stop(status: debug::ExitStatus) -> ! {
    debug::exit(status);
    loop {}
}

#[panic_handler]
fn panic(information: &PanicInfo) -> ! {
    hprintln!("FAIL {}", information);
    stop(debug::EXIT_FAILURE)
}
