//! The code that every program of this package needs.

#![no_std]

/// A program that starts with `$start`, a function from a seed that is unknown to the compiler to a number.
#[macro_export]
macro_rules! program {
    ($start:path) => {
        #[unsafe(no_mangle)]
        extern "C" fn _start() -> ! {
            core::hint::black_box($start(core::hint::black_box(1)));
            loop {}
        }

        #[panic_handler]
        fn panic(_: &core::panic::PanicInfo<'_>) -> ! {
            loop {}
        }
    };
}
