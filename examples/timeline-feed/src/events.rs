//! The newest entries of the registry.

use crate::category::Category;
use quarry_sdk::prelude::*;
use std::collections::HashMap;

statement!(app_store, SelectNewestEvents, "sql/newest_events.sql");
statement!(app_store, SelectSources, "sql/sources.sql");

/// The most events of a feed: readers keep those that they have seen.
const MOST_EVENTS: i64 = 50;

/// An entry.
pub struct TimelineEvent {
    pub id: i64,
    /// The registry's own name of it, which no deployment changes.
    pub key: String,
    pub category: String,
    pub title: Option<String>,
    pub summary: Option<String>,
    pub chain: Option<String>,
    pub reported_loss: Option<String>,
    pub is_verified: bool,
    /// When it happened; none when the day is unknown.
    pub occurred_at: Option<Time>,
    /// When it was entered, and when it was changed last.
    pub entered_at: Time,
    pub changed_at: Time,
    /// Where it is written about first, on the web.
    pub source_url: Option<String>,
}

/// The entries that were made last, newest first.
pub fn newest(category: Option<Category>) -> Result<Vec<TimelineEvent>, Problem> {
    let rows = SelectNewestEvents { category: category.map(|category| category.word().to_owned()), most: MOST_EVENTS }
        .query()?;
    let ids: Vec<i64> = (0..rows.row_count()).filter_map(|row| rows.integer(row, "id")).collect();
    if ids.is_empty() {
        return Ok(Vec::new());
    }
    let mut sources = sources(&SelectSources { event_ids: ids }.query()?);
    Ok((0..rows.row_count()).filter_map(|row| event(&rows, row, &mut sources)).collect())
}

fn event(rows: &ResultSet, row: usize, sources: &mut HashMap<i64, String>) -> Option<TimelineEvent> {
    let id = rows.integer(row, "id")?;
    Some(TimelineEvent {
        id,
        key: rows.text(row, "key")?,
        category: rows.text(row, "category")?,
        title: rows.text(row, "title"),
        summary: rows.text(row, "summary"),
        chain: rows.text(row, "chain"),
        reported_loss: rows.text(row, "reported_loss"),
        is_verified: rows.boolean(row, "is_verified")?,
        occurred_at: time(rows, row, "occurred_at"),
        entered_at: time(rows, row, "created_at")?,
        changed_at: time(rows, row, "updated_at")?,
        source_url: sources.remove(&id),
    })
}

/// The first source of each event that is a page of the web.
fn sources(rows: &ResultSet) -> HashMap<i64, String> {
    let mut first = HashMap::new();
    for row in 0..rows.row_count() {
        if let (Some(id), Some(url)) = (rows.integer(row, "event_id"), rows.text(row, "url"))
            && (url.starts_with("https://") || url.starts_with("http://"))
        {
            first.entry(id).or_insert(url);
        }
    }
    first
}

/// The application store keeps microseconds.
fn time(rows: &ResultSet, row: usize, column: &str) -> Option<Time> {
    rows.integer(row, column).map(|microseconds| Time { microseconds })
}
