//! Rows that keep an account from being deleted. A component's declared statement gives them, such as the spaces that the
//! person alone owns and that have other members.
//!
//! A first-party component is asked in the transaction of the deletion, under the locks of its tenants, and is waited for. Any other
//! one is asked before, within bounds of time, and says its reason in its own name; where its statement fails the account goes.

use crate::personal_data::{AccountKeeper, KeptBack, PersonalData, PersonalDataError, page_of_rows};
use quarry_contract::told_sentence;
use quarry_stores::app::{BoundStatement, Tenant, Transaction};
use quarry_stores::result_set::{ResultSet, Value};
use quarry_stores::row_memory::RowMemory;
use quarry_stores::rows_json::write_rows;
use std::time::{Duration, Instant};

/// Rows that one refusal shows.
const MOST_SHOWN: i64 = 100;
/// Bytes of rows that a refusal of a component shows which is not first-party.
const MOST_BYTES_OF_OTHERS: usize = 16 << 10;
/// Bytes of rows that one statement of such a component may give, most of which a refusal does not show.
const MEMORY_OF_OTHERS: usize = 1 << 20;
/// The time that one statement of such a component has, and that all of them have.
const TIME_OF_ONE: Duration = Duration::from_secs(1);
const TIME_OF_ALL: Duration = Duration::from_secs(2);

impl AccountKeeper {
    /// The statement, for as many rows as are shown.
    fn shown_rows(&self) -> BoundStatement {
        let mut values = self.rows.values.clone();
        let sql = page_of_rows(&self.rows.sql, values.len());
        values.extend([Value::Int64(MOST_SHOWN), Value::Int64(0)]);
        BoundStatement { sql, values }
    }

    fn kept_back(&self, rows: &ResultSet) -> Option<KeptBack> {
        if rows.row_count == 0 {
            return None;
        }
        let mut json = Vec::new();
        write_rows(&mut json, rows, rows.row_count);
        if self.is_first_party {
            return Some(KeptBack {
                code: self.code.clone(),
                sentence: self.sentence.clone(),
                member: self.member.clone(),
                rows: serde_json::from_slice(&json).unwrap_or_default(),
            });
        }
        json.truncate(if json.len() > MOST_BYTES_OF_OTHERS { 0 } else { json.len() });
        Some(KeptBack {
            code: "kept_by_component".to_owned(),
            sentence: format!(
                "The component {} keeps your account, and says: \"{}\" Tell the operator where that is not so.",
                self.component,
                told_sentence(&self.sentence)
            ),
            member: "rows".to_owned(),
            rows: serde_json::from_slice(&json).unwrap_or_else(|_| serde_json::json!([])),
        })
    }
}

impl PersonalData {
    /// The reasons that would keep the account now.
    pub(super) async fn kept_back(&self, user_id: i64) -> Result<Vec<KeptBack>, PersonalDataError> {
        let mut kept = Vec::new();
        for keeper in self.components()?.keepers_of(user_id)?.iter().filter(|keeper| keeper.is_first_party) {
            let statement = keeper.shown_rows();
            kept.extend(keeper.kept_back(&self.store.query(&statement.sql, &statement.values).await?));
        }
        kept.extend(self.kept_back_by_others(user_id).await?);
        Ok(kept)
    }

    /// The reasons of components that are no part of the service. One that fails has none, and the log says so.
    pub(super) async fn kept_back_by_others(&self, user_id: i64) -> Result<Vec<KeptBack>, PersonalDataError> {
        let (mut kept, ends) = (Vec::new(), Instant::now() + TIME_OF_ALL);
        for keeper in self.components()?.keepers_of(user_id)?.iter().filter(|keeper| !keeper.is_first_party) {
            let statement = keeper.shown_rows();
            let time = TIME_OF_ONE.min(ends.saturating_duration_since(Instant::now()));
            let (component, code) = (keeper.component.as_str(), keeper.code.as_str());
            let memory = RowMemory::of_own_statement().of_statement(MEMORY_OF_OTHERS);
            let asked = self.store.query_within(&statement.sql, &statement.values, &memory);
            match tokio::time::timeout(time, asked).await {
                Ok(Ok(rows)) => kept.extend(keeper.kept_back(&rows)),
                Ok(Err(error)) if error.is_down() => return Err(error.into()),
                Ok(Err(error)) => {
                    tracing::error!(component, code, %error, "a component's statement about what keeps an account failed: it keeps none");
                }
                Err(_) => {
                    let milliseconds = time.as_millis();
                    tracing::error!(
                        component,
                        code,
                        milliseconds,
                        "a component's statement about what keeps an account took too long: it keeps none"
                    );
                }
            }
        }
        Ok(kept)
    }

    /// Locks the ranks of the person's tenants until the transaction ends. Other changes of them wait for this one, and this
    /// one waits for those that began before: of two owners who leave together the second sees that nobody else is left. Fails
    /// with the reasons that keep the account.
    pub(super) async fn lock_and_check(
        &self,
        transaction: &mut Transaction,
        user_id: i64,
    ) -> Result<(), PersonalDataError> {
        let mut keepers = self.components()?.keepers_of(user_id)?;
        keepers.retain(|keeper| keeper.is_first_party);
        for keeper in &keepers {
            let tenants = transaction.query(&keeper.tenants.sql, &keeper.tenants.values).await?;
            // Always in one order, so that two never wait for each other.
            let mut ids: Vec<i64> = (0..tenants.row_count)
                .filter_map(|row| match tenants.columns.first().map(|column| column.value(row)) {
                    Some(Value::Int64(id)) => Some(id),
                    _ => None,
                })
                .collect();
            ids.sort_unstable();
            for id in ids {
                transaction.lock_tenant(Tenant { kind: keeper.tenant, id }, true).await?;
            }
        }
        for keeper in &keepers {
            let statement = keeper.shown_rows();
            let rows = transaction.query(&statement.sql, &statement.values).await?;
            if let Some(kept) = keeper.kept_back(&rows) {
                return Err(PersonalDataError::KeptBack(Box::new(kept)));
            }
        }
        Ok(())
    }
}
