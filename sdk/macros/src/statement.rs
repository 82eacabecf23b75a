//! `statement!`: a struct from a `.sql` file.

use crate::bound_types::BoundTypes;
use crate::source::DeclaredStatement;
use crate::statement_input::Input;
use crate::statement_rows;
use crate::whole_text::whole_text;
use proc_macro2::TokenStream;
use quarry_statement::{AppStoreDialect, Parameter, ParameterType, StatementFile, StatementFiles};
use quote::{format_ident, quote};
use std::path::PathBuf;
use syn::{Error, LitStr, Result, Type};

pub(crate) fn expand(input: TokenStream) -> Result<TokenStream> {
    let Input { store, name, file, order, types, unguarded } = syn::parse2(input)?;
    if let Some(reason) = unguarded.as_ref().filter(|reason| reason.value().trim().is_empty()) {
        return Err(Error::new_spanned(reason, "say why the statement is held to no tenant"));
    }
    let (store, for_app_store) = match store.to_string().as_str() {
        "warehouse" => (quote!(Warehouse), false),
        "app_store" => (quote!(AppStore), true),
        other => {
            return Err(Error::new_spanned(&store, format!("`{other}` is not a store: write warehouse or app_store")));
        }
    };
    let folder = PathBuf::from(std::env::var("CARGO_MANIFEST_DIR").unwrap_or_default());
    let files = StatementFiles::read(&folder, &file.value(), for_app_store)
        .map_err(|error| Error::new_spanned(&file, error.to_string()))?;
    let statement = &files.main.statement;
    if !for_app_store && let Some(line) = statement.line_with_other_brace() {
        let message = format!(
            "{}, line {line}: a `{{` stands in quoted text, where ClickHouse could read a place of its own; write char(123) there",
            file.value()
        );
        return Err(Error::new_spanned(&file, message));
    }
    if !for_app_store && let Some(line) = statement.line_with_else() {
        let message = format!(
            "{}, line {line}: an `else` is of the app store alone: nothing is changed in the warehouse",
            file.value()
        );
        return Err(Error::new_spanned(&file, message));
    }
    if !for_app_store && !statement.formed_columns().is_empty() {
        let message = format!(
            "{}: `-- column` is of the app store alone: the columns of the warehouse have types of their own",
            file.value()
        );
        return Err(Error::new_spanned(&file, message));
    }
    if !for_app_store && let Some((line, parameter)) = statement.line_with_rows() {
        let message = format!(
            "{}, line {line}: `{parameter}` is rows, and rows are a parameter of the app store alone",
            file.value()
        );
        return Err(Error::new_spanned(&file, message));
    }
    let order = order_field(&files, &file, order)?;
    let parameters: Vec<&Parameter> =
        statement.parameters().iter().filter(|parameter| !parameter.is_bound_by_host()).collect();
    let types = BoundTypes::new(&types, &parameters, &file)?;
    let fields = parameters.iter().map(|parameter| {
        let ident = format_ident!("{}", parameter.name);
        let kind = match parameter.kind {
            ParameterType::Rows => statement_rows::field_type(&name, parameter),
            kind => types.field(&parameter.name, None, kind),
        };
        let null = if parameter.nullable { "?" } else { "" };
        let documentation = format!("`{{{}:{}{null}}}`", parameter.name, parameter.kind.name());
        let kind = match (parameter.optional, parameter.nullable) {
            (true, true) => quote!(::quarry_sdk::Patch<#kind>),
            (true, false) | (false, true) => quote!(Option<#kind>),
            (false, false) => kind,
        };
        quote!(#[doc = #documentation] pub #ident: #kind)
    });
    let bindings = parameters.iter().map(|parameter| {
        let ident = format_ident!("{}", parameter.name);
        let text = &parameter.name;
        let bound = |value| types.bound(&parameter.name, None, parameter.kind, parameter.nullable, value);
        match parameter.optional {
            optional if parameter.kind == ParameterType::Rows => statement_rows::bindings(parameter, optional, &types),
            true => {
                let given = if parameter.nullable { quote!(self.#ident.given()) } else { quote!(self.#ident) };
                let value = bound(quote!(value));
                quote! {
                    if let Some(value) = #given {
                        bindings.push((#text.to_owned(), ::quarry_sdk::component::IntoValue::into_value(#value)));
                    }
                }
            }
            false => {
                let value = bound(quote!(self.#ident));
                quote! {
                    bindings.push((#text.to_owned(), ::quarry_sdk::component::IntoValue::into_value(#value)));
                }
            }
        }
    });
    let row_structs = parameters.iter().filter(|parameter| parameter.kind == ParameterType::Rows);
    let row_structs = row_structs.map(|parameter| statement_rows::row_struct(&name, parameter, &types));
    let capacity = parameters.iter().map(|parameter| parameter.columns.len().max(1)).sum::<usize>() + 1;
    let documentation = format!("The parameters of `{}`.", file.value());
    let OrderField { field: order_field, binding: order_binding, check: order_check } = order;
    let statement_name = &files.name;
    let StatementFile { name: relative, .. } = &files.main;
    let text = included(&files.main);
    let dialects = dialect_texts(&files);
    let unguarded = unguarded.map_or_else(|| quote!(None), |reason| quote!(Some(#reason)));
    Ok(quote! {
        #[doc = #documentation]
        pub struct #name { #(#fields,)* #order_field }

        #order_check

        #(#row_structs)*

        impl ::quarry_sdk::Statement for #name {
            const NAME: &'static str = #statement_name;
            const FILE: &'static str = #relative;
            const STORE: ::quarry_sdk::Store = ::quarry_sdk::Store::#store;
            const SQL: &'static str = #text;
            const DIALECTS: &'static [::quarry_sdk::component::DialectText] = &[#(#dialects),*];
            const UNGUARDED: Option<&'static str> = #unguarded;

            fn bindings(self) -> Vec<(String, ::quarry_sdk::Value)> {
                #[allow(unused_mut)]
                let mut bindings = Vec::with_capacity(#capacity);
                #(#bindings)*
                #order_binding
                bindings
            }
        }
    })
}

/// The manifest's entry of a statement that the source declares.
pub(crate) fn declaration(declared: &DeclaredStatement) -> Result<TokenStream> {
    let DeclaredStatement { folder, file, for_app_store, unguarded } = declared;
    let files = StatementFiles::read(folder, file, *for_app_store)
        .map_err(|error| Error::new(proc_macro2::Span::call_site(), error.to_string()))?;
    let store = if *for_app_store { quote!(AppStore) } else { quote!(Warehouse) };
    let (name, relative, text) = (&files.name, &files.main.name, included(&files.main));
    let dialects = dialect_texts(&files);
    let unguarded = unguarded.as_ref().map_or_else(|| quote!(None), |reason| quote!(Some(#reason)));
    Ok(quote! {
        ::quarry_sdk::component::statement_declaration(
            #name, ::quarry_sdk::Store::#store, #relative, #text, &[#(#dialects),*], #unguarded
        )
    })
}

/// The texts for one engine each.
fn dialect_texts(files: &StatementFiles) -> Vec<TokenStream> {
    let texts = files.dialects.iter().map(|(dialect, file)| {
        let dialect = match dialect {
            AppStoreDialect::Sqlite => quote!(Sqlite),
            AppStoreDialect::Postgres => quote!(Postgres),
        };
        let (relative, text) = (&file.name, included(file));
        quote! {
            ::quarry_sdk::component::DialectText {
                dialect: ::quarry_sdk::component::AppStoreDialect::#dialect, file: #relative, sql: #text,
            }
        }
    });
    texts.collect()
}

/// The text with its parts written out.
fn included(file: &StatementFile) -> TokenStream {
    whole_text(&file.sql, &file.path, &file.parts)
}

/// The additions to the struct of a statement with orders; empty for a statement without orders.
#[derive(Default)]
struct OrderField {
    field: TokenStream,
    binding: TokenStream,
    check: TokenStream,
}

fn order_field(files: &StatementFiles, file: &LitStr, order: Option<Type>) -> Result<OrderField> {
    let words: Vec<&str> = files.main.statement.orders().collect();
    let listed = words.join(", ");
    let order = match (order, words.is_empty()) {
        (None, true) => return Ok(OrderField::default()),
        (Some(order), true) => {
            return Err(Error::new_spanned(order, format!("{} has no `-- order NAME`", file.value())));
        }
        (None, false) => {
            let sentence = format!(
                "{} has the orders {listed}: say which choice picks one, `order = …`, a `#[derive(Choice)]` with these words",
                file.value()
            );
            return Err(Error::new_spanned(file, sentence));
        }
        (Some(order), false) => order,
    };
    let documentation = format!("One of {listed}.");
    let sentence = format!("{} has the orders {listed}: its choice must have these words and no other", file.value());
    let name = quarry_statement::ORDER_PARAMETER;
    let ident = format_ident!("{name}");
    Ok(OrderField {
        field: quote!(#[doc = #documentation] pub #ident: #order,),
        binding: quote! {
            let word = <#order as ::quarry_sdk::Choice>::word(&self.#ident);
            bindings.push((#name.to_owned(), ::quarry_sdk::Value::Text(word.to_owned())));
        },
        check: quote! {
            const _: () = assert!(
                ::quarry_sdk::component::same_words(<#order as ::quarry_sdk::Choice>::WORDS, &[#(#words),*]),
                #sentence
            );
        },
    })
}
