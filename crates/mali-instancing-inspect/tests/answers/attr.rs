use mali_instancing::draw::{DrawCounts, Pipeline, VertexBuffer};
use mali_instancing::{Arch, Error, InputRate};
use mali_instancing_inspect::attr::ExplainedBuffer;
use mali_instancing_inspect::to_json;
use serde_json::{Value, json};

use crate::rows::{rows, texts};

#[test]
fn a_buffer_has_the_mode_the_numbers_and_the_words_of_its_golden_row() {
    for row in rows("attribute_buffer", 493) {
        let count = |column| u32::try_from(row.number(column)).unwrap();
        let [vertices, instances, divisor] = ["vertices", "instances", "divisor"].map(count);
        let pipeline = Pipeline::new(row.arch()).with_rounding(row.rounding());
        let counts = DrawCounts::instanced(vertices, instances);
        let buffer = VertexBuffer::new(count("stride"), InputRate::from_gl_divisor(divisor))
            .with_size(Some(count("size")));
        let explained =
            ExplainedBuffer::new(pipeline, counts, buffer, row.number("address")).unwrap();
        let text = explained.to_string();
        let json: Value = serde_json::from_str(&to_json(&explained)).unwrap();
        let (padded, words) = (count("padded_vertices"), row.words());
        assert_eq!(json["arch"], row.text("arch"));
        assert_eq!(json["mode"], row.mode(), "{text}");
        assert_eq!(json["words"], json!(texts(&words)), "{text}");
        assert_eq!(json["padded_vertices"], padded, "{text}");
        let wasted = if instances == 1 { 0 } else { padded - vertices };
        assert_eq!(json["wasted_threads"], wasted, "{text}");
        let divides = row.mode().ends_with("divisor");
        let hardware_divisor = divides.then(|| padded * divisor);
        assert_eq!(json["hardware_divisor"], json!(hardware_divisor), "{text}");
        // R, P and E are bits 24 to 28, 29 to 31 and 29 of word 1, and D is word 1 of the continuation.
        let (r, p, e) = (words[1] >> 24 & 31, words[1] >> 29, words[1] >> 29 & 1);
        let fields = match row.mode() {
            "modulus" => json!({"divisor_r": r, "divisor_p": p}),
            "pot-divisor" => json!({"divisor_r": r}),
            "npot-divisor" => {
                json!({"divisor_r": r, "divisor_e": e, "divisor_d": format!("{:#010x}", words[5])})
            }
            _ => json!({}),
        };
        assert_eq!(json["fields"], fields, "{text}");
        // People read the same numbers.
        for word in texts(&words[..4]) {
            assert!(text.contains(&word), "{word}: {text}");
        }
        assert!(text.contains(&padded.to_string()), "{text}");
    }
}

#[test]
fn an_architecture_without_attribute_buffers_has_none_to_explain() {
    let buffer = VertexBuffer::new(64, InputRate::Vertex);
    let counts = DrawCounts::any_instances(70);
    for (arch, address, error) in [
        (Arch::V9, 0, Error::AttributeBufferArch { arch: 9 }),
        (Arch::V7, 65, Error::MisalignedAddress { address: 65 }),
    ] {
        assert_eq!(
            ExplainedBuffer::new(Pipeline::new(arch), counts, buffer, address).unwrap_err(),
            error
        );
    }
}
