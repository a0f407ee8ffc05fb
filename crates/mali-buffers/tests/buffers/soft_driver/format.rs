//! The bytes of a format, read from its name.

/// The bits of each component of a name such as `R16G16_SNORM` or `R5G6B5_UNORM_PACK16`.
fn component_bits(name: &str) -> Vec<u32> {
    let (components, _) = name.split_once('_').unwrap();
    let numbers = components.split(|letter: char| !letter.is_ascii_digit());
    let numbers = numbers.filter(|digits| !digits.is_empty());
    numbers.map(|digits| digits.parse().unwrap()).collect()
}

/// The alignment that the hardware needs, in bytes.
pub(crate) fn alignment(name: &str) -> usize {
    let bits = component_bits(name);
    let bits = if name.contains("_PACK") {
        bits.iter().sum()
    } else {
        bits[0]
    };
    bits as usize / 8
}

/// Floats of 32 or 64 bits, as a shader reads them: no other type is ever converted.
pub(crate) fn floats(name: &str, bytes: &[u8]) -> Vec<Option<u32>> {
    assert!(name.ends_with("_SFLOAT"), "{name} is converted");
    let float = match component_bits(name)[0] {
        32 => |bytes: &[u8]| f32::from_le_bytes(bytes.try_into().unwrap()),
        64 => |bytes: &[u8]| f64::from_le_bytes(bytes.try_into().unwrap()) as f32,
        bits => panic!("floats of {bits} bits are converted"),
    };
    let floats = bytes.chunks(alignment(name)).map(float);
    // All NaNs are equal here.
    let bits = floats.map(|float| (!float.is_nan()).then_some(float.to_bits()));
    bits.collect()
}

/// The name of the format in which a Mali fetches elements of a format.
pub(crate) fn fetched(format: &'static str) -> &'static str {
    match format {
        "R64_SFLOAT" => "R32_SFLOAT",
        "R64G64_SFLOAT" => "R32G32_SFLOAT",
        "R64G64B64_SFLOAT" => "R32G32B32_SFLOAT",
        "R64G64B64A64_SFLOAT" => "R32G32B32A32_SFLOAT",
        other => other,
    }
}
