//! The personal data that components declare, checked at load, so that an export or a deletion never finds a statement missing.

use crate::capabilities::StatementSet;
use crate::capabilities::hooks::plain;
use crate::capabilities::table_grants::is_plain_name;
use quarry_contract::{Erasure, Manifest, PersonalData, Store};
use quarry_statement::{Parameter, ParameterType};
use quarry_stores::app::OwnNames;
use thiserror::Error;

/// The one parameter of such statements, which the host binds.
pub(super) const USER_ID: &str = "user_id";

/// A declaration of personal data that could not be kept.
#[derive(Debug, Error, PartialEq, Eq)]
pub enum PersonalDataError {
    #[error(
        "its personal data of {table} names the statement {statement}, which it does not declare for the app store"
    )]
    NoStatement { table: String, statement: String },
    #[error(
        "the statement {statement} for the personal data of {table} must take `{{{USER_ID}:int64}}` and nothing else"
    )]
    Parameters { table: String, statement: String },
    #[error("it does not say why the personal data of {table} is kept")]
    NoReason { table: String },
    #[error(
        "it declares {table}.{user_column} as personal data: people read the name in their export and in the plan of a deletion, so it is a column of a table of the component's own"
    )]
    NotItsOwn { table: String, user_column: String },
    #[error(
        "what keeps an account ({code}) names the statement {statement}, which must be of the app store and take `{{{USER_ID}:int64}}` alone"
    )]
    Keeper { code: String, statement: String },
}

/// Checks that every declaration of `manifest` could be kept.
pub(super) fn check(manifest: &Manifest, statements: &StatementSet) -> Result<(), PersonalDataError> {
    let own = OwnNames::of(&manifest.name);
    for data in &manifest.personal_data {
        if !manifest.is_first_party() && !is_own(data, &own) {
            let (table, user_column) = (plain(&data.table), plain(&data.user_column));
            return Err(PersonalDataError::NotItsOwn { table, user_column });
        }
        check_statement(&data.table, &data.export, statements)?;
        match &data.erasure {
            Erasure::Statement(name) => check_statement(&data.table, name, statements)?,
            Erasure::Kept(reason) if reason.is_empty() => {
                return Err(PersonalDataError::NoReason { table: data.table.clone() });
            }
            Erasure::Kept(_) => {}
        }
    }
    for refusal in &manifest.erasure_refusals {
        for statement in [&refusal.statement, &refusal.tenants] {
            check_statement("", statement, statements)
                .map_err(|_| PersonalDataError::Keeper { code: refusal.code.clone(), statement: statement.clone() })?;
        }
    }
    Ok(())
}

/// Tells personal data by the name of a column of the component: what a stranger calls a table is read by people as the host's word.
fn is_own(data: &PersonalData, own: &OwnNames) -> bool {
    own.has(&data.table) && is_plain_name(&data.user_column)
}

fn check_statement(table: &str, name: &str, statements: &StatementSet) -> Result<(), PersonalDataError> {
    let (table, statement) = (table.to_owned(), name.to_owned());
    let is_only = |only: &Parameter| only.name == USER_ID && only.kind == ParameterType::Int64 && !only.optional;
    match statements.parameters_of(Store::AppStore, name) {
        None => Err(PersonalDataError::NoStatement { table, statement }),
        Some([only]) if is_only(only) && statements.taken_of_a_list(name).is_none() => Ok(()),
        Some(_) => Err(PersonalDataError::Parameters { table, statement }),
    }
}
