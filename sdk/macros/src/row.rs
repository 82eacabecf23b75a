//! `#[derive(Row)]`: the columns that the fields name, and a value of the struct from their cells.

use crate::attributes::{field_name, named_fields};
use proc_macro2::TokenStream;
use quote::{ToTokens, quote};
use syn::spanned::Spanned;
use syn::{DeriveInput, Error, Field, LitStr, Result};

pub(crate) fn expand(input: TokenStream) -> Result<TokenStream> {
    let input: DeriveInput = syn::parse2(input)?;
    if !input.generics.params.is_empty() {
        return Err(Error::new_spanned(&input.generics, "a row has no type parameters and borrows nothing"));
    }
    let (name, text) = (&input.ident, input.ident.to_string());
    let fields = named_fields(&input)?.into_iter().map(RowField::of).collect::<Result<Vec<_>>>()?;
    let described = fields.iter().filter(|field| !matches!(field.form, Form::Skipped)).map(RowField::description);
    let values = fields.iter().map(RowField::value);
    Ok(quote! {
        impl ::quarry_sdk::Row for #name {
            const NAME: &'static str = #text;
            const FIELDS: &'static [::quarry_sdk::row::RowField] = &[#(#described),*];

            fn from_cells(cells: &mut ::quarry_sdk::row::Cells<'_>) -> Result<Self, ::quarry_sdk::row::RowMismatch> {
                Ok(#name { #(#values),* })
            }
        }
    })
}

/// How a field gets its value.
enum Form {
    Value,
    Json,
    Microseconds,
    Skipped,
}

struct RowField<'a> {
    field: &'a Field,
    column: String,
    form: Form,
}

impl RowField<'_> {
    fn of(field: &Field) -> Result<RowField<'_>> {
        let mut read = RowField { field, column: field_name(field), form: Form::Value };
        for attribute in field.attrs.iter().filter(|attribute| attribute.path().is_ident("row")) {
            attribute.parse_nested_meta(|meta| {
                let form = match meta.path.get_ident().map(ToString::to_string).unwrap_or_default().as_str() {
                    "name" => {
                        read.column = meta.value()?.parse::<LitStr>()?.value();
                        return Ok(());
                    }
                    "json" => Form::Json,
                    "microseconds" => Form::Microseconds,
                    "skip" => Form::Skipped,
                    _ => return Err(meta.error("one of name, json, microseconds, skip is expected")),
                };
                match read.form {
                    Form::Value => read.form = form,
                    _ => return Err(meta.error("a field is read in one way: json, microseconds or skip")),
                }
                Ok(())
            })?;
        }
        Ok(read)
    }

    fn description(&self) -> TokenStream {
        let (column, kind) = (&self.column, self.field.ty.to_token_stream().to_string().replace(' ', ""));
        quote!(::quarry_sdk::row::RowField { column: #column, kind: #kind })
    }

    /// The span is the type's: a type that no column has is said where it stands.
    fn value(&self) -> TokenStream {
        let (ident, kind) = (&self.field.ident, &self.field.ty);
        let value = match self.form {
            Form::Value => quote::quote_spanned!(kind.span()=> cells.take::<#kind>()?),
            Form::Json => quote::quote_spanned!(kind.span()=> cells.take_json::<#kind>()?),
            Form::Microseconds => quote::quote_spanned!(kind.span()=> cells.take_microseconds::<#kind>()?),
            Form::Skipped => quote::quote_spanned!(kind.span()=> ::std::default::Default::default()),
        };
        quote!(#ident: #value)
    }
}
