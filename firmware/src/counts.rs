//! Instructions per call, with QEMU's `-icount`: every instruction takes the same virtual time, which SysTick measures.

use core::hint::black_box;
use core::num::NonZeroU32;

use cortex_m::peripheral::SYST;
use cortex_m::peripheral::syst::SystClkSource;
use mali_instancing::{
    AttributeBuffer, BufferAddress, FetchMode, InputRate, MagicDivisor, PaddedCount, Padding,
    Rounding, ThreadCount, lookup,
};

use crate::planning;

/// The name of a measurement, and the number of instructions of a call, on average over its inputs.
pub type Count = (&'static str, u32);

/// Hardware divisors with an odd part that the tables contain for any vertex count.
const DIVISORS: [u32; 8] = [216, 3, 135 << 4, 7 << 20, 45, 9 << 28, 1080, 72];
/// The number of times that each input is measured.
const REPETITIONS: u32 = 64;
const VERTICES: [u32; 8] = [70, 3, 255, 100, 19, 20, 129, 200];

pub struct Counter {
    timer: SYST,
    /// The number of timer ticks in 256 instructions.
    ticks_in_256: u32,
}

impl Counter {
    /// `None` if time follows the host's clock, and not the instructions.
    pub fn new(mut timer: SYST) -> Option<Self> {
        timer.set_clock_source(SystClkSource::Core);
        timer.set_reload(0x00ff_ffff);
        timer.clear_current();
        timer.enable_counter();
        let mut counter = Self {
            timer,
            ticks_in_256: 0,
        };
        let one = counter.ticks(nops_256);
        let two = counter.ticks(|| {
            nops_256();
            nops_256();
        });
        // Reading the timer is in both, and so not in the difference.
        counter.ticks_in_256 = two - one;
        let again = counter.ticks(nops_256);
        // Under `-icount` the same instructions take the same ticks, and at the shift of `firmware/run` each takes over
        // twelve. Under the host's clock neither need be so.
        let is_steady = one.abs_diff(again) * 64 < one;
        (is_steady && counter.ticks_in_256 >= 256).then_some(counter)
    }

    fn ticks(&self, run: impl FnOnce()) -> u32 {
        let before = self.timer.cvr.read();
        run();
        let after = self.timer.cvr.read();
        // SysTick counts down, in 24 bits.
        before.wrapping_sub(after) & 0x00ff_ffff
    }

    /// The instructions of a call, on average over the inputs, minus those of a call that takes the same input and does
    /// nothing.
    fn count<Input: Copy, Output>(&self, inputs: &[Input; 8], call: fn(Input) -> Output) -> u32 {
        self.count_repeated(REPETITIONS, inputs, call)
    }

    /// As `count`, for calls so long that the timer would overflow.
    fn count_long<Input: Copy, Output>(
        &self,
        inputs: &[Input; 8],
        call: fn(Input) -> Output,
    ) -> u32 {
        self.count_repeated(REPETITIONS / 8, inputs, call)
    }

    fn count_repeated<Input: Copy, Output>(
        &self,
        repetitions: u32,
        inputs: &[Input; 8],
        call: fn(Input) -> Output,
    ) -> u32 {
        // Both are called by pointers that the compiler does not know, so that the two calls cost the same.
        let empty: fn(Input) = nothing;
        self.instructions(
            repetitions,
            || {
                inputs
                    .iter()
                    .for_each(|input| drop(black_box(black_box(call)(black_box(*input)))))
            },
            || {
                inputs
                    .iter()
                    .for_each(|input| black_box(black_box(empty)(black_box(*input))))
            },
            inputs.len() as u32,
        )
    }

    fn count_set_address(&self, mode: FetchMode, address: BufferAddress) -> u32 {
        let mut descriptor = AttributeBuffer::new(mode, BufferAddress::NULL, 64, 6400);
        let mut other = descriptor;
        let call: fn(&mut AttributeBuffer, BufferAddress) = set_address;
        let empty: fn(&mut AttributeBuffer, BufferAddress) = set_nothing;
        self.instructions(
            REPETITIONS,
            || black_box(call)(black_box(&mut descriptor), black_box(address)),
            || black_box(empty)(black_box(&mut other), black_box(address)),
            1,
        )
    }

    /// A single reading of the timer is not exact to the instruction, but many calls between two readings are.
    fn instructions(
        &self,
        repetitions: u32,
        mut run: impl FnMut(),
        mut empty: impl FnMut(),
        calls: u32,
    ) -> u32 {
        let with = self.ticks(|| (0..repetitions).for_each(|_| run()));
        let without = self.ticks(|| (0..repetitions).for_each(|_| empty()));
        let divisor = self.ticks_in_256 * repetitions / 256 * calls;
        // Rounded to the nearest instruction.
        (with.saturating_sub(without) + divisor / 2) / divisor
    }

    /// The counts, in the order in which they are printed. The first is the reference.
    pub fn counts(&self) -> [Count; 10] {
        let divisors = DIVISORS.map(|divisor| NonZeroU32::new(divisor).unwrap_or(NonZeroU32::MIN));
        // The helper's arguments when a divisor is computed.
        let quotients = divisors.map(|divisor| {
            (
                1_u64 << 63,
                u64::from(divisor.get() << divisor.leading_zeros()),
            )
        });
        let padded = PaddedCount::new(70, Padding::Hardware).unwrap_or(PaddedCount::ONE);
        let thread_count = ThreadCount::for_any_instance_count(padded);
        let rate = InputRate::from_gl_divisor(3);
        let mode =
            FetchMode::new(thread_count, rate, Rounding::RoundDown).unwrap_or(FetchMode::Linear);
        let modes = [1, 3, 5, 6, 7, 9, 15, 16]
            .map(|divisor| (thread_count, InputRate::from_gl_divisor(divisor)));
        let address = BufferAddress::new(0x12_3456_7880).unwrap_or(BufferAddress::NULL);
        [
            (
                "64-bit division, the compiler's helper",
                self.count(&quotients, divide),
            ),
            (
                "padded count, computed",
                self.count(&VERTICES, padded_count),
            ),
            (
                "padded count, looked up",
                self.count(&VERTICES, table_padded_count),
            ),
            ("divisor, computed", self.count(&divisors, magic_divisor)),
            (
                "mode of a buffer, looked up",
                self.count(&modes, look_up_mode),
            ),
            ("packing a descriptor", self.count(&[mode; 8], pack)),
            ("setting an address", self.count_set_address(mode, address)),
            (
                "a draw in place, unchanged",
                self.count_long(&[70; 8], planning::draw),
            ),
            (
                "a draw in place, new counts",
                self.count_long(&VERTICES, planning::draw),
            ),
            (
                "the same, streamed",
                self.count_long(&VERTICES, planning::stream),
            ),
        ]
    }
}

#[inline(never)]
fn nothing<Input>(_: Input) {}

#[inline(never)]
fn set_nothing(_: &mut AttributeBuffer, _: BufferAddress) {}

fn nops_256() {
    macro_rules! four_times {
        ($($body:tt)*) => { $($body)* $($body)* $($body)* $($body)* };
    }
    // 4^4 instructions without a loop, whose own instructions would count.
    four_times!(four_times!(four_times!(four_times!(cortex_m::asm::nop();););););
}

#[inline(never)]
fn divide((numerator, denominator): (u64, u64)) -> u64 {
    numerator / denominator
}

#[inline(never)]
fn padded_count(vertices: u32) -> u8 {
    PaddedCount::new(vertices, Padding::Hardware).map_or(0, PaddedCount::to_bits)
}

#[inline(never)]
fn table_padded_count(vertices: u32) -> u8 {
    lookup::padded_count(vertices, Padding::Hardware).map_or(0, PaddedCount::to_bits)
}

#[inline(never)]
fn magic_divisor(divisor: NonZeroU32) -> MagicDivisor {
    MagicDivisor::new(divisor, Rounding::RoundDown)
}

#[inline(never)]
fn look_up_mode((thread_count, rate): (ThreadCount, InputRate)) -> Option<FetchMode> {
    FetchMode::new(thread_count, rate, Rounding::RoundDown).ok()
}

#[inline(never)]
fn pack(mode: FetchMode) -> AttributeBuffer {
    AttributeBuffer::new(mode, BufferAddress::NULL, 64, 6400)
}

#[inline(never)]
fn set_address(descriptor: &mut AttributeBuffer, address: BufferAddress) {
    *descriptor = descriptor.with_address(address);
}
