//! Rows as a parameter of a statement: a struct for one row, and its columns as bindings.

use crate::bound_types::BoundTypes;
use proc_macro2::TokenStream;
use quarry_statement::Parameter;
use quote::{format_ident, quote};
use syn::Ident;

/// The statement's name and the parameter's: `InsertBlocks` and `blocks` have the rows `InsertBlocksBlocks`.
fn row_name(statement: &Ident, parameter: &Parameter) -> Ident {
    let mut name = String::new();
    for word in parameter.name.split('_') {
        let mut letters = word.chars();
        name.extend(letters.next().map(|first| first.to_ascii_uppercase()));
        name.push_str(letters.as_str());
    }
    format_ident!("{statement}{name}")
}

pub(crate) fn field_type(statement: &Ident, parameter: &Parameter) -> TokenStream {
    let row = row_name(statement, parameter);
    quote!(Vec<#row>)
}

/// The struct of one row.
pub(crate) fn row_struct(statement: &Ident, parameter: &Parameter, types: &BoundTypes<'_>) -> TokenStream {
    let row = row_name(statement, parameter);
    let documentation = format!("One row of `{}` of [`{statement}`].", parameter.name);
    let fields = parameter.columns.iter().map(|column| {
        let ident = format_ident!("{}", column.name);
        let kind = types.field(&parameter.name, Some(&column.name), column.kind);
        let kind = if column.nullable { quote!(Option<#kind>) } else { kind };
        let null = if column.nullable { "?" } else { "" };
        let documentation = format!("`{} {}{null}`", column.name, column.kind.name());
        quote!(#[doc = #documentation] pub #ident: #kind)
    });
    quote! {
        #[doc = #documentation]
        #[derive(Debug, Clone)]
        pub struct #row { #(#fields),* }
    }
}

/// The rows turned into columns, each bound under its own name.
pub(crate) fn bindings(parameter: &Parameter, optional: bool, types: &BoundTypes<'_>) -> TokenStream {
    let ident = format_ident!("{}", parameter.name);
    let fields: Vec<Ident> = parameter.columns.iter().map(|column| format_ident!("{}", column.name)).collect();
    let lists: Vec<Ident> = (0..fields.len()).map(|index| format_ident!("column_{index}")).collect();
    let bound = parameter.columns.iter().zip(&lists).map(|(column, list)| {
        let name = column.binding(&parameter.name);
        match column.nullable {
            true => {
                let nulls = column.binding_of_nulls(&parameter.name);
                quote!(::quarry_sdk::component::bind_nullable_column(&mut bindings, #name, #nulls, #list);)
            }
            false => quote!(::quarry_sdk::component::bind_column(&mut bindings, #name, #list);),
        }
    });
    let values = parameter.columns.iter().zip(&fields).map(|(column, field)| {
        types.bound(&parameter.name, Some(&column.name), column.kind, column.nullable, quote!(row.#field))
    });
    let bind = quote! {
        #(let mut #lists = Vec::with_capacity(rows.len());)*
        for row in rows {
            #(#lists.push(#values);)*
        }
        #(#bound)*
    };
    match optional {
        true => quote!(if let Some(rows) = self.#ident { #bind }),
        false => quote!({ let rows = self.#ident; #bind }),
    }
}
