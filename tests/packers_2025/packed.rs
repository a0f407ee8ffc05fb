use std::num::NonZeroU32;

use mali_instancing::descriptor::{
    Attribute, AttributeFields, Draw, InstanceId, Invocation, ValhallAttribute,
    ValhallAttributeFields, ValhallFetchMode,
};
use mali_instancing::{
    Arch, AttributeBuffer, BufferAddress, FetchMode, Format, InputRate, MagicDivisor, PaddedCount,
    Padding, Rounding, ThreadCount,
};

use crate::golden::{self, Row};

/// The number of rows that are the same as ours, and of those in which Mesa's multiplier, computed in double precision,
/// is too small by one.
#[derive(Debug, Default, PartialEq)]
struct Multipliers {
    equal: usize,
    too_small: usize,
}

impl Multipliers {
    /// Compares a descriptor whose word 5 is divisor D.
    fn compare(&mut self, theirs: &[u32], ours: &[u32], divisor: u64) {
        if theirs == ours {
            self.equal += 1;
            return;
        }
        let exact = golden::exact_divisor_d(divisor);
        assert_eq!((ours[5], theirs[5] + 1), (exact, exact), "{divisor}");
        let mut corrected = theirs.to_vec();
        corrected[5] = exact;
        assert_eq!(corrected, ours, "{divisor}");
        self.too_small += 1;
    }
}

/// Mesa's padded count follows its own rule. The count of a single instance is not used.
fn thread_count(row: &Row) -> ThreadCount {
    let padded = PaddedCount::new(row.number("vertices"), Padding::Mesa).unwrap();
    let thread_count = ThreadCount::new(padded, row.number("instances")).unwrap();
    if thread_count.is_instanced() {
        assert_eq!(padded.get(), row.number::<u32>("padded_vertices"));
    }
    thread_count
}

#[test]
fn every_attribute_is_packed_and_decoded() {
    for row in golden::rows("2025/attribute.csv", 600) {
        let fields = AttributeFields {
            buffer_index: row.number("buffer_index"),
            offset_enable: row.number::<u32>("offset_enable") != 0,
            format: row.number("format"),
            offset: row.number("offset"),
        };
        assert_eq!(Attribute::new(fields).unwrap().words(), row.words());
        assert_eq!(Attribute::decode(row.words()), fields);
    }
}

#[test]
fn every_attribute_buffer_is_packed() {
    let mut multipliers = Multipliers::default();
    for row in golden::rows("2025/attribute_buffer.csv", 600) {
        let divisor = row.number("divisor");
        let rate = InputRate::from_gl_divisor(divisor);
        let mode = FetchMode::new(thread_count(&row), rate, Rounding::RoundDown).unwrap();
        let address = BufferAddress::new(row.number("address")).unwrap();
        let ours = AttributeBuffer::new(mode, address, row.number("stride"), row.number("size"));
        let mut theirs = row.word_list("words");
        theirs.resize(8, 0);
        let hardware_divisor = row.number::<u64>("padded_vertices") * u64::from(divisor);
        multipliers.compare(&theirs, &ours.words(), hardware_divisor);
    }
    let expected = Multipliers {
        equal: 586,
        too_small: 14,
    };
    assert_eq!(multipliers, expected);
}

#[test]
fn every_instance_id_is_packed_but_that_of_single_threads() {
    let mut of_single_threads = 0;
    for row in golden::rows("2025/special.csv", 300) {
        assert_eq!(row.text("record"), "instance-id");
        let thread_count = thread_count(&row);
        let ours = InstanceId::new(thread_count, Rounding::RoundDown).words();
        if thread_count.instance_size() == PaddedCount::ONE && thread_count.is_instanced() {
            // Mesa's quotient is 0 for every instance.
            assert_eq!(row.words(), [0x24, 0x3f00_0000, 0x7fff_ffff, 0]);
            assert_eq!(InstanceId::decode(ours).unwrap().divide(u32::MAX), u32::MAX);
            of_single_threads += 1;
        } else {
            assert_eq!(ours, row.words());
        }
    }
    assert_eq!(of_single_threads, 1);
}

