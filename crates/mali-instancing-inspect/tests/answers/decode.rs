use mali_instancing::Arch;
use mali_instancing::decode::Kind;
use mali_instancing_inspect::decode::{DecodedDescriptors, DecodedTables};
use mali_instancing_inspect::to_json;
use serde_json::{Value, json};

use crate::rows::{Row, rows, texts};

/// The fields of a row's descriptor.
#[track_caller]
fn decoded(row: &Row, kind: Kind) -> Value {
    let words = row.words();
    let descriptors = DecodedDescriptors::new(row.arch(), kind, &words).unwrap();
    assert!(descriptors.errors().is_empty(), "{words:x?}");
    let text = descriptors.to_string();
    let json: Value = serde_json::from_str(&to_json(&descriptors)).unwrap();
    let first = json["descriptors"][0].clone();
    let length = first["words"].as_array().unwrap().len();
    assert_eq!(first["words"], json!(texts(&words[..length])));
    for word in texts(&words[..length]) {
        assert!(text.contains(&word), "{word}: {text}");
    }
    first
}

/// Checks the fields that have the names of columns.
#[track_caller]
fn assert_columns(row: &Row, json: &Value, columns: &[&str]) {
    for column in columns {
        let expected = row.text(column).parse::<i64>().unwrap();
        assert_eq!(json[column], expected, "{column}: {json}");
    }
}

#[test]
fn an_attribute_buffer_is_decoded_to_the_columns_of_its_golden_row() {
    for row in rows("attribute_buffer", 493) {
        let json = decoded(&row, Kind::Buffers);
        assert_eq!(json["descriptor"], "attribute-buffer");
        assert_eq!(json["mode"], row.mode());
        assert_eq!(json["address"], format!("{:#x}", row.number("address")));
        assert_columns(&row, &json, &["size"]);
        // In a draw of one instance, an attribute that steps per instance stays at its first element.
        let stays = row.number("instances") == 1 && row.number("divisor") > 0;
        let stride = if stays { 0 } else { row.number("stride") };
        assert_eq!(json["stride"], stride, "{json}");
        let (padded, divisor) = (row.number("padded_vertices"), row.number("divisor"));
        // A divisor that is not a power of two is in the last word of the continuation, and gives the padded count.
        match row.mode() {
            "modulus" => assert_eq!(json["padded_vertices"], padded),
            "npot-divisor" => {
                assert_eq!(json["divisor"], divisor);
                assert_eq!(json["padded_vertices"], padded, "{json}");
                assert_eq!(json["hardware_divisor"], padded * divisor);
            }
            "pot-divisor" => assert_eq!(json["hardware_divisor"], padded * divisor),
            _ => assert_eq!(json["hardware_divisor"], Value::Null),
        }
    }
}

#[test]
fn other_descriptors_are_decoded_to_the_columns_of_their_golden_rows() {
    for row in rows("attribute", 160) {
        let json = decoded(&row, Kind::Attributes);
        assert_columns(&row, &json, &["buffer_index", "offset"]);
        assert_eq!(json["offset_enable"], row.text("offset_enable") == "1");
        assert_eq!(json["format"], format!("{:#08x}", row.number("format")));
    }
    for row in rows("valhall_attribute", 193) {
        let json = decoded(&row, Kind::Attributes);
        assert_columns(&row, &json, &["buffer_index", "offset", "stride"]);
        assert_eq!(json["mode"], row.mode());
        assert_eq!(json["format"], format!("{:#08x}", row.number("format")));
        if row.mode().ends_with("divisor") {
            assert_eq!(json["divisor"], row.number("divisor"), "{json}");
        }
    }
    for row in rows("special", 240) {
        let json = decoded(&row, Kind::Buffers);
        assert_eq!(json["descriptor"], row.text("record"));
        // Without instancing, the vertex is the thread, and its instance 0.
        if row.number("instances") > 1 {
            assert_columns(&row, &json, &["padded_vertices"]);
        }
    }
    for row in rows("draw", 160) {
        let json = decoded(&row, Kind::Draw);
        assert_columns(&row, &json, &["offset_start"]);
        let size = match row.number("instances") {
            1 => 1,
            _ => row.number("padded_vertices"),
        };
        assert_eq!(json["instance_size"], size, "{json}");
    }
    for row in rows("invocation", 160) {
        let json = decoded(&row, Kind::Invocation);
        let of = |name: &str| ["x", "y", "z"].map(|axis| row.number(&format!("{name}_{axis}")));
        assert_eq!(json["kind"], row.text("kind"));
        if row.text("kind") == "compute" {
            assert_eq!(json["size"], json!(of("size")));
            assert_eq!(json["workgroups"], json!(of("workgroups")));
        } else {
            let [_, vertices, instances] = of("workgroups");
            assert_eq!(json["vertices"], vertices, "{json}");
            assert_eq!(json["instances"], instances, "{json}");
        }
    }
}

