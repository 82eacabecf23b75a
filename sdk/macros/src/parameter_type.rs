//! The Rust types of a statement's parameters.

use proc_macro2::TokenStream;
use quarry_statement::ParameterType;
use quote::quote;

pub(crate) fn rust_type(kind: ParameterType) -> TokenStream {
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
        // Never asked: rows have a struct of their own.
        ParameterType::Rows => quote!(()),
    }
}
