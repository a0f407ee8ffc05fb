//! The callbacks that the caller implements.

use core::ffi::c_void;
use core::ops::Range;

use mali_buffers::two_phase::{
    Buffer, BufferId, ClientState, DataSource, FoundBounds, GpuMemory, MemoryRef,
};

use super::buffer::{KeptBuffer, mali_inst_buffer};
use super::memory::{mali_inst_data_source, mali_inst_memory_ref, number_of};
use crate::abi::cause::Cause;
use crate::abi::failure::Failure;
use crate::abi::opaque;
use crate::abi::pointers;

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
    /// Returns the buffer with this number, always at the same address, or null if there is none. A buffer that was
    /// initialised with another number counts as none.
    pub buffer:
        Option<unsafe extern "C" fn(user: *mut c_void, number: u32) -> *mut mali_inst_buffer>,
    /// Returns `size` bytes of a source from byte `begin` on, or null if they cannot be read.
    pub read: Option<
        unsafe extern "C" fn(
            user: *mut c_void,
            source: mali_inst_data_source,
            begin: u64,
            size: u64,
        ) -> *const u8,
    >,
}

/// The callbacks for the memory that the GPU reads. A callback must return: it must neither throw nor call `longjmp`.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct mali_inst_gpu_memory {
    /// The first argument of both callbacks.
    pub user: *mut c_void,
    /// Writes the GPU address of the memory to `address`. Returns 0 if the memory does not exist, or else another
    /// number.
    pub address: Option<
        unsafe extern "C" fn(
            user: *mut c_void,
            memory: mali_inst_memory_ref,
            address: *mut u64,
        ) -> u32,
    >,
    /// Returns `size` bytes of the memory from byte `begin` on, to be written, or null if they do not exist. The bytes
    /// must be initialised.
    pub write: Option<
        unsafe extern "C" fn(
            user: *mut c_void,
            memory: mali_inst_memory_ref,
            begin: u64,
            size: u64,
        ) -> *mut u8,
    >,
}

/// The callbacks for an application. None is null, and the caller guarantees that they keep the rules.
pub(super) struct Callbacks {
    user: *mut c_void,
    buffer: unsafe extern "C" fn(*mut c_void, u32) -> *mut mali_inst_buffer,
    read: unsafe extern "C" fn(*mut c_void, mali_inst_data_source, u64, u64) -> *const u8,
}

/// The callbacks for the GPU's memory. None is null, and the caller guarantees that they keep the rules.
pub(super) struct MemoryCallbacks {
    user: *mut c_void,
    address: unsafe extern "C" fn(*mut c_void, mali_inst_memory_ref, *mut u64) -> u32,
    write: unsafe extern "C" fn(*mut c_void, mali_inst_memory_ref, u64, u64) -> *mut u8,
}

impl Callbacks {
    /// # Safety
    ///
    /// The structure may be read, and its callbacks keep its rules.
    pub(super) unsafe fn new(client_state: *const mali_inst_client_state) -> Result<Self, Failure> {
        // SAFETY: `# Safety` of this function requires the same.
        let given = unsafe { pointers::reference(client_state, "application") }?;
        let missing = |argument: &'static str| Cause::Null {
            argument: argument.into(),
        };
        Ok(Self {
            user: given.user,
            buffer: given.buffer.ok_or(missing("client_state->buffer"))?,
            read: given.read.ok_or(missing("client_state->read"))?,
        })
    }

    fn find(&self, buffer: BufferId) -> *mut mali_inst_buffer {
        // SAFETY: `# Safety` of `new` requires it.
        unsafe { (self.buffer)(self.user, number_of(buffer)) }
    }

    fn kept(&self, buffer: BufferId) -> Option<&KeptBuffer> {
        // SAFETY: it stays as it is, as `# Safety` of `new` requires.
        let kept: &KeptBuffer = unsafe { opaque::get(self.find(buffer), "buffer") }.ok()?;
        (kept.buffer.id() == buffer).then_some(kept)
    }

    fn kept_mut(&mut self, buffer: BufferId) -> Option<&mut KeptBuffer> {
        // SAFETY: it is exclusive while this is borrowed, as `# Safety` of `new` requires.
        let kept: &mut KeptBuffer = unsafe { opaque::get_mut(self.find(buffer), "buffer") }.ok()?;
        (kept.buffer.id() == buffer).then_some(kept)
    }
}

impl MemoryCallbacks {
    /// # Safety
    ///
    /// The structure may be read, and its callbacks keep its rules.
    pub(super) unsafe fn new(memory: *const mali_inst_gpu_memory) -> Result<Self, Failure> {
        // SAFETY: `# Safety` of this function requires the same.
        let given = unsafe { pointers::reference(memory, "memory") }?;
        let missing = |argument: &'static str| Cause::Null {
            argument: argument.into(),
        };
        Ok(Self {
            user: given.user,
            address: given.address.ok_or(missing("memory->address"))?,
            write: given.write.ok_or(missing("memory->write"))?,
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

    fn found_bounds(&self, buffer: BufferId) -> &[FoundBounds] {
        self.kept(buffer).map_or(&[], |kept| kept.bounds.get())
    }

    fn found_bounds_mut(&mut self, buffer: BufferId) -> &mut [FoundBounds] {
        self.kept_mut(buffer)
            .map_or(&mut [], |kept| kept.bounds.get_mut())
    }

    fn read(&self, source: DataSource, range: Range<u64>) -> Option<&[u8]> {
        let size = range.end.checked_sub(range.start)?;
        let count = usize::try_from(size).ok()?;
        // SAFETY: `# Safety` of `new` requires it.
        let bytes = unsafe { (self.read)(self.user, source.into(), range.start, size) };
        // SAFETY: so many bytes are there and stay as they are, as `# Safety` of `new` requires.
        unsafe { pointers::slice(bytes, count, "bytes") }.ok()
    }
}

/// The GPU's memory; `None` if the caller provides none.
pub(super) struct OptionalMemory(pub(super) Option<MemoryCallbacks>);

impl GpuMemory for OptionalMemory {
    fn address(&self, memory: MemoryRef) -> Option<u64> {
        self.0.as_ref()?.address(memory)
    }

    fn write(&mut self, memory: MemoryRef, range: Range<u64>) -> Option<&mut [u8]> {
        self.0.as_mut()?.write(memory, range)
    }
}

impl GpuMemory for MemoryCallbacks {
    fn address(&self, memory: MemoryRef) -> Option<u64> {
        let mut address = 0;
        // SAFETY: `# Safety` of `new` requires it.
        let found = unsafe { (self.address)(self.user, memory.into(), &raw mut address) };
        (found != 0).then_some(address)
    }

    fn write(&mut self, memory: MemoryRef, range: Range<u64>) -> Option<&mut [u8]> {
        let size = range.end.checked_sub(range.start)?;
        let count = usize::try_from(size).ok()?;
        // SAFETY: `# Safety` of `new` requires it.
        let bytes = unsafe { (self.write)(self.user, memory.into(), range.start, size) };
        // SAFETY: so many bytes are there and are exclusive, as `# Safety` of `new` requires.
        unsafe { pointers::slice_mut(bytes, count, "bytes") }.ok()
    }
}
