//! Events of the timeline with their provenance, for families that list them or tell of them.

use quarry_event_categories::EventCategory;
use quarry_sdk::prelude::*;
use std::collections::HashMap;

statement!(app_store, SelectEventSources, "src/event_sources.sql");
statement!(app_store, SelectEventTransactions, "src/event_transactions.sql");

/// The precision of a time.
#[derive(Choice, Debug, Clone, Copy, PartialEq, Eq)]
pub enum TimePrecision {
    Day,
    Second,
}

/// The state of a transaction's lookup on its chain.
#[derive(Choice, Debug, Clone, Copy, PartialEq, Eq)]
pub enum AnchorState {
    Unchecked,
    Confirmed,
    Missing,
}

/// A source that writes about an event.
#[derive(Schema, Serialize, Clone)]
pub struct EventSource {
    /// The name of the source: a site, a forum, a report.
    #[schema(example = "etherscan.io")]
    pub name: String,
    /// The address of the source; null when the registry has only the name.
    #[schema(example = "https://etherscan.io/tx/0xae7d664bdfcc54220df4f18d339005c6faf6e62c9ca79c56387bc0389274363b")]
    pub url: Option<String>,
}

/// A transaction that an event is anchored in.
#[derive(Schema, Serialize, Clone)]
pub struct EventTransaction {
    /// Hash of a transaction on the event's chain, where that is known.
    // As a hash says it, in a pattern that is cheap to hold an event against.
    #[schema(example = "0xae7d664bdfcc54220df4f18d339005c6faf6e62c9ca79c56387bc0389274363b")]
    #[schema(pattern = "^0x[0-9a-f]+$", min_length = 66, max_length = 66)]
    pub hash: Hash,
    /// `unchecked` until the event was looked for on its chain.
    pub anchor_state: AnchorState,
}

/// An entry of the registry.
#[derive(Row, Schema, Serialize, Clone)]
pub struct ChainEvent {
    /// Id of the event, unique in a deployment.
    #[schema(example = 17)]
    pub id: i64,
    /// The key that it has in the registry it comes from.
    #[schema(example = "defihacklabs/src/test/2020-04/LendfMe_exp.sol")]
    pub key: String,
    /// The kind of the event.
    pub category: EventCategory,
    /// The event's title; null when its registry gives none.
    #[schema(example = "LendfMe - ERC777 Reentrancy")]
    pub title: Option<String>,
    /// A summary in a few sentences; null when there is none.
    #[schema(example = "A reentrant token let one account withdraw its deposit twice.")]
    pub summary: Option<String>,
    /// The time at which it happened; the start of the day where only the day is known (see `time_precision`), null when the
    /// day is unknown.
    #[schema(example = "2020-04-19T00:00:00Z")]
    pub occurred_at: Option<Time>,
    /// The precision of `occurred_at`; null with it.
    pub time_precision: Option<TimePrecision>,
    /// Slug of the chain, or its id where it has no slug; null when it happened on none or is not known.
    #[schema(example = "ethereum")]
    pub chain: Option<String>,
    /// EIP-155 chain id; null with `chain`.
    pub chain_id: Option<i64>,
    /// The block that the event belongs to, as its registry says.
    #[schema(example = 9899725)]
    pub block_number: Option<i64>,
    /// The loss in the words of its sources: not a figure to calculate with.
    #[schema(example = "$25,000,000")]
    pub reported_loss: Option<String>,
    /// Severity from 1 (small) to 5; null until it was judged.
    #[schema(example = 4)]
    pub severity: Option<i64>,
    /// True when a person checked the event against its sources.
    pub verified: bool,
    /// The sources that write about it, in the registry's order.
    #[row(skip)]
    pub sources: Vec<EventSource>,
    /// The transactions that it is anchored in, in the registry's order.
    #[row(skip)]
    pub transactions: Vec<EventTransaction>,
    /// The time at which the entry was last changed.
    pub updated_at: Time,
    /// Version of the entry, raised by each change of it.
    pub version: i64,
}

/// A row of [`SelectEventSources`].
#[derive(Row)]
struct SourceRow {
    event_id: i64,
    name: String,
    url: Option<String>,
}

/// A row of [`SelectEventTransactions`].
#[derive(Row)]
struct TransactionRow {
    event_id: i64,
    transaction_hash: Hash,
    anchor_state: AnchorState,
}

/// The first `count` rows as events, with their sources and transactions.
pub fn read_chain_events(rows: &ResultSet, count: usize) -> Result<Vec<ChainEvent>, Problem> {
    let mut events = rows.read::<ChainEvent>()?;
    events.truncate(count);
    add_provenance(events.iter_mut())?;
    Ok(events)
}

/// Adds sources and transactions, of all of them in two statements.
pub fn add_provenance<'a>(events: impl Iterator<Item = &'a mut ChainEvent>) -> Result<(), Problem> {
    let mut events: HashMap<i64, &mut ChainEvent> = events.map(|event| (event.id, event)).collect();
    let mut event_ids: Vec<i64> = events.keys().copied().collect();
    if event_ids.is_empty() {
        return Ok(());
    }
    event_ids.sort_unstable();
    for row in (SelectEventSources { event_ids: event_ids.clone() }).all::<SourceRow>()? {
        if let Some(event) = events.get_mut(&row.event_id) {
            event.sources.push(EventSource { name: row.name, url: row.url });
        }
    }
    for row in (SelectEventTransactions { event_ids }).all::<TransactionRow>()? {
        if let Some(event) = events.get_mut(&row.event_id) {
            let transaction = EventTransaction { hash: row.transaction_hash, anchor_state: row.anchor_state };
            event.transactions.push(transaction);
        }
    }
    Ok(())
}
