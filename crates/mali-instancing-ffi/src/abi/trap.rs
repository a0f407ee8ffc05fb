//! The end of a program that has a mistake in it.

/// Runs an instruction that no program survives. A processor whose instruction is not here waits for ever.
#[inline]
pub(crate) fn trap() -> ! {
    #[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
    // SAFETY: it ends the program, and nothing runs after it.
    unsafe {
        core::arch::asm!("ud2", options(noreturn, nomem, nostack));
    }
    #[cfg(any(target_arch = "aarch64", target_arch = "arm"))]
    // SAFETY: it ends the program, and nothing runs after it.
    unsafe {
        core::arch::asm!("udf #0", options(noreturn, nomem, nostack));
    }
    #[cfg(any(target_arch = "riscv32", target_arch = "riscv64"))]
    // SAFETY: it ends the program, and nothing runs after it.
    unsafe {
        core::arch::asm!("unimp", options(noreturn, nomem, nostack));
    }
    #[allow(unreachable_code, reason = "reached on other processors")]
    loop {
        core::hint::spin_loop();
    }
}
