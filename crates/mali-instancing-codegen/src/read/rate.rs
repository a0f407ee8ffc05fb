use mali_instancing::InputRate;
use mali_instancing::data::Rate;

/// The keys `rate` and `divisor` of a buffer.
///
/// ```
/// use mali_instancing::InputRate;
/// use mali_instancing_codegen::read::RateKeys;
///
/// let keys = RateKeys { rate: None, divisor: Some(3) };
/// assert_eq!(keys.input_rate(), Ok(InputRate::from_gl_divisor(3)));
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct RateKeys {
    /// The rate at which elements change.
    pub rate: Option<Rate>,
    /// The number of instances that share an element.
    pub divisor: Option<u32>,
}

impl RateKeys {
    /// The rate. Without the key `rate`, the divisor is GL's: 0, or an absent one, is an element per vertex.
    ///
    /// # Errors
    ///
    /// The reason why the divisor is wrong: it is 0 with the rate `instance`, or the rate has none.
    pub fn input_rate(self) -> Result<InputRate, String> {
        match (self.rate, self.divisor) {
            (None, divisor) => Ok(InputRate::from_gl_divisor(divisor.unwrap_or(0))),
            // GL's divisor 0 says the same as the rate.
            (Some(Rate::Vertex), None | Some(0)) => Ok(InputRate::Vertex),
            (Some(Rate::Instance), divisor) => {
                InputRate::instance(divisor.unwrap_or(1)).map_err(|error| error.to_string())
            }
            (Some(Rate::Constant), None) => Ok(InputRate::Constant),
            (Some(rate @ (Rate::Vertex | Rate::Constant)), Some(divisor)) => Err(format!(
                "{divisor} does not go with the rate `{rate}`, which has no divisor: leave it out"
            )),
        }
    }
}
