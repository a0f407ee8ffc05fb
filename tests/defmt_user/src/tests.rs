extern crate std;

use std::cell::RefCell;
use std::vec::Vec;

use defmt::Format;
use mali_instancing::decode::{Decoded, Descriptor, Kind};
use mali_instancing::descriptor::{
    Attribute, AttributeFields, Buffer, BufferFields, DecodeErrorKind, Draw, DrawFields,
    InstanceId, Invocation, InvocationFields, ValhallAttribute, ValhallAttributeFields,
    ValhallFetchMode, VertexId,
};
use mali_instancing::draw::{
    AttributeSource, BufferRange, DrawCounts, DrawError, IndexBounds, IndexedVertices, Pipeline,
    Tables, VertexAttribute, VertexBuffer,
};
use mali_instancing::{
    Arch, AttributeBuffer, AttributeBufferFields, BufferAddress, DecodeError, Error, FetchMode,
    InputRate, MagicDivisor, PaddedCount, Padding, PowerOfTwo, Rounding, ThreadCount,
};
use mali_varyings::{
    Capture, CaptureMode, CapturedSpan, Placement, RegisterTarget, Varying, VaryingBuffer,
    chooser::VectorPlacement,
};

std::thread_local! {
    /// The items that this thread has sent: strings unchanged, integers in little-endian order, and a
    /// number for each constant text.
    static SENT: RefCell<Vec<u8>> = const { RefCell::new(Vec::new()) };
}

#[defmt::global_logger]
struct Logger;

// SAFETY: each thread has a context of its own, and no frame begins within another.
unsafe impl defmt::Logger for Logger {
    fn acquire() {}

    unsafe fn flush() {}

    unsafe fn release() {}

    unsafe fn write(bytes: &[u8]) {
        SENT.with_borrow_mut(|sent| sent.extend_from_slice(bytes));
    }
}

defmt::timestamp!("");

fn sent_by(print: impl FnOnce()) -> Vec<u8> {
    SENT.take();
    print();
    SENT.take()
}

#[track_caller]
fn assert_contains(sent: &[u8], expected: &[u8]) {
    assert!(
        sent.windows(expected.len()).any(|bytes| bytes == expected),
        "{expected:02x?} is not in {sent:02x?}"
    );
}

#[track_caller]
fn assert_sends(value: &impl Format, expected: &[u8]) {
    assert_contains(&sent_by(|| defmt::println!("{}", value)), expected);
}

#[test]
fn errors_send_their_text() {
    let error = Error::MisalignedAddress { address: 0x41 };
    let text = "address 0x41 is not a multiple of 64: the next lower one is 0x40";
    assert_sends(&error, text.as_bytes());

    let error = DrawError::BufferCount {
        given: 1,
        needed: 2,
    };
    assert_sends(
        &error,
        b"wrong number of buffers: 1 given, and the draw has 2",
    );

    let error = AttributeBuffer::decode([4, 0, 0, 0, 5, 0, 0, 0]).unwrap_err();
    let text = "word 4: 0x00000005 is not a continuation (0x00000020)";
    assert_sends(&error, text.as_bytes());
}

#[test]
fn descriptors_send_their_words() {
    let buffer = Buffer::new(Arch::V9, 0x12_3456_7840, 6400).unwrap();
    assert_sends(
        &buffer,
        &[
            0x19, 0, 0, 0, 0, 0x19, 0, 0, 0x40, 0x78, 0x56, 0x34, 0x12, 0, 0, 0,
        ],
    );
}

#[test]
fn a_varying_that_does_not_fit_is_reported() {
    let error = mali_varyings::Error::DoesNotFit {
        varying: 3,
        missing_rows: 2,
    };
    assert_sends(&error, b"varying 3 does not fit: 2 registers are missing");
}

#[test]
fn data_that_cannot_be_had_is_reported() {
    let error = mali_buffers::Error::TooShort {
        given: 3,
        needed: 4,
    };
    assert_sends(&error, b"3 bytes are too short: 4 are needed");
}

#[test]
fn rules_send_their_names() {
    assert_sends(&Padding::Tight, b"tight");
    assert_sends(&Rounding::RoundDown, b"round-down");
}

#[test]
fn numbers_send_what_they_stand_for() {
    assert_sends(&PaddedCount::from_exact(72).unwrap(), &[72, 0, 0, 0]);
    assert_sends(&PowerOfTwo::from_divisor_r(6).unwrap(), &[6, 0, 0, 0]);
    let by_216 = MagicDivisor::from_fields(7, true, 0x17b4_25ed).unwrap();
    assert_sends(&by_216, &[7, 0, 0, 0, 1, 0xed, 0x25, 0xb4, 0x17]);
    let address = BufferAddress::new(0x12_3456_7880).unwrap();
    assert_sends(&address, &[0x80, 0x78, 0x56, 0x34, 0x12, 0, 0, 0]);
}

#[test]
fn fields_send_their_numbers() {
    let fields = Attribute::decode([0x2b00_4202, 12]);
    assert_sends(&fields, &[0x10, 0xc0, 0x0a, 0, 12, 0, 0, 0]);
}

#[test]
fn a_firmware_reports_what_it_binds() {
    let mesh = AttributeBuffer::new(FetchMode::Linear, BufferAddress::NULL, 20, 1400);
    let sent = sent_by(|| assert!(super::bind(mesh, 0x12_3456_7880).is_ok()));
    let address = [0x80, 0x78, 0x56, 0x34, 0x12, 0, 0, 0];
    let descriptor = [0x81, 0x78, 0x56, 0x34, 0x12, 0, 0, 0, 20, 0, 0, 0];
    assert_contains(&sent, &descriptor);
    assert_contains(&sent, &address);

    let sent = sent_by(|| assert!(super::bind(mesh, 0x41).is_err()));
    assert_contains(&sent, b"address 0x41 is not a multiple of 64");
}

/// The other types that firmware can print.
const _: () = {
    const fn has_format<T: Format>() {}

    has_format::<(Arch, ThreadCount, InputRate, FetchMode, ValhallFetchMode)>();
    has_format::<(mali_instancing::Format, DecodeError, DecodeErrorKind)>();
    has_format::<(
        Attribute,
        VertexId,
        InstanceId,
        Draw,
        Invocation,
        ValhallAttribute,
    )>();
    has_format::<(AttributeBufferFields, AttributeFields, DrawFields)>();
    has_format::<(InvocationFields, ValhallAttributeFields, BufferFields)>();
    has_format::<(Kind, Descriptor, Decoded)>();
    has_format::<(
        Pipeline,
        DrawCounts,
        VertexBuffer,
        VertexAttribute,
        AttributeSource,
        BufferRange,
    )>();
    has_format::<(Tables, IndexBounds, IndexedVertices)>();
    has_format::<(
        Varying,
        RegisterTarget,
        Placement,
        VectorPlacement,
        VaryingBuffer,
    )>();
    has_format::<(Capture, CaptureMode, CapturedSpan)>();
};
