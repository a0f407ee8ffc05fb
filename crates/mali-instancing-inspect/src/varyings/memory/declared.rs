//! The declarations of two stages, linked, and what is wrong with a pair that does not match.

use mali_instancing_codegen::Source;
use mali_varyings::{
    Error, Interface, Linkage, Linking, Matching, Mismatch, NamedVarying, Varying,
    check_exact_match,
};
use mali_varyings_shader::StageVaryings;

/// The end of the sentence on a type that does not match.
pub(super) fn types(
    error: Error,
    [written, read]: &[StageVaryings; 2],
    vertex: &Source,
    matching: Matching,
) -> Option<String> {
    let Error::Mismatch {
        varying,
        producer,
        mismatch: Mismatch::Type(..),
    } = error
    else {
        return None;
    };
    let title = |varying: &Varying| {
        let name = varying.varying_type().name();
        let length = varying
            .is_array()
            .then(|| format!("[{}]", varying.length()));
        name.to_owned() + &length.unwrap_or_default()
    };
    let here = title(
        read.varyings
            .get(varying.checked_sub(written.varyings.len())?)?,
    );
    let there = title(written.varyings.get(producer)?);
    let (line, file) = (vertex.line(written.names[producer].offset), vertex.name());
    let shorter = match matching {
        Matching::Vulkan => ", or the vector here shorter",
        _ => "",
    };
    Some(format!(
        "is {here} here, {there} on line {line} of {file}: the types must be equal{shorter}"
    ))
}

/// Links the two stages, which declare the same if they are `is_exact`. In an error, the varyings of the second are counted
/// on from the first.
pub(super) fn linkage(
    stages: &[StageVaryings; 2],
    linking: Linking,
    matching: Matching,
    is_exact: bool,
) -> Result<Linkage, Error> {
    let [written, read] = stages.each_ref().map(|stage| {
        let varyings = stage.varyings.iter().zip(&stage.names);
        let named = varyings.map(|(&varying, name)| NamedVarying {
            name: &name.text,
            varying,
        });
        named.collect::<Vec<_>>()
    });
    if is_exact {
        check_exact_match(&written, &read)?;
    }
    Linkage::new(&written, &read, matching, linking)
}

/// An input, and the output at its location, which are members of structures or blocks with different names.
pub(super) fn other_structure(
    linkage: &Linkage,
    [written, read]: &[StageVaryings; 2],
) -> Option<(usize, usize)> {
    let places = |interface: &Interface, number: usize, stage: &StageVaryings| {
        let component = stage.varyings[number].component();
        interface
            .location(number)
            .map(|location| (location, component))
    };
    let mut inputs = 0..read.names.len();
    inputs.find_map(|number| {
        let place = places(&linkage.consumer, number, read)?;
        let mut outputs = 0..written.names.len();
        let other =
            outputs.find(|&other| places(&linkage.producer, other, written) == Some(place))?;
        (written.containers[other] != read.containers[number]).then_some((number, other))
    })
}

/// An input that is known to be used and has no output.
pub(super) fn undeclared(linkage: &Linkage, fragment: &StageVaryings) -> Option<usize> {
    let mut used = fragment.used.iter().enumerate();
    let (number, _) = used.find(|&(number, &is_used)| {
        let location = linkage.consumer.location(number);
        let written = location.and_then(|location| linkage.producer.slot(location));
        is_used == Some(true) && written.is_none()
    })?;
    Some(number)
}
