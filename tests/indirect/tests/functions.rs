//! The functions that no kernel calls return the core's words.

use mali_indirect::{Language, functions};

use crate::attributes::{COUNT, INPUT, OUTPUT, expected, inputs};
use crate::gpu;
use crate::words::Text;

const WGSL: &str = "
@group(0) @binding(0) var<storage, read> inputs: array<u32>;
@group(0) @binding(1) var<storage, read_write> outputs: array<u32>;

@compute @workgroup_size(64)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
    let i = id.x * 8u;
    let o = id.x * 11u;
    let descriptor = mali_inst_valhall_attribute(inputs[i], inputs[i + 1u], inputs[i + 2u], inputs[i + 3u],
        inputs[i + 4u], inputs[i + 5u], inputs[i + 6u], inputs[i + 7u]);
    outputs[o] = descriptor.first.x;
    outputs[o + 1u] = descriptor.first.y;
    outputs[o + 2u] = descriptor.first.z;
    outputs[o + 3u] = descriptor.first.w;
    outputs[o + 4u] = descriptor.second.x;
    outputs[o + 5u] = descriptor.second.y;
    outputs[o + 6u] = descriptor.second.z;
    outputs[o + 7u] = descriptor.second.w;
    let pair = mali_inst_attribute(inputs[i + 5u] & 0xffu, inputs[i + 3u], inputs[i + 7u]);
    outputs[o + 8u] = pair.x;
    outputs[o + 9u] = pair.y;
    outputs[o + 10u] = mali_inst_job_header(inputs[i + 7u], inputs[i]);
}
";

const GLSL: &str = "
layout(local_size_x = 64) in;
layout(std430, binding = 0) readonly buffer Inputs { uint inputs[]; };
layout(std430, binding = 1) buffer Outputs { uint outputs[]; };

void main() {
    uint i = gl_GlobalInvocationID.x * 8u;
    uint o = gl_GlobalInvocationID.x * 11u;
    MaliInstDescriptor descriptor = mali_inst_valhall_attribute(inputs[i], inputs[i + 1u], inputs[i + 2u],
        inputs[i + 3u], inputs[i + 4u], inputs[i + 5u], inputs[i + 6u], inputs[i + 7u]);
    outputs[o] = descriptor.first.x;
    outputs[o + 1u] = descriptor.first.y;
    outputs[o + 2u] = descriptor.first.z;
    outputs[o + 3u] = descriptor.first.w;
    outputs[o + 4u] = descriptor.second.x;
    outputs[o + 5u] = descriptor.second.y;
    outputs[o + 6u] = descriptor.second.z;
    outputs[o + 7u] = descriptor.second.w;
    uvec2 pair = mali_inst_attribute(inputs[i + 5u] & 0xffu, inputs[i + 3u], inputs[i + 7u]);
    outputs[o + 8u] = pair.x;
    outputs[o + 9u] = pair.y;
    outputs[o + 10u] = mali_inst_job_header(inputs[i + 7u], inputs[i]);
}
";

#[test]
fn attributes_are_the_cores() {
    let Some(gpu) = gpu() else { return };
    let inputs = inputs();
    let expected: Vec<u32> = inputs.chunks_exact(INPUT).flat_map(expected).collect();
    for (language, version, main) in [
        (Language::Wgsl, "", WGSL),
        (Language::Glsl, "#version 450\n", GLSL),
        (Language::GlslEs, "#version 310 es\n", GLSL),
    ] {
        let text = format!("{version}{}{main}", functions(language));
        let Some(text) = Text::new(language, text) else {
            continue;
        };
        let pipeline = gpu.compile(text.source(), "main").unwrap();
        let input = gpu.buffer(&inputs);
        let output = gpu.buffer(&vec![0; COUNT * OUTPUT]);
        gpu.run(
            &pipeline,
            &[(0, &input), (1, &output)],
            [COUNT as u32 / 64, 1],
        )
        .unwrap();
        let words = gpu.read(&output).unwrap();
        let inputs = inputs.chunks_exact(INPUT);
        let both = words
            .chunks_exact(OUTPUT)
            .zip(expected.chunks_exact(OUTPUT));
        for (input, (words, expected)) in inputs.zip(both) {
            assert_eq!(words, expected, "{language:?}: {input:?}");
        }
    }
}
