//! The consequences of a round of attempts: written in one transaction, so that a host that dies in between makes them again.

use crate::attempt::Attempt;
use crate::disabling::{Reason, disable};
use crate::queue::{Endpoint, Queue};
use crate::schedule::{MOST_FAILURES, pause_after};
use jiff::Timestamp;
use quarry_stores::app::{AppStoreError, Transaction};
use quarry_stores::result_set::Value;

/// Attempts at an endpoint that were made side by side.
pub(crate) struct Round {
    pub(crate) endpoint: Endpoint,
    pub(crate) attempts: Vec<Attempt>,
    /// More is due perhaps: the lease is kept where none failed.
    pub(crate) is_more_due: bool,
}

/// The state of an endpoint behind a round.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Next {
    /// More is due perhaps, and the lease is kept.
    GoOn,
    /// The lease was given back.
    Released,
    /// It was disabled or removed meanwhile.
    Gone,
}

impl Queue {
    /// Writes down what came of a round of attempts.
    ///
    /// Failures of one round are one failure of the endpoint: a receiver that restarts fails several at once. Where one of the round was
    /// taken, the endpoint is there, and the failures begin anew. The lease is given back with it, unless more is due and none failed.
    pub(crate) async fn record(
        &self,
        transaction: &mut Transaction,
        round: &Round,
        now: Timestamp,
    ) -> Result<Next, AppStoreError> {
        let Round { endpoint, attempts, is_more_due } = round;
        let is_taken = attempts.iter().any(|attempt| attempt.failure.is_none());
        let is_failed = attempts.iter().any(|attempt| attempt.failure.is_some());
        let failures = if is_taken { 0 } else { endpoint.failures } + i64::from(is_failed);
        let asked = attempts.iter().filter_map(|attempt| attempt.asked_pause).max().unwrap_or_default();
        let probe_at = is_failed.then(|| now + pause_after(failures).max(asked));
        let reason = match attempts.iter().any(Attempt::is_gone) {
            true => Some(Reason::Gone),
            false => (failures >= MOST_FAILURES).then_some(Reason::Failures(failures)),
        };
        for attempt in attempts {
            // An endpoint that is disabled with it is told of the event once it is enabled: nothing is given up.
            let is_last = attempt.attempts >= MOST_FAILURES && reason.is_none();
            write(transaction, endpoint, attempt, is_last, probe_at, now).await?;
        }
        let keeps_lease = *is_more_due && !is_failed;
        let is_enabled = self.keep(transaction, endpoint, failures, probe_at, keeps_lease).await?;
        match (probe_at, reason) {
            _ if !is_enabled => {}
            (_, Some(reason)) => disable(transaction, endpoint, reason, now).await?,
            (Some(probe_at), None) => hold(transaction, endpoint.id, probe_at).await?,
            // An admin may have tried it long before its probe was due.
            (None, None) if endpoint.failures > 1 => release_held(transaction, endpoint.id, now).await?,
            (None, None) => {}
        }
        Ok(match (is_enabled, keeps_lease) {
            (false, _) => Next::Gone,
            (true, true) => Next::GoOn,
            (true, false) => Next::Released,
        })
    }

    /// Keeps the failures of an endpoint, and gives its lease back where it is still this host's; false where it is disabled or gone.
    async fn keep(
        &self,
        transaction: &mut Transaction,
        endpoint: &Endpoint,
        failures: i64,
        probe_at: Option<Timestamp>,
        keeps_lease: bool,
    ) -> Result<bool, AppStoreError> {
        let released = if keeps_lease { "" } else { self.holder.as_str() };
        let sql = "UPDATE webhook_endpoints
                   SET consecutive_failures = CAST($1 AS BIGINT), probe_at = CAST($2 AS BIGINT),
                       leased_until = CASE WHEN lease_holder = $4 THEN NULL ELSE leased_until END,
                       lease_holder = CASE WHEN lease_holder = $4 THEN NULL ELSE lease_holder END
                   WHERE id = CAST($3 AS BIGINT) AND disabled_at IS NULL";
        let values = [
            Value::Int64(failures),
            microseconds(probe_at),
            Value::Int64(endpoint.id),
            Value::Text(released.to_owned()),
        ];
        Ok(transaction.execute(sql, &values).await? > 0)
    }
}

