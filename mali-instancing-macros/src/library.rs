//! The name of the library in the user's crate.

use proc_macro2::{Ident, TokenTree};
use syn::parse::ParseStream;
use syn::{Result, Token};

/// Takes the `$crate;` that the wrapper in the library puts in front of the user's tokens.
pub(crate) fn parse(input: ParseStream) -> Result<Ident> {
    let library = input.step(|cursor| match cursor.token_tree() {
        Some((TokenTree::Ident(library), rest)) => Ok((library, rest)),
        _ => Err(cursor.error("call this macro through mali_instancing")),
    })?;
    input.parse::<Token![;]>()?;
    Ok(library)
}
