//! The end of a program after a mistake in the library.

/// Runs an illegal instruction, which ends the program. A processor without one here waits for ever.
#[inline]
pub(crate) fn trap() -> ! {
    #[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
    // SAFETY: the instruction ends the program, so that no code runs after it.
    unsafe {
        core::arch::asm!("ud2", options(noreturn, nomem, nostack));
    }
    #[cfg(any(target_arch = "aarch64", target_arch = "arm"))]
    // SAFETY: the instruction ends the program, so that no code runs after it.
    unsafe {
        core::arch::asm!("udf #0", options(noreturn, nomem, nostack));
    }
    #[cfg(any(target_arch = "riscv32", target_arch = "riscv64"))]
    // SAFETY: the instruction ends the program, so that no code runs after it.
    unsafe {
        core::arch::asm!("unimp", options(noreturn, nomem, nostack));
    }
    #[allow(unreachable_code, reason = "reached on other processors")]
    loop {
        core::hint::spin_loop();
    }
}
