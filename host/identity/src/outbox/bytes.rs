//! The bytes that the outbox keeps, counted for who causes them.
//!
//! Always true: what a transaction writes is counted before it lasts, for the component, or for the organization that a part of the service
//! acts for; counts end by themselves, thirty days after what they count was to be acted on, so none drifts.

use crate::outbox::text;
use jiff::Timestamp;
use quarry_stores::app::{AppStoreError, Row, Transaction};
use quarry_stores::result_set::Value;
use std::collections::BTreeMap;

const DAY_MICROSECONDS: i64 = 86_400_000_000;
/// The time for which what was written counts: that of events, the longest.
const COUNTED_MICROSECONDS: i64 = 30 * DAY_MICROSECONDS;
/// The bytes that a row has beside its texts, with its places in indexes.
const ROW_BYTES: usize = 256;
/// The most bytes of a component in thirty days.
const MOST_OF_A_COMPONENT: i64 = 256 << 20;
/// The most bytes in thirty days that parts of the service write for one organization.
const MOST_OF_AN_ORGANIZATION: i64 = 4 << 30;

/// The one for whom bytes are counted.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub enum Payer {
    Component(String),
    Organization(i64),
}

impl Payer {
    fn key(&self) -> String {
        match self {
            Payer::Component(name) => format!("component:{name}"),
            Payer::Organization(id) => format!("organization:{id}"),
        }
    }

    fn most(&self) -> i64 {
        match self {
            Payer::Component(_) => MOST_OF_A_COMPONENT,
            Payer::Organization(_) => MOST_OF_AN_ORGANIZATION,
        }
    }
}

/// The bytes that a transaction has written, by who pays and the day on which they no longer count.
#[derive(Debug, Default)]
pub struct OutboxBytes(BTreeMap<(Payer, i64), i64>);

/// A payer who has no room for what a transaction wrote.
#[derive(Debug, PartialEq, Eq)]
pub struct OutboxFull {
    pub payer: Payer,
    /// Bytes before the transaction.
    pub used: i64,
    pub limit: i64,
}

impl OutboxBytes {
    /// Notes one row with these texts, which is acted on at `acted_on` and stays for a while.
    pub fn note(&mut self, payer: Payer, texts: &[&str], acted_on: Timestamp) {
        let bytes = texts.iter().fold(ROW_BYTES, |sum, text| sum.saturating_add(text.len()));
        let ends = acted_on.as_microsecond().saturating_add(COUNTED_MICROSECONDS);
        let day_after = (ends / DAY_MICROSECONDS).saturating_add(1).saturating_mul(DAY_MICROSECONDS);
        let noted = self.0.entry((payer, day_after)).or_default();
        *noted = noted.saturating_add(i64::try_from(bytes).unwrap_or(i64::MAX));
    }

    /// Counts with the transaction what it has written. Gives the first payer who has no room: the transaction is to be dropped then.
    pub async fn count(
        &self,
        transaction: &mut Transaction,
        now: Timestamp,
    ) -> Result<Option<OutboxFull>, AppStoreError> {
        let mut more: BTreeMap<&Payer, i64> = BTreeMap::new();
        for ((payer, _), bytes) in &self.0 {
            let sum = more.entry(payer).or_default();
            *sum = sum.saturating_add(*bytes);
        }
        for (payer, bytes) in more {
            let (used, limit) = (used(transaction, payer, now).await?, payer.most());
            if used.saturating_add(bytes) > limit {
                return Ok(Some(OutboxFull { payer: payer.clone(), used, limit }));
            }
        }
        // In their order, as on every other host: rows are waited for in no circle.
        for ((payer, gone_at), bytes) in &self.0 {
            let sql = "INSERT INTO outbox_bytes (payer, gone_at, size_bytes) VALUES ($1, $2, $3)
                       ON CONFLICT (payer, gone_at) DO UPDATE SET size_bytes = outbox_bytes.size_bytes + excluded.size_bytes";
            let values = [text(&payer.key()), Value::Timestamp(*gone_at), Value::Int64(*bytes)];
            transaction.execute(sql, &values).await?;
        }
        Ok(None)
    }
}

async fn used(transaction: &mut Transaction, payer: &Payer, now: Timestamp) -> Result<i64, AppStoreError> {
    let sql = "SELECT CAST(COALESCE(SUM(size_bytes), 0) AS BIGINT) AS used FROM outbox_bytes
               WHERE payer = $1 AND gone_at > $2";
    let rows = transaction.query(sql, &[text(&payer.key()), Value::Timestamp(now.as_microsecond())]).await?;
    Row::first(&rows).map_or(Ok(0), |row| row.integer("used"))
}
