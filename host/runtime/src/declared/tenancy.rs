//! Scopes, adopted tables, tenants' tables, and what keeps an account: their names and sentences. What they mean is checked with the statements.

use crate::bindings::quarry::plugin::manifest as wit;
use crate::declared::answers::is_code;
use crate::declared::guards::tenant_from_guest;
use crate::declared::is_words;
use quarry_contract::{ErasureRefusal, RowScope, TenantColumn, TenantTable};
use std::collections::BTreeSet;

const LONGEST_SENTENCE: usize = 500;

pub(crate) fn scopes(scopes: Vec<wit::RowScope>) -> Result<Vec<RowScope>, String> {
    let mut names = BTreeSet::new();
    for wit::RowScope { name, .. } in &scopes {
        if !is_words(name, "_") || !names.insert(name.clone()) {
            return Err(format!("`{name}` is not a scope's name of its own: lowercase words joined by `_`, each once"));
        }
    }
    let scope = |scope: wit::RowScope| RowScope { name: scope.name, file: scope.file, sql: scope.sql };
    Ok(scopes.into_iter().map(scope).collect())
}

fn is_plain(name: &str) -> bool {
    name.starts_with(|first: char| first.is_ascii_lowercase())
        && name.bytes().all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'_')
}

pub(crate) fn adopted_tables(tables: Vec<String>) -> Result<Vec<String>, String> {
    let mut names = BTreeSet::new();
    match tables.iter().find(|table| !is_plain(table) || !names.insert((*table).clone())) {
        Some(wrong) => Err(format!(
            "it adopts `{wrong}`: each table that it adopts has a plain name, lowercase letters, digits and `_`, and stands there once"
        )),
        None => Ok(tables),
    }
}

pub(crate) fn tenant_tables(tables: Vec<wit::TenantTable>) -> Result<Vec<TenantTable>, String> {
    let mut names = BTreeSet::new();
    let mut checked = Vec::with_capacity(tables.len());
    for wit::TenantTable { table, columns } in tables {
        if !names.insert(table.clone()) {
            return Err(format!("the tenants' table {table} is declared twice"));
        }
        if !is_plain(&table) || !columns.iter().all(|column| is_plain(&column.column)) {
            return Err(format!(
                "the tenants' table `{table}` and its columns have plain names: lowercase letters, digits and `_`"
            ));
        }
        if columns.is_empty() {
            return Err(format!("the tenants' table {table} says by no column whose its rows are"));
        }
        let is_name = |name: &str| is_words(name.strip_prefix("caller.").unwrap_or(name), "_");
        if let Some(wrong) = columns.iter().find(|column| !is_name(&column.name)) {
            return Err(format!(
                "the tenants' table {table} calls its column {} `{}`: that is what guards call it, lowercase words joined by `_`",
                wrong.column, wrong.name
            ));
        }
        let column = |column: wit::TenantColumn| TenantColumn {
            column: column.column,
            name: column.name,
            is_key: column.is_key,
        };
        checked.push(TenantTable { table, columns: columns.into_iter().map(column).collect() });
    }
    Ok(checked)
}

pub(crate) fn erasure_refusals(refusals: Vec<wit::ErasureRefusal>) -> Result<Vec<ErasureRefusal>, String> {
    let checked = refusals.into_iter().map(|refusal| {
        let wit::ErasureRefusal { statement, code, sentence, member, tenant, tenants } = refusal;
        let is_sentence = !sentence.is_empty() && sentence.len() <= LONGEST_SENTENCE;
        match is_code(&code) && is_sentence && is_words(&member, "_") {
            true => {
                let tenant = tenant_from_guest(tenant);
                Ok(ErasureRefusal { statement, code, sentence, member, tenant, tenants })
            }
            false => Err(format!(
                "what keeps an account, by the statement {statement}, has a code and a member in snake_case and a sentence of \
                 at most {LONGEST_SENTENCE} bytes"
            )),
        }
    });
    checked.collect()
}
