//! From what the user says of an attribute buffer, in options or in a manifest, to its words.

use mali_instancing::{
    Arch, AttributeBuffer, BufferAddress, Dispatch, FetchMode, InputRate, PaddedCount, Padding,
    Rounding,
};
use serde::Serialize;

use crate::choice::{Choice, Rate};

/// What the user says.
pub(crate) struct Request {
    pub(crate) arch: Arch,
    pub(crate) vertices: u32,
    pub(crate) instances: Option<u32>,
    pub(crate) divisor: Option<u32>,
    pub(crate) rate: Option<Rate>,
    pub(crate) address: u64,
    pub(crate) stride: u32,
    pub(crate) size: u32,
    pub(crate) padding: Padding,
    pub(crate) rounding: Rounding,
    pub(crate) idvs: bool,
}

/// What it comes to.
pub(crate) struct Packed {
    pub(crate) arch: Arch,
    pub(crate) padded_vertices: PaddedCount,
    /// Where the unit divides.
    pub(crate) hardware_divisor: Option<u32>,
    pub(crate) mode: FetchMode,
    pub(crate) buffer: AttributeBuffer,
}

/// The key whose value cannot be used, and why.
pub(crate) struct Rejected {
    pub(crate) key: &'static str,
    pub(crate) reason: String,
}

/// Blames `key` for an error.
fn reject<E: ToString>(key: &'static str) -> impl Fn(E) -> Rejected {
    move |error| Rejected {
        key,
        reason: error.to_string(),
    }
}

impl Request {
    pub(crate) fn pack(&self) -> Result<Packed, Rejected> {
        self.arch
            .check_attribute_buffers()
            .map_err(reject("arch"))?;
        let padded_vertices = if self.idvs {
            self.arch.check_idvs().map_err(reject("idvs"))?;
            PaddedCount::for_idvs(self.vertices, self.padding)
        } else {
            PaddedCount::new(self.vertices, self.padding)
        }
        .map_err(reject("vertices"))?;
        let dispatch = match self.instances {
            Some(instances) => {
                Dispatch::new(padded_vertices, instances).map_err(reject("instances"))?
            }
            None => Dispatch::of_unknown_instances(padded_vertices),
        };
        let mode = FetchMode::new(dispatch, self.input_rate()?, self.rounding)
            .map_err(reject("divisor"))?;
        let hardware_divisor = match (mode, self.input_rate()?) {
            (
                FetchMode::PowerOfTwoDivisor(_) | FetchMode::OtherDivisor { .. },
                InputRate::Instance { divisor },
            ) => Some(
                dispatch
                    .hardware_divisor(divisor)
                    .map_err(reject("divisor"))?
                    .get(),
            ),
            _ => None,
        };
        let address = BufferAddress::new(self.address).map_err(reject("address"))?;
        let buffer = AttributeBuffer::new(mode, address, self.stride, self.size);
        Ok(Packed {
            arch: self.arch,
            padded_vertices,
            hardware_divisor,
            mode,
            buffer,
        })
    }

    fn input_rate(&self) -> Result<InputRate, Rejected> {
        match (self.rate, self.divisor) {
            (Some(Rate::Vertex), None | Some(0)) => Ok(InputRate::Vertex),
            (Some(Rate::Instance), divisor) => {
                InputRate::instance(divisor.unwrap_or(1)).map_err(reject("divisor"))
            }
            (Some(Rate::Constant), None) => Ok(InputRate::Constant),
            (None, divisor) => Ok(InputRate::from_gl_divisor(divisor.unwrap_or(0))),
            (Some(rate @ (Rate::Vertex | Rate::Constant)), Some(divisor)) => {
                let reason = format!(
                    "{divisor} goes with the rate `instance` only, and the rate is `{}`",
                    rate.name()
                );
                Err(Rejected {
                    key: "divisor",
                    reason,
                })
            }
        }
    }
}

/// The name of a mode in everything that a machine reads.
pub(crate) fn mode_name(mode: FetchMode) -> &'static str {
    match mode {
        FetchMode::Linear | FetchMode::Constant => "linear",
        FetchMode::Modulus(_) => "modulus",
        FetchMode::PowerOfTwoDivisor(_) => "pot-divisor",
        FetchMode::OtherDivisor { .. } => "npot-divisor",
    }
}

/// A word as it stands in everything that is printed or generated.
pub(crate) fn word(word: u32) -> String {
    format!("{word:#010x}")
}

/// An attribute buffer in JSON.
#[derive(Serialize)]
pub(crate) struct Json<'a> {
    #[serde(skip_serializing_if = "Option::is_none")]
    name: Option<&'a str>,
    arch: &'static str,
    mode: &'static str,
    padded_vertices: u32,
    hardware_divisor: Option<u32>,
    words: [String; 8],
}

impl Packed {
    pub(crate) fn to_json<'a>(&self, name: Option<&'a str>) -> Json<'a> {
        Json {
            name,
            arch: self.arch.name(),
            mode: mode_name(self.mode),
            padded_vertices: self.padded_vertices.get(),
            hardware_divisor: self.hardware_divisor,
            words: self.buffer.words().map(word),
        }
    }
}
