//! The library's results as data: descriptors, their decoded values, and their errors.

use mali_instancing::check::{Detail, DrawState, Expected, Finding, Rule, Severity, Table, check};
use mali_instancing::descriptor::{
    Attribute, Buffer, DecodeErrorKind, Draw, InstanceId, Invocation, ValhallAttribute, VertexId,
};
use mali_instancing::{
    Arch, Argument, AttributeBuffer, BufferAddress, DecodeError, FetchMode, InputRate,
    MagicDivisor, PaddedCount, PowerOfTwo, Rounding, ThreadCount,
};
use serde::Serialize;
use serde_json::{Value, json};
use serde_test::{Configure, Token, assert_ser_tokens};

/// The JSON of a value.
fn data(value: impl Serialize) -> Value {
    let text = serde_json::to_string(&value).unwrap();
    let read: Value = serde_json::from_str(&text).unwrap();
    // A key that is written twice is read once.
    assert_eq!(read.to_string().len(), text.len(), "{text}");
    read
}

fn padded() -> PaddedCount {
    PaddedCount::from_exact(72).unwrap()
}

#[test]
fn a_descriptor_is_its_fields_and_its_words() {
    let thread_count = ThreadCount::for_any_instance_count(padded());
    let three = InputRate::instance(3).unwrap();
    let mode = |rate| FetchMode::new(thread_count, rate, Rounding::RoundDown).unwrap();
    let address = BufferAddress::new(0x12_3456_7880).unwrap();

    let buffer = AttributeBuffer::new(mode(three), address, 64, 6400);
    assert_eq!(
        serde_json::to_string(&buffer).unwrap(),
        concat!(
            r#"{"type":"npot-divisor","pointer":"0x1234567880","divisor_r":7,"divisor_e":true,"#,
            r#""stride":64,"size":6400,"divisor_d":"0x17b425ed","divisor":3,"#,
            r#""words":["0x34567884","0x27000012","0x00000040","0x00001900","0x00000020","#,
            r#""0x17b425ed","0x00000000","0x00000003"]}"#
        )
    );
    let fields = data(AttributeBuffer::decode(buffer.words()).unwrap());
    assert_eq!(
        fields,
        json!({"mode": "npot-divisor", "divisor_r": 7, "divisor_e": 1, "divisor_d": "0x17b425ed", "divisor": 3,
            "address": "0x1234567880", "stride": 64, "size": 6400})
    );
    let linear = AttributeBuffer::new(FetchMode::Linear, BufferAddress::NULL, 20, 1400);
    assert_eq!(
        data(AttributeBuffer::decode(linear.words()).unwrap()),
        json!({"mode": "linear", "address": "0x0", "stride": 20, "size": 1400})
    );

    let words = [0x2b00_4202, 0xffff_fffc];
    let fields = Attribute::decode(words);
    let mut expected =
        json!({"buffer_index": 2, "offset_enable": true, "format": "0x0ac010", "offset": -4});
    assert_eq!(data(fields), expected);
    expected["words"] = json!(["0x2b004202", "0xfffffffc"]);
    assert_eq!(data(Attribute::new(fields).unwrap()), expected);

    assert_eq!(
        data(Draw::new(thread_count, 7)),
        json!({"instance_size": 72, "instance_primitive_size": 1, "offset_start": 7,
            "words": ["0x00830000", "0x00000007"]})
    );
    assert_eq!(
        data(Draw::decode([0x0083_1234, 7]).unwrap()),
        json!({"instance_size": 72, "instance_primitive_size": 1, "offset_start": 7, "flags": "0x00001234"})
    );
    assert_eq!(
        data(VertexId::new(thread_count))["words"],
        json!(["0x00000022", "0x83000000", "0x00000000", "0x00000000"])
    );
    let instance_id = data(InstanceId::new(thread_count, Rounding::RoundDown));
    assert_eq!(instance_id["type"], "instance ID");
    assert_eq!(instance_id["divisor_d"], "0x638e38e3");
}

