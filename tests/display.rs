//! The texts that users read.

use std::num::NonZeroU32;

use mali_instancing::descriptor::{
    Attribute, AttributeFields, Buffer, InstanceId, ValhallFetchMode, VertexId,
};
use mali_instancing::{
    Arch, AttributeBuffer, BufferAddress, Error, FetchMode, Format, InputRate, PaddedCount,
    Padding, PowerOfTwo, Rounding, ThreadCount,
};

#[test]
fn choices_have_the_names_of_the_options() {
    assert_eq!(
        Arch::ALL
            .iter()
            .map(ToString::to_string)
            .collect::<Vec<_>>(),
        [
            "v4", "v5", "v6", "v7", "v9", "v10", "v11", "v12", "v13", "v14", "v15"
        ]
    );
    assert_eq!(
        [Padding::Hardware, Padding::Tight, Padding::Mesa].map(|padding| padding.to_string()),
        ["hardware", "tight", "mesa"]
    );
    assert_eq!(
        [Rounding::RoundDown, Rounding::Nearest].map(|rounding| rounding.to_string()),
        ["round-down", "nearest"]
    );
}

#[test]
fn a_name_leads_back_to_what_it_names() {
    for &arch in Arch::ALL {
        assert_eq!(Arch::from_name(arch.name()), Some(arch));
    }
    for &padding in Padding::ALL {
        assert_eq!(Padding::from_name(padding.name()), Some(padding));
    }
    for &rounding in Rounding::ALL {
        assert_eq!(Rounding::from_name(rounding.name()), Some(rounding));
    }
    for name in [
        "",
        "v",
        "v77",
        "V7",
        "7",
        "hardwar",
        "hardware ",
        "round_down",
    ] {
        assert_eq!(Arch::from_name(name), None, "{name}");
        assert_eq!(Padding::from_name(name), None, "{name}");
        assert_eq!(Rounding::from_name(name), None, "{name}");
    }
}

/// `V4 to V7` for consecutive architectures, `V6 and later` for all from one on.
fn span(has: impl Fn(Arch) -> bool) -> String {
    let first = *Arch::ALL.iter().find(|arch| has(**arch)).unwrap();
    let last = *Arch::ALL.iter().rfind(|arch| has(**arch)).unwrap();
    for &arch in Arch::ALL {
        assert_eq!(has(arch), (first..=last).contains(&arch), "{arch}");
    }
    if Arch::ALL.last() == Some(&last) {
        format!("V{} and later", first.number())
    } else {
        format!("V{} to V{}", first.number(), last.number())
    }
}

#[test]
fn errors_name_the_architectures_that_would_do() {
    let with_buffers = span(|arch| arch.check_attribute_buffers().is_ok());
    let with_idvs = span(|arch| arch.check_idvs().is_ok());
    for &arch in Arch::ALL {
        let texts = [
            (arch.check_attribute_buffers(), &with_buffers),
            (arch.check_idvs(), &with_idvs),
        ];
        for (checked, architectures) in texts {
            if let Err(error) = checked {
                let text = error.to_string();
                assert!(text.starts_with(&format!("Mali V{} has no ", arch.number())));
                assert!(
                    text.contains(&format!(": only {architectures} have ")),
                    "{text}"
                );
            }
        }
    }
}

/// The ids of Midgard are listed one by one, those of later GPUs by their first digit.
#[test]
fn the_error_of_an_unknown_gpu_lists_the_known_ones() {
    let known = |id: &u16| Arch::from_product_id(*id).is_ok();
    let is_midgard = |id: &u16| Arch::from_product_id(*id).is_ok_and(|arch| arch <= Arch::V5);
    let mut midgard: Vec<String> = (0..=u16::MAX)
        .filter(is_midgard)
        .map(|id| format!("{id:#x}"))
        .collect();
    midgard.sort();
    let families: Vec<String> = (1..16)
        .filter(|family| (family << 12..=family << 12 | 0xfff).all(|id| known(&id)))
        .map(|family| format!("{family:x}"))
        .collect();
    assert_eq!(
        (0..=u16::MAX).filter(known).count(),
        midgard.len() + families.len() * 0x1000 - usize::from(is_midgard(&0x6956))
    );
    let text = Error::ProductId { id: 0x8000 }.to_string();
    let listed: Vec<String> = text
        .split(|character: char| !character.is_ascii_alphanumeric())
        .filter(|word| word.starts_with("0x") && *word != "0x8000")
        .map(str::to_owned)
        .collect();
    assert_eq!(listed, midgard);
    let (last, others) = families.split_last().unwrap();
    assert!(
        text.ends_with(&format!("begin with {} or {last}", others.join(", "))),
        "{text}"
    );
}

#[test]
fn rates_say_what_an_element_is_for() {
    assert_eq!(
        [
            InputRate::Vertex,
            InputRate::from_gl_divisor(1),
            InputRate::from_gl_divisor(3),
            InputRate::Constant,
        ]
        .map(|rate| rate.to_string()),
        ["per vertex", "per instance", "per 3 instances", "constant"]
    );
}