/// Sizes are (2·k + 1)·2^s, k up to 7. With a k above 4 the size is not a padded count.
fn size_bits(size: u32) -> u32 {
    let shift = size.trailing_zeros();
    shift | ((size >> shift) / 2) << 5
}

#[test]
fn every_draw_has_its_sizes_and_its_offset_start() {
    let (mut packed, mut decoded) = (0, 0);
    for row in golden::rows("2025/draw.csv", 600) {
        let words: [u32; 3] = row.words();
        let (size, primitive_size): (u32, u32) = (
            row.number("instance_size"),
            row.number("instance_primitive_size"),
        );
        let flags: u32 = row.number("flags");
        let sizes = size_bits(primitive_size) << 24 | size_bits(size) << 16;
        assert_eq!(words[0], sizes | flags);
        if !row.text("vertices").is_empty() {
            let ours = Draw::new(thread_count(&row), row.number("offset_start")).words();
            let instance_size = |word| word & 0x00ff_0000;
            assert_eq!(instance_size(ours[0]), instance_size(words[0]));
            assert_eq!(ours[1], words[1]);
            packed += 1;
        }
        let exactly = |size| PaddedCount::from_exact(size).ok();
        match (exactly(size), exactly(primitive_size)) {
            (Some(size), Some(_)) => {
                let fields = Draw::decode([words[0], words[1]]).unwrap();
                let expected = (size, row.number("offset_start"));
                assert_eq!((fields.instance_size, fields.offset_start), expected);
                decoded += 1;
            }
            (None, _) => {
                let error = Draw::decode([words[0], words[1]]).unwrap_err();
                assert_eq!(error.word, 0);
            }
            (Some(_), None) => {}
        }
    }
    assert_eq!((packed, decoded), (409, 444));
}

#[test]
fn every_compute_invocation_is_packed_and_decoded() {
    for row in golden::rows("2025/invocation.csv", 600) {
        assert_eq!(row.text("kind"), "compute");
        let of = |columns: [&str; 3]| columns.map(|column| row.number(column));
        let size = of(["size_x", "size_y", "size_z"]);
        let workgroups = of(["workgroups_x", "workgroups_y", "workgroups_z"]);
        let ours = Invocation::compute(size, workgroups).unwrap();
        assert_eq!(ours.words(), row.words());
    }
}

#[test]
fn every_valhall_attribute_is_packed() {
    let mut multipliers = Multipliers::default();
    for row in golden::rows("2025/valhall_attribute.csv", 300) {
        assert_eq!(row.text("driver"), "panfrost");
        let divisor: u32 = row.number("divisor");
        let fields = ValhallAttributeFields {
            mode: ValhallFetchMode::new(InputRate::from_gl_divisor(divisor), Rounding::RoundDown),
            format: row.number("format"),
            table: row.number("table"),
            offset: row.number("offset"),
            buffer_index: row.number("buffer_index"),
            stride: row.number("stride"),
        };
        let ours = ValhallAttribute::new(fields).unwrap().words();
        let mut theirs: [u32; 8] = row.words();
        if divisor == 1 {
            // The id is shifted right by 0, while ours is used unchanged.
            assert_eq!((theirs[0] >> 4 & 0xf, theirs[1] >> 24), (2, 0));
            theirs[0] ^= 0x30;
        }
        multipliers.compare(&theirs, &ours, divisor.into());
    }
    let expected = Multipliers {
        equal: 291,
        too_small: 9,
    };
    assert_eq!(multipliers, expected);
}

/// Whether no API has vertices of a format: formats of luminance, intensity or alpha, with an unused component, of
/// sRGB, or packed in the opposite order.
fn is_of_no_vertex(name: &str) -> bool {
    let (channels, kind) = name.rsplit_once('_').unwrap();
    channels.starts_with(['A', 'I', 'L']) || channels.contains('X') || kind == "SRGB"
}

