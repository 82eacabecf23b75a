//! One event as a file has it: the values of a row, judged.
//!
//! [`RawEvent`] is what both formats are read into, [`EventRecord`] what is left once every value is known to be one.

use jiff::civil::Date;
use jiff::{Timestamp, tz::TimeZone};
use quarry_contract::{chain_id, chain_slug};
use serde::Serialize;

/// Characters of a text; the list of events shows it whole.
const MAX_LINE: usize = 500;
const MAX_SUMMARY: usize = 10_000;
/// Sources, and transactions, of one event: those of a page of 500 fit into one answer of the store.
const MAX_ITEMS: usize = 20;

/// The kind of the event.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
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

impl EventCategory {
    const WORDS: [(&'static str, EventCategory); 8] = [
        ("exploit", EventCategory::Exploit),
        ("governance", EventCategory::Governance),
        ("launch", EventCategory::Launch),
        ("depeg", EventCategory::Depeg),
        ("upgrade", EventCategory::Upgrade),
        ("listing", EventCategory::Listing),
        ("incentive", EventCategory::Incentive),
        ("other", EventCategory::Other),
    ];

    /// As files and answers write it.
    pub fn word(self) -> &'static str {
        Self::WORDS.iter().find(|(_, category)| *category == self).map_or("other", |(word, _)| word)
    }
}

/// The time at which it happened, as exactly as its registry knows.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum EventTime {
    /// The start of the day, UTC, in microseconds since 1970.
    Day(i64),
    /// Microseconds since 1970.
    Second(i64),
}

/// A source that writes about an event.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct EventSource {
    pub name: String,
    /// `http` or `https`.
    pub url: Option<String>,
}

/// One event of a file. Serialized it is what the digest of its row is made of.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct EventRecord {
    /// The key that it has in its registry; unique in the store.
    pub key: String,
    pub category: EventCategory,
    pub title: Option<String>,
    pub summary: Option<String>,
    pub occurred: Option<EventTime>,
    pub chain_id: Option<i64>,
    pub block_number: Option<i64>,
    /// The loss, in the words of the sources.
    pub reported_loss: Option<String>,
    /// 1 (small) to 5.
    pub severity: Option<i64>,
    pub is_verified: bool,
    pub sources: Vec<EventSource>,
    pub transactions: Vec<[u8; 32]>,
}

/// The values of a row; absent and empty ones are `None`.
#[derive(Debug, Clone, Default)]
pub(super) struct RawEvent {
    pub(super) key: Option<String>,
    pub(super) category: Option<String>,
    pub(super) title: Option<String>,
    pub(super) summary: Option<String>,
    pub(super) occurred_at: Option<String>,
    pub(super) chain: Option<String>,
    pub(super) block_number: Option<String>,
    pub(super) reported_loss: Option<String>,
    pub(super) severity: Option<String>,
    pub(super) verified: Option<String>,
    pub(super) sources: Vec<RawSource>,
    pub(super) transactions: Vec<String>,
}

/// A source: a name, an address, or both.
#[derive(Debug, Clone, Default)]
pub(super) struct RawSource {
    pub(super) name: Option<String>,
    pub(super) url: Option<String>,
}

