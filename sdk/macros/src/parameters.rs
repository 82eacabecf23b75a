//! `#[derive(Parameters)]`: declarations and values from the fields.

use crate::attributes::{documentation, field_name, named_fields};
use proc_macro2::TokenStream;
use quote::quote;
use syn::{DeriveInput, Field, LitInt, LitStr, Result};

pub(crate) fn expand(input: TokenStream) -> Result<TokenStream> {
    let input: DeriveInput = syn::parse2(input)?;
    let name = &input.ident;
    let fields = named_fields(&input)?;
    let declarations = fields.iter().map(|field| declaration(field)).collect::<Result<Vec<_>>>()?;
    let values = fields.iter().map(|field| {
        let (ident, kind, text) = (&field.ident, &field.ty, field_name(field));
        quote!(#ident: ::quarry_sdk::component::take::<#kind>(values, #text))
    });
    Ok(quote! {
        impl ::quarry_sdk::Parameters for #name {
            fn declarations() -> Vec<::quarry_sdk::component::Parameter> {
                vec![#(#declarations),*]
            }

            fn from_values(values: &mut ::std::vec::IntoIter<::quarry_sdk::Value>) -> Self {
                #name { #(#values),* }
            }
        }
    })
}

fn declaration(field: &Field) -> Result<TokenStream> {
    let mut place = quote!(Query);
    let mut example = quote!(None);
    let mut bounds = Vec::new();
    let mut name = field_name(field);
    for attribute in field.attrs.iter().filter(|attribute| attribute.path().is_ident("parameter")) {
        attribute.parse_nested_meta(|meta| {
            let Some(word) = meta.path.get_ident().map(ToString::to_string) else {
                return Err(meta.error("a single word is expected"));
            };
            match word.as_str() {
                "path" => place = quote!(Path),
                "name" => name = meta.value()?.parse::<LitStr>()?.value(),
                "example" => {
                    let text: LitStr = meta.value()?.parse()?;
                    example = quote!(Some(#text));
                }
                "default" => {
                    let text: LitStr = meta.value()?.parse()?;
                    bounds.push(quote!(default: Some(#text)));
                }
                "max_length" | "max_items" | "minimum" | "maximum" => {
                    let number: LitInt = meta.value()?.parse()?;
                    let ident = &meta.path;
                    bounds.push(quote!(#ident: Some(#number)));
                }
                _ => {
                    return Err(meta.error(
                        "one of path, name, example, default, max_length, max_items, minimum, maximum is expected",
                    ));
                }
            }
            Ok(())
        })?;
    }
    let (kind, description) = (&field.ty, documentation(&field.attrs).replace('\n', " "));
    Ok(quote! {
        ::quarry_sdk::component::declare::<#kind>(
            #name,
            ::quarry_sdk::component::ParameterPlace::#place,
            #description,
            #example,
            &::quarry_sdk::component::Bounds { #(#bounds,)* ..Default::default() },
        )
    })
}
