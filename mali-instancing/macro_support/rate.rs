use crate::error::Error;
use crate::fetch::InputRate;

/// A rate without its divisor.
#[derive(Clone, Copy)]
pub enum Rate {
    Vertex,
    Instance,
    Constant,
}

impl Rate {
    pub(super) const fn with_divisor(self, divisor: u32) -> Result<InputRate, Error> {
        match self {
            Self::Vertex => Ok(InputRate::Vertex),
            Self::Instance => InputRate::instance(divisor),
            Self::Constant => Ok(InputRate::Constant),
        }
    }
}
