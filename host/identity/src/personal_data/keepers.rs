//! Rows that keep an account from being deleted. A component's declared statement gives them, such as the spaces that the
//! person alone owns and that have other members.

use crate::personal_data::{AccountKeeper, KeptBack, PersonalData, PersonalDataError};
use quarry_stores::app::{Tenant, Transaction};
use quarry_stores::result_set::{ResultSet, Value};
use quarry_stores::rows_json::write_rows;

/// Rows that one refusal shows.
const MOST_SHOWN: usize = 100;

impl AccountKeeper {
    fn kept_back(&self, mut rows: ResultSet) -> Option<KeptBack> {
        if rows.row_count == 0 {
            return None;
        }
        rows.truncate(MOST_SHOWN);
        let mut json = Vec::new();
        write_rows(&mut json, &rows, rows.row_count);
        Some(KeptBack {
            code: self.code.clone(),
            sentence: self.sentence.clone(),
            member: self.member.clone(),
            rows: serde_json::from_slice(&json).unwrap_or_default(),
        })
    }
}

impl PersonalData {
    /// The reasons that would keep the account now.
    pub(super) async fn kept_back(&self, user_id: i64) -> Result<Vec<KeptBack>, PersonalDataError> {
        let mut kept = Vec::new();
        for keeper in self.components()?.keepers_of(user_id)? {
            kept.extend(keeper.kept_back(self.store.query(&keeper.rows.sql, &keeper.rows.values).await?));
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
        let keepers = self.components()?.keepers_of(user_id)?;
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
            let rows = transaction.query(&keeper.rows.sql, &keeper.rows.values).await?;
            if let Some(kept) = keeper.kept_back(rows) {
                return Err(PersonalDataError::KeptBack(Box::new(kept)));
            }
        }
        Ok(())
    }
}
