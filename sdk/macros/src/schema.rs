//! `#[derive(Schema)]`: JSON Schema and an example from the fields and their doc comments.

use crate::attributes::{documentation, field_name, named_fields};
use proc_macro2::{TokenStream, TokenTree};
use quote::{ToTokens, quote};
use syn::token::{Brace, Bracket};
use syn::{DeriveInput, Expr, Field, Result};

pub(crate) fn expand(input: TokenStream) -> Result<TokenStream> {
    let input: DeriveInput = syn::parse2(input)?;
    let name = &input.ident;
    let title = name.to_string();
    let description = documentation(&input.attrs).replace('\n', " ");
    let members = named_fields(&input)?.into_iter().map(member).collect::<Result<Vec<_>>>()?;
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

fn member(field: &Field) -> Result<TokenStream> {
    let kind = &field.ty;
    let (mut flatten, mut is_optional) = (false, false);
    let mut example = quote!(<#kind as ::quarry_sdk::Schema>::example());
    for attribute in field.attrs.iter().filter(|attribute| attribute.path().is_ident("schema")) {
        attribute.parse_nested_meta(|meta| {
            if meta.path.is_ident("flatten") {
                flatten = true;
                Ok(())
            } else if meta.path.is_ident("optional") {
                is_optional = true;
                Ok(())
            } else if meta.path.is_ident("example") {
                // JSON, as `json!` takes it: an object or a list is one token tree, anything else an expression.
                let input = meta.value()?;
                let value = match input.peek(Brace) || input.peek(Bracket) {
                    true => input.parse::<TokenTree>()?.to_token_stream(),
                    false => input.parse::<Expr>()?.to_token_stream(),
                };
                example = quote!(::quarry_sdk::serde_json::json!(#value));
                Ok(())
            } else {
                Err(meta.error("one of example, flatten, optional is expected"))
            }
        })?;
    }
    if flatten {
        return Ok(quote!(members.extend(<#kind as ::quarry_sdk::Schema>::members());));
    }
    let (name, description) = (field_name(field), documentation(&field.attrs).replace('\n', " "));
    Ok(quote! {
        members.push(::quarry_sdk::component::Member {
            name: #name,
            description: #description,
            schema: <#kind as ::quarry_sdk::Schema>::schema(),
            example: #example,
            is_optional: #is_optional,
        });
    })
}
