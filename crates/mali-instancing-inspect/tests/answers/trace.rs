use mali_instancing::draw::{DrawCounts, Pipeline};
use mali_instancing::{Arch, InputRate};
use mali_instancing_codegen::Source;
use mali_instancing_inspect::trace::{TracedDraw, parse_rate, steps};
use mali_instancing_inspect::{DrawWords, to_json};
use serde_json::{Value, json};

/// GL's and Vulkan's rule: the element that an attribute reads. The first instance is not divided.
fn element(rate: InputRate, firsts: [u32; 2], vertex: u32, instance: u32) -> u32 {
    let [first_vertex, first_instance] = firsts;
    match rate {
        InputRate::Vertex => first_vertex + vertex,
        InputRate::Instance { divisor } => first_instance + instance / divisor,
        InputRate::Constant => first_instance,
    }
}

#[test]
fn every_thread_reads_the_elements_of_the_rule() {
    let rates = [
        InputRate::Vertex,
        InputRate::from_gl_divisor(1),
        InputRate::from_gl_divisor(2),
        InputRate::from_gl_divisor(3),
        InputRate::Constant,
    ];
    // 7 vertices are padded to 8, and 20 to 24. From V9 on nothing is padded.
    for (arch, vertices, padded, firsts) in [
        (Arch::V4, 7, 8, [1000, 100]),
        (Arch::V7, 7, 8, [0, 0]),
        (Arch::V7, 20, 24, [1000, 100]),
        (Arch::V9, 7, 7, [0, 0]),
        (Arch::V15, 20, 20, [1000, 100]),
    ] {
        let instances = 7;
        let pipeline = Pipeline::new(arch);
        let counts = DrawCounts::instanced(vertices, instances)
            .with_first_vertex(firsts[0])
            .with_first_instance(firsts[1]);
        let traced = TracedDraw::new(pipeline, counts, &rates).unwrap();
        let json: Value = serde_json::from_str(&to_json(&traced)).unwrap();
        let threads = json["threads"].as_array().unwrap();
        assert_eq!(threads.len(), (padded * instances) as usize, "{arch}");
        for (thread, id) in threads.iter().zip(0..) {
            let (vertex, instance) = (id % padded, id / padded);
            let is_drawn = vertex < vertices;
            assert_eq!(thread["linear_id"], id);
            assert_eq!(thread["vertex"], vertex);
            assert_eq!(thread["instance"], instance);
            assert_eq!(thread["discarded"], !is_drawn);
            if is_drawn {
                let elements = rates.map(|rate| element(rate, firsts, vertex, instance));
                assert_eq!(thread["elements"], json!(elements), "{arch}, thread {id}");
            }
        }
    }
}

#[test]
fn a_thread_alone_has_the_steps_of_its_arithmetic() {
    let rate = InputRate::from_gl_divisor(3);
    let (pipeline, counts) = (Pipeline::new(Arch::V7), DrawCounts::instanced(70, 100));
    let text = TracedDraw::of_thread(pipeline, counts, &[rate], 432)
        .unwrap()
        .to_string();
    // (432 + E) · (2^31 + D) >> (32 + R), with 216 = 72 · 3 as the divisor.
    for part in ["433", &(433 * 0x97b4_25ed_u64).to_string(), "R = 7"] {
        assert!(text.contains(part), "no {part} in {text}");
    }
}

/// Where a line of a dump is not what the printer writes, no number is made up for it.
#[test]
fn what_a_dump_does_not_show_has_no_steps() {
    let text = include_str!("../../../../tests/vectors/driver/dumps/22.3.6/g72-03.txt");
    for (line, lost) in [
        // The first attribute, and the buffer of the second one.
        ("  Buffer index: 0\n", &[0][..]),
        ("  Stride: 16\n", &[1]),
        // Without the heading of an attribute, the later ones have other numbers.
        ("Attribute:\n  Buffer index: 4\n", &[0, 1, 2]),
        // It is added to all three.
        ("  Offset start: 0\n", &[0, 1, 2]),
    ] {
        let changed = text.replacen(line, "?\n", 1);
        let source = Source::new("g72-03.txt", changed.into_bytes()).unwrap();
        let draws = DrawWords::read(&source, None).unwrap();
        let is_lost = |attribute: &usize| steps(&draws[0], *attribute, 0, [0, 0]).is_none();
        let found: Vec<usize> = (0..3).filter(is_lost).collect();
        assert_eq!(found, lost, "{line}");
    }
}

