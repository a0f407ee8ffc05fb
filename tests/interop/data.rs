//! The inputs of a draw as data: valid ones are written and read again, and invalid ones are refused.

use core::num::NonZeroU32;
use std::fmt::Debug;

use mali_instancing::data::{
    AttributeSourceKeys, BufferRangeKeys, BuiltInId, DrawCountsKeys, InputRateKeys, Integer,
    KeyError, Keys, Number, PipelineKeys, Rate, VertexAttributeKeys, VertexBufferKeys,
    parse_number,
};
use mali_instancing::draw::{
    AttributeSource, BufferRange, DrawCounts, Pipeline, TableLayout, VertexAttribute, VertexBuffer,
};
use mali_instancing::{Arch, Argument, Format, InputRate, PaddedCount, Padding, Rounding};
use serde::de::DeserializeOwned;
use serde::ser::{Serialize, SerializeMap, Serializer};

/// Writes a table in TOML and in JSON, and reads it again. Returns the JSON.
fn round_trip<T: Serialize + DeserializeOwned + PartialEq + Debug>(value: &T) -> String {
    let text = toml::to_string(value).unwrap();
    assert_eq!(toml::from_str::<T>(&text).as_ref(), Ok(value), "{text}");
    let text = serde_json::to_string(value).unwrap();
    assert_eq!(&serde_json::from_str::<T>(&text).unwrap(), value, "{text}");
    text
}

/// Reads every value of a type by its name.
fn names<T: Serialize + DeserializeOwned + PartialEq + Debug + Copy>(
    all: &[T],
    name: impl Fn(T) -> &'static str,
) {
    for &value in all {
        let text = serde_json::to_string(&value).unwrap();
        assert_eq!(text, format!("{:?}", name(value)));
        assert_eq!(serde_json::from_str::<T>(&text).unwrap(), value);
    }
}

#[test]
fn what_has_a_name_is_its_name() {
    names(Arch::ALL, Arch::name);
    names(Padding::ALL, Padding::name);
    names(Rounding::ALL, Rounding::name);
    names(Format::ALL, Format::name);
    names(Rate::ALL, Rate::name);
    names(BuiltInId::ALL, BuiltInId::name);
}

/// The keys of `vertex_input!`, taken from its error about another key.
fn keys_of_the_macro(message: &str) -> Vec<&str> {
    let (_, known) = message
        .lines()
        .next()
        .unwrap()
        .split_once("known: ")
        .unwrap();
    known.split(", ").map(|key| key.trim_matches('`')).collect()
}

#[test]
fn the_macro_has_the_keys_that_data_has() {
    let draw = keys_of_the_macro(include_str!(
        "../ui/fail/vertex_input/unknown_key_of_a_draw.stderr"
    ));
    assert_eq!(
        sorted(draw),
        sorted([PipelineKeys::KEYS, DrawCountsKeys::KEYS].concat())
    );
    let buffer = keys_of_the_macro(include_str!(
        "../ui/fail/vertex_input/unknown_key_of_a_buffer.stderr"
    ));
    assert_eq!(sorted(buffer), sorted(VertexBufferKeys::KEYS.to_vec()));
    let attribute = keys_of_the_macro(include_str!(
        "../ui/fail/vertex_input/unknown_key_of_an_attribute.stderr"
    ));
    // The source is in front of the braces. The macro checks whether attributes may overlap.
    let mut data = VertexAttributeKeys::KEYS.to_vec();
    data.retain(|key| !AttributeSourceKeys::KEYS.contains(key));
    data.push("overlap");
    assert_eq!(sorted(attribute), sorted(data));
}

fn sorted(mut keys: Vec<&str>) -> Vec<&str> {
    keys.sort_unstable();
    keys
}