#[test]
fn an_invocation_and_the_descriptors_from_v9_on_are_theirs() {
    let invocation = Invocation::draw(22, 905).unwrap();
    assert_eq!(data(invocation)["invocations"], "0x00007115");
    assert_eq!(
        data(Invocation::decode(invocation.words()).unwrap()),
        json!({"kind": "draw", "vertices": 22, "instances": 905})
    );
    let compute = Invocation::compute([8, 4, 1], [3, 2, 1]).unwrap();
    assert_eq!(
        data(Invocation::decode(compute.words()).unwrap()),
        json!({"kind": "compute", "size": [8, 4, 1], "workgroups": [3, 2, 1]})
    );

    let words = [0x2fc0_0035, 0x2100_0040, 16, 1, 64, 0x2aaa_aaaa, 0, 0];
    let fields = ValhallAttribute::decode(words).unwrap();
    assert_eq!(
        data(fields),
        json!({"mode": "npot-divisor", "divisor_r": 1, "divisor_e": 1, "divisor_d": "0x2aaaaaaa",
            "format": "0x0bf000", "table": 0, "offset": 16, "buffer_index": 1, "stride": 64})
    );
    let attribute = data(ValhallAttribute::new(fields).unwrap());
    assert_eq!(
        (&attribute["offset"], &attribute["words"][1]),
        (&json!(16), &json!("0x21000040"))
    );

    let buffer = Buffer::new(Arch::V11, 0x12_0000_0054, (1 << 32) + 6400).unwrap();
    let found = data(buffer);
    assert_eq!(
        (&found["address"], &found["size_hi"]),
        (&json!("0x1200000054"), &json!(1))
    );
    assert_eq!(
        data(Buffer::decode(Arch::V11, buffer.words()).unwrap()),
        json!({"address": "0x1200000054", "size": 4_294_973_696_u64})
    );
}

#[test]
fn what_descriptors_are_made_of_is_written_too() {
    assert_eq!(data(padded()), json!(72));
    let thread_count = ThreadCount::new(padded(), 5).unwrap();
    assert_eq!(
        data(thread_count),
        json!({"padded_vertices": 72, "instances": 5})
    );
    let unknown = ThreadCount::for_any_instance_count(padded());
    assert_eq!(
        data(unknown),
        json!({"padded_vertices": 72, "instances": null})
    );
    assert_eq!(
        data(FetchMode::Modulus(padded())),
        json!({"mode": "modulus", "divisor_r": 3, "divisor_p": 4})
    );
    let power = PowerOfTwo::new(64.try_into().unwrap()).unwrap();
    assert_eq!(
        data(FetchMode::PotDivisor(power)),
        json!({"mode": "pot-divisor", "divisor_r": 6})
    );
    let magic = MagicDivisor::new(72.try_into().unwrap(), Rounding::RoundDown);
    assert_eq!(
        data(magic),
        json!({"divisor_r": 6, "divisor_e": 1, "divisor_d": "0x638e38e3"})
    );
    assert_eq!(data(Argument::FirstVertex), "first_vertex");
}

#[test]
fn formats_that_no_person_reads_have_numbers() {
    let attribute = Attribute::decode([0x2b00_4202, 12]);
    assert_ser_tokens(
        &attribute.compact(),
        &[
            Token::Map { len: None },
            Token::Str("buffer_index"),
            Token::U32(2),
            Token::Str("offset_enable"),
            Token::Bool(true),
            Token::Str("format"),
            Token::U64(0x0a_c010),
            Token::Str("offset"),
            Token::I32(12),
            Token::MapEnd,
        ],
    );
    assert_ser_tokens(
        &BufferAddress::new(0x40).unwrap().compact(),
        &[Token::U64(0x40)],
    );
}

#[test]
fn words_that_are_no_descriptor_say_why_and_where() {
    let mut words = [3, 0x8300_0000, 20, 1400, 0, 0, 0, 0];
    words[4] = 0x20;
    let error = data(AttributeBuffer::decode(words).unwrap_err());
    let message = "word 4: 0x00000020 sets reserved bits: all bits of 0xffffffff must be 0";
    assert_eq!(
        error,
        json!({"word": 4, "found": "0x00000020", "kind": "reserved-bits", "reserved": "0xffffffff",
            "message": message})
    );
    let error = data(AttributeBuffer::decode([0; 8]).unwrap_err());
    assert_eq!(
        (&error["kind"], &error["field"]),
        (&json!("value"), &json!("type"))
    );
    assert_eq!(
        error["allowed"],
        json!(["linear", "pot-divisor", "modulus", "npot-divisor"])
    );
    let truncated = DecodeError {
        word: 2,
        found: 0,
        kind: DecodeErrorKind::Truncated { missing: 2 },
    };
    let error = data(truncated);
    assert_eq!(
        (&error["kind"], &error["missing"]),
        (&json!("truncated"), &json!(2))
    );
    let arch = DecodeErrorKind::Arch { arch: Arch::V9 };
    assert_eq!(data(arch), json!({"kind": "arch", "arch": "v9"}));
    for (kind, name) in [
        (DecodeErrorKind::PaddedCount, "padded-count"),
        (DecodeErrorKind::Continuation, "continuation"),
        (DecodeErrorKind::OddDescriptor, "odd-descriptor"),
        (DecodeErrorKind::ZeroDivisor, "zero-divisor"),
        (DecodeErrorKind::Invocation, "invocation"),
    ] {
        assert_eq!(data(kind), json!({"kind": name}));
    }
    let size = Draw::decode([0x00a0_0000, 0]).unwrap_err();
    assert_eq!(data(size)["field"], "instance size");
}

