//! The personal data that components hold of one person.

use crate::capabilities::Capabilities;
use crate::capabilities::personal_data_check::USER_ID;
use crate::capabilities::statement_bindings::HostValues;
use quarry_contract::{Caller, Erasure, ErasureRefusal, Manifest, Store, told_sentence};
use quarry_identity::personal_data::{self, AccountKeeper, Erasing, PersonalRows};
use quarry_stores::app::BoundStatement;
use quarry_stores::result_set::Value;

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
                is_first_party: self.is_first_party(),
                erasing: match &data.erasure {
                    Erasure::Statement(name) => Erasing::Statement(bound(name)?),
                    Erasure::Kept(reason) => Erasing::Kept(self.told_reason(reason)),
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
                component: self.component().to_owned(),
                is_first_party: self.is_first_party(),
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

    /// The reason for keeping rows, as people read it: a stranger's in its name.
    fn told_reason(&self, reason: &str) -> String {
        match self.is_first_party() {
            true => reason.to_owned(),
            false => format!("The component {} keeps them, and says: \"{}\"", self.component(), told_sentence(reason)),
        }
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

/// Gives the content of a component's table, in words: `notes of price alerts` of `price_alerts__notes`.
fn thing(table: &str) -> String {
    let words = |name: &str| name.replace('_', " ");
    match table.split_once("__") {
        Some((component, name)) => format!("{} of {}", words(name), words(component)),
        None => words(table),
    }
}
