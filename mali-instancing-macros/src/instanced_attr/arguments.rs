//! The arguments of one attribute buffer.

use proc_macro2::Span;
use syn::parse::ParseStream;
use syn::{Error, Expr, Result};

use crate::arguments::{Arguments, End};
use crate::integer::Width;
use crate::optional::{Kind, Optional};
use crate::rate::Rate;

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

/// Names that are not keys here, with the reason.
const ELSEWHERE: [(&str, &str); 1] = [(
    "arch",
    "`instanced_attr!` packs the descriptor of V4 to V7, which is the same on all of them: leave `arch` out; \
     for V9 and later, `vertex_input!` packs a draw",
)];

fn kind(key: &str) -> Kind {
    match key {
        "padding" | "rounding" => Kind::Name,
        "idvs" => Kind::Flag,
        "address" => Kind::Number(Width::Bits64),
        _ => Kind::Number(Width::Bits32),
    }
}

pub(crate) struct AttributeBuffer {
    pub(crate) vertices: Expr,
    pub(crate) rate: Rate,
    pub(crate) optional: Optional,
}

impl AttributeBuffer {
    /// Parses to the end of the input or to a `;`. A missing argument is reported at `whole`.
    pub(crate) fn parse(input: ParseStream, whole: Span, end: End) -> Result<Self> {
        let mut arguments = Arguments::parse_but(input, &KEYS, end, &ELSEWHERE)?;
        let Some(vertices) = arguments.take_value("vertices") else {
            return Err(Error::new(
                whole,
                "`vertices` is missing: the number of vertices drawn",
            ));
        };
        Ok(Self {
            vertices,
            rate: Rate::take(&mut arguments)?,
            optional: Optional::remaining(arguments, kind),
        })
    }

    /// Every value that the user wrote as an expression.
    pub(crate) fn expressions(&self) -> impl Iterator<Item = &Expr> {
        self.numbers().chain(self.flags())
    }

    /// Every value that is a number.
    pub(crate) fn numbers(&self) -> impl Iterator<Item = &Expr> {
        self.optional
            .numbers()
            .chain(self.rate.divisor())
            .chain([&self.vertices])
    }

    /// Every value that is a `bool`.
    pub(crate) fn flags(&self) -> impl Iterator<Item = &Expr> {
        self.optional.flags()
    }
}