#[test]
fn a_finding_says_what_is_there_and_what_should_be() {
    // The modulus is 72, the instance size 96, and the buffer has room for 70 elements of 20 bytes.
    let buffers = [3, 0x8300_0000, 20, 1400, 0, 0, 0, 0, 0, 0, 0, 0];
    let attributes = [0x2dc0_4200, 0];
    let state = DrawState {
        draw: Some([0x0025_0000, 0]),
        ..DrawState::new(Arch::V7, &buffers, &attributes)
    };
    let mut findings = Vec::new();
    check(&state, |finding| findings.push(finding));
    // Either is wrong, the instance size or the modulus: each is an alternative.
    let is_modulus =
        |finding: &&Finding| (finding.rule, finding.table) == (Rule::NearestDraw, Table::Buffers);
    let modulus = findings.iter().find(is_modulus).unwrap();
    let found = data(modulus);
    assert_eq!(found["rule"], "nearest-draw");
    assert_eq!(found["alternative"], json!(modulus.alternative));
    assert_eq!(findings[0].table, Table::Draw);
    assert_eq!(data(findings[0])["alternative"], 0);
    assert_eq!(found["severity"], "error");
    assert_eq!(
        (&found["table"], &found["attribute"]),
        (&json!("buffers"), &json!(0))
    );
    assert_eq!(found["word"], json!(modulus.word));
    let name = modulus.field.map(|field| field.name);
    assert_eq!(
        (&found["field"], &found["found"]),
        (&json!(name), &json!(modulus.found))
    );
    let Expected::Value(expected) = modulus.expected else {
        panic!("{:?}", modulus.expected);
    };
    assert_eq!(found["expected"], json!({"value": expected}));
    let Some(Detail::NearestDraw(mut draw)) = modulus.detail else {
        panic!("{:?}", modulus.detail);
    };
    for (rate, value) in [
        (None, json!(null)),
        (Some(InputRate::Vertex), json!({"rate": "vertex"})),
        (Some(InputRate::Constant), json!({"rate": "constant"})),
        (
            Some(InputRate::from_gl_divisor(3)),
            json!({"rate": "instance", "divisor": 3}),
        ),
    ] {
        draw.rate = rate;
        assert_eq!(data(draw)["rate"], value);
    }
    assert_eq!(data(Table::Draw), "draw");
    assert_eq!(data(Severity::Note), "note");
}

#[test]
fn what_is_expected_and_what_comes_of_it_go_by_their_names() {
    for (expected, value) in [
        (Expected::Value(1), json!({"value": 1})),
        (Expected::AtLeast(2), json!({"at_least": 2})),
        (Expected::AtMost(3), json!({"at_most": 3})),
        (Expected::Other, json!("other")),
        (
            Expected::Descriptor(DecodeErrorKind::ZeroDivisor),
            json!({"descriptor": {"kind": "zero-divisor"}}),
        ),
    ] {
        assert_eq!(data(expected), value);
    }
    for (detail, value) in [
        (
            Detail::FirstWrongId {
                id: 1,
                element: 2,
                expected: 3,
            },
            json!({"first_wrong_id": {"id": 1, "element": 2, "expected": 3}}),
        ),
        (
            Detail::LastElement {
                index: 70,
                element: 75,
                end: 1412,
            },
            json!({"last_element": {"index": 70, "element": 75, "end": 1412}}),
        ),
        (
            Detail::FirstElement {
                index: -1,
                element: 4,
                begin: -20,
            },
            json!({"first_element": {"index": -1, "element": 4, "begin": -20}}),
        ),
    ] {
        assert_eq!(data(detail), value);
    }
}