/// With the base vertex -10, index 12 names vertex 2.
#[test]
fn a_negative_base_vertex_is_taken_off_an_index() {
    let text = include_str!("../../../../tests/vectors/driver/dumps/25.0.7/g610-01.txt");
    let text = text.replace("Vertex offset: 0", "Vertex offset: -10");
    let source = Source::new("g610-01.txt", text.into_bytes()).unwrap();
    let draws = DrawWords::read(&source, None).unwrap();
    let steps = steps(&draws[0], 1, 0, [12, 0]).unwrap();
    let index = steps.iter().find(|step| step.is_index).unwrap();
    assert_eq!((&*index.operation, index.value), ("+ offset start -10", 2));
}

/// 36 vertices are padded to 40, and 100,000 instances of them are four million threads.
#[test]
fn one_thread_of_a_large_draw_reads_the_elements_of_the_rule() {
    let rates = [
        InputRate::Vertex,
        InputRate::from_gl_divisor(3),
        InputRate::Constant,
    ];
    for (arch, padded) in [
        (Arch::V4, 40),
        (Arch::V7, 40),
        (Arch::V9, 36),
        (Arch::V15, 36),
    ] {
        let pipeline = Pipeline::new(arch);
        let counts = DrawCounts::instanced(36, 100_000)
            .with_first_vertex(1000)
            .with_first_instance(100);
        for (vertex, instance) in [(0, 0), (35, 99_999), (7, 75_000)] {
            let id = instance * padded + vertex;
            let traced = TracedDraw::of_thread(pipeline, counts, &rates, id).unwrap();
            let json: Value = serde_json::from_str(&to_json(&traced)).unwrap();
            let elements = rates.map(|rate| element(rate, [1000, 100], vertex, instance));
            let thread = json!({
                "linear_id": id, "vertex": vertex, "instance": instance, "discarded": false,
                "elements": elements,
            });
            assert_eq!(json["threads"], json!([thread]), "{arch}");
        }
        assert!(TracedDraw::of_thread(pipeline, counts, &rates, padded * 100_000).is_err());
    }
}

#[test]
fn a_draw_without_threads_or_with_too_many_is_refused() {
    let of = |vertices, instances| {
        let pipeline = Pipeline::new(Arch::V9);
        let counts = DrawCounts::instanced(vertices, instances);
        TracedDraw::new(pipeline, counts, &[InputRate::Vertex])
    };
    assert_eq!(of(7, 0).unwrap_err().key, "instances");
    assert!(of(256, 256).is_ok());
    assert!(of(256, 257).is_err());
    let (pipeline, counts) = (Pipeline::new(Arch::V9), DrawCounts::instanced(7, 2));
    let thread = TracedDraw::of_thread(pipeline, counts, &[], 14).unwrap_err();
    assert_eq!(thread.key, "thread");
    assert!(thread.reason.contains("0 to 13 are allowed"), "{thread}");
}

#[test]
fn a_rate_is_a_divisor_of_gl_or_its_name() {
    let rate = |text| parse_rate(text).unwrap().input_rate().unwrap();
    for name in ["0", "vertex"] {
        assert_eq!(rate(name), InputRate::Vertex);
    }
    for name in ["1", "instance"] {
        assert_eq!(rate(name), InputRate::from_gl_divisor(1));
    }
    assert_eq!(rate("3"), InputRate::from_gl_divisor(3));
    assert_eq!(rate("constant"), InputRate::Constant);
    assert!(parse_rate("often").is_err());
}
