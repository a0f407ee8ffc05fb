//! From what the user says of an attribute buffer, in options or in a manifest, to its words.

use mali_instancing::draw::DrawCall;
use mali_instancing::{AttributeBuffer, BufferAddress, FetchMode, InputRate, PaddedCount};

use crate::mode::Mode;
use crate::rate::{Rate, input_rate};
use crate::record::{Details, Record, Rejected};

/// What the user says.
pub(crate) struct Request {
    pub(crate) call: DrawCall,
    pub(crate) divisor: Option<u32>,
    pub(crate) rate: Option<Rate>,
    pub(crate) address: u64,
    pub(crate) stride: u32,
    pub(crate) size: u32,
}

/// What it comes to.
pub(crate) struct Packed {
    pub(crate) padded_vertices: PaddedCount,
    /// Where the unit divides.
    pub(crate) hardware_divisor: Option<u32>,
    pub(crate) mode: FetchMode,
    pub(crate) buffer: AttributeBuffer,
}

impl Request {
    pub(crate) fn pack(&self) -> Result<Packed, Rejected> {
        self.call.arch.check_attribute_buffers()?;
        let dispatch = self.call.dispatch()?;
        let rate = input_rate(self.rate, self.divisor)?;
        let mode = FetchMode::new(dispatch, rate, self.call.rounding)?;
        let hardware_divisor = match (mode, rate) {
            (
                FetchMode::PowerOfTwoDivisor(_) | FetchMode::OtherDivisor { .. },
                InputRate::Instance { divisor },
            ) => Some(dispatch.hardware_divisor(divisor)?.get()),
            _ => None,
        };
        let address = BufferAddress::new(self.address)?;
        Ok(Packed {
            padded_vertices: dispatch.padded_vertices(),
            hardware_divisor,
            mode,
            buffer: AttributeBuffer::new(mode, address, self.stride, self.size),
        })
    }

    /// The same record, for what is generated of records of any kind.
    pub(crate) fn record(&self, packed: &Packed) -> Record {
        let padded = packed.padded_vertices.get();
        let summary = match packed.mode {
            FetchMode::Linear => "linear: an element per vertex".to_owned(),
            FetchMode::Constant => "linear, stride 0: one element for all threads".to_owned(),
            FetchMode::Modulus(_) => {
                format!("modulus: an element per vertex, {padded} threads an instance")
            }
            FetchMode::PowerOfTwoDivisor(_) | FetchMode::OtherDivisor { .. } => format!(
                "divisor: an element per {} threads, {padded} threads an instance",
                packed.hardware_divisor.unwrap_or_default()
            ),
        };
        Record {
            arch: self.call.arch,
            details: Details::AttributeBuffer {
                mode: Mode::from(packed.mode).name,
                padded_vertices: padded,
                hardware_divisor: packed.hardware_divisor,
            },
            words: packed.buffer.words().to_vec(),
            summary,
        }
    }
}
