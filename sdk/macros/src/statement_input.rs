//! The contents of the brackets of `statement!`.

use syn::parse::{Parse, ParseStream};
use syn::{Error, Ident, LitStr, Result, Token, Type};

/// A statement as its author declares it.
pub(crate) struct Input {
    pub(crate) store: Ident,
    pub(crate) name: Ident,
    pub(crate) file: LitStr,
    /// The choice that picks the order.
    pub(crate) order: Option<Type>,
    /// The reason why it is not held to a tenant.
    pub(crate) unguarded: Option<LitStr>,
}

impl Parse for Input {
    fn parse(input: ParseStream) -> Result<Self> {
        let store = input.parse()?;
        input.parse::<Token![,]>()?;
        let name = input.parse()?;
        input.parse::<Token![,]>()?;
        let file = input.parse()?;
        input.parse::<Option<Token![,]>>()?;
        let (mut order, mut unguarded) = (None, None);
        while !input.is_empty() {
            let word: Ident = input.parse()?;
            input.parse::<Token![=]>()?;
            match word.to_string().as_str() {
                "order" => order = Some(input.parse()?),
                "unguarded" => unguarded = Some(input.parse()?),
                _ => {
                    let sentence = format!("`order = …` or `unguarded = \"…\"` is expected, not `{word}`");
                    return Err(Error::new_spanned(&word, sentence));
                }
            }
            input.parse::<Option<Token![,]>>()?;
        }
        Ok(Input { store, name, file, order, unguarded })
    }
}
