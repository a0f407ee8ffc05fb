//! The header of a kernel has the numbers of the types with which Rust binds and reads the same kernel.

use std::collections::HashMap;

use mali_indirect::{Binding, DrawPlaces, JobPlaces, Kernel, Language, Parameters, Status};

use crate::header_in_c::draw;

/// The macros of a header, and their numbers.
fn macros(header: &str) -> HashMap<&str, usize> {
    let lines = header.lines().filter(|line| !line.is_empty());
    let lines = lines.filter(|line| !line.starts_with("//"));
    let defined = lines.filter_map(|line| match line.strip_prefix("#define CUBE_") {
        Some(defined) => defined.split_once(' '),
        None => {
            assert!(
                line.starts_with("#ifndef CUBE_") || line == "#endif",
                "{line}"
            );
            None
        }
    });
    defined
        .map(|(name, number)| (name, number.parse().expect("a number")))
        .collect()
}

#[test]
fn a_header_has_the_positions_of_a_draws_words() {
    let draw = draw();
    let kernel = Kernel::new(&draw).unwrap();
    let header = kernel.header("cube", Language::Glsl);
    let macros = macros(&header);
    let layout = draw.layout().unwrap();
    for (name, word) in [
        ("DRAW_BUFFERS", layout.buffers.start),
        ("DRAW_ATTRIBUTES", layout.attributes.start),
        ("DRAW_STATUS", layout.status),
        ("DRAW_DRAW", layout.draw),
        ("DRAW_INVOCATION", layout.invocation),
        ("DRAW_PRIMITIVE", layout.primitive),
        ("DRAW_FIRST_INDEX", layout.first_index),
        ("DRAW_FIRST_INSTANCE", layout.first_instance),
        ("DRAW_VARYINGS", layout.varyings),
        ("DRAW_WORDS", layout.words),
    ] {
        assert_eq!(macros[name], word, "{name}");
    }
    assert!(!macros.contains_key("PLACE_BUFFERS"));
    for status in Status::ALL {
        let found = macros.iter().filter(|(name, number)| {
            name.starts_with("STATUS_") && **number == status.word() as usize
        });
        assert_eq!(found.count(), 1, "{status:?}");
    }
    assert_eq!(
        macros["STATUS_INSTANCE_ID"],
        Status::InstanceId.word() as usize
    );
}

#[test]
fn a_header_has_the_numbers_of_the_parameters() {
    let draw = draw();
    let header = Kernel::new(&draw).unwrap().header("cube", Language::Wgsl);
    let macros = macros(&header);
    let parameters = Parameters {
        maximum: 1,
        first_count: 2,
        first_command: 3,
        stride: 24,
        varyings: 5 * 64,
        first_index: 7,
        indices: 8,
        first_buffer: 9,
        first_place: 10,
    };
    let words = parameters.words(&draw).unwrap();
    for (name, value) in [
        ("MAXIMUM", 1),
        ("FIRST_COUNT", 2),
        ("FIRST_COMMAND", 3),
        ("COMMAND_WORDS", 6),
        ("VARYING_UNITS", 5),
        ("FIRST_INDEX", 7),
        ("INDICES", 8),
        ("FIRST_BUFFER", 9),
        ("FIRST_PLACE", 10),
    ] {
        let word = macros[format!("PARAMETER_{name}").as_str()];
        assert_eq!(words[word], value, "{name}");
    }
    assert_eq!(macros["PARAMETER_WORDS"], words.len());
}

#[test]
fn a_header_of_a_kernel_in_place_has_the_words_of_places() {
    let draw = draw();
    let kernel = Kernel::new(&draw).unwrap().in_place();
    let header = kernel.header("cube", Language::Wgsl);
    let macros = macros(&header);
    let job = |first| JobPlaces {
        header: Some(first),
        draw: Some(first + 1),
        invocation: Some(first + 2),
    };
    let places = DrawPlaces {
        buffers: Some(100),
        attributes: Some(101),
        status: Some(102),
        first_instance: Some(103),
        varyings: Some(104),
        primitive: Some(105),
        jobs: [job(110), job(120)],
        index_address: 7,
    };
    let words = places.words();
    for (name, value) in [
        ("BUFFERS", 100),
        ("ATTRIBUTES", 101),
        ("STATUS", 102),
        ("FIRST_INSTANCE", 103),
        ("VARYINGS", 104),
        ("PRIMITIVE", 105),
        ("HEADER0", 110),
        ("DRAW0", 111),
        ("INVOCATION0", 112),
        ("HEADER1", 120),
        ("DRAW1", 121),
        ("INVOCATION1", 122),
        ("INDEX_ADDRESS", 7),
    ] {
        let word = macros[format!("PLACE_{name}").as_str()];
        assert_eq!(words[word], value, "{name}");
    }
    assert_eq!(macros["PLACE_WORDS"], words.len());
    assert!(!macros.contains_key("DRAW_STATUS"));
}

#[test]
fn a_header_has_bindings_of_shaders_and_arguments_of_opencl() {
    let draw = draw();
    let kernel = Kernel::new(&draw).unwrap();
    for language in [Language::Glsl, Language::GlslEs, Language::Wgsl] {
        let header = kernel.header("cube", language);
        let macros = macros(&header);
        let number = |binding: Binding| binding.number(language) as usize;
        assert_eq!(macros["BINDING_COMMANDS"], number(Binding::Commands));
        assert_eq!(macros["BINDING_DRAWS"], number(Binding::Draws));
        assert_eq!(
            macros["INDEX_BOUNDS_BINDING_INDICES"],
            number(Binding::Indices)
        );
    }
    let header = kernel.header("cube", Language::OpenCl);
    let macros = macros(&header);
    let source = kernel.source(Language::OpenCl);
    let (_, arguments) = source.split_once("void mali_inst_main(").unwrap();
    let (arguments, _) = arguments.split_once(')').unwrap();
    let mut count = 0;
    for (number, argument) in arguments.split(',').enumerate() {
        let name = argument.trim().rsplit([' ', '*']).next().unwrap();
        let name = format!("ARGUMENT_{}", name.to_uppercase());
        assert_eq!(macros[name.as_str()], number, "{name}");
        count += 1;
    }
    let of_kernel = macros.keys().filter(|name| name.starts_with("ARGUMENT_"));
    assert_eq!(of_kernel.count(), count);
}