#[test]
fn words_that_are_no_descriptor_are_left_out_and_reported() {
    let words = [9, 0, 0, 0, 3, 0x8300_0000, 20, 1400];
    let descriptors = DecodedDescriptors::new(Arch::V7, Kind::Buffers, &words).unwrap();
    let json: Value = serde_json::from_str(&to_json(&descriptors)).unwrap();
    assert_eq!(json["descriptors"].as_array().unwrap().len(), 1);
    assert_eq!(json["descriptors"][0]["word"], 4);
    assert!(descriptors.errors()[0].starts_with("word 0: 0x00000009 has no type"));
    for (arch, kind, length) in [
        (
            Arch::V7,
            Kind::Buffers,
            "an attribute buffer has 4 words, or 8 with its continuation",
        ),
        (Arch::V9, Kind::Buffers, "a buffer descriptor has 8 words"),
        (Arch::V7, Kind::Attributes, "an attribute has 2 words"),
        (Arch::V9, Kind::Attributes, "an attribute has 8 words"),
        (Arch::V7, Kind::Draw, "words 0 and 1 of a draw are read"),
        (Arch::V7, Kind::Invocation, "an invocation has 2 words"),
    ] {
        let short = DecodedDescriptors::new(arch, kind, &words[4..5]).unwrap();
        let [error] = short.errors() else {
            panic!("{:?}", short.errors());
        };
        assert!(error.ends_with(&format!(": {length}")), "{error}");
    }
    for kind in [Kind::Draw, Kind::Invocation] {
        let refused = DecodedDescriptors::new(Arch::V9, kind, &[0, 0]).unwrap_err();
        assert_eq!(refused.key, "descriptor");
        assert_eq!(
            refused.reason,
            "Mali V9 has no such descriptor: only V4 to V7 have one"
        );
    }
}

/// An attribute names the descriptor whose number, times four words, is the word of its buffer.
#[test]
fn attributes_are_followed_to_their_buffers() {
    // A buffer by modulus, 8 · 9 vertices, and the null terminator; R16G16_UNORM at byte 12 of descriptors 0 and 2.
    let buffers = [3, 0x8300_0000, 20, 1400, 0, 0, 0, 0];
    let attributes = [0x2b00_4200, 12, 0x2b00_4202, 12];
    let tables = DecodedTables::new(Arch::V7, &buffers, &attributes);
    let json: Value = serde_json::from_str(&to_json(&tables)).unwrap();
    for (number, buffer_index) in [(0, 0), (1, 2)] {
        let attribute = &json["attributes"][number];
        assert_eq!(attribute["buffer_index"], buffer_index);
        assert_eq!(attribute["buffer_word"], 4 * buffer_index);
        assert_eq!(attribute["format_names"], json!(["R16G16_UNORM"]));
    }
    assert_eq!(json["buffers"][0]["attributes"], json!([0]));
    assert_eq!(json["buffers"][0]["padded_vertices"], 72);
    assert_eq!(json["buffers"][1]["descriptor"], "null-terminator");
    assert_eq!(
        tables.errors(),
        [
            "attribute 1 names a descriptor of the buffers, word 8: the words end here, and the descriptor needs 4 more"
        ]
    );
    let text = tables.to_string();
    for word in texts(&[&buffers[..4], &attributes].concat()) {
        assert!(text.contains(&word), "{word}: {text}");
    }
    assert!(text.contains("read by attribute 0\n"), "{text}");
}
