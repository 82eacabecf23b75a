//! `#[derive(Choice)]`: an enum without fields as a closed list of words, the same ones in parameters, bodies and columns.

use proc_macro2::TokenStream;
use quote::quote;
use syn::{Data, DeriveInput, Error, Fields, LitStr, Result, Variant};

pub(crate) fn expand(input: TokenStream) -> Result<TokenStream> {
    let input: DeriveInput = syn::parse2(input)?;
    let name = &input.ident;
    let Data::Enum(data) = &input.data else {
        return Err(Error::new_spanned(name, "a choice is an enum"));
    };
    let idents: Vec<_> = data.variants.iter().map(|variant| &variant.ident).collect();
    let words = data.variants.iter().map(word).collect::<Result<Vec<String>>>()?;
    if words.is_empty() {
        return Err(Error::new_spanned(name, "a choice has at least one word"));
    }
    Ok(quote! {
        impl ::quarry_sdk::Choice for #name {
            const WORDS: &'static [&'static str] = &[#(#words),*];

            fn word(&self) -> &'static str {
                match self { #(#name::#idents => #words),* }
            }

            fn from_word(word: &str) -> Option<Self> {
                match word { #(#words => Some(#name::#idents),)* _ => None }
            }
        }

        impl ::quarry_sdk::ParameterValue for #name {
            fn kind(bounds: &::quarry_sdk::component::Bounds) -> ::quarry_sdk::component::ParameterKind {
                ::quarry_sdk::component::choice_kind::<#name>(bounds)
            }

            fn from_value(value: ::quarry_sdk::Value) -> Option<Self> {
                match value {
                    ::quarry_sdk::Value::Text(word) => <#name as ::quarry_sdk::Choice>::from_word(&word),
                    _ => None,
                }
            }
        }

        impl ::quarry_sdk::serde::Serialize for #name {
            fn serialize<S: ::quarry_sdk::serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.serialize_str(::quarry_sdk::Choice::word(self))
            }
        }

        impl<'de> ::quarry_sdk::serde::Deserialize<'de> for #name {
            fn deserialize<D: ::quarry_sdk::serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                ::quarry_sdk::component::deserialize_choice(deserializer)
            }
        }

        impl ::quarry_sdk::row::ColumnValue for #name {
            fn from_cell(cell: ::quarry_sdk::row::Cell<'_>) -> Result<Self, ::quarry_sdk::row::CellMismatch> {
                ::quarry_sdk::component::choice_cell(cell)
            }
        }

        impl ::quarry_sdk::Schema for #name {
            fn schema() -> ::quarry_sdk::serde_json::Value {
                ::quarry_sdk::serde_json::json!({ "type": "string", "enum": [#(#words),*] })
            }

            fn example() -> ::quarry_sdk::serde_json::Value {
                ::quarry_sdk::serde_json::json!(<#name as ::quarry_sdk::Choice>::WORDS[0])
            }
        }
    })
}

/// The attribute's word, or the variant's name in snake_case.
fn word(variant: &Variant) -> Result<String> {
    if !matches!(variant.fields, Fields::Unit) {
        return Err(Error::new_spanned(variant, "a choice has no fields"));
    }
    if let Some(attribute) = variant.attrs.iter().find(|attribute| attribute.path().is_ident("choice")) {
        return Ok(attribute.parse_args::<LitStr>()?.value());
    }
    let mut word = String::new();
    for (index, character) in variant.ident.to_string().chars().enumerate() {
        if character.is_ascii_uppercase() && index > 0 {
            word.push('_');
        }
        word.push(character.to_ascii_lowercase());
    }
    Ok(word)
}
