//! Errors for variables in place of constants.

use proc_macro2::{Ident, TokenStream};
use quote::quote;
use syn::{Attribute, BinOp, Expr};

use crate::calls::Calls;

/// Constants whose evaluation fails at a variable that is known at run time only, with an error that names the
/// functions to call instead. rustc's own error says only that the variable is not a constant.
///
/// A name in a pattern is a constant, or else a new variable, which matches every value. Names that begin
/// with a capital are not checked, because by rustc's lints they are constants, and each check takes time.
/// A `static` whose name begins with a lower-case letter is an error: no pattern may have its name.
/// `conditions` are those of the item.
pub(crate) fn checks<'a>(
    calls: &Calls,
    conditions: &[&Attribute],
    numbers: impl Iterator<Item = &'a Expr>,
    flags: impl Iterator<Item = &'a Expr>,
) -> TokenStream {
    let mut suspects = Vec::new();
    numbers.for_each(|value| collect(value, &mut suspects));
    let numbers = suspects.iter().map(|name| (*name, quote!(0), quote!(1)));
    let flags = flags.filter_map(lone_variable);
    let flags = flags.map(|name| (name, quote!(false), quote!(true)));
    numbers
        .chain(flags)
        .map(|(name, one, other)| {
            let text = name.to_string();
            // A constant equals at most one of two values, and a new variable takes both.
            let takes = |value| quote!(match #value { #name => true, _ => false });
            let (takes_one, takes_other) = (takes(one), takes(other));
            let check = calls.check(
                "known_when_compiled",
                name,
                quote!(#text, #takes_one && #takes_other),
            );
            // In each match a new variable is unused, and makes the second arm unreachable.
            quote! {
                #(#conditions)*
                #[allow(non_upper_case_globals, unreachable_patterns, unused_variables)]
                const _: () = #check;
            }
        })
        .collect()
}

/// Collects the names in a number's expression, which may be variables.
fn collect<'a>(value: &'a Expr, suspects: &mut Vec<&'a Ident>) {
    match value {
        Expr::Binary(binary) if is_arithmetic(&binary.op) => {
            collect(&binary.left, suspects);
            collect(&binary.right, suspects);
        }
        Expr::Unary(unary) => collect(&unary.expr, suspects),
        Expr::Paren(paren) => collect(&paren.expr, suspects),
        Expr::Group(group) => collect(&group.expr, suspects),
        Expr::Cast(cast) => collect(&cast.expr, suspects),
        value => suspects.extend(lone_variable(value)),
    }
}

/// Whether both sides are numbers.
fn is_arithmetic(operator: &BinOp) -> bool {
    !matches!(
        operator,
        BinOp::And(_)
            | BinOp::Or(_)
            | BinOp::Eq(_)
            | BinOp::Ne(_)
            | BinOp::Lt(_)
            | BinOp::Le(_)
            | BinOp::Gt(_)
            | BinOp::Ge(_)
    )
}

fn lone_variable(value: &Expr) -> Option<&Ident> {
    let name = match value {
        Expr::Path(path) => path.path.get_ident()?,
        Expr::Group(group) => lone_variable(&group.expr)?,
        _ => return None,
    };
    let begins_small = name
        .to_string()
        .starts_with(|letter: char| letter.is_lowercase());
    // `self` cannot be a pattern.
    (begins_small && name != "self").then_some(name)
}
