//! Writes judged events into the app store.

use crate::event_registry::EventSummary;
use crate::event_registry::error::EventRegistryError;
use crate::event_registry::record::{EventRecord, EventTime};
use jiff::Timestamp;
use quarry_stores::app::{AppStore, AppStoreError, Row, Transaction};
use quarry_stores::result_set::Value;
use sha2::{Digest, Sha256};

const FIND: &str = "SELECT id, file_digest, edited_at, removed_at FROM chain_events WHERE key = $1";

const INSERT: &str = "INSERT INTO chain_events (key, category, title, summary, occurred_at, time_precision, ordered_at, \
    chain_id, chain, block_number, reported_loss, severity, is_verified, file_digest, created_at, updated_at, version) \
    VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $15, 1) RETURNING id";

const UPDATE: &str = "UPDATE chain_events SET category = $2, title = $3, summary = $4, occurred_at = $5, \
    time_precision = $6, ordered_at = $7, chain_id = $8, chain = $9, block_number = $10, reported_loss = $11, \
    severity = $12, is_verified = $13, file_digest = $14, updated_at = $15, version = version + 1 WHERE key = $1";

const DELETE_SOURCES: &str = "DELETE FROM chain_event_sources WHERE event_id = $1";
const DELETE_TRANSACTIONS: &str = "DELETE FROM chain_event_transactions WHERE event_id = $1";
const INSERT_SOURCE: &str = "INSERT INTO chain_event_sources (event_id, position, name, url) VALUES ($1, $2, $3, $4)";
const INSERT_TRANSACTION: &str = "INSERT INTO chain_event_transactions (event_id, position, transaction_hash, \
    anchor_state) VALUES ($1, $2, $3, 'unchecked')";

/// All of them or none.
pub(super) async fn write(
    store: &AppStore,
    records: &[EventRecord],
    now: Timestamp,
) -> Result<EventSummary, EventRegistryError> {
    let failed = |operation| move |source| EventRegistryError::Store { operation, source };
    let mut transaction = store.begin().await.map_err(failed("beginning to write events"))?;
    let mut summary = EventSummary::default();
    for record in records {
        write_one(&mut transaction, record, now, &mut summary).await.map_err(failed("writing an event"))?;
    }
    transaction.commit().await.map_err(failed("keeping the events"))?;
    Ok(summary)
}

async fn write_one(
    transaction: &mut Transaction,
    record: &EventRecord,
    now: Timestamp,
    summary: &mut EventSummary,
) -> Result<(), AppStoreError> {
    let found = transaction.query(FIND, &[Value::Text(record.key.clone())]).await?;
    let digest = digest(record);
    let id = match Row::first(&found) {
        None => {
            summary.added += 1;
            let inserted = transaction.query(INSERT, &values(record, digest, now)).await?;
            Row::first(&inserted).map(|row| row.integer("id")).transpose()?.unwrap_or_default()
        }
        Some(row) => {
            if row.optional_integer("edited_at")?.is_some() || row.optional_integer("removed_at")?.is_some() {
                summary.kept += 1;
                return Ok(());
            }
            if found.column("file_digest").map(|column| column.value(0)) == Some(Value::Bytes(digest.clone())) {
                summary.unchanged += 1;
                return Ok(());
            }
            summary.changed += 1;
            transaction.execute(UPDATE, &values(record, digest, now)).await?;
            row.integer("id")?
        }
    };
    write_provenance(transaction, id, record).await
}

/// Sources and transactions, in the place of those that the event had.
async fn write_provenance(transaction: &mut Transaction, id: i64, record: &EventRecord) -> Result<(), AppStoreError> {
    transaction.execute(DELETE_SOURCES, &[Value::Int64(id)]).await?;
    transaction.execute(DELETE_TRANSACTIONS, &[Value::Int64(id)]).await?;
    for (position, source) in (0..).zip(&record.sources) {
        let url = source.url.clone().map_or(Value::Null, Value::Text);
        let row = [Value::Int64(id), Value::Int64(position), Value::Text(source.name.clone()), url];
        transaction.execute(INSERT_SOURCE, &row).await?;
    }
    for (position, hash) in (0..).zip(&record.transactions) {
        let row = [Value::Int64(id), Value::Int64(position), Value::Bytes(hash.to_vec())];
        transaction.execute(INSERT_TRANSACTION, &row).await?;
    }
    Ok(())
}

/// In the order of `$1` to `$15`.
fn values(record: &EventRecord, digest: Vec<u8>, now: Timestamp) -> Vec<Value> {
    let text = |value: &Option<String>| value.clone().map_or(Value::Null, Value::Text);
    let number = |value: Option<i64>| value.map_or(Value::Null, Value::Int64);
    let (occurred_at, precision) = match record.occurred {
        None => (None, None),
        Some(EventTime::Day(start)) => (Some(start), Some("day".to_owned())),
        Some(EventTime::Second(time)) => (Some(time), Some("second".to_owned())),
    };
    vec![
        Value::Text(record.key.clone()),
        Value::Text(record.category.word().to_owned()),
        text(&record.title),
        text(&record.summary),
        number(occurred_at),
        text(&precision),
        Value::Int64(occurred_at.unwrap_or_default()),
        number(record.chain_id),
        text(&record.chain()),
        number(record.block_number),
        text(&record.reported_loss),
        number(record.severity),
        Value::Boolean(record.is_verified),
        Value::Bytes(digest),
        Value::Timestamp(now.as_microsecond()),
    ]
}

/// SHA-256 of the record as JSON.
fn digest(record: &EventRecord) -> Vec<u8> {
    Sha256::digest(serde_json::to_vec(record).unwrap_or_default()).to_vec()
}
