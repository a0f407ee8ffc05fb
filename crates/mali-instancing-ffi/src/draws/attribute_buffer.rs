//! A single descriptor of V4 to V7.

use mali_instancing::{AttributeBuffer, BufferAddress, FetchMode};

use crate::abi::failure::finish;
use crate::abi::pointers;
use crate::abi::status::{mali_inst_error, mali_inst_status};
use crate::draws::call::{draw_call, mali_inst_draw_call, mali_inst_target};
use crate::draws::tables::mali_inst_buffer_range;
use crate::draws::vertex_input::mali_inst_vertex_buffer;

/// Packs one attribute buffer of V4 to V7 from the draw's counts: a descriptor and its continuation. `range`'s
/// address must be a multiple of 64; `first_element` is not looked at, which is for tables.
///
/// # Errors
///
/// `MALI_INST_ERROR_ATTRIBUTE_BUFFER_ARCH` from V9 on, `MALI_INST_ERROR_VERTEX_COUNT`,
/// `MALI_INST_ERROR_INSTANCE_COUNT`, `MALI_INST_ERROR_IDVS_ARCH`, `MALI_INST_ERROR_ZERO_DIVISOR`,
/// `MALI_INST_ERROR_DIVISOR`, `MALI_INST_ERROR_MISALIGNED_ADDRESS` and `MALI_INST_ERROR_ADDRESS_RANGE`.
///
/// # Safety
///
/// `target`, `call`, `buffer` and `range` may be read, eight words may be written, and `error`. `error` may be null.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mali_inst_attribute_buffer_pack(
    target: *const mali_inst_target,
    call: *const mali_inst_draw_call,
    buffer: *const mali_inst_vertex_buffer,
    range: *const mali_inst_buffer_range,
    words: *mut u32,
    error: *mut mali_inst_error,
) -> mali_inst_status {
    let run = || {
        // SAFETY: the caller lets both be read.
        let call = unsafe { draw_call(target, call) }?;
        // SAFETY: the caller lets it be read.
        let buffer = unsafe { pointers::reference(buffer, "buffer") }?.convert(0)?;
        // SAFETY: the caller lets it be read.
        let range = *unsafe { pointers::reference(range, "range") }?;
        call.arch.check_attribute_buffers()?;
        let address = BufferAddress::new(range.address)?;
        let mode = FetchMode::new(call.thread_count()?, buffer.rate, call.rounding)?;
        let descriptor = AttributeBuffer::new(mode, address, buffer.stride, range.size);
        // SAFETY: the caller lets eight words be written.
        unsafe { pointers::output(words.cast::<[u32; 8]>(), "words") }?.write(descriptor.words());
        Ok(())
    };
    // SAFETY: the caller lets it be written, and nothing else of the caller's is held here.
    finish(run(), unsafe { pointers::optional(error) })
}
