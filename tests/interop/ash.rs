//! Vulkan's structs, as ash has them, against Vulkan's rules.

use std::num::NonZeroU32;

use ash::vk;
use mali_instancing::draw::{AttributeSource, VertexAttribute, VertexBuffer};
use mali_instancing::interop::ConversionError;
use mali_instancing::{Format, InputRate};

/// ash's own name of a format. It is older than Vulkan 1.4, which removed the suffix.
fn name(format: vk::Format) -> String {
    format!("{format:?}").trim_end_matches("_KHR").to_owned()
}

/// Of formats of 32-bit integers, Vulkan has only those that stay integers.
#[test]
fn formats_have_the_same_name_and_come_back_where_vulkan_has_them() {
    let kinds_of_gl = ["FIXED", "UNORM", "SNORM", "USCALED", "SSCALED"];
    let mut not_in_vulkan = 0;
    for &format in Format::ALL {
        let (channels, kind) = format.name().split_once('_').unwrap();
        let Ok(vulkan) = vk::Format::try_from(format) else {
            assert!(
                channels.starts_with("R32") && kinds_of_gl.contains(&kind),
                "{format}"
            );
            not_in_vulkan += 1;
            continue;
        };
        assert_eq!(name(vulkan), format.name());
        assert_eq!(Format::try_from(vulkan), Ok(format));
    }
    assert_eq!(not_in_vulkan, 20);
    let error = vk::Format::try_from(Format::R32G32_FIXED).unwrap_err();
    assert_eq!(
        error.to_string(),
        "Vulkan has no format R32G32_FIXED: its own formats are allowed, with 32 bits UINT, SINT \
         and SFLOAT"
    );
}

/// Vulkan's own formats have the numbers 0 to 184.
#[test]
fn only_formats_of_another_name_are_unknown() {
    for number in -1..=184 {
        let vulkan = vk::Format::from_raw(number);
        let expected =
            Format::from_name(&name(vulkan)).ok_or(ConversionError::Format { format: number });
        assert_eq!(Format::try_from(vulkan), expected);
    }
}

/// C may give a `VkFormat` as it is. A format that Vulkan does not have has a number that Vulkan does not have either.
#[test]
fn formats_have_the_numbers_of_vulkan_in_c() {
    let header = include_str!("../../crates/mali-instancing-ffi/include/mali_inst.h");
    let constants = header.lines().filter_map(|line| {
        let constant = line.trim().strip_prefix("MALI_INST_FORMAT_")?;
        constant.trim_end_matches(',').split_once(" = ")
    });
    let mut names = Vec::new();
    for (name_in_c, number) in constants {
        let number = match number.strip_prefix("0x") {
            Some(digits) => i32::from_str_radix(digits, 16),
            None => number.parse(),
        };
        let number = number.unwrap();
        let is_of_vulkan = name(vk::Format::from_raw(number)) == name_in_c;
        assert_eq!(
            is_of_vulkan,
            !(0x1_0000..0x2_0000).contains(&number),
            "{name_in_c} is {number}"
        );
        names.push(name_in_c);
    }
    let mut of_library: Vec<_> = Format::ALL.iter().map(|format| format.name()).collect();
    names.sort_unstable();
    of_library.sort_unstable();
    assert_eq!(names, of_library);
}

fn binding(input_rate: vk::VertexInputRate) -> vk::VertexInputBindingDescription {
    vk::VertexInputBindingDescription {
        binding: 1,
        stride: 64,
        input_rate,
    }
}

fn divisor(binding: u32, divisor: u32) -> vk::VertexInputBindingDivisorDescriptionKHR {
    vk::VertexInputBindingDivisorDescriptionKHR { binding, divisor }
}

#[test]
fn a_binding_per_instance_has_its_divisor_or_1() {
    let rate = |divisors: &[_]| {
        let buffer =
            VertexBuffer::from_vulkan(binding(vk::VertexInputRate::INSTANCE), divisors).unwrap();
        assert_eq!((buffer.stride, buffer.size), (64, None));
        buffer.rate
    };
    let every = |divisor| InputRate::Instance {
        divisor: NonZeroU32::new(divisor).unwrap(),
    };
    assert_eq!(rate(&[]), every(1));
    assert_eq!(rate(&[divisor(0, 5)]), every(1));
    assert_eq!(rate(&[divisor(0, 5), divisor(1, 3)]), every(3));
    assert_eq!(rate(&[divisor(1, 0)]), InputRate::Constant);
}

#[test]
fn a_binding_per_vertex_has_no_divisor() {
    let per_vertex = binding(vk::VertexInputRate::VERTEX);
    let buffer = VertexBuffer::from_vulkan(per_vertex, &[divisor(0, 5)]).unwrap();
    assert_eq!((buffer.stride, buffer.rate), (64, InputRate::Vertex));

    let error = VertexBuffer::from_vulkan(per_vertex, &[divisor(1, 3)]).unwrap_err();
    assert_eq!(
        error.to_string(),
        "binding 1: divisor 3 is given for the input rate vertex: only the input rate instance may \
         have one"
    );
}

#[test]
fn an_unknown_input_rate_is_an_error() {
    let description = binding(vk::VertexInputRate::from_raw(-2));
    let error = VertexBuffer::from_vulkan(description, &[]).unwrap_err();
    assert_eq!(
        error.to_string(),
        "binding 1: input rate -2 is unknown: 0 (vertex) and 1 (instance) are allowed"
    );
}

fn attribute(format: vk::Format) -> vk::VertexInputAttributeDescription {
    vk::VertexInputAttributeDescription {
        location: 4,
        binding: 1,
        format,
        offset: 0x8000_0000,
    }
}

/// Bindings with these numbers, in this order.
fn bindings(numbers: &[u32]) -> Vec<vk::VertexInputBindingDescription> {
    numbers
        .iter()
        .map(|&binding| vk::VertexInputBindingDescription {
            binding,
            ..Default::default()
        })
        .collect()
}

#[test]
fn an_attribute_reads_the_buffer_at_the_place_of_its_binding() {
    for (numbers, place) in [(&[0, 1][..], 1), (&[1, 2], 0), (&[9, 4, 1], 2)] {
        let description = attribute(vk::Format::R16G16B16_SFLOAT);
        let attribute = VertexAttribute::from_vulkan(description, &bindings(numbers)).unwrap();
        assert_eq!(attribute.source, AttributeSource::Buffer(place));
        assert_eq!(attribute.format, Format::R16G16B16_SFLOAT);
        assert_eq!(attribute.offset, 0x8000_0000);
    }
}

#[test]
fn an_attribute_of_an_unknown_binding_is_named() {
    let description = attribute(vk::Format::R16G16B16_SFLOAT);
    let error = VertexAttribute::from_vulkan(description, &bindings(&[0, 3])).unwrap_err();
    assert!(
        error
            .to_string()
            .starts_with("attribute at location 4: the pipeline has no binding 1")
    );
}

#[test]
fn an_attribute_of_an_unknown_format_is_named() {
    let description = attribute(vk::Format::BC7_SRGB_BLOCK);
    let error = VertexAttribute::from_vulkan(description, &bindings(&[1])).unwrap_err();
    assert_eq!(
        error.to_string(),
        "attribute at location 4: VkFormat 146 is no known vertex format: those of `Format::ALL` are \
         allowed"
    );
    assert_eq!(
        Format::try_from(vk::Format::BC7_SRGB_BLOCK)
            .unwrap_err()
            .to_string(),
        "VkFormat 146 is no known vertex format: those of `Format::ALL` are allowed"
    );
}
