use super::stop;
use crate::descriptor::{AttributeBuffer, BufferAddress};
use crate::divisor::Rounding;
use crate::fetch::{FetchMode, InputRate};
use crate::padded_count::PaddedCount;
use crate::padding::Padding;
use crate::thread_count::ThreadCount;

/// The arguments as the user wrote them, all in one struct: every call and every path of an
/// expansion costs compile time, once for every descriptor.
#[derive(Clone, Copy)]
pub struct Arguments {
    pub vertices: u32,
    pub divisor: u32,
    pub instances: u32,
    pub stride: u32,
    pub size: u32,
    pub address: u64,
    pub padding: Padding,
    pub rounding: Rounding,
    pub idvs: bool,
}

impl Arguments {
    /// What an argument is that is absent.
    pub const ABSENT: Self = Self {
        vertices: 0,
        divisor: 1,
        instances: 0,
        stride: 0,
        size: 0,
        address: 0,
        padding: Padding::Hardware,
        rounding: Rounding::RoundDown,
        idvs: false,
    };
}

/// A descriptor some of whose arguments are checked.
#[derive(Clone, Copy)]
pub struct Draft {
    arguments: Arguments,
    thread_count: ThreadCount,
    address: BufferAddress,
}

#[track_caller]
pub const fn padded_count(arguments: Arguments) -> Draft {
    let padded = if arguments.idvs {
        PaddedCount::for_idvs(arguments.vertices, arguments.padding)
    } else {
        PaddedCount::new(arguments.vertices, arguments.padding)
    };
    match padded {
        Ok(padded) => Draft {
            arguments,
            thread_count: ThreadCount::for_any_instance_count(padded),
            address: BufferAddress::NULL,
        },
        Err(error) => stop(error),
    }
}

#[track_caller]
pub const fn thread_count(mut draft: Draft) -> Draft {
    let padded = draft.thread_count.padded_vertices();
    match ThreadCount::new(padded, draft.arguments.instances) {
        Ok(thread_count) => {
            draft.thread_count = thread_count;
            draft
        }
        Err(error) => stop(error),
    }
}

#[track_caller]
pub const fn buffer_address(mut draft: Draft) -> Draft {
    match BufferAddress::new(draft.arguments.address) {
        Ok(address) => {
            draft.address = address;
            draft
        }
        Err(error) => stop(error),
    }
}

#[track_caller]
pub const fn per_vertex(draft: Draft) -> AttributeBuffer {
    pack(draft, InputRate::Vertex)
}

#[track_caller]
pub const fn per_instance(draft: Draft) -> AttributeBuffer {
    match InputRate::instance(draft.arguments.divisor) {
        Ok(rate) => pack(draft, rate),
        Err(error) => stop(error),
    }
}

#[track_caller]
pub const fn constant(draft: Draft) -> AttributeBuffer {
    pack(draft, InputRate::Constant)
}

#[track_caller]
const fn pack(draft: Draft, rate: InputRate) -> AttributeBuffer {
    let Draft {
        arguments,
        thread_count,
        address,
    } = draft;
    match FetchMode::new(thread_count, rate, arguments.rounding) {
        Ok(mode) => AttributeBuffer::new(mode, address, arguments.stride, arguments.size),
        Err(error) => stop(error),
    }
}
