//! The callbacks that the caller implements.

use core::ffi::c_void;
use core::ops::Range;

use mali_buffers::{
    Block, Buffer, BufferId, ClientState, DataSource, FoundBounds, GpuMemory, Sequence,
};

use super::kept_buffer::{KeptBuffer, mali_inst_planner_buffer};
use super::source::mali_inst_data_source;
use crate::abi::arguments::{Input, Output};
use crate::abi::cause::Cause;
use crate::abi::failure::Failure;
use crate::abi::growth::growing;

/// The callbacks for the buffers and the bytes of an application.
///
/// Memory to which a callback returns a pointer must not change until the function that called it has returned. A
/// callback must not call a function of this header with the arguments of that function. It must return: it must
/// neither throw nor call `longjmp`.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct mali_inst_client_state {
    /// The first argument of both callbacks.
    pub user: *mut c_void,
    /// Returns the buffer with this number, or null if there is none. During the function that calls it, the buffer is
    /// always at the same address. A buffer that was initialised with another number counts as none.
    pub buffer: Option<
        unsafe extern "C" fn(user: *mut c_void, number: u64) -> *mut mali_inst_planner_buffer,
    >,
    /// Returns `size` bytes of a source from byte `begin` on, or null if they cannot be read. The bytes of a buffer
    /// never end past its size. If the GPU writes them, that work must be finished: the caller waits for it before the
    /// draw, or here.
    pub read: Option<
        unsafe extern "C" fn(
            user: *mut c_void,
            source: mali_inst_data_source,
            begin: u64,
            size: u64,
        ) -> *const u8,
    >,
    /// Zeros, for fields of later versions.
    pub reserved: [u64; 2],
}

/// A block of memory that the GPU reads and that the caller has allocated.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct mali_inst_block {
    /// The caller's name of the block: a number of its own, or a pointer. No other block that is not freed has it.
    pub handle: u64,
    /// The GPU address of its first byte: a multiple of 64.
    pub address: u64,
    /// Its size, in bytes: at least what was asked for.
    pub size: u64,
}

/// The callbacks for the memory that the GPU reads. A callback must return: it must neither throw nor call `longjmp`.
///
/// A draw calls them while the caller may hold locks of buffers that contexts share. So none of them may wait for a
/// thread that needs those locks.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct mali_inst_gpu_memory {
    /// The first argument of all callbacks.
    pub user: *mut c_void,
    /// Allocates a block of at least `size` bytes, and writes it to `block`. Returns 0 if there is no memory, or none
    /// without a wait, or else another number. The draw then finds another place for its data, waits, or fails.
    pub allocate: Option<
        unsafe extern "C" fn(user: *mut c_void, size: u64, block: *mut mali_inst_block) -> u32,
    >,
    /// Takes back a block that no later draw reads. The GPU may read it until the work `until` is finished: not at all
    /// if it is 0.
    pub retire: Option<unsafe extern "C" fn(user: *mut c_void, block: mali_inst_block, until: u64)>,
    /// Returns `size` bytes of a block from byte `begin` on, or null if they do not exist. They are written once and in
    /// ascending order: the memory may be write-combined. The bytes must be initialised.
    pub write: Option<
        unsafe extern "C" fn(
            user: *mut c_void,
            block: mali_inst_block,
            begin: u64,
            size: u64,
        ) -> *mut u8,
    >,
    /// Copies all bytes of a buffer to a block, with the GPU, in the work of the draw and before it. The buffer is read
    /// until that work is finished, and no earlier work reads the block. Returns 0 if the planner must read and write the
    /// bytes itself, or else another number. Null if it always must.
    pub copy_buffer:
        Option<unsafe extern "C" fn(user: *mut c_void, buffer: u64, block: mali_inst_block) -> u32>,
    /// Zeros, for fields of later versions.
    pub reserved: [u64; 4],
}

growing! {
    mali_inst_client_state: a b;
    mali_inst_gpu_memory: a b c d;
}

/// The callbacks for an application. None is null, and the caller guarantees that they keep the rules.
pub(super) struct Callbacks {
    user: *mut c_void,
    buffer: unsafe extern "C" fn(*mut c_void, u64) -> *mut mali_inst_planner_buffer,
    read: unsafe extern "C" fn(*mut c_void, mali_inst_data_source, u64, u64) -> *const u8,
}

/// The callbacks for the GPU's memory. Those that the draw needs are not null, and the caller guarantees that they keep
/// the rules.
pub(super) struct MemoryCallbacks {
    user: *mut c_void,
    allocate: unsafe extern "C" fn(*mut c_void, u64, *mut mali_inst_block) -> u32,
    retire: unsafe extern "C" fn(*mut c_void, mali_inst_block, u64),
    write: unsafe extern "C" fn(*mut c_void, mali_inst_block, u64, u64) -> *mut u8,
    copy_buffer: Option<unsafe extern "C" fn(*mut c_void, u64, mali_inst_block) -> u32>,
}

/// The failure of a callback that is null.
fn missing(argument: &'static str) -> Cause {
    Cause::Null {
        argument: argument.into(),
    }
}