impl RawEvent {
    /// The event, or a sentence that names column and value.
    pub(super) fn judge(self) -> Result<EventRecord, String> {
        let missing = |column: &str| format!("column `{column}` is missing");
        let category = self.category.ok_or_else(|| missing("category"))?;
        let chain_id = self.chain.as_deref().map(chain).transpose()?;
        if self.sources.len() > MAX_ITEMS || self.transactions.len() > MAX_ITEMS {
            return Err(format!("an event has at most {MAX_ITEMS} sources and {MAX_ITEMS} transactions"));
        }
        Ok(EventRecord {
            key: bounded("key", Some(self.key.ok_or_else(|| missing("key"))?), 200)?.unwrap_or_default(),
            category: EventCategory::WORDS
                .iter()
                .find(|(word, _)| *word == category)
                .map(|(_, category)| *category)
                .ok_or_else(|| invalid("category", &category))?,
            title: bounded("title", self.title, MAX_LINE)?,
            summary: bounded("summary", self.summary, MAX_SUMMARY)?,
            occurred: self.occurred_at.as_deref().map(occurred).transpose()?,
            chain_id,
            block_number: number("block_number", self.block_number, 0..=i64::MAX)?,
            reported_loss: bounded("reported_loss", self.reported_loss, MAX_LINE)?,
            severity: number("severity", self.severity, 1..=5)?,
            is_verified: match self.verified.as_deref() {
                None | Some("false" | "0") => false,
                Some("true" | "1") => true,
                Some(other) => return Err(invalid("verified", other)),
            },
            sources: self.sources.into_iter().map(source).collect::<Result<_, _>>()?,
            transactions: self.transactions.iter().map(|text| transaction(text)).collect::<Result<_, _>>()?,
        })
    }
}

impl EventRecord {
    /// The slug of the chain, or its number where it has no slug.
    pub fn chain(&self) -> Option<String> {
        let id = u64::try_from(self.chain_id?).ok()?;
        Some(chain_slug(id).map_or_else(|| id.to_string(), str::to_owned))
    }
}

fn invalid(column: &str, value: &str) -> String {
    let shown: String = value.chars().take(80).collect();
    format!("column `{column}` has an invalid value: `{}`", shown.escape_debug())
}

fn bounded(column: &str, value: Option<String>, characters: usize) -> Result<Option<String>, String> {
    match value {
        Some(text) if text.chars().count() > characters => {
            Err(format!("column `{column}` has more than {characters} characters"))
        }
        value => Ok(value),
    }
}

fn number(column: &str, value: Option<String>, allowed: std::ops::RangeInclusive<i64>) -> Result<Option<i64>, String> {
    let Some(text) = value else { return Ok(None) };
    let number = text.parse().ok().filter(|number| allowed.contains(number) && !text.starts_with('+'));
    number.map(Some).ok_or_else(|| invalid(column, &text))
}

fn chain(text: &str) -> Result<i64, String> {
    chain_id(text).and_then(|id| i64::try_from(id).ok()).ok_or_else(|| invalid("chain", text))
}

/// A day (`2024-01-31`) or an RFC 3339 time.
fn occurred(text: &str) -> Result<EventTime, String> {
    let refused = || invalid("occurred_at", text);
    if text.len() == 10 {
        let day: Date = text.parse().map_err(|_| refused())?;
        let start = day.to_zoned(TimeZone::UTC).map_err(|_| refused())?;
        return Ok(EventTime::Day(start.timestamp().as_microsecond()));
    }
    let time: Timestamp = text.parse().map_err(|_| refused())?;
    Ok(EventTime::Second(time.as_microsecond()))
}

/// A source without a name is called as its host.
fn source(raw: RawSource) -> Result<EventSource, String> {
    let url = match raw.url {
        None => None,
        Some(text) => match url::Url::parse(&text) {
            Ok(parsed) if matches!(parsed.scheme(), "http" | "https") && text.len() <= 2_000 => Some(parsed),
            _ => return Err(invalid("sources", &text)),
        },
    };
    let host = || url.as_ref().and_then(url::Url::host_str).map(str::to_owned);
    let name = raw.name.or_else(host).ok_or_else(|| "column `sources` has a source without a name".to_owned())?;
    let name = bounded("sources", Some(name), MAX_LINE)?.unwrap_or_default();
    Ok(EventSource { name, url: url.map(String::from) })
}

fn transaction(text: &str) -> Result<[u8; 32], String> {
    let mut hash = [0; 32];
    let digits = text.strip_prefix("0x").unwrap_or(text);
    match const_hex::decode_to_slice(digits, &mut hash) {
        Ok(()) => Ok(hash),
        Err(_) => Err(invalid("transactions", text)),
    }
}
