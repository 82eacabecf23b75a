//! The lines that wait for an email.

use crate::cadence::Cadence;
use jiff::Timestamp;
use quarry_stores::app::{AppStore, AppStoreError, Row, Transaction};
use quarry_stores::result_set::Value;

/// Lines that one statement takes.
const TAKEN_AT_ONCE: i64 = 1_000;
/// Lines that an email shows, the newest.
pub(crate) const MOST_SHOWN: usize = 50;
/// People that one statement finds.
const PEOPLE_AT_ONCE: i64 = 200;

/// The news of an alert.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Kind {
    Fired,
    TakenBack,
}

/// A line of an email.
pub(crate) struct Line {
    id: i64,
    pub(crate) kind: Kind,
    pub(crate) sentence: String,
    pub(crate) detail: Option<String>,
    pub(crate) space: String,
    pub(crate) occurred_at: Timestamp,
}

/// Lines that were taken for an email.
#[derive(Default)]
pub(crate) struct Taken {
    /// The newest of them, the newest first.
    pub(crate) shown: Vec<Line>,
    pub(crate) count: usize,
}

/// The people of whom some lines were not looked at yet, after `after` in the order of their numbers.
pub(crate) async fn people_with_new(store: &AppStore, after: i64) -> Result<Vec<i64>, AppStoreError> {
    let sql = "SELECT DISTINCT user_id FROM alert_letter_lines WHERE held_at IS NULL AND user_id > CAST($1 AS BIGINT)
               ORDER BY user_id LIMIT CAST($2 AS BIGINT)";
    people(store, sql, &[Value::Int64(after), Value::Int64(PEOPLE_AT_ONCE)]).await
}

/// The people of a cadence to whom a digest is due: lines of before wait for it, the cadence was theirs by then, and none was written for
/// that day.
pub(crate) async fn people_with_digest(
    store: &AppStore,
    cadence: Cadence,
    due: Timestamp,
    after: i64,
) -> Result<Vec<i64>, AppStoreError> {
    let sql = "SELECT DISTINCT line.user_id FROM alert_letter_lines AS line
               JOIN alert_email_settings AS setting ON setting.user_id = line.user_id
               WHERE line.held_at IS NOT NULL AND line.occurred_at < CAST($1 AS BIGINT) AND line.user_id > CAST($2 AS BIGINT)
                 AND setting.frequency = $4 AND setting.changed_at <= CAST($1 AS BIGINT)
                 AND NOT EXISTS (SELECT 1 FROM alert_digests AS digest
                                 WHERE digest.user_id = line.user_id AND digest.due_at = CAST($1 AS BIGINT))
               ORDER BY line.user_id LIMIT CAST($3 AS BIGINT)";
    let values = [
        Value::Int64(due.as_microsecond()),
        Value::Int64(after),
        Value::Int64(PEOPLE_AT_ONCE),
        Value::Text(cadence.word().to_owned()),
    ];
    people(store, sql, &values).await
}

async fn people(store: &AppStore, sql: &str, values: &[Value]) -> Result<Vec<i64>, AppStoreError> {
    let rows = store.query(sql, values).await?;
    Row::all(&rows).map(|row| row.integer("user_id")).collect()
}

/// Takes a person's lines of before a time; what is of spaces that they left is dropped.
pub(crate) async fn take_before(
    transaction: &mut Transaction,
    user_id: i64,
    before: Timestamp,
) -> Result<Taken, AppStoreError> {
    let values = [Value::Int64(user_id), Value::Int64(before.as_microsecond())];
    let left = "DELETE FROM alert_letter_lines WHERE user_id = CAST($1 AS BIGINT) AND occurred_at < CAST($2 AS BIGINT)
                  AND space_id NOT IN (SELECT space_id FROM space_members WHERE user_id = CAST($1 AS BIGINT))";
    transaction.execute(left, &values).await?;
    let [user, moment] = values;
    let values = [user, moment, Value::Int64(TAKEN_AT_ONCE)];
    // One statement takes and gives them: a line that is written meanwhile stays for the next email.
    let sql = "DELETE FROM alert_letter_lines WHERE id IN (
                   SELECT id FROM alert_letter_lines WHERE user_id = CAST($1 AS BIGINT) AND occurred_at < CAST($2 AS BIGINT)
                   ORDER BY occurred_at DESC, id DESC LIMIT CAST($3 AS BIGINT))
               RETURNING id, kind, sentence, detail, occurred_at,
                         (SELECT name FROM spaces WHERE spaces.id = alert_letter_lines.space_id) AS space";
    let mut taken = Taken::default();
    loop {
        let rows = transaction.query(sql, &values).await?;
        taken.count += rows.row_count;
        for row in Row::all(&rows) {
            taken.shown.push(line(row)?);
        }
        taken.shown.sort_by_key(|line| std::cmp::Reverse((line.occurred_at, line.id)));
        taken.shown.truncate(MOST_SHOWN);
        if i64::try_from(rows.row_count).unwrap_or(i64::MAX) < TAKEN_AT_ONCE {
            return Ok(taken);
        }
    }
}

fn line(row: Row<'_>) -> Result<Line, AppStoreError> {
    Ok(Line {
        id: row.integer("id")?,
        kind: if row.text("kind")? == "taken_back" { Kind::TakenBack } else { Kind::Fired },
        sentence: row.text("sentence")?,
        detail: row.optional_text("detail")?,
        space: row.optional_text("space")?.unwrap_or_default(),
        occurred_at: Timestamp::from_microsecond(row.integer("occurred_at")?).unwrap_or_default(),
    })
}

/// Lets a person's new lines wait for the next digest.
pub(crate) async fn hold(transaction: &mut Transaction, user_id: i64, now: Timestamp) -> Result<(), AppStoreError> {
    let sql = "UPDATE alert_letter_lines SET held_at = CAST($1 AS BIGINT) WHERE user_id = CAST($2 AS BIGINT) AND held_at IS NULL";
    transaction.execute(sql, &[Value::Int64(now.as_microsecond()), Value::Int64(user_id)]).await.map(|_| ())
}

/// Drops what waits for a person who wants no emails.
pub(crate) async fn drop_all(transaction: &mut Transaction, user_id: i64) -> Result<(), AppStoreError> {
    let sql = "DELETE FROM alert_letter_lines WHERE user_id = CAST($1 AS BIGINT)";
    transaction.execute(sql, &[Value::Int64(user_id)]).await.map(|_| ())
}
