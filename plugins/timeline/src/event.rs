//! One event with its provenance.

use quarry_sdk::prelude::*;
use serde::Serialize;
use serde_json::{Value as Json, json};
use std::collections::HashMap;

statement!(app_store, SelectEventSources, "sql/event_sources.sql");
statement!(app_store, SelectEventTransactions, "sql/event_transactions.sql");

/// What kind of event it is.
#[derive(Choice, Clone, Copy)]
pub enum EventCategory {
    Exploit,
    Governance,
    Launch,
    Depeg,
    Upgrade,
    Listing,
    Incentive,
    Other,
}

/// A word of the registry's, out of a closed list.
macro_rules! word {
    ($(#[$documentation:meta])* $name:ident, $($word:literal),+) => {
        $(#[$documentation])*
        #[derive(Serialize)]
        pub struct $name(pub String);

        impl Schema for $name {
            fn schema() -> Json {
                json!({ "type": "string", "enum": [$($word),+] })
            }

            fn example() -> Json {
                json!([$($word),+][0])
            }
        }
    };
}

word!(
    /// The category as it was stored.
    CategoryWord, "exploit", "governance", "launch", "depeg", "upgrade", "listing", "incentive", "other"
);
word!(
    /// How exact a time is.
    TimePrecision, "day", "second"
);
word!(
    /// Whether a transaction was looked for on its chain.
    AnchorState, "unchecked", "confirmed", "missing"
);

/// Where an event is written about.
#[derive(Schema, Serialize)]
pub struct EventSource {
    /// Who writes about it: a site, a forum, a report.
    #[schema(example = "etherscan.io")]
    pub name: String,
    /// Where; null when the registry has the name alone.
    #[schema(example = "https://etherscan.io/tx/0xae7d664bdfcc54220df4f18d339005c6faf6e62c9ca79c56387bc0389274363b")]
    pub url: Option<String>,
}

/// A transaction that an event is anchored in.
#[derive(Schema, Serialize)]
pub struct EventTransaction {
    /// On the event's chain, where that is known.
    #[schema(example = "0xae7d664bdfcc54220df4f18d339005c6faf6e62c9ca79c56387bc0389274363b")]
    pub hash: TransactionHash,
    /// `unchecked` until somebody looked for it on its chain.
    pub anchor_state: AnchorState,
}

/// Whole, lowercase, with `0x`.
#[derive(Serialize)]
pub struct TransactionHash(pub String);

impl Schema for TransactionHash {
    fn schema() -> Json {
        Hash::schema()
    }

    fn example() -> Json {
        Hash::example()
    }
}

/// An entry of the registry.
#[derive(Schema, Serialize)]
pub struct ChainEvent {
    /// Unique in a deployment.
    #[schema(example = 17)]
    pub id: i64,
    /// What the registry that it comes from calls it.
    #[schema(example = "defihacklabs/src/test/2020-04/LendfMe_exp.sol")]
    pub key: String,
    /// What kind of event it is.
    pub category: CategoryWord,
    /// Null when its registry gives none.
    #[schema(example = "LendfMe - ERC777 Reentrancy")]
    pub title: Option<String>,
    /// What happened, in a few sentences; null when nobody wrote any.
    #[schema(example = "A reentrant token let one account withdraw its deposit twice.")]
    pub summary: Option<String>,
    /// When it happened; the start of the day where no more is known (see `time_precision`), null when the day is unknown.
    #[schema(example = "2020-04-19T00:00:00Z")]
    pub occurred_at: Option<Time>,
    /// How exact `occurred_at` is; null with it.
    pub time_precision: Option<TimePrecision>,
    /// Slug of the chain, or its id where it has no slug; null when it happened on none or is not known.
    #[schema(example = "ethereum")]
    pub chain: Option<String>,
    /// EIP-155 chain id; null with `chain`.
    pub chain_id: Option<i64>,
    /// The block that the event belongs to, as its registry says.
    #[schema(example = 9899725)]
    pub block_number: Option<i64>,
    /// What was lost, in the words of its sources: not a figure to calculate with.
    #[schema(example = "$25,000,000")]
    pub reported_loss: Option<String>,
    /// From 1 (small) to 5; null until somebody judged it.
    #[schema(example = 4)]
    pub severity: Option<i64>,
    /// Whether somebody checked the event against its sources.
    pub verified: bool,
    /// Where it is written about, in the registry's order.
    pub sources: Vec<EventSource>,
    /// The transactions that it is anchored in, in the registry's order.
    pub transactions: Vec<EventTransaction>,
    /// When the entry was last changed.
    pub updated_at: Time,
    /// Raised by each change of the entry.
    pub version: i64,
}

/// The first `count` rows as events, with the sources and transactions of all of them in two statements.
pub fn events(rows: &ResultSet, count: usize) -> Result<Vec<ChainEvent>, Problem> {
    let ids: Vec<i64> = (0..count).filter_map(|row| rows.integer(row, "id")).collect();
    if ids.is_empty() {
        return Ok(Vec::new());
    }
    let mut sources = sources(&SelectEventSources { event_ids: ids.clone() }.query()?);
    let mut transactions = transactions(&SelectEventTransactions { event_ids: ids }.query()?);
    Ok((0..count).filter_map(|row| event(rows, row, &mut sources, &mut transactions)).collect())
}

fn event(
    rows: &ResultSet,
    row: usize,
    sources: &mut HashMap<i64, Vec<EventSource>>,
    transactions: &mut HashMap<i64, Vec<EventTransaction>>,
) -> Option<ChainEvent> {
    let id = rows.integer(row, "id")?;
    Some(ChainEvent {
        id,
        key: rows.text(row, "key")?,
        category: CategoryWord(rows.text(row, "category")?),
        title: rows.text(row, "title"),
        summary: rows.text(row, "summary"),
        occurred_at: time(rows, row, "occurred_at"),
        time_precision: rows.text(row, "time_precision").map(TimePrecision),
        chain: rows.text(row, "chain"),
        chain_id: rows.integer(row, "chain_id"),
        block_number: rows.integer(row, "block_number"),
        reported_loss: rows.text(row, "reported_loss"),
        severity: rows.integer(row, "severity"),
        verified: rows.boolean(row, "is_verified")?,
        sources: sources.remove(&id).unwrap_or_default(),
        transactions: transactions.remove(&id).unwrap_or_default(),
        updated_at: time(rows, row, "updated_at")?,
        version: rows.integer(row, "version")?,
    })
}

fn sources(rows: &ResultSet) -> HashMap<i64, Vec<EventSource>> {
    let mut sources: HashMap<i64, Vec<EventSource>> = HashMap::new();
    for row in 0..rows.row_count() {
        if let (Some(id), Some(name)) = (rows.integer(row, "event_id"), rows.text(row, "name")) {
            sources.entry(id).or_default().push(EventSource { name, url: rows.text(row, "url") });
        }
    }
    sources
}

fn transactions(rows: &ResultSet) -> HashMap<i64, Vec<EventTransaction>> {
    let mut transactions: HashMap<i64, Vec<EventTransaction>> = HashMap::new();
    for row in 0..rows.row_count() {
        let (id, state) = (rows.integer(row, "event_id"), rows.text(row, "anchor_state"));
        if let (Some(id), Some(state), Value::Bytes(hash)) = (id, state, rows.value(row, "transaction_hash")) {
            let hash = TransactionHash(Hash(hash).to_hex());
            let transaction = EventTransaction { hash, anchor_state: AnchorState(state) };
            transactions.entry(id).or_default().push(transaction);
        }
    }
    transactions
}

/// A time of the app store, which keeps microseconds.
fn time(rows: &ResultSet, row: usize, column: &str) -> Option<Time> {
    rows.integer(row, column).map(|microseconds| Time { microseconds })
}