/// Writes down an attempt. `is_last`: a failed one was the last for its event. A delivery that was made due anew meanwhile, since somebody
/// sends it again, stays due: the attempt is kept, and decides nothing.
async fn write(
    transaction: &mut Transaction,
    endpoint: &Endpoint,
    attempt: &Attempt,
    is_last: bool,
    probe_at: Option<Timestamp>,
    now: Timestamp,
) -> Result<(), AppStoreError> {
    let (state, due_at) = match &attempt.failure {
        None => ("delivered", None),
        Some(_) if is_last => ("failed", None),
        Some(_) => ("waiting", probe_at.max(Some(now + pause_after(attempt.attempts)))),
    };
    let ended_at = (state != "waiting").then_some(now);
    let sql = "UPDATE webhook_deliveries SET state = $1, attempts = CAST($2 AS BIGINT), due_at = CAST($3 AS BIGINT),
                      ended_at = CAST($4 AS BIGINT)
               WHERE id = CAST($5 AS BIGINT) AND (due_at IS NULL OR due_at = CAST($6 AS BIGINT))";
    let values = [
        Value::Text(state.to_owned()),
        Value::Int64(attempt.attempts),
        microseconds(due_at),
        microseconds(ended_at),
        Value::Int64(attempt.delivery_id),
        Value::Int64(attempt.due_at),
    ];
    transaction.execute(sql, &values).await?;
    // Nothing where the endpoint was removed while it was under way.
    let sql = "INSERT INTO webhook_attempts (delivery_id, organization_id, attempted_at, duration_ms, status, answer, failure)
               SELECT id, CAST($2 AS BIGINT), CAST($3 AS BIGINT), CAST($4 AS BIGINT), CAST($5 AS BIGINT), CAST($6 AS TEXT),
                      CAST($7 AS TEXT)
               FROM webhook_deliveries WHERE id = CAST($1 AS BIGINT)";
    let optional_text = |text: &Option<String>| text.clone().map_or(Value::Null, Value::Text);
    let values = [
        Value::Int64(attempt.delivery_id),
        Value::Int64(endpoint.organization_id),
        Value::Int64(attempt.attempted_at.as_microsecond()),
        Value::Int64(i64::try_from(attempt.duration.as_millis()).unwrap_or(i64::MAX)),
        attempt.status.map_or(Value::Null, |status| Value::Int64(i64::from(status))),
        optional_text(&attempt.answer),
        optional_text(&attempt.failure),
    ];
    transaction.execute(sql, &values).await.map(|_| ())
}

/// Lets nothing of a failing endpoint be due before its probe, so that nobody looks at it until then.
async fn hold(transaction: &mut Transaction, endpoint_id: i64, until: Timestamp) -> Result<(), AppStoreError> {
    let sql = "UPDATE webhook_deliveries SET due_at = CAST($1 AS BIGINT)
               WHERE endpoint_id = CAST($2 AS BIGINT) AND state = 'waiting' AND due_at < CAST($1 AS BIGINT)";
    let values = [Value::Int64(until.as_microsecond()), Value::Int64(endpoint_id)];
    transaction.execute(sql, &values).await.map(|_| ())
}

/// Lets everything that waited for an endpoint be due that takes events again after several failures.
async fn release_held(transaction: &mut Transaction, endpoint_id: i64, now: Timestamp) -> Result<(), AppStoreError> {
    let sql = "UPDATE webhook_deliveries SET due_at = CAST($1 AS BIGINT)
               WHERE endpoint_id = CAST($2 AS BIGINT) AND state = 'waiting' AND due_at > CAST($1 AS BIGINT)";
    let values = [Value::Int64(now.as_microsecond()), Value::Int64(endpoint_id)];
    transaction.execute(sql, &values).await.map(|_| ())
}

fn microseconds(time: Option<Timestamp>) -> Value {
    time.map_or(Value::Null, |time| Value::Int64(time.as_microsecond()))
}
