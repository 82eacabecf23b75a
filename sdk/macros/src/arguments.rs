//! Parts of the brackets of macros that several of them read alike.

use syn::parse::{Parse, ParseStream};
use syn::punctuated::Punctuated;
use syn::{Result, Token, bracketed};

/// The items of a list: `[first, second]`.
pub(crate) fn list<T: Parse>(input: ParseStream) -> Result<Vec<T>> {
    let content;
    bracketed!(content in input);
    Ok(Punctuated::<T, Token![,]>::parse_terminated(&content)?.into_iter().collect())
}

/// The value behind a name: `= value`.
pub(crate) fn value<T: Parse>(input: ParseStream) -> Result<T> {
    input.parse::<Token![=]>()?;
    input.parse()
}
