//! `personal_data: [notebook__notes.user_id { export: ExportNotes, erase: EraseNotes }]` of `plugin!`: what its tables hold
//! of people. In place of `erase: Statement` stands `kept: "Why."` where the rows stay.

use proc_macro2::TokenStream;
use quote::{ToTokens, quote};
use syn::parse::{Parse, ParseStream};
use syn::{Error, Ident, LitStr, Path, Result, Token, braced};

/// The rows of one table that belong to a person.
pub(crate) struct PersonalData {
    table: Ident,
    user_column: Ident,
    export: Path,
    erasure: Erasure,
}

enum Erasure {
    Statement(Path),
    Kept(LitStr),
}

impl Parse for PersonalData {
    fn parse(input: ParseStream) -> Result<Self> {
        let table = input.parse()?;
        input.parse::<Token![.]>()?;
        let user_column = input.parse()?;
        let content;
        braced!(content in input);
        let (mut export, mut erasure) = (None, None);
        while !content.is_empty() {
            let word: Ident = content.parse()?;
            content.parse::<Token![:]>()?;
            match word.to_string().as_str() {
                "export" => export = Some(content.parse()?),
                "erase" => erasure = Some(Erasure::Statement(content.parse()?)),
                "kept" => erasure = Some(Erasure::Kept(content.parse()?)),
                _ => return Err(Error::new_spanned(word, "one of export, erase, kept is expected")),
            }
            content.parse::<Option<Token![,]>>()?;
        }
        let (Some(export), Some(erasure)) = (export, erasure) else {
            return Err(Error::new_spanned(
                table,
                "personal data has a statement that exports it, and one that erases it or why it is kept",
            ));
        };
        Ok(PersonalData { table, user_column, export, erasure })
    }
}

impl ToTokens for PersonalData {
    fn to_tokens(&self, tokens: &mut TokenStream) {
        let (table, user_column, export) = (self.table.to_string(), self.user_column.to_string(), &self.export);
        let erasure = match &self.erasure {
            Erasure::Statement(statement) => {
                quote!(Statement(<#statement as ::quarry_sdk::Statement>::NAME.to_owned()))
            }
            Erasure::Kept(reason) => quote!(Kept(#reason.to_owned())),
        };
        tokens.extend(quote! {
            ::quarry_sdk::component::PersonalData {
                table: #table.to_owned(),
                user_column: #user_column.to_owned(),
                export_statement: <#export as ::quarry_sdk::Statement>::NAME.to_owned(),
                erasure: ::quarry_sdk::component::Erasure::#erasure,
            }
        });
    }
}
