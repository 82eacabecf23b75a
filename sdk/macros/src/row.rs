//! `#[derive(Row)]`: the columns that the fields name, and a value of the struct from their cells.

use crate::attributes::{field_name, named_fields};
use proc_macro2::TokenStream;
use quote::{ToTokens, quote, quote_spanned};
use syn::spanned::Spanned;
use syn::{Data, DataStruct, DeriveInput, Error, Field, Fields, LitStr, Result};

pub(crate) fn expand(input: TokenStream) -> Result<TokenStream> {
    let input: DeriveInput = syn::parse2(input)?;
    if !input.generics.params.is_empty() {
        return Err(Error::new_spanned(&input.generics, "a row has no type parameters and borrows nothing"));
    }
    let (name, text) = (&input.ident, input.ident.to_string());
    let fields = named_fields(&input)?.into_iter().map(RowField::of).collect::<Result<Vec<_>>>()?;
    if fields.iter().all(|field| matches!(field.form, Form::Skipped)) {
        return Err(Error::new_spanned(name, "a row reads at least one column"));
    }
    let described = fields.iter().map(RowField::description);
    let widths = fields.iter().map(RowField::width);
    let values = fields.iter().map(RowField::value);
    Ok(quote! {
        impl ::quarry_sdk::Row for #name {
            const NAME: &'static str = #text;
            const WIDTH: usize = 0 #(+ #widths)*;

            fn fields(prefix: &str) -> Vec<::quarry_sdk::row::RowField> {
                let mut fields = Vec::with_capacity(<Self as ::quarry_sdk::Row>::WIDTH);
                #(#described)*
                fields
            }

            fn from_cells(cells: &mut ::quarry_sdk::row::Cells<'_>) -> Result<Self, ::quarry_sdk::row::RowMismatch> {
                Ok(#name { #(#values),* })
            }
        }
    })
}

/// The way in which a field gets its value.
enum Form {
    Value,
    Json,
    Microseconds,
    Skipped,
    /// A row of its own, and what the names of its columns begin with.
    Row(String),
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
                    "flatten" => Form::Row(String::new()),
                    "prefix" => Form::Row(meta.value()?.parse::<LitStr>()?.value()),
                    _ => return Err(meta.error("one of name, json, microseconds, skip, flatten, prefix is expected")),
                };
                match read.form {
                    Form::Value => read.form = form,
                    _ => {
                        return Err(
                            meta.error("a field is read in one way: json, microseconds, skip, flatten or prefix")
                        );
                    }
                }
                Ok(())
            })?;
        }
        Ok(read)
    }

    fn description(&self) -> TokenStream {
        let (column, kind) = (&self.column, &self.field.ty);
        let written = kind.to_token_stream().to_string().replace(' ', "");
        match &self.form {
            Form::Skipped => TokenStream::new(),
            Form::Row(prefix) => quote_spanned! {kind.span()=>
                fields.extend(<#kind as ::quarry_sdk::Row>::fields(&[prefix, #prefix].concat()));
            },
            _ => quote! {
                fields.push(::quarry_sdk::row::RowField { column: [prefix, #column].concat(), kind: #written });
            },
        }
    }

    fn width(&self) -> TokenStream {
        let kind = &self.field.ty;
        match self.form {
            Form::Skipped => quote!(0),
            Form::Row(_) => quote_spanned!(kind.span()=> <#kind as ::quarry_sdk::Row>::WIDTH),
            _ => quote!(1),
        }
    }

    /// The span is the type's: a type that no column has is said where it stands.
    fn value(&self) -> TokenStream {
        let (ident, kind) = (&self.field.ident, &self.field.ty);
        let value = match self.form {
            Form::Value => quote_spanned!(kind.span()=> cells.take::<#kind>()?),
            Form::Json => quote_spanned!(kind.span()=> cells.take_json::<#kind>()?),
            Form::Microseconds => quote_spanned!(kind.span()=> cells.take_microseconds::<#kind>()?),
            Form::Skipped => quote_spanned!(kind.span()=> ::std::default::Default::default()),
            Form::Row(_) => quote_spanned!(kind.span()=> cells.take_row::<#kind>()?),
        };
        quote!(#ident: #value)
    }
}

/// `#[derive(ColumnValue)]`: a struct around one value is read as that value is.
pub(crate) fn expand_newtype(input: TokenStream) -> Result<TokenStream> {
    let input: DeriveInput = syn::parse2(input)?;
    let sentence = "a column is read as a struct around one value, `struct Slug(String);`";
    let Data::Struct(DataStruct { fields: Fields::Unnamed(fields), .. }) = &input.data else {
        return Err(Error::new_spanned(&input.ident, sentence));
    };
    let (name, mut values) = (&input.ident, fields.unnamed.iter());
    let (Some(value), None) = (values.next(), values.next()) else {
        return Err(Error::new_spanned(&input.ident, sentence));
    };
    let kind = &value.ty;
    Ok(quote! {
        impl ::quarry_sdk::BindAs<#kind> for #name {
            fn bind_as(self) -> #kind {
                self.0
            }
        }

        impl ::quarry_sdk::row::ColumnValue for #name {
            fn from_cell(
                cell: ::quarry_sdk::row::Cell<'_>,
            ) -> Result<#name, ::quarry_sdk::row::CellMismatch> {
                <#kind as ::quarry_sdk::row::ColumnValue>::from_cell(cell).map(#name)
            }
        }
    })
}
