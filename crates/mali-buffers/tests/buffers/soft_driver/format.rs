//! What a format's name says of its bytes.

/// A component as a shader gets it.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Component {
    Float(f32),
    Integer(i64),
}

impl PartialEq for Component {
    fn eq(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Float(one), Self::Float(other)) => {
                one.to_bits() == other.to_bits() || one.is_nan() && other.is_nan()
            }
            (Self::Integer(one), Self::Integer(other)) => one == other,
            _ => false,
        }
    }
}

/// A name such as `R16G16_SNORM` or `R5G6B5_UNORM_PACK16`, taken apart.
pub(crate) struct Name<'a> {
    /// The letter and the bits of each component.
    components: Vec<(char, u32)>,
    kind: &'a str,
    is_packed: bool,
}

impl<'a> Name<'a> {
    pub(crate) fn new(name: &'a str) -> Self {
        let mut parts = name.split('_');
        let mut components: Vec<(char, u32)> = Vec::new();
        for letter in parts.next().unwrap().chars() {
            match (letter.to_digit(10), components.last_mut()) {
                (Some(digit), Some((_, bits))) => *bits = *bits * 10 + digit,
                _ => components.push((letter, 0)),
            }
        }
        Self {
            components,
            kind: parts.next().unwrap(),
            is_packed: parts.next().is_some(),
        }
    }

    /// What the hardware wants the address to be a multiple of, in bytes.
    pub(crate) fn alignment(&self) -> usize {
        let bits: u32 = if self.is_packed {
            self.components.iter().map(|(_, bits)| bits).sum()
        } else {
            self.components[0].1
        };
        bits as usize / 8
    }

    pub(crate) fn is_three_small_components(&self) -> bool {
        !self.is_packed && self.components.len() == 3 && self.components[0].1 < 32
    }

    /// Of 32-bit integers, Vulkan has those only that stay integers.
    pub(crate) fn is_only_in_gl(&self) -> bool {
        self.components[0].1 == 32 && !matches!(self.kind, "UINT" | "SINT" | "SFLOAT")
    }

    pub(crate) fn is_plain_normalized(&self) -> bool {
        !self.is_packed && matches!(self.kind, "UNORM" | "SNORM")
    }

    /// Red, green, blue and alpha of an element.
    pub(crate) fn decode(&self, bytes: &[u8]) -> [Component; 4] {
        assert!(!self.is_packed, "packed numbers are never converted");
        let is_integer = matches!(self.kind, "UINT" | "SINT");
        let [zero, one] = if is_integer {
            [Component::Integer(0), Component::Integer(1)]
        } else {
            [Component::Float(0.0), Component::Float(1.0)]
        };
        let mut decoded = [zero, zero, zero, one];
        let mut at = 0;
        for &(letter, bits) in &self.components {
            let size = bits as usize / 8;
            let place = "RGBA".find(letter).unwrap();
            decoded[place] = component(self.kind, bits, &bytes[at..at + size]);
            at += size;
        }
        assert_eq!(at, bytes.len());
        decoded
    }
}

#[expect(
    clippy::cast_precision_loss,
    reason = "the nearest number is what is meant"
)]
fn component(kind: &str, bits: u32, bytes: &[u8]) -> Component {
    let mut all = [0; 8];
    all[..bytes.len()].copy_from_slice(bytes);
    let unsigned = u64::from_le_bytes(all);
    let signed = unsigned.cast_signed() << (64 - bits) >> (64 - bits);
    let number = match kind {
        "UINT" => return Component::Integer(unsigned.cast_signed()),
        "SINT" => return Component::Integer(signed),
        "USCALED" => unsigned as f64,
        "SSCALED" => signed as f64,
        "UNORM" => unsigned as f64 / ((1_u64 << bits) - 1) as f64,
        "SNORM" => (signed as f64 / ((1_u64 << (bits - 1)) - 1) as f64).max(-1.0),
        "FIXED" => signed as f64 / 65536.0,
        "SFLOAT" if bits == 16 => half(unsigned as u16),
        "SFLOAT" if bits == 32 => f64::from(f32::from_bits(unsigned as u32)),
        "SFLOAT" => f64::from_bits(unsigned),
        _ => panic!("{kind} of {bits} bits"),
    };
    Component::Float(number as f32)
}

fn half(bits: u16) -> f64 {
    let mantissa = f64::from(bits & 0x3ff);
    let magnitude = match bits >> 10 & 0x1f {
        0 => mantissa * 2_f64.powi(-24),
        31 if mantissa == 0.0 => f64::INFINITY,
        31 => f64::NAN,
        exponent => (1024.0 + mantissa) * 2_f64.powi(i32::from(exponent) - 25),
    };
    if bits >> 15 == 0 {
        magnitude
    } else {
        -magnitude
    }
}
