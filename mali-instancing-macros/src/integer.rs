//! Numbers, whose values can have any integer type.
//!
//! Only rustc knows types. Here the tokens decide whether an expression has a type of its own, or takes that of its
//! place, as a literal does.

use syn::{BinOp, Expr, Lit, Stmt, Type, UnOp};

/// The type of an argument that is a number.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Width {
    Bits32,
    Bits64,
}

impl Width {
    fn largest(self) -> u128 {
        match self {
            Self::Bits32 => u32::MAX.into(),
            Self::Bits64 => u64::MAX.into(),
        }
    }

    fn type_name(self) -> &'static str {
        match self {
            Self::Bits32 => "u32",
            Self::Bits64 => "u64",
        }
    }
}

/// How an expression comes to its type.
enum Typing<'a> {
    /// By itself.
    Own,
    /// From its place, as a literal with this text.
    OfPlace(Option<String>),
    /// From its place, if all of these do so.
    OfParts(Vec<&'a Expr>),
}

/// An expression whose type is the one that its place expects: a literal, and arithmetic with literals only. It stays in
/// its place, since a literal in a call or a cast would be an `i32`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct OfPlace {
    /// Whether a literal is larger than its place allows, which rustc reports.
    pub(crate) is_too_large: bool,
}

/// Returns `None` if the expression has a type of its own.
pub(crate) fn of_place(value: &Expr, width: Width) -> Option<OfPlace> {
    let mut is_too_large = false;
    match typing(value, width) {
        Typing::Own => return None,
        Typing::OfPlace(None) => {}
        Typing::OfPlace(Some(text)) => {
            // Nine digits have fewer than 32 bits: most literals need not be read.
            is_too_large =
                text.len() > 9 && value_of(&text).is_some_and(|number| number > width.largest());
        }
        Typing::OfParts(parts) => {
            for part in parts {
                // One part with a type of its own gives the whole expression its type.
                is_too_large |= of_place(part, width)?.is_too_large;
            }
        }
    }
    Some(OfPlace { is_too_large })
}

fn typing(value: &Expr, width: Width) -> Typing<'_> {
    match value {
        // An argument's parser leaves a literal as it is.
        Expr::Lit(literal) => match &literal.lit {
            Lit::Verbatim(token) => typing_of_literal(token.to_string()),
            Lit::Int(number) => typing_of_literal(number.token().to_string()),
            Lit::Byte(_) => Typing::Own,
            // rustc's error about a string or a float names the type that is expected.
            _ => Typing::OfPlace(None),
        },
        Expr::Paren(paren) => Typing::OfParts(vec![&paren.expr]),
        Expr::Group(group) => Typing::OfParts(vec![&group.expr]),
        Expr::Unary(unary) => match unary.op {
            UnOp::Deref(_) => Typing::Own,
            _ => Typing::OfParts(vec![&unary.expr]),
        },
        Expr::Binary(binary) => match binary.op {
            // A shift has the type of its left side, whatever the other one has.
            BinOp::Shl(_) | BinOp::Shr(_) => Typing::OfParts(vec![&binary.left]),
            _ => Typing::OfParts(vec![&binary.left, &binary.right]),
        },
        Expr::Cast(cast) => match &*cast.ty {
            Type::Infer(_) => Typing::OfPlace(None),
            // It needs no conversion.
            Type::Path(path) if path.path.is_ident(width.type_name()) => Typing::OfPlace(None),
            _ => Typing::Own,
        },
        // Any other macro may stand for a literal.
        Expr::Macro(call) => match call.mac.path.segments.last() {
            // It is a `usize`.
            Some(name) if name.ident == "offset_of" => Typing::Own,
            _ => Typing::OfPlace(None),
        },
        Expr::Block(block) => typing_of_block(&block.block.stmts),
        Expr::Const(block) => typing_of_block(&block.block.stmts),
        Expr::If(condition) => {
            let mut parts: Vec<&Expr> = last_value(&condition.then_branch.stmts)
                .into_iter()
                .collect();
            parts.extend(condition.else_branch.iter().map(|(_, other)| &**other));
            Typing::OfParts(parts)
        }
        Expr::Match(cases) => Typing::OfParts(cases.arms.iter().map(|arm| &*arm.body).collect()),
        _ => Typing::Own,
    }
}

