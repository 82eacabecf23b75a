//! `tenant_tables: [shelves__sheets { key id as sheet_id, shelf_id }]` and `keeps_account: [last_owner { … }]` of `plugin!`.

use crate::guard::tenant;
use proc_macro2::TokenStream;
use quote::{ToTokens, quote};
use syn::ext::IdentExt;
use syn::parse::{Parse, ParseStream};
use syn::{Error, Ident, LitStr, Path, Result, Token, braced};

/// A table whose rows belong to tenants.
pub(crate) struct TenantTable {
    table: Ident,
    columns: Vec<Column>,
}

struct Column {
    column: Ident,
    name: String,
    is_key: bool,
}

impl Parse for TenantTable {
    fn parse(input: ParseStream) -> Result<Self> {
        let table = input.parse()?;
        let content;
        braced!(content in input);
        let mut columns = Vec::new();
        while !content.is_empty() {
            columns.push(content.parse()?);
            content.parse::<Option<Token![,]>>()?;
        }
        if columns.is_empty() {
            return Err(Error::new_spanned(
                table,
                "say by which columns its rows belong to a tenant: `{ space_id as tenant }`",
            ));
        }
        Ok(TenantTable { table, columns })
    }
}

impl Parse for Column {
    fn parse(input: ParseStream) -> Result<Self> {
        let first: Ident = input.call(Ident::parse_any)?;
        let is_key = first == "key" && input.peek(Ident::peek_any);
        let column = if is_key { input.call(Ident::parse_any)? } else { first };
        let mut name = column.to_string();
        if input.parse::<Option<Token![as]>>()?.is_some() {
            name = input.call(Ident::parse_any)?.to_string();
            if input.parse::<Option<Token![.]>>()?.is_some() {
                name = format!("{name}.{}", input.call(Ident::parse_any)?);
            }
        }
        Ok(Column { column, name, is_key })
    }
}

impl ToTokens for TenantTable {
    fn to_tokens(&self, tokens: &mut TokenStream) {
        let table = self.table.to_string();
        let columns = self.columns.iter().map(|Column { column, name, is_key }| {
            let column = column.to_string();
            quote!(::quarry_sdk::component::TenantColumn {
                column: #column.to_owned(), name: #name.to_owned(), is_key: #is_key,
            })
        });
        tokens.extend(quote!(::quarry_sdk::component::TenantTable {
            table: #table.to_owned(), columns: vec![#(#columns),*],
        }));
    }
}

/// A rule that keeps an account from being deleted.
pub(crate) struct KeepsAccount {
    code: Ident,
    sentence: LitStr,
    member: LitStr,
    rows: Path,
    tenant: TokenStream,
    tenants: Path,
}

impl Parse for KeepsAccount {
    fn parse(input: ParseStream) -> Result<Self> {
        let code: Ident = input.parse()?;
        let content;
        braced!(content in input);
        let (mut sentence, mut member, mut rows, mut kind, mut tenants) = (None, None, None, None, None);
        while !content.is_empty() {
            let word: Ident = content.parse()?;
            content.parse::<Token![:]>()?;
            match word.to_string().as_str() {
                "sentence" => sentence = Some(content.parse()?),
                "member" => member = Some(content.parse()?),
                "rows" => rows = Some(content.parse()?),
                "tenant" => kind = Some(tenant(&content.parse()?)?),
                "tenants" => tenants = Some(content.parse()?),
                _ => {
                    return Err(Error::new_spanned(word, "one of sentence, member, rows, tenant, tenants is expected"));
                }
            }
            content.parse::<Option<Token![,]>>()?;
        }
        match (sentence, member, rows, kind, tenants) {
            (Some(sentence), Some(member), Some(rows), Some(tenant), Some(tenants)) => {
                Ok(KeepsAccount { code, sentence, member, rows, tenant, tenants })
            }
            _ => Err(Error::new_spanned(
                code,
                "what keeps an account says its sentence, member, rows (a statement), tenant and tenants (a statement)",
            )),
        }
    }
}

impl ToTokens for KeepsAccount {
    fn to_tokens(&self, tokens: &mut TokenStream) {
        let KeepsAccount { code, sentence, member, rows, tenant, tenants } = self;
        let code = code.to_string();
        tokens.extend(quote!(::quarry_sdk::component::ErasureRefusal {
            statement: <#rows as ::quarry_sdk::Statement>::NAME.to_owned(),
            code: #code.to_owned(),
            sentence: #sentence.to_owned(),
            member: #member.to_owned(),
            tenant: #tenant,
            tenants: <#tenants as ::quarry_sdk::Statement>::NAME.to_owned(),
        }));
    }
}
