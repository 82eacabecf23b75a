//! Parts of attributes that several macros read alike.

use syn::{Attribute, Data, DeriveInput, Error, Expr, ExprLit, Field, Fields, Lit, Meta, Result};

/// The doc comment, without the space that follows `///`.
pub(crate) fn documentation(attributes: &[Attribute]) -> String {
    let lines: Vec<String> = attributes
        .iter()
        .filter_map(|attribute| match &attribute.meta {
            Meta::NameValue(meta) if meta.path.is_ident("doc") => match &meta.value {
                Expr::Lit(ExprLit { lit: Lit::Str(text), .. }) => Some(text.value()),
                _ => None,
            },
            _ => None,
        })
        .map(|line| line.strip_prefix(' ').map(str::to_owned).unwrap_or(line))
        .collect();
    lines.join("\n").trim().to_owned()
}

/// The named fields of a struct.
pub(crate) fn named_fields(input: &DeriveInput) -> Result<Vec<&Field>> {
    match &input.data {
        Data::Struct(data) => match &data.fields {
            Fields::Named(fields) => Ok(fields.named.iter().collect()),
            _ => Err(Error::new_spanned(&input.ident, "this needs a struct with named fields")),
        },
        _ => Err(Error::new_spanned(&input.ident, "this needs a struct with named fields")),
    }
}

/// The name of a field in JSON and in a query: without the `r#` of a keyword.
pub(crate) fn field_name(field: &Field) -> String {
    field.ident.as_ref().map(|ident| ident.to_string().trim_start_matches("r#").to_owned()).unwrap_or_default()
}
