//! `#[derive(Schema)]`: JSON Schema and an example from the fields, their attributes and their doc comments.

use crate::attributes::{documentation, field_name, named_fields};
use proc_macro2::{TokenStream, TokenTree};
use quote::{ToTokens, quote, quote_spanned};
use syn::meta::ParseNestedMeta;
use syn::punctuated::Punctuated;
use syn::spanned::Spanned;
use syn::token::{Brace, Bracket};
use syn::{
    Attribute, Data, DeriveInput, Error, Expr, Field, Fields, LitInt, LitStr, Path, Result, Token, Type, bracketed,
};

pub(crate) fn expand(input: TokenStream) -> Result<TokenStream> {
    let input: DeriveInput = syn::parse2(input)?;
    match &input.data {
        Data::Struct(data) if matches!(&data.fields, Fields::Unnamed(fields) if fields.unnamed.len() == 1) => {
            data.fields.iter().map(|field| newtype(&input, field)).collect()
        }
        _ => object(&input),
    }
}

/// An object with a member for each field.
fn object(input: &DeriveInput) -> Result<TokenStream> {
    let name = &input.ident;
    let title = name.to_string();
    let description = documentation(&input.attrs).replace('\n', " ");
    let members = named_fields(input)?.into_iter().map(member).collect::<Result<Vec<_>>>()?;
    Ok(quote! {
        impl ::quarry_sdk::Schema for #name {
            fn schema() -> ::quarry_sdk::serde_json::Value {
                ::quarry_sdk::component::object_schema(#title, #description, &<Self as ::quarry_sdk::Schema>::members())
            }

            fn example() -> ::quarry_sdk::serde_json::Value {
                ::quarry_sdk::component::object_example(&<Self as ::quarry_sdk::Schema>::members())
            }

            fn members() -> Vec<::quarry_sdk::component::Member> {
                let mut members = Vec::new();
                #(#members)*
                members
            }
        }
    })
}

/// The schema of its field, with the bounds of the struct's own attribute.
fn newtype(input: &DeriveInput, field: &Field) -> Result<TokenStream> {
    let name = &input.ident;
    let said = Said::read(&input.attrs, false)?;
    let (schema, example) = (said.schema(field), said.example(field));
    Ok(quote! {
        impl ::quarry_sdk::Schema for #name {
            fn schema() -> ::quarry_sdk::serde_json::Value {
                #schema
            }

            fn example() -> ::quarry_sdk::serde_json::Value {
                #example
            }
        }
    })
}