fn typing_of_literal(text: String) -> Typing<'static> {
    let is_number = text.starts_with(|letter: char| letter.is_ascii_digit());
    // No digit is u or i, hexadecimal ones included.
    let has_suffix = is_number && text.contains(['u', 'i']) && !text.contains('.');
    if has_suffix || text.starts_with("b'") {
        Typing::Own
    } else {
        Typing::OfPlace(Some(text))
    }
}

fn typing_of_block(statements: &[Stmt]) -> Typing<'_> {
    Typing::OfParts(last_value(statements).into_iter().collect())
}

fn last_value(statements: &[Stmt]) -> Option<&Expr> {
    match statements.last() {
        Some(Stmt::Expr(value, None)) => Some(value),
        _ => None,
    }
}

/// The value of a whole number without a suffix.
fn value_of(literal: &str) -> Option<u128> {
    let digits = literal.replace('_', "");
    let notations = [("0x", 16), ("0o", 8), ("0b", 2)];
    let mut prefixed = notations
        .iter()
        .filter_map(|(prefix, radix)| Some((digits.strip_prefix(prefix)?, *radix)));
    let (digits, radix) = prefixed.next().unwrap_or((&digits, 10));
    u128::from_str_radix(digits, radix).ok()
}

#[cfg(test)]
mod tests {
    use super::{OfPlace, Width, of_place, value_of};

    #[test]
    fn a_literal_has_its_value_in_every_notation() {
        for (literal, value) in [
            ("0x1_0000_0000", Some(1 << 32)),
            ("4_294_967_296", Some(1 << 32)),
            ("0b101", Some(5)),
            ("0o17", Some(15)),
            ("70u32", None),
            ("7.0", None),
            ("\"70\"", None),
        ] {
            assert_eq!(value_of(literal), value, "{literal}");
        }
    }

    #[test]
    fn literals_and_their_arithmetic_have_the_type_of_their_place() {
        for (text, has_own_type) in [
            ("70", false),
            ("0x7_u16", true),
            ("0x1F", false),
            ("b' '", true),
            ("7.5", false),
            ("'c'", false),
            ("-64", false),
            ("(4 * 3) + !0", false),
            ("1 << SHIFT", false),
            ("COUNT", true),
            ("4 * COUNT", true),
            ("size_of::<f32>()", true),
            ("core::mem::offset_of!(Vertex, uv)", true),
            ("twenty!()", false),
            ("COUNT as u32", false),
            ("COUNT as u64", true),
            ("COUNT as _", false),
            ("{ let count = COUNT; 4 }", false),
            ("{ 4; COUNT }", true),
            ("if COUNT > 3 { 4 } else { 5 }", false),
            (
                "if COUNT > 3 { 4 } else if COUNT > 2 { COUNT } else { 5 }",
                true,
            ),
            ("match COUNT { 3 => 4, _ => 5 }", false),
        ] {
            let value = syn::parse_str(text).unwrap();
            let of_place = of_place(&value, Width::Bits32);
            assert_eq!(of_place.is_none(), has_own_type, "{text}");
        }
    }

    #[test]
    fn rustc_refuses_a_literal_that_its_place_does_not_hold() {
        for (text, width, is_too_large) in [
            ("4_294_967_295", Width::Bits32, Some(false)),
            ("4_294_967_296", Width::Bits32, Some(true)),
            ("4_294_967_296", Width::Bits64, Some(false)),
            ("0x1_0000_0000_0000_0000", Width::Bits64, Some(true)),
            ("2 * 4_294_967_296", Width::Bits32, Some(true)),
            ("COUNT * 4_294_967_296", Width::Bits32, None),
            ("4_294_967_296_u64", Width::Bits32, None),
        ] {
            let value = syn::parse_str(text).unwrap();
            let expected = is_too_large.map(|is_too_large| OfPlace { is_too_large });
            assert_eq!(of_place(&value, width), expected, "{text}");
        }
    }
}