#[test]
fn modes_are_named_as_the_descriptors_types() {
    let thread_count = ThreadCount::for_any_instance_count(PaddedCount::from_exact(64).unwrap());
    let mode = |divisor| {
        let rate = InputRate::from_gl_divisor(divisor);
        FetchMode::new(thread_count, rate, Rounding::RoundDown)
            .unwrap()
            .to_string()
    };
    assert_eq!(mode(0), "modulus");
    assert_eq!(mode(4), "pot-divisor");
    assert_eq!(mode(3), "npot-divisor");
    assert_eq!(FetchMode::Linear.to_string(), "linear");
    assert_eq!(FetchMode::Constant.to_string(), "linear, with stride 0");
}

#[test]
fn valhalls_modes_say_which_index_they_read() {
    let mode = |rate| ValhallFetchMode::new(rate, Rounding::RoundDown).to_string();
    assert_eq!(mode(InputRate::Vertex), "linear, per vertex");
    assert_eq!(mode(InputRate::from_gl_divisor(1)), "linear, per instance");
    assert_eq!(
        mode(InputRate::Constant),
        "linear, per instance, with stride 0"
    );
    assert_eq!(mode(InputRate::from_gl_divisor(4)), "pot-divisor");
    assert_eq!(mode(InputRate::from_gl_divisor(3)), "npot-divisor");
}

#[test]
fn numbers_come_with_their_factors() {
    let power = |divisor| PowerOfTwo::new(NonZeroU32::new(divisor).unwrap()).unwrap();
    assert_eq!(power(1).to_string(), "1 (2^0)");
    assert_eq!(power(1 << 31).to_string(), "2147483648 (2^31)");
}

#[test]
fn addresses_are_hexadecimal() {
    assert_eq!(BufferAddress::NULL.to_string(), "0x0");
    assert_eq!(
        BufferAddress::new(0x12_3456_7880).unwrap().to_string(),
        "0x1234567880"
    );
}

#[test]
fn names_are_padded_to_a_columns_width() {
    assert_eq!(format!("{:>9}", Padding::Tight), "    tight");
    assert_eq!(format!("{:<9}", Rounding::Nearest), "nearest  ");
    assert_eq!(format!("{:^10}", FetchMode::Linear), "  linear  ");
    assert_eq!(format!("{:>9}", Format::R8_UNORM), " R8_UNORM");
}

/// The bits of each field, from the tables of the documentation.
#[test]
fn a_descriptor_says_its_fields() -> Result<(), Box<dyn std::error::Error>> {
    let address = BufferAddress::new(0x1000_0000)?;
    let thread_count = ThreadCount::new(PaddedCount::from_exact(72)?, 100)?;
    let instance = |divisor| InputRate::instance(divisor).unwrap();
    let buffer = |rate| {
        let mode = FetchMode::new(thread_count, rate, Rounding::RoundDown).unwrap();
        AttributeBuffer::new(mode, address, 64, 6400).to_string()
    };
    assert_eq!(
        buffer(instance(3)),
        "type 4 (npot-divisor), pointer 0x10000000, divisor R 7, divisor E 1, stride 64 bytes, \
         size 6400 bytes, type 0x20 (continuation), divisor D 0x17b425ed, divisor 3"
    );
    assert_eq!(
        buffer(InputRate::Vertex),
        "type 3 (modulus), pointer 0x10000000, divisor R 3, divisor P 4, stride 64 bytes, \
         size 6400 bytes"
    );
    let attribute = AttributeFields {
        buffer_index: 2,
        offset_enable: true,
        format: 0x0b_f000,
        offset: -12,
    };
    assert_eq!(
        Attribute::new(attribute)?.to_string(),
        "buffer index 2, offset enable 1, format 0x0bf000, offset -12 bytes"
    );
    assert_eq!(
        VertexId::new(thread_count).to_string(),
        "type 0x22 (vertex ID), divisor R 3, divisor P 4"
    );
    assert_eq!(
        InstanceId::new(thread_count, Rounding::RoundDown).to_string(),
        "type 0x24 (instance ID), divisor R 6, divisor E 1, divisor D 0x638e38e3"
    );
    assert_eq!(
        Buffer::new(Arch::V11, 0x12_0000_0054, 0x3_0000_0100)?.to_string(),
        "descriptor type 9 (buffer), buffer type 1 (simple), size 256 bytes, \
         address 0x1200000054, size hi 3"
    );
    Ok(())
}

#[test]
fn the_words_of_a_descriptor_are_shown_in_hexadecimal() {
    let address = BufferAddress::new(0x1000_0000).unwrap();
    let buffer = AttributeBuffer::new(FetchMode::Linear, address, 20, 1400);
    assert_eq!(
        format!("{buffer:?}"),
        "AttributeBuffer { words: [0x10000001, 0x00000000, 0x00000014, 0x00000578, 0x00000000, \
         0x00000000, 0x00000000, 0x00000000] }"
    );
    let vertex_id = VertexId::from_fields(None);
    assert!(format!("{vertex_id:#?}").contains("        0x00000022,\n        0x9f000000,\n"));
}
