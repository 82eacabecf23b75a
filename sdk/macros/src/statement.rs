//! `statement!`: a struct from a `.sql` file.

use proc_macro2::TokenStream;
use quarry_statement::{Parameter, ParameterType, Statement};
use quote::{format_ident, quote};
use std::path::{Path, PathBuf};
use syn::parse::{Parse, ParseStream};
use syn::{Error, Ident, LitStr, Result, Token};

struct Input {
    store: Ident,
    name: Ident,
    file: LitStr,
}

impl Parse for Input {
    fn parse(input: ParseStream) -> Result<Self> {
        let store = input.parse()?;
        input.parse::<Token![,]>()?;
        let name = input.parse()?;
        input.parse::<Token![,]>()?;
        let file = input.parse()?;
        input.parse::<Option<Token![,]>>()?;
        Ok(Input { store, name, file })
    }
}

pub(crate) fn expand(input: TokenStream) -> Result<TokenStream> {
    let Input { store, name, file } = syn::parse2(input)?;
    let store = match store.to_string().as_str() {
        "warehouse" => quote!(Warehouse),
        "app_store" => quote!(AppStore),
        other => {
            return Err(Error::new_spanned(&store, format!("`{other}` is not a store: write warehouse or app_store")));
        }
    };
    let relative = file.value();
    let folder = std::env::var("CARGO_MANIFEST_DIR").unwrap_or_default();
    let path = PathBuf::from(folder).join(&relative);
    let sql = std::fs::read_to_string(&path)
        .map_err(|error| Error::new_spanned(&file, format!("{relative} cannot be read: {error}")))?;
    let statement =
        Statement::parse(&sql).map_err(|error| Error::new_spanned(&file, format!("{relative}, {error}")))?;
    let statement_name = Path::new(&relative).file_stem().and_then(|stem| stem.to_str()).unwrap_or_default().to_owned();
    let parameters: Vec<&Parameter> =
        statement.parameters().iter().filter(|parameter| !parameter.is_bound_by_host()).collect();
    let fields = parameters.iter().map(|parameter| {
        let ident = format_ident!("{}", parameter.name);
        let kind = rust_type(parameter.kind);
        let documentation = format!("`{{{}:{}}}`", parameter.name, parameter.kind.name());
        match parameter.optional {
            true => quote!(#[doc = #documentation] pub #ident: Option<#kind>),
            false => quote!(#[doc = #documentation] pub #ident: #kind),
        }
    });
    let bindings = parameters.iter().map(|parameter| {
        let ident = format_ident!("{}", parameter.name);
        let text = &parameter.name;
        match parameter.optional {
            true => quote! {
                if let Some(value) = self.#ident {
                    bindings.push((#text.to_owned(), ::quarry_sdk::component::IntoValue::into_value(value)));
                }
            },
            false => quote! {
                bindings.push((#text.to_owned(), ::quarry_sdk::component::IntoValue::into_value(self.#ident)));
            },
        }
    });
    let capacity = parameters.len();
    let documentation = format!("The parameters of `{relative}`.");
    let path = path.to_string_lossy().into_owned();
    Ok(quote! {
        #[doc = #documentation]
        pub struct #name { #(#fields,)* }

        impl ::quarry_sdk::Statement for #name {
            const NAME: &'static str = #statement_name;
            const FILE: &'static str = #relative;
            const STORE: ::quarry_sdk::Store = ::quarry_sdk::Store::#store;
            const SQL: &'static str = include_str!(#path);

            fn bindings(self) -> Vec<(String, ::quarry_sdk::Value)> {
                #[allow(unused_mut)]
                let mut bindings = Vec::with_capacity(#capacity);
                #(#bindings)*
                bindings
            }
        }
    })
}

fn rust_type(kind: ParameterType) -> TokenStream {
    match kind {
        ParameterType::Boolean => quote!(bool),
        ParameterType::Int64 => quote!(i64),
        ParameterType::Uint64 => quote!(u64),
        ParameterType::Float64 => quote!(f64),
        ParameterType::Text => quote!(String),
        ParameterType::Bytes => quote!(Vec<u8>),
        ParameterType::Timestamp => quote!(::quarry_sdk::Time),
        ParameterType::TextList => quote!(Vec<String>),
        ParameterType::Int64List => quote!(Vec<i64>),
        ParameterType::Uint64List => quote!(Vec<u64>),
        ParameterType::BytesList => quote!(Vec<Vec<u8>>),
    }
}
