//! Types of the author's own that a statement's parameters take, and how their values are bound.

use crate::parameter_type::rust_type;
use crate::statement_input::DeclaredType;
use proc_macro2::TokenStream;
use quarry_statement::{Parameter, ParameterType};
use quote::quote;
use syn::{Error, LitStr, Result};

/// The declared types of one statement.
pub(crate) struct BoundTypes<'a>(&'a [DeclaredType]);

impl<'a> BoundTypes<'a> {
    /// Fails where a type is declared of what the statement does not take.
    pub(crate) fn new(types: &'a [DeclaredType], parameters: &[&Parameter], file: &LitStr) -> Result<BoundTypes<'a>> {
        for (place, declared) in types.iter().enumerate() {
            let named = parameters.iter().find(|parameter| declared.parameter == parameter.name);
            let is_there = named.is_some_and(|parameter| match &declared.column {
                Some(column) => parameter.columns.iter().any(|known| *column == known.name),
                None => parameter.kind != ParameterType::Rows,
            });
            let what = match &declared.column {
                Some(column) => format!("rows `{}` with a column `{column}`", declared.parameter),
                None => format!("parameter `{}` of one value or a list", declared.parameter),
            };
            if !is_there {
                return Err(Error::new_spanned(&declared.parameter, format!("{} has no {what}", file.value())));
            }
            let is_same =
                |other: &DeclaredType| other.parameter == declared.parameter && other.column == declared.column;
            if types.iter().take(place).any(is_same) {
                return Err(Error::new_spanned(&declared.parameter, format!("`{}` has two types", declared.parameter)));
            }
        }
        Ok(BoundTypes(types))
    }

    fn of(&self, parameter: &str, column: Option<&str>) -> Option<&'a DeclaredType> {
        self.0.iter().find(|declared| {
            declared.parameter == parameter
                && match (&declared.column, column) {
                    (Some(declared), Some(column)) => declared == column,
                    (None, None) => true,
                    _ => false,
                }
        })
    }

    /// The type of a field: the declared one, or what a parameter of that kind has.
    pub(crate) fn field(&self, parameter: &str, column: Option<&str>, kind: ParameterType) -> TokenStream {
        let Some(DeclaredType { kind: declared, .. }) = self.of(parameter, column) else { return rust_type(kind) };
        match kind.is_list() {
            true => quote!(Vec<#declared>),
            false => quote!(#declared),
        }
    }

    /// `value` of that field as the contract takes it.
    pub(crate) fn bound(
        &self,
        parameter: &str,
        column: Option<&str>,
        kind: ParameterType,
        is_nullable: bool,
        value: TokenStream,
    ) -> TokenStream {
        if self.of(parameter, column).is_none() {
            return value;
        }
        let item = rust_type(kind.item());
        let bind = quote!(::quarry_sdk::BindAs::<#item>::bind_as);
        match (kind.is_list(), is_nullable) {
            (true, _) => quote!(#value.into_iter().map(#bind).collect::<Vec<#item>>()),
            (false, true) => quote!(#value.map(#bind)),
            (false, false) => quote!(#bind(#value)),
        }
    }
}
