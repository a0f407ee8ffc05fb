//! Enums that name the parts of an item by their numbers.

use proc_macro2::{Ident, TokenStream};
use quote::{format_ident, quote};
use syn::ext::IdentExt;
use syn::parse::ParseStream;
use syn::{Attribute, Error, Result};

use crate::item::Header;

/// An enum whose variants name parts, and are the parts' positions as numbers. It has only the traits of `derives`,
/// because the compiler takes about as long for each as for a whole descriptor.
pub(crate) fn number_enum<'a>(
    header: &Header,
    suffix: &str,
    things: &str,
    derives: &TokenStream,
    variants: impl Iterator<Item = (&'a [Attribute], &'a Ident)>,
) -> TokenStream {
    let visibility = &header.visibility;
    let conditions = header.conditions();
    let item = &header.name;
    let name = format_ident!("{}{suffix}", variant_name(item), span = item.span());
    let documentation = format!("The {things} of [`{item}`], by their numbers.");
    let variants = variants.map(|(documentation, name)| {
        let variant = Ident::new(&variant_name(name), name.span());
        let default = format!("`{name}`");
        if documentation.is_empty() {
            quote!(#[doc = #default] #variant)
        } else {
            quote!(#(#documentation)* #variant)
        }
    });
    quote! {
        #(#conditions)*
        #[doc = #documentation]
        #[allow(dead_code)]
        #derives
        #visibility enum #name { #(#variants,)* }
    }
}

/// The documentation of a variant. Other attributes are refused: they could remove the variant, but not the part that
/// it names.
pub(crate) fn documentation(input: ParseStream) -> Result<Vec<Attribute>> {
    let attributes = input.call(Attribute::parse_outer)?;
    match attributes
        .iter()
        .find(|attribute| !attribute.path().is_ident("doc"))
    {
        Some(other) => Err(Error::new_spanned(
            other,
            "only documentation is allowed here",
        )),
        None => Ok(attributes),
    }
}

/// Checks that the name becomes a variant, and that no earlier one becomes the same.
pub(crate) fn check_new<'a>(
    name: &Ident,
    earlier: impl IntoIterator<Item = &'a Ident>,
    kind: &str,
) -> Result<()> {
    let variant = variant_name(name);
    // The only keyword that begins with an ASCII capital is `Self`. Parsing the name would take time.
    let is_plain = variant.starts_with(|letter: char| letter.is_ascii_uppercase());
    if variant == "Self" || !is_plain && syn::parse_str::<Ident>(&variant).is_err() {
        let message =
            format!("this {kind}'s name becomes `{variant}`, which no variant can be called");
        return Err(Error::new(name.span(), message));
    }
    for other in earlier {
        // Different names can become one variant, such as `row_1` and `row1`.
        if variant_name(other) == variant {
            let message = format!("another {kind} is called `{other}`");
            return Err(Error::new(name.span(), message));
        }
    }
    Ok(())
}

/// The name of an enum's variant, or the beginning of an enum's name, for a name in snake case.
pub(crate) fn variant_name(name: &Ident) -> String {
    let name = name.unraw().to_string();
    let mut variant = String::with_capacity(name.len());
    let mut begins = true;
    for letter in name.chars() {
        match letter {
            '_' => {}
            _ if begins => variant.extend(letter.to_uppercase()),
            _ => variant.extend(letter.to_lowercase()),
        }
        begins = letter == '_';
    }
    variant
}
