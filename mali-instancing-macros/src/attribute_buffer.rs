//! What an attribute buffer is made of, in the macro's words.

use proc_macro2::Span;
use syn::parse::ParseStream;
use syn::{Error, Expr, Result};

use crate::arguments::{Argument, Arguments};

const KEYS: [&str; 10] = [
    "vertices",
    "divisor",
    "instances",
    "stride",
    "size",
    "address",
    "rate",
    "padding",
    "rounding",
    "idvs",
];

/// The name of a variant of one of the library's enums.
type Variant = &'static str;

const PADDINGS: [(&str, Variant); 3] = [
    ("hardware", "Hardware"),
    ("tight", "Tight"),
    ("mesa", "Mesa"),
];
const ROUNDINGS: [(&str, Variant); 2] = [("round_down", "RoundDown"), ("nearest", "Nearest")];
const RATES: [(&str, RateWord); 3] = [
    ("vertex", RateWord::Vertex),
    ("instance", RateWord::Instance),
    ("constant", RateWord::Constant),
];

#[derive(Clone, Copy)]
enum RateWord {
    Vertex,
    Instance,
    Constant,
}

/// What steps the attribute from one element to the next.
pub(crate) enum Rate {
    Vertex,
    /// By this divisor, or by 1 where none is given.
    Instance(Option<Expr>),
    Constant,
}

/// The arguments of one attribute buffer.
pub(crate) struct AttributeBuffer {
    pub(crate) vertices: Expr,
    pub(crate) instances: Option<Expr>,
    pub(crate) rate: Rate,
    pub(crate) address: Option<Expr>,
    pub(crate) stride: Option<Expr>,
    pub(crate) size: Option<Expr>,
    pub(crate) padding: Variant,
    pub(crate) rounding: Variant,
    pub(crate) idvs: Option<Expr>,
}

impl AttributeBuffer {
    /// Parses to the end of the input or to a `;`. What is missing is reported at `whole`.
    pub(crate) fn parse(input: ParseStream, whole: Span) -> Result<Self> {
        let mut arguments = Arguments::parse(input, &KEYS)?;
        let Some(vertices) = arguments.take("vertices") else {
            return Err(Error::new(
                whole,
                "`vertices` is missing: the number of vertices drawn",
            ));
        };
        Ok(Self {
            vertices: vertices.value,
            instances: arguments.take_value("instances"),
            rate: Rate::take(&mut arguments)?,
            address: arguments.take_value("address"),
            stride: arguments.take_value("stride"),
            size: arguments.take_value("size"),
            padding: arguments
                .take_word("padding", &PADDINGS)?
                .unwrap_or("Hardware"),
            rounding: arguments
                .take_word("rounding", &ROUNDINGS)?
                .unwrap_or("RoundDown"),
            idvs: arguments.take_value("idvs"),
        })
    }

    /// Every value that the user wrote as an expression.
    pub(crate) fn expressions(&self) -> impl Iterator<Item = &Expr> {
        let divisor = match &self.rate {
            Rate::Instance(divisor) => divisor,
            Rate::Vertex | Rate::Constant => &None,
        };
        [
            &self.instances,
            divisor,
            &self.address,
            &self.stride,
            &self.size,
            &self.idvs,
        ]
        .into_iter()
        .flatten()
        .chain([&self.vertices])
    }
}

impl Rate {
    fn take(arguments: &mut Arguments) -> Result<Self> {
        let word = arguments.take_word("rate", &RATES)?;
        match (word, arguments.take("divisor")) {
            (None | Some(RateWord::Vertex), None) => Ok(Self::Vertex),
            (Some(RateWord::Constant), None) => Ok(Self::Constant),
            (None | Some(RateWord::Instance), divisor) => {
                Ok(Self::Instance(divisor.map(|divisor| divisor.value)))
            }
            (Some(RateWord::Vertex | RateWord::Constant), Some(Argument { key, .. })) => Err(
                Error::new(key.span(), "only `rate = instance` has a `divisor`"),
            ),
        }
    }
}
