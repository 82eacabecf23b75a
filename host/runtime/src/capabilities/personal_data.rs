//! The personal data that components hold: checked at load, so that an export or a deletion never finds a statement missing.

use crate::capabilities::statement_bindings::HostValues;
use crate::capabilities::{Capabilities, StatementSet};
use quarry_contract::{Caller, Erasure, ErasureRefusal, Manifest, Store};
use quarry_identity::personal_data::{self, AccountKeeper, Erasing, PersonalRows};
use quarry_statement::ParameterType;
use quarry_stores::app::BoundStatement;
use quarry_stores::result_set::Value;
use thiserror::Error;

/// The one parameter of such statements, which the host binds.
const USER_ID: &str = "user_id";

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
        "what keeps an account ({code}) names the statement {statement}, which must be of the app store and take `{{{USER_ID}:int64}}` alone"
    )]
    Keeper { code: String, statement: String },
}

/// Checks that every declaration of `manifest` could be kept.
pub(super) fn check(manifest: &Manifest, statements: &StatementSet) -> Result<(), PersonalDataError> {
    for data in &manifest.personal_data {
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

impl Capabilities {
    /// Gives the rows that the component with this `manifest` holds of a person.
    pub fn personal_rows(
        &self,
        manifest: &Manifest,
        user_id: i64,
    ) -> Result<Vec<PersonalRows>, personal_data::PersonalDataError> {
        let bound = |statement: &str| self.bound_to_person(statement, user_id);
        let rows = manifest.personal_data.iter().map(|data| {
            Ok(PersonalRows {
                owner: self.component().to_owned(),
                table: data.table.clone(),
                thing: thing(&data.table),
                user_column: data.user_column.clone(),
                export: bound(&data.export)?,
                erasing: match &data.erasure {
                    Erasure::Statement(name) => Erasing::Statement(bound(name)?),
                    Erasure::Kept(reason) => Erasing::Kept(reason.clone()),
                },
            })
        });
        rows.collect()
    }

    /// Gives the parts of the component with this `manifest` that may keep a person's account.
    pub fn account_keepers(
        &self,
        manifest: &Manifest,
        user_id: i64,
    ) -> Result<Vec<AccountKeeper>, personal_data::PersonalDataError> {
        let keeper = |refusal: &ErasureRefusal| {
            Ok(AccountKeeper {
                rows: self.bound_to_person(&refusal.statement, user_id)?,
                code: refusal.code.clone(),
                sentence: refusal.sentence.clone(),
                member: refusal.member.clone(),
                tenant: refusal.tenant.name(),
                tenants: self.bound_to_person(&refusal.tenants, user_id)?,
            })
        };
        manifest.erasure_refusals.iter().map(keeper).collect()
    }

    fn bound_to_person(
        &self,
        statement: &str,
        user_id: i64,
    ) -> Result<BoundStatement, personal_data::PersonalDataError> {
        let bindings = vec![(USER_ID.to_owned(), Value::Int64(user_id))];
        let prepared =
            self.statements().prepare(Store::AppStore, statement, bindings, HostValues::of(&Caller::Nobody), None);
        let prepared = prepared.map_err(|failure| personal_data::PersonalDataError::Statement {
            component: self.component().to_owned(),
            statement: statement.to_owned(),
            reason: format!("{failure:?}"),
        })?;
        Ok(BoundStatement { sql: prepared.sql().to_owned(), values: prepared.numbered })
    }
}

fn check_statement(table: &str, name: &str, statements: &StatementSet) -> Result<(), PersonalDataError> {
    let (table, statement) = (table.to_owned(), name.to_owned());
    match statements.parameters_of(Store::AppStore, name) {
        None => Err(PersonalDataError::NoStatement { table, statement }),
        Some([only]) if only.name == USER_ID && only.kind == ParameterType::Int64 && !only.optional => Ok(()),
        Some(_) => Err(PersonalDataError::Parameters { table, statement }),
    }
}

/// Gives the content of a component's table, in words: `notes of price alerts` of `price_alerts__notes`.
fn thing(table: &str) -> String {
    let words = |name: &str| name.replace('_', " ");
    match table.split_once("__") {
        Some((component, name)) => format!("{} of {}", words(name), words(component)),
        None => words(table),
    }
}
