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
    /// Types of the author's own for parameters, and for columns of rows: `layout: Layout`, `blocks.kind: BlockKind`.
    pub(crate) types: Vec<DeclaredType>,
    /// The reason why it is not held to a tenant.
    pub(crate) unguarded: Option<LitStr>,
}

/// The Rust type that a parameter takes.
pub(crate) struct DeclaredType {
    pub(crate) parameter: Ident,
    /// The column, of a parameter that is rows.
    pub(crate) column: Option<Ident>,
    /// Of one value; a list has several of it.
    pub(crate) kind: Type,
}

impl Parse for Input {
    fn parse(input: ParseStream) -> Result<Self> {
        let store = input.parse()?;
        input.parse::<Token![,]>()?;
        let name = input.parse()?;
        input.parse::<Token![,]>()?;
        let file = input.parse()?;
        input.parse::<Option<Token![,]>>()?;
        let (mut order, mut types, mut unguarded) = (None, Vec::new(), None);
        while !input.is_empty() {
            let word: Ident = input.parse()?;
            if input.peek(Token![:]) || input.peek(Token![.]) {
                let column = match input.parse::<Option<Token![.]>>()? {
                    Some(_) => Some(input.parse()?),
                    None => None,
                };
                input.parse::<Token![:]>()?;
                types.push(DeclaredType { parameter: word, column, kind: input.parse()? });
                input.parse::<Option<Token![,]>>()?;
                continue;
            }
            input.parse::<Token![=]>()?;
            match word.to_string().as_str() {
                "order" => order = Some(input.parse()?),
                "unguarded" => unguarded = Some(input.parse()?),
                _ => {
                    let sentence =
                        format!("`order = …`, `unguarded = \"…\"` or `parameter: Type` is expected, not `{word}`");
                    return Err(Error::new_spanned(&word, sentence));
                }
            }
            input.parse::<Option<Token![,]>>()?;
        }
        Ok(Input { store, name, file, order, types, unguarded })
    }
}
