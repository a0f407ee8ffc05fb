use super::error::KeyError;
use super::keys::keys;
use super::rate::Rate;
use crate::fetch::InputRate;

keys! {
    /// The keys of an [`InputRate`].
    ///
    /// Without a `rate`, the divisor is GL's: 0, or an absent one, is an element per vertex.
    ///
    /// ```
    /// use mali_instancing::InputRate;
    /// use mali_instancing::data::{InputRateKeys, Rate};
    ///
    /// let keys = InputRateKeys { divisor: Some(3), ..InputRateKeys::default() };
    /// assert_eq!(InputRate::try_from(keys), Ok(InputRate::from_gl_divisor(3)));
    /// let keys = InputRateKeys { rate: Some(Rate::Constant), ..InputRateKeys::default() };
    /// assert_eq!(InputRate::try_from(keys), Ok(InputRate::Constant));
    /// ```
    pub struct InputRateKeys of InputRate, "a table of a rate" {
        /// The rate at which elements change.
        rate: Rate,
        /// The number of instances that share an element.
        divisor: u32,
    }
    needs []
}

impl TryFrom<InputRateKeys> for InputRate {
    type Error = KeyError;

    fn try_from(keys: InputRateKeys) -> Result<Self, KeyError> {
        match (keys.rate, keys.divisor) {
            (None, divisor) => Ok(Self::from_gl_divisor(divisor.unwrap_or(0))),
            (Some(Rate::Vertex), None | Some(0)) => Ok(Self::Vertex),
            (Some(Rate::Instance), divisor) => {
                Self::instance(divisor.unwrap_or(1)).map_err(|_| KeyError::ZeroDivisor)
            }
            (Some(Rate::Constant), None) => Ok(Self::Constant),
            (Some(rate @ (Rate::Vertex | Rate::Constant)), Some(divisor)) => {
                Err(KeyError::DivisorOfRate { rate, divisor })
            }
        }
    }
}

impl From<InputRate> for InputRateKeys {
    fn from(rate: InputRate) -> Self {
        match rate {
            InputRate::Vertex => Self {
                rate: Some(Rate::Vertex),
                divisor: None,
            },
            InputRate::Instance { divisor } => Self {
                rate: Some(Rate::Instance),
                divisor: Some(divisor.get()),
            },
            InputRate::Constant => Self {
                rate: Some(Rate::Constant),
                divisor: None,
            },
        }
    }
}
