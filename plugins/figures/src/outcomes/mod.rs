//! Outcomes of deriving figures again.

use crate::cited::VerificationState;
use crate::derivation::again::Outcome;
use quarry_sdk::prelude::*;

statement!(
    app_store, WriteOutcomes, "src/outcomes/write_outcomes.sql",
    outcomes.hash: Hash, outcomes.state: VerificationState
);

/// Notes the outcome of each hash, and the audit entry with them.
pub fn write_outcomes(outcomes: Vec<(Hash, Outcome)>, entry: Option<AuditEntry>) -> Result<(), Problem> {
    if outcomes.is_empty() {
        return Ok(());
    }
    let outcomes = outcomes.into_iter().map(|(hash, outcome)| WriteOutcomesOutcomes {
        hash,
        state: outcome.state,
        derived_value: outcome.derived_value,
    });
    let transaction = Transaction::begin()?;
    transaction.execute(WriteOutcomes { outcomes: outcomes.collect(), now: Time::now() })?;
    if let Some(entry) = entry {
        transaction.audit(entry)?;
    }
    transaction.commit()?;
    Ok(())
}
