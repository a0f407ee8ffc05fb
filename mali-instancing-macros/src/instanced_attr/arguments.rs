//! The arguments of one attribute buffer.

use proc_macro2::Span;
use syn::parse::ParseStream;
use syn::{Error, Expr, Result};

use crate::arguments::Arguments;
use crate::rate::Rate;
use crate::rules::Rules;

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

/// What is no key, because the descriptor is the same on all architectures that have it.
const ELSEWHERE: [(&str, &str); 1] = [(
    "arch",
    "`instanced_attr!` packs the descriptor of V4 to V7, which is the same on all of them: leave `arch` out; \
     for V9 and later, `vertex_input!` packs a draw",
)];

pub(crate) struct AttributeBuffer {
    pub(crate) vertices: Expr,
    pub(crate) instances: Option<Expr>,
    pub(crate) rate: Rate,
    pub(crate) address: Option<Expr>,
    pub(crate) stride: Option<Expr>,
    pub(crate) size: Option<Expr>,
    pub(crate) idvs: Option<Expr>,
    pub(crate) rules: Rules,
}

impl AttributeBuffer {
    /// Parses to the end of the input or to a `;`. What is missing is reported at `whole`.
    pub(crate) fn parse(input: ParseStream, whole: Span) -> Result<Self> {
        let mut arguments = Arguments::parse_but(input, &KEYS, &ELSEWHERE)?;
        let Some(vertices) = arguments.take_value("vertices") else {
            return Err(Error::new(
                whole,
                "`vertices` is missing: the number of vertices drawn",
            ));
        };
        Ok(Self {
            vertices,
            instances: arguments.take_value("instances"),
            rate: Rate::take(&mut arguments)?,
            address: arguments.take_value("address"),
            stride: arguments.take_value("stride"),
            size: arguments.take_value("size"),
            idvs: arguments.take_value("idvs"),
            rules: Rules::take(&mut arguments),
        })
    }

    /// Every value that the user wrote as an expression.
    pub(crate) fn expressions(&self) -> impl Iterator<Item = &Expr> {
        self.numbers().chain(&self.idvs)
    }

    /// Every value that is a number.
    pub(crate) fn numbers(&self) -> impl Iterator<Item = &Expr> {
        [&self.instances, &self.address, &self.stride, &self.size]
            .into_iter()
            .flatten()
            .chain(self.rate.divisor())
            .chain([&self.vertices])
    }
}
