use mali_instancing::descriptor::{
    DecodeErrorKind, InstanceId, Invocation, ValhallAttribute, ValhallFetchMode,
};
use mali_instancing::{AttributeBuffer, FetchMode};

use crate::golden;

/// R and P of a count that is an odd number times a power of two; the largest odd factor is 15.
fn odd_and_shift(count: u64) -> (u64, u32) {
    let shift = count.trailing_zeros();
    (count >> shift, shift)
}

#[test]
fn an_attribute_buffer_is_decoded_or_refused_at_its_first_wrong_word() {
    let (mut decoded, mut refused) = (0, 0);
    for row in golden::rows("2025/attribute_buffer_fields.csv", 1200) {
        let mut words = row.word_list("words");
        words.resize(8, 0);
        let answer = AttributeBuffer::decode(words.try_into().unwrap());
        let (divisor, stride): (u64, u32) = (row.number("divisor"), row.number("stride"));
        let (odd, shift) = odd_and_shift(divisor);
        let expected = match row.text("type") {
            "1D" | "1D NPOT Divisor" => Ok(()),
            "1D Modulus" if odd <= 9 && divisor < 1 << 32 => Ok(()),
            "1D Modulus" => Err(1),
            // Images, primitives and buffers that shaders write.
            _ => Err(0),
        };
        match (answer, expected) {
            (Ok(fields), Ok(())) => {
                let is_expected = match (row.text("type"), fields.mode) {
                    ("1D", FetchMode::Constant) => stride == 0,
                    ("1D", FetchMode::Linear) => stride != 0,
                    ("1D Modulus", FetchMode::Modulus(padded)) => {
                        (u64::from(padded.odd()), padded.shift()) == (odd, shift)
                    }
                    ("1D NPOT Divisor", FetchMode::NpotDivisor { magic, divisor }) => {
                        magic.divisor_r() == row.number::<u32>("divisor_r")
                            && u32::from(magic.divisor_e()) == row.number::<u32>("divisor_e")
                            && magic.divisor_d() == row.number::<u32>("numerator")
                            && divisor.get() == row.number::<u32>("continuation_divisor")
                    }
                    _ => false,
                };
                assert!(is_expected, "{}: {fields:?}", row.text("words"));
                assert_eq!(fields.address.get(), row.number::<u64>("pointer"));
                assert_eq!((fields.stride, fields.size), (stride, row.number("size")));
                decoded += 1;
            }
            (Err(error), Err(word)) => {
                assert_eq!(error.word, word, "{}: {error}", row.text("words"));
                refused += 1;
            }
            (answer, expected) => panic!("{}: {answer:?}, not {expected:?}", row.text("words")),
        }
    }
    assert_eq!((decoded, refused), (360 + 243 + 120, 477));
}

/// Divisor D has 31 bits here, and the last word has no meaning.
#[test]
fn an_instance_id_is_decoded_or_refused_at_its_first_wrong_word() {
    let (mut decoded, mut refused) = (0, 0);
    for row in golden::rows("2025/special_fields.csv", 300) {
        let (divisor_d, offset): (u32, i32) = (row.number("divisor_p"), row.number("offset"));
        match InstanceId::decode(row.words()) {
            Ok(magic) => {
                assert!(divisor_d < 1 << 31 && offset == 0, "{}", row.text("words"));
                assert_eq!(magic.divisor_r(), row.number::<u32>("divisor_r"));
                assert_eq!(u32::from(magic.divisor_e()), row.number::<u32>("divisor_e"));
                assert_eq!(magic.divisor_d(), divisor_d);
                decoded += 1;
            }
            Err(error) => {
                let first_wrong = if divisor_d >> 31 != 0 { 2 } else { 3 };
                assert!(first_wrong == 2 || offset != 0, "{}", row.text("words"));
                assert_eq!(error.word, first_wrong, "{}", row.text("words"));
                assert!(matches!(error.kind, DecodeErrorKind::ReservedBits { .. }));
                refused += 1;
            }
        }
    }
    assert_eq!((decoded, refused), (72, 228));
}

/// Random start bits seldom match the dimensions before them.
#[test]
fn an_invocation_of_any_start_bits_is_refused() {
    for row in golden::rows("2025/invocation_fields.csv", 600) {
        let error = Invocation::decode(row.words()).unwrap_err();
        assert_eq!((error.word, error.kind), (1, DecodeErrorKind::Invocation));
    }
}

#[test]
fn a_valhall_attribute_is_decoded_or_refused_at_its_first_wrong_word() {
    let (mut decoded, mut refused) = (0, 0);
    for row in golden::rows("2025/valhall_attribute_fields.csv", 600) {
        let per_vertex = row.text("frequency") == "Vertex";
        let offset_enable = row.text("offset_enable") == "1";
        let stride_is_0 = row.text("stride") == "0";
        // Attributes whose mode divides are per instance. Only attributes per vertex enable the offset start, and
        // varyings never do.
        let expected = match row.text("attribute_type") {
            "1D POT Divisor" | "1D NPOT Divisor" | "Vertex packet" if offset_enable => Err(0),
            "1D" | "1D POT Divisor" | "1D NPOT Divisor" if per_vertex != offset_enable => Err(1),
            "Vertex packet" if !per_vertex => Err(1),
            "1D" | "1D POT Divisor" | "1D NPOT Divisor" | "Vertex packet" => Ok(()),
            _ => Err(0),
        };
        match (ValhallAttribute::decode(row.words()), expected) {
            (Ok(fields), Ok(())) => {
                let is_expected = match (row.text("attribute_type"), fields.mode) {
                    ("1D", ValhallFetchMode::Vertex) => per_vertex,
                    ("1D", ValhallFetchMode::Constant) => !per_vertex && stride_is_0,
                    ("1D", ValhallFetchMode::Instance) => !per_vertex && !stride_is_0,
                    ("1D POT Divisor", ValhallFetchMode::PotDivisor(power)) => {
                        power.divisor_r() == row.number::<u32>("divisor_r")
                    }
                    ("1D NPOT Divisor", ValhallFetchMode::NpotDivisor(magic)) => {
                        magic.divisor_r() == row.number::<u32>("divisor_r")
                            && u32::from(magic.divisor_e()) == row.number::<u32>("divisor_e")
                            && magic.divisor_d() == row.number::<u32>("divisor_d")
                    }
                    ("Vertex packet", ValhallFetchMode::VertexPacket { packet_stride }) => {
                        packet_stride == row.number::<u16>("packet_stride")
                    }
                    _ => false,
                };
                assert!(is_expected, "{}: {fields:?}", row.text("words"));
                let stride = match fields.mode {
                    ValhallFetchMode::VertexPacket { .. } => "attribute_stride",
                    _ => "stride",
                };
                let numbers = ["format", "table", "buffer_index", stride];
                let numbers = numbers.map(|column| row.number::<u32>(column));
                let ours = [
                    fields.format,
                    fields.table,
                    fields.buffer_index,
                    fields.stride,
                ];
                assert_eq!(ours, numbers);
                assert_eq!(fields.offset, row.number::<i32>("offset"));
                assert_eq!(ValhallAttribute::new(fields).unwrap().words(), row.words());
                decoded += 1;
            }
            (Err(error), Err(word)) => {
                assert_eq!(error.word, word, "{}: {error}", row.text("words"));
                refused += 1;
            }
            (answer, expected) => panic!("{}: {answer:?}, not {expected:?}", row.text("words")),
        }
    }
    assert_eq!((decoded, refused), (158, 442));
}