#[test]
fn every_vertex_format_is_mesas() {
    let mut named = 0;
    for row in golden::rows("2025/vertex_formats.csv", 1642) {
        if row.text("vertex_buffer") != "1" {
            continue;
        }
        let name = row.text("format").strip_prefix("PIPE_FORMAT_").unwrap();
        if is_of_no_vertex(name) {
            continue;
        }
        let format = Format::from_name(&golden::format_name(name));
        let format = format.unwrap_or_else(|| panic!("no {name}"));
        let arch = Arch::from_name(row.text("arch")).unwrap();
        let hardware = format.hardware(arch);
        assert_eq!(hardware, Some(row.number("hardware")), "{format}, {arch}");
        named += 1;
    }
    // V4 to V6 cannot read R9G9B9E5 from a vertex buffer.
    assert_eq!(named, 114 * 6 - 3);
}

/// Mesa has fetched it since 2026, on every architecture, as sRGB of the same components without the sRGB bit.
#[test]
fn blue_green_and_red_bytes_are_those_of_srgb() {
    const SRGB: u32 = 1 << 20;
    let rows = golden::rows("2025/vertex_formats.csv", 1642);
    let rows = rows
        .iter()
        .filter(|row| row.text("format") == "PIPE_FORMAT_B8G8R8_SRGB");
    let mut archs = 0;
    for row in rows {
        let arch = Arch::from_name(row.text("arch")).unwrap();
        let srgb: u32 = row.number("hardware");
        assert_eq!(
            Format::B8G8R8_UNORM.hardware(arch),
            Some(srgb & !SRGB),
            "{arch}"
        );
        archs += 1;
    }
    assert_eq!(archs, 6);
}

#[test]
fn every_count_is_padded_where_mesas_shift_does_not_overflow() {
    let (mut padded, mut padded_for_idvs) = (0, 0);
    for row in golden::rows("2025/padded_count.csv", 1922) {
        let vertices: u32 = row.number("vertices");
        let (ours, ours_for_idvs) = (
            PaddedCount::new(vertices, Padding::Mesa),
            PaddedCount::for_idvs(vertices, Padding::Mesa),
        );
        if vertices >= 0xe000_0000 {
            // There is still a tight count, which Mesa's rule does not use.
            assert!(ours.is_err() && ours_for_idvs.is_err(), "{vertices}");
            continue;
        }
        assert_eq!(
            ours.unwrap().get(),
            row.number::<u32>("padded"),
            "{vertices}"
        );
        padded += 1;
        let theirs_for_idvs: u32 = row.number("padded_idvs");
        match ours_for_idvs {
            Ok(ours) => assert_eq!(ours.get(), theirs_for_idvs, "{vertices}"),
            Err(_) => assert!(vertices > 0xdfff_fffc && theirs_for_idvs == 1, "{vertices}"),
        }
        padded_for_idvs += 1;
    }
    assert_eq!((padded, padded_for_idvs), (1922 - 10, 1922 - 10));
}

#[test]
fn every_divisor_has_its_multiplier() {
    let mut multipliers = Multipliers::default();
    for row in golden::rows("2025/npot_divisor.csv", 3615) {
        let divisor: NonZeroU32 = NonZeroU32::new(row.number("divisor")).unwrap();
        let ours = MagicDivisor::new(divisor, Rounding::RoundDown);
        let descriptor = |r: u32, e: u32, d: u32| [r, e, 0, 0, 0, d];
        let ours_descriptor =
            descriptor(ours.divisor_r(), ours.divisor_e().into(), ours.divisor_d());
        let column = |name: &str| row.number::<u32>(name);
        let theirs = descriptor(
            column("divisor_r"),
            column("divisor_e"),
            column("divisor_d"),
        );
        multipliers.compare(&theirs, &ours_descriptor, divisor.get().into());

        let remainder = column("remainder");
        assert_eq!(ours.divisor_e(), remainder <= column("round_down_bound"));
        let nearest = MagicDivisor::new(divisor, Rounding::Nearest);
        assert_eq!(nearest.divisor_e(), remainder <= column("nearest_bound"));
    }
    let expected = Multipliers {
        equal: 3_604,
        too_small: 11,
    };
    assert_eq!(multipliers, expected);
}