impl Callbacks {
    pub(super) fn new(client_state: Input<'_, mali_inst_client_state>) -> Result<Self, Failure> {
        let given = client_state.structure()?;
        Ok(Self {
            user: given.user,
            buffer: given.buffer.ok_or(missing("client_state->buffer"))?,
            read: given.read.ok_or(missing("client_state->read"))?,
        })
    }

    fn find(&self, buffer: BufferId) -> *mut mali_inst_planner_buffer {
        // SAFETY: `user` is what the callback was given with.
        unsafe { (self.buffer)(self.user, buffer.get()) }
    }

    fn kept(&self, buffer: BufferId) -> Option<&KeptBuffer> {
        // SAFETY: a buffer of the callback stays as it is until `buffer_mut` asks for one, which borrows this
        // exclusively.
        let found = unsafe { Input::new(self.find(buffer), 1, "buffer", self) };
        // Null, memory without a buffer, and another buffer than the one asked for are all an unknown buffer.
        let kept: &KeptBuffer = found.value().ok()?;
        (kept.buffer.id() == buffer).then_some(kept)
    }

    fn kept_mut(&mut self, buffer: BufferId) -> Option<&mut KeptBuffer> {
        // SAFETY: this is borrowed exclusively, so that no other buffer of the callback is borrowed.
        let found = unsafe { Output::new(self.find(buffer), 1, "buffer", self) };
        let kept: &mut KeptBuffer = found.value_mut().ok()?;
        (kept.buffer.id() == buffer).then_some(kept)
    }
}

impl MemoryCallbacks {
    pub(super) fn new(memory: Input<'_, mali_inst_gpu_memory>) -> Result<Self, Failure> {
        let given = memory.structure()?;
        Ok(Self {
            user: given.user,
            allocate: given.allocate.ok_or(missing("memory->allocate"))?,
            retire: given.retire.ok_or(missing("memory->retire"))?,
            write: given.write.ok_or(missing("memory->write"))?,
            copy_buffer: given.copy_buffer,
        })
    }
}

impl ClientState for Callbacks {
    type Bytes<'bytes> = &'bytes [u8];

    fn buffer(&self, buffer: BufferId) -> Option<&Buffer> {
        Some(&self.kept(buffer)?.buffer)
    }

    fn buffer_mut(&mut self, buffer: BufferId) -> Option<&mut Buffer> {
        Some(&mut self.kept_mut(buffer)?.buffer)
    }

    fn found_bounds(&mut self, buffer: BufferId) -> &mut [FoundBounds] {
        self.kept_mut(buffer)
            .map_or(&mut [], |kept| kept.bounds.get_mut())
    }

    fn read(&self, source: DataSource, range: Range<u64>) -> Option<&[u8]> {
        let size = range.end.checked_sub(range.start)?;
        let count = usize::try_from(size).ok()?;
        // SAFETY: `user` is what the callback was given with.
        let bytes = unsafe { (self.read)(self.user, source.into(), range.start, size) };
        // SAFETY: the callback returned that many bytes, which stay until the draw returns.
        unsafe { Input::new(bytes, count, "bytes", self) }
            .slice()
            .ok()
    }
}

impl From<Block> for mali_inst_block {
    fn from(block: Block) -> Self {
        let Block {
            handle,
            address,
            size,
        } = block;
        Self {
            handle,
            address,
            size,
        }
    }
}

impl GpuMemory for MemoryCallbacks {
    fn allocate(&mut self, size: u64) -> Option<Block> {
        let mut block = mali_inst_block {
            handle: 0,
            address: 0,
            size: 0,
        };
        // SAFETY: `user` is what the callback was given with, and the block is a place to write to.
        let is_there = unsafe { (self.allocate)(self.user, size, &raw mut block) };
        let mali_inst_block {
            handle,
            address,
            size,
        } = block;
        (is_there != 0).then_some(Block {
            handle,
            address,
            size,
        })
    }

    fn retire(&mut self, block: Block, until: Sequence) {
        // SAFETY: `user` is what the callback was given with.
        unsafe { (self.retire)(self.user, block.into(), until.get()) }
    }

    fn write(&mut self, block: &Block, range: Range<u64>) -> Option<&mut [u8]> {
        let size = range.end.checked_sub(range.start)?;
        let count = usize::try_from(size).ok()?;
        // SAFETY: `user` is what the callback was given with.
        let bytes = unsafe { (self.write)(self.user, (*block).into(), range.start, size) };
        // SAFETY: the callback returned that many bytes, and this is borrowed exclusively while they are written.
        let bytes = unsafe { Output::new(bytes, count, "bytes", self) };
        bytes.initialised().ok()
    }

    fn copy_buffer(&mut self, buffer: BufferId, block: &Block) -> bool {
        self.copy_buffer.is_some_and(|copy| {
            // SAFETY: `user` is what the callback was given with.
            let is_copied = unsafe { copy(self.user, buffer.get(), (*block).into()) };
            is_copied != 0
        })
    }
}