fn member(field: &Field) -> Result<TokenStream> {
    let said = Said::read(&field.attrs, true)?;
    let kind = &field.ty;
    if said.flatten {
        return Ok(quote_spanned!(kind.span()=> members.extend(<#kind as ::quarry_sdk::Schema>::members());));
    }
    let (name, description) = (field_name(field), documentation(&field.attrs).replace('\n', " "));
    let is_patch = is_patch(kind);
    if is_patch && !has_serde_default(&field.attrs) {
        return Err(Error::new_spanned(kind, "a Patch may be left out: write `#[serde(default)]` above the field"));
    }
    let (schema, example, is_optional) = (said.schema(field), said.example(field), said.is_optional || is_patch);
    Ok(quote! {
        members.push(::quarry_sdk::component::Member {
            name: #name,
            description: #description,
            schema: #schema,
            example: #example,
            is_optional: #is_optional,
        });
    })
}

fn is_patch(kind: &Type) -> bool {
    matches!(kind, Type::Path(path) if path.path.segments.last().is_some_and(|last| last.ident == "Patch"))
}

fn has_serde_default(attributes: &[Attribute]) -> bool {
    attributes.iter().filter(|attribute| attribute.path().is_ident("serde")).any(|attribute| {
        let words = attribute.meta.require_list().map(|list| list.tokens.clone()).unwrap_or_default();
        words.into_iter().any(|word| matches!(word, TokenTree::Ident(word) if word == "default"))
    })
}

/// The contents of `#[schema(…)]`.
#[derive(Default)]
struct Said {
    flatten: bool,
    is_optional: bool,
    /// As `json!` takes it.
    example: Option<TokenStream>,
    /// Keywords of JSON Schema with their values.
    bounds: Vec<TokenStream>,
}

impl Said {
    /// `flatten`, `optional` and `rows` are words of a member, which a newtype is not.
    fn read(attributes: &[Attribute], is_member: bool) -> Result<Said> {
        let mut said = Said::default();
        for attribute in attributes.iter().filter(|attribute| attribute.path().is_ident("schema")) {
            attribute.parse_nested_meta(|meta| said.word(&meta, is_member))?;
        }
        Ok(said)
    }

    fn word(&mut self, meta: &ParseNestedMeta<'_>, is_member: bool) -> Result<()> {
        let word = meta.path.get_ident().map(ToString::to_string).unwrap_or_default();
        match word.as_str() {
            "flatten" if is_member => self.flatten = true,
            "optional" if is_member => self.is_optional = true,
            "example" => {
                // An object or a list is one token tree, anything else an expression.
                let input = meta.value()?;
                self.example = Some(match input.peek(Brace) || input.peek(Bracket) {
                    true => input.parse::<TokenTree>()?.to_token_stream(),
                    false => input.parse::<Expr>()?.to_token_stream(),
                });
            }
            "min_length" => self.count("minLength", meta)?,
            "max_length" => self.count("maxLength", meta)?,
            "min_items" => self.count("minItems", meta)?,
            "max_items" => self.count("maxItems", meta)?,
            "minimum" | "maximum" => {
                let number: Expr = meta.value()?.parse()?;
                self.bounds.push(quote!(#word: #number));
            }
            "single_line" => self.bounds.push(quote!("format": "single-line-text")),
            "multi_line" => self.bounds.push(quote!("format": "multi-line-text")),
            "rows" if is_member => {
                let value = meta.value()?;
                let statements: Vec<Path> = match value.peek(Bracket) {
                    true => {
                        let content;
                        bracketed!(content in value);
                        Punctuated::<Path, Token![,]>::parse_terminated(&content)?.into_iter().collect()
                    }
                    false => vec![value.parse()?],
                };
                self.bounds.push(quote!("x-rows": [#(<#statements as ::quarry_sdk::Statement>::NAME),*]));
            }
            "pattern" => {
                let pattern: LitStr = meta.value()?.parse()?;
                self.bounds.push(quote!("pattern": #pattern));
            }
            _ => {
                let of_members = if is_member { ", flatten, optional, rows" } else { "" };
                return Err(meta.error(format!(
                    "one of example, min_length, max_length, single_line, multi_line, pattern, minimum, maximum, min_items, max_items{of_members} is expected"
                )));
            }
        }
        Ok(())
    }

    fn count(&mut self, keyword: &str, meta: &ParseNestedMeta<'_>) -> Result<()> {
        let value = meta.value()?;
        let wrong = value.error("a whole number from 0 on is expected");
        let number: LitInt = value.parse().map_err(|_| wrong.clone())?;
        number.base10_parse::<u32>().map_err(|_| wrong)?;
        self.bounds.push(quote!(#keyword: #number));
        Ok(())
    }

    fn schema(&self, field: &Field) -> TokenStream {
        let (kind, bounds) = (&field.ty, &self.bounds);
        let schema = quote_spanned!(kind.span()=> <#kind as ::quarry_sdk::Schema>::schema());
        match bounds.is_empty() {
            true => schema,
            false => quote! {
                ::quarry_sdk::component::bounded(#schema, ::quarry_sdk::serde_json::json!({ #(#bounds),* }))
            },
        }
    }

    fn example(&self, field: &Field) -> TokenStream {
        let kind = &field.ty;
        match &self.example {
            Some(example) => quote!(::quarry_sdk::serde_json::json!(#example)),
            None => quote_spanned!(kind.span()=> <#kind as ::quarry_sdk::Schema>::example()),
        }
    }
}
