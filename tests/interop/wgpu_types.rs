//! wgpu's types against WebGPU's names and rules.

use mali_instancing::draw::{AttributeSource, VertexAttribute, VertexBuffer};
use mali_instancing::{Arch, Format, InputRate};
use wgpu_types::{VertexFormat, VertexStepMode};

/// All formats: a new one does not compile.
macro_rules! formats {
    ($($name:ident)*) => {
        const FORMATS: &[VertexFormat] = &[$(VertexFormat::$name),*];

        const _: fn(VertexFormat) = |format| match format {
            $(VertexFormat::$name => {})*
        };
    };
}

formats! {
    Uint8 Uint8x2 Uint8x4 Sint8 Sint8x2 Sint8x4 Unorm8 Unorm8x2 Unorm8x4 Snorm8 Snorm8x2 Snorm8x4
    Uint16 Uint16x2 Uint16x4 Sint16 Sint16x2 Sint16x4 Unorm16 Unorm16x2 Unorm16x4
    Snorm16 Snorm16x2 Snorm16x4 Float16 Float16x2 Float16x4
    Float32 Float32x2 Float32x3 Float32x4 Uint32 Uint32x2 Uint32x3 Uint32x4
    Sint32 Sint32x2 Sint32x3 Sint32x4 Float64 Float64x2 Float64x3 Float64x4
    Unorm10_10_10_2 Unorm8x4Bgra
}

/// Vulkan's name, composed from WebGPU's: kind, bits of a component, number of components.
fn vulkan_name(format: VertexFormat) -> String {
    let name = format!("{format:?}");
    match name.as_str() {
        "Unorm10_10_10_2" => return "A2B10G10R10_UNORM_PACK32".to_owned(),
        "Unorm8x4Bgra" => return "B8G8R8A8_UNORM".to_owned(),
        _ => {}
    }
    let (kind, numbers) = name.split_at(name.find(|c: char| c.is_ascii_digit()).unwrap());
    let (bits, components) = numbers.split_once('x').unwrap_or((numbers, "1"));
    let channels: String = "RGBA"
        .chars()
        .take(components.parse().unwrap())
        .flat_map(|channel| [channel.to_string(), bits.to_owned()])
        .collect();
    let kind = kind.to_uppercase().replace("FLOAT", "SFLOAT");
    format!("{channels}_{kind}")
}

#[test]
fn formats_mean_what_their_names_say() {
    for format in FORMATS {
        let ours = Format::from(*format);
        assert_eq!(ours.name(), vulkan_name(*format));
        assert_eq!(u64::from(ours.size()), format.size(), "{ours}");
    }
}

#[test]
fn every_mali_fetches_all_but_64_bit_floats() {
    for format in FORMATS {
        let fetched = !format!("{format:?}").starts_with("Float64");
        for &arch in Arch::ALL {
            let hardware = Format::from(*format).hardware(arch);
            assert_eq!(hardware.is_some(), fetched, "{format:?} on {arch}");
        }
    }
}

#[test]
fn an_instance_is_the_only_step_but_a_vertex() {
    assert_eq!(InputRate::from(VertexStepMode::Vertex), InputRate::Vertex);
    assert_eq!(
        InputRate::from(VertexStepMode::Instance),
        InputRate::instance(1).unwrap()
    );
}

#[test]
fn strides_have_32_bits() {
    let buffer = VertexBuffer::from_wgpu(0xffff_ffff, VertexStepMode::Instance).unwrap();
    assert_eq!((buffer.stride, buffer.size), (0xffff_ffff, None));
    assert_eq!(buffer.rate, InputRate::instance(1).unwrap());

    let error = VertexBuffer::from_wgpu(1 << 32, VertexStepMode::Vertex).unwrap_err();
    assert_eq!(
        error.to_string(),
        "stride 4294967296 does not fit 32 bits: at most 4294967295 is allowed"
    );
}

#[test]
fn offsets_have_32_bits() {
    let attribute = |offset| wgpu_types::VertexAttribute {
        format: VertexFormat::Snorm8x2,
        offset,
        shader_location: 7,
    };
    let converted = VertexAttribute::from_wgpu(3, attribute(0xffff_ffff)).unwrap();
    assert_eq!(converted.source, AttributeSource::Buffer(3));
    assert_eq!(converted.format, Format::R8G8_SNORM);
    assert_eq!(converted.offset, 0xffff_ffff);

    let error = VertexAttribute::from_wgpu(3, attribute(1 << 40)).unwrap_err();
    assert_eq!(
        error.to_string(),
        "attribute at location 7: offset 1099511627776 does not fit 32 bits: at most 4294967295 is allowed"
    );
}