#[test]
fn every_draw_is_read_as_it_was_written() {
    let plain = Pipeline::new(Arch::V7);
    assert_eq!(round_trip(&plain), r#"{"arch":"v7"}"#);
    let each_key = Pipeline::new(Arch::V10)
        .with_padding(Padding::Mesa)
        .with_rounding(Rounding::Nearest)
        .with_idvs(true)
        .with_resource_table(63)
        .with_layout(TableLayout::Fixed)
        .with_reserved_buffers(4)
        .with_reserved_attributes(255)
        .with_bound_strides(true)
        .with_unaligned(true);
    let keys = PipelineKeys::from(each_key);
    assert_eq!(
        round_trip(&each_key),
        r#"{"arch":"v10","padding":"mesa","rounding":"nearest","idvs":true,"resource_table":63,"layout":"fixed","reserved_buffers":4,"reserved_attributes":255,"bound_strides":true,"unaligned":true}"#
    );
    round_trip(&keys);

    let plain = DrawCounts::any_instances(70);
    assert_eq!(round_trip(&plain), r#"{"vertices":70}"#);
    let each_key = DrawCounts::instanced(u32::MAX, 0)
        .with_first_vertex(1)
        .with_first_instance(2)
        .with_primitive_vertices(NonZeroU32::new(3))
        .with_padded_vertices(Some(PaddedCount::MAX));
    let keys = DrawCountsKeys::from(each_key);
    assert_eq!(
        round_trip(&each_key),
        r#"{"vertices":4294967295,"instances":0,"first_vertex":1,"first_instance":2,"primitive_vertices":3,"padded_vertices":3758096384}"#
    );
    round_trip(&keys);
}

#[test]
fn every_buffer_is_read_as_it_was_written() {
    let three = InputRate::instance(3).unwrap();
    for (rate, text) in [
        (InputRate::Vertex, r#""rate":"vertex""#),
        (InputRate::Constant, r#""rate":"constant""#),
        (three, r#""rate":"instance","divisor":3"#),
    ] {
        assert_eq!(round_trip(&rate), format!("{{{text}}}"));
        let buffer = VertexBuffer::new(64, rate);
        assert_eq!(round_trip(&buffer), format!("{{{text},\"stride\":64}}"));
        let each_key = buffer.with_size(Some(6400));
        assert_eq!(
            round_trip(&each_key),
            format!("{{{text},\"stride\":64,\"size\":6400}}")
        );
    }
    assert_eq!(round_trip(&BufferRange::at(0x40)), r#"{"address":64}"#);
    let range = BufferRange::new((1 << 56) - 1, 1);
    assert_eq!(
        round_trip(&range),
        r#"{"address":72057594037927935,"size":1}"#
    );
}

#[test]
fn every_attribute_is_read_as_it_was_written() {
    for (source, text) in [
        (AttributeSource::Buffer(7), r#"{"buffer":7}"#),
        (AttributeSource::VertexId, r#"{"source":"vertex-id"}"#),
        (AttributeSource::InstanceId, r#"{"source":"instance-id"}"#),
    ] {
        assert_eq!(round_trip(&source), text);
    }
    let uv = VertexAttribute::new(1, Format::R16G16_UNORM, 0);
    assert_eq!(round_trip(&uv), r#"{"buffer":1,"format":"R16G16_UNORM"}"#);
    let id = VertexAttribute::INSTANCE_ID;
    assert_eq!(round_trip(&id), r#"{"source":"instance-id"}"#);
    // The hardware has a format and an offset for these attributes, too.
    for attribute in [
        VertexAttribute { offset: 4, ..uv },
        VertexAttribute {
            format: Format::R32_SINT,
            offset: 1,
            ..id
        },
    ] {
        round_trip(&attribute);
    }
}

#[test]
fn the_keys_say_which_are_there() {
    let keys: PipelineKeys = toml::from_str("idvs = false").unwrap();
    let expected = PipelineKeys {
        idvs: Some(false),
        ..PipelineKeys::default()
    };
    assert_eq!(keys, expected);
    assert_eq!(serde_json::to_string(&keys).unwrap(), r#"{"idvs":false}"#);
    let keys: DrawCountsKeys = toml::from_str("vertices = 0\nfirst_vertex = 0").unwrap();
    let expected = DrawCountsKeys {
        vertices: Some(0),
        first_vertex: Some(0),
        ..DrawCountsKeys::default()
    };
    assert_eq!(keys, expected);
    assert_eq!(
        serde_json::to_string(&keys).unwrap(),
        r#"{"vertices":0,"first_vertex":0}"#
    );
    let keys: VertexBufferKeys = toml::from_str("divisor = 0\nsize = 0").unwrap();
    assert_eq!((keys.rate.rate, keys.rate.divisor), (None, Some(0)));
    assert_eq!((keys.stride, keys.size), (None, Some(0)));
    let buffer = VertexBuffer::try_from(VertexBufferKeys {
        stride: Some(4),
        size: None,
        ..keys
    });
    assert_eq!(buffer, Ok(VertexBuffer::new(4, InputRate::Vertex)));
}

/// A buffer of a manifest.
struct Named(VertexBufferKeys, BufferRangeKeys);

impl Serialize for Named {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut table = serializer.serialize_map(None)?;
        table.serialize_entry("name", "mesh")?;
        self.0.write(&mut table)?;
        self.1.write(&mut table)?;
        table.end()
    }
}

#[test]
fn keys_are_written_into_a_table_that_has_others() {
    let mesh = VertexBuffer::new(20, InputRate::Vertex);
    let named = Named(mesh.into(), BufferRange::at(64).into());
    assert_eq!(
        toml::to_string(&named).unwrap(),
        "name = \"mesh\"\nrate = \"vertex\"\nstride = 20\naddress = 64\n"
    );
}

#[test]
fn keys_are_arguments() {
    let keys = [
        PipelineKeys::KEYS,
        DrawCountsKeys::KEYS,
        VertexBufferKeys::KEYS,
        BufferRangeKeys::KEYS,
        VertexAttributeKeys::KEYS,
    ];
    for key in keys.concat() {
        assert!(Argument::from_name(key).is_some(), "{key}");
    }
}

/// A value for each key.
fn value(key: &str) -> &'static str {
    match key {
        "arch" => "\"v7\"",
        "padding" => "\"tight\"",
        "rounding" => "\"nearest\"",
        "layout" => "\"fixed\"",
        "idvs" | "bound_strides" | "unaligned" => "true",
        "rate" => "\"instance\"",
        "format" => "\"R32_SFLOAT\"",
        "source" => "\"vertex-id\"",
        _ => "1",
    }
}

fn each_key_is_refused<K: Keys + DeserializeOwned + Serialize + PartialEq + Debug>() {
    for key in K::KEYS {
        let value = value(key);
        let once = format!("{{\"{key}\":{value}}}");
        let keys: K = serde_json::from_str(&once).unwrap();
        assert_eq!(serde_json::to_string(&keys).unwrap(), once);

        // JSON's parser accepts two members with the same name; TOML's does not.
        let twice = format!("{{\"{key}\":{value},\"{key}\"");
        let error = serde_json::from_str::<K>(&format!("{twice}:{value}}}")).unwrap_err();
        let column = twice.len();
        assert_eq!(
            error.to_string(),
            format!("duplicate field `{key}` at line 1 column {column}")
        );

        // A value of another type, and no value.
        for (wrong, found) in [
            ("[]", "sequence"),
            ("null", "null"),
            ("1.5", "floating point"),
        ] {
            let error = serde_json::from_str::<K>(&format!("{{\"{key}\": {wrong}}}")).unwrap_err();
            assert!(error.to_string().contains(found), "{key}: {error}");
        }
        let text = format!("{key} = []");
        let error = toml::from_str::<K>(&text).unwrap_err();
        assert_eq!(error.span(), Some(text.len() - 2..text.len()), "{error}");

        let text = format!("# a draw\n{key} = {value}\nunknown = 1\n");
        let error = toml::from_str::<K>(&text).unwrap_err();
        assert_eq!(&text[error.span().unwrap()], "unknown");
        assert!(
            error
                .message()
                .starts_with("unknown field `unknown`, expected ")
        );
        for known in K::KEYS {
            assert!(error.message().contains(&format!("`{known}`")), "{error}");
        }
    }
}

#[test]
fn a_key_that_is_there_twice_or_unknown_is_refused_where_it_stands() {
    each_key_is_refused::<PipelineKeys>();
    each_key_is_refused::<DrawCountsKeys>();
    each_key_is_refused::<InputRateKeys>();
    each_key_is_refused::<VertexBufferKeys>();
    each_key_is_refused::<BufferRangeKeys>();
    each_key_is_refused::<AttributeSourceKeys>();
    each_key_is_refused::<VertexAttributeKeys>();
}

/// Reads a table under a key, for which TOML's errors have a place. Returns the message and the text at that place.
fn error_in<T: DeserializeOwned + Debug>(text: &str) -> (String, &str) {
    let error = toml::from_str::<T>(text).unwrap_err();
    (error.message().to_owned(), &text[error.span().unwrap()])
}

#[test]
fn an_architecture_is_read_by_the_name_of_a_gpu_too() {
    let read = |name| serde_json::from_value::<Arch>(serde_json::Value::from(name)).ok();
    for name in ["v7", "g52", "G52", "Mali-G52"] {
        assert_eq!(read(name), Some(Arch::V7), "{name}");
    }
    assert_eq!(read("Immortalis-G715"), Some(Arch::V11));
    assert_eq!(read("V7"), None);
    assert_eq!(serde_json::to_value(Arch::V7).unwrap(), "v7");
}

#[test]
fn a_value_that_is_wrong_is_refused_where_it_stands() {
    let in_pipeline = error_in::<PipelineKeys>;
    let in_counts = error_in::<DrawCountsKeys>;
    for (line, message) in [
        (
            "arch = \"v8\"",
            "invalid value: string \"v8\", expected an architecture, v4 to v7 or v9 to v15, or a GPU, \
             as g52",
        ),
        (
            "padding = \"loose\"",
            "unknown variant `loose`, expected one of `hardware`, `tight`, `mesa`",
        ),
        (
            "rounding = \"round_down\"",
            "unknown variant `round_down`, expected `round-down` or `nearest`",
        ),
        (
            "rounding = 1",
            "invalid type: integer `1`, expected round-down or nearest",
        ),
        (
            "vertices = -1",
            "-1 is below 0, the smallest number allowed",
        ),
        (
            "vertices = 4294967296",
            "4294967296 is too large: at most 4294967295 is allowed",
        ),
        (
            "vertices = \"seventy\"",
            "`seventy` is not a whole number: decimal and 0x notation, with _ between digits, are \
             allowed",
        ),
        (
            "vertices = \"0x1_0000_0000\"",
            "0x1_0000_0000 is too large: at most 4294967295 is allowed",
        ),
        (
            "instances = 1.0",
            "invalid type: floating point `1.0`, expected a whole number from 0 to 4294967295",
        ),
        (
            "primitive_vertices = 0",
            "0 is below 1, the smallest number allowed",
        ),
        ("idvs = 1", "invalid type: integer `1`, expected a boolean"),
    ] {
        let text = format!("\n{line}\n");
        let (key, value) = line.split_once(" = ").unwrap();
        let is_a_count = DrawCountsKeys::KEYS.contains(&key);
        let found = if is_a_count { in_counts } else { in_pipeline }(&text);
        assert_eq!(found, (message.to_owned(), value));
    }
    let (message, place) = error_in::<VertexAttributeKeys>("format = \"R32_FLOAT\"");
    assert_eq!(place, "\"R32_FLOAT\"");
    assert_eq!(
        message,
        "invalid value: string \"R32_FLOAT\", expected Vulkan's name of a vertex format without \
         VK_FORMAT_"
    );
}

#[test]
fn what_is_missing_or_does_not_go_together_is_named() {
    let message = |text, error: fn(&str) -> (String, &str)| error(text).0;
    assert_eq!(
        message("idvs = true", error_in::<Pipeline>),
        "missing field `arch`"
    );
    assert_eq!(
        message("instances = 1", error_in::<DrawCounts>),
        "missing field `vertices`"
    );
    assert_eq!(
        message("size = 1", error_in::<VertexBuffer>),
        "missing field `stride`"
    );
    assert_eq!(
        message("size = 1", error_in::<BufferRange>),
        "missing field `address`"
    );
    assert_eq!(
        message("offset = 1", error_in::<VertexAttribute>),
        "missing field `buffer`"
    );
    assert_eq!(
        message("buffer = 1", error_in::<VertexAttribute>),
        "missing field `format`"
    );
    assert_eq!(
        message(
            "buffer = 1\nsource = \"vertex-id\"",
            error_in::<AttributeSource>
        ),
        "buffer: an attribute with a `source` has none: leave one of the two out"
    );
    assert_eq!(
        message("rate = \"constant\"\ndivisor = 0", error_in::<InputRate>),
        "divisor: 0 does not go with the rate `constant`, which has no divisor: leave it out"
    );
    let zero = message("rate = \"instance\"\ndivisor = 0", error_in::<InputRate>);
    assert!(
        zero.starts_with("divisor: divisor 0 is not allowed: at least 1 is."),
        "{zero}"
    );
}

#[test]
fn a_rate_and_a_divisor_make_an_input_rate() {
    let by = |divisor| InputRate::instance(divisor).map_err(|_| KeyError::ZeroDivisor);
    let excess = |rate, divisor| Err(KeyError::DivisorOfRate { rate, divisor });
    for (rate, divisor, expected) in [
        (None, None, Ok(InputRate::Vertex)),
        (None, Some(0), Ok(InputRate::Vertex)),
        (None, Some(3), by(3)),
        (Some(Rate::Vertex), None, Ok(InputRate::Vertex)),
        (Some(Rate::Vertex), Some(0), Ok(InputRate::Vertex)),
        (Some(Rate::Vertex), Some(1), excess(Rate::Vertex, 1)),
        (Some(Rate::Instance), None, by(1)),
        (Some(Rate::Instance), Some(3), by(3)),
        (Some(Rate::Instance), Some(0), Err(KeyError::ZeroDivisor)),
        (Some(Rate::Constant), None, Ok(InputRate::Constant)),
        (Some(Rate::Constant), Some(0), excess(Rate::Constant, 0)),
    ] {
        let found = InputRate::try_from(InputRateKeys { rate, divisor });
        assert_eq!(found, expected, "{rate:?}, {divisor:?}");
    }
}

#[test]
fn a_number_is_an_integer_or_a_string_in_either_notation() {
    for (text, number) in [
        ("70", 70),
        ("0x46", 70),
        ("0X1000_0000", 0x1000_0000),
        ("1_000", 1000),
        ("007", 7),
        ("0xffff_ffff_ffff_ffff", u64::MAX),
    ] {
        assert_eq!(parse_number(text), Ok(number));
        let quoted = format!("\"{text}\"");
        assert_eq!(
            serde_json::from_str::<Number<u64>>(&quoted).unwrap().0,
            number
        );
    }
    let largest = serde_json::from_str::<Number<u64>>("18446744073709551615").unwrap();
    assert_eq!(largest.0, u64::MAX);
    for (text, number) in [
        ("12", 12),
        ("-12", -12),
        ("-0x10", -16),
        ("2147483647", i32::MAX),
        ("-0x8000_0000", i32::MIN),
    ] {
        assert_eq!(parse_number(text), Ok(number));
    }
}

fn refused<T: Integer + Debug>(text: &str) -> String {
    parse_number::<T>(text).unwrap_err().to_string()
}

#[test]
fn what_is_not_a_number_of_the_type_is_quoted() {
    for text in [
        "", "0x", "_1", "1_", "0x_1", "1.0", "1e3", "seventy", "+1", "0b1", " 1", "--1", "- 1",
        "-", "0x-1", "-_1", "٣",
    ] {
        let start = format!("`{text}` is not a whole number: decimal and 0x notation");
        assert!(
            refused::<u32>(text).starts_with(&start),
            "{}",
            refused::<u32>(text)
        );
        assert!(
            refused::<i32>(text).starts_with(&start),
            "{}",
            refused::<i32>(text)
        );
    }
    assert!(refused::<i32>("x").contains("and - before them"));
    assert!(!refused::<u32>("x").contains('-'));
    assert_eq!(
        refused::<u32>("-5"),
        "-5 is below 0, the smallest number allowed"
    );
    assert_eq!(
        refused::<NonZeroU32>("0x0"),
        "0x0 is below 1, the smallest number allowed"
    );
    assert_eq!(
        refused::<i32>("-2147483649"),
        "-2147483649 is below -2147483648, the smallest number allowed"
    );
    for (text, limit) in [
        ("2147483648", refused::<i32>("2147483648")),
        (
            "99999999999999999999",
            refused::<u64>("99999999999999999999"),
        ),
    ] {
        assert!(
            limit.starts_with(&format!("{text} is too large: at most ")),
            "{limit}"
        );
    }
    // There is no limit to the number of digits.
    let long = "9".repeat(5000);
    assert_eq!(
        refused::<u64>(&long),
        format!(
            "{}… is too large: at most 18446744073709551615 is allowed",
            "9".repeat(59)
        )
    );
    assert!(refused::<i32>(&format!("-{long}")).contains("is below -2147483648"));
}
