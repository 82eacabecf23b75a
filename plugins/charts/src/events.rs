//! The chart of the timeline: how many events of each category there were.

use crate::chart::{Chart, MAX_POINTS, Point, Series};
use crate::markers::chain_id;
use crate::query::Filter;
use quarry_event_categories::EventCategory;
use quarry_sdk::prelude::*;

statement!(app_store, SelectEventCounts, "sql/event_counts.sql", category: EventCategory);
statement!(app_store, SelectNewestEvent, "sql/newest_event.sql", category: EventCategory);

/// Rows that are read at most: each of the eight categories in each of the shown periods.
const CATEGORIES: usize = 8;

/// The number of events of a category in a period.
#[derive(Row)]
struct EventCount {
    category: String,
    start_at: Time,
    events: i64,
}

/// Events by category and period.
pub fn chart(filter: Filter) -> Result<Chart, Problem> {
    let chain_id = chain_id(filter.chain)?;
    let (category, to) = (filter.category, filter.window.to);
    let newest = SelectNewestEvent { category, chain_id, from: filter.window.from, to }.query()?;
    let newest_at = newest.time(0, "occurred_at");
    let window = match filter.window.from {
        Some(_) => filter.window,
        None => filter.window.starting_before(newest_at),
    };
    let period = window.period.length();
    let counts: Vec<EventCount> = SelectEventCounts { period, category, chain_id, from: window.from, to }.all()?;
    let first = oldest_shown(&counts);
    let mut series: Vec<Series> = Vec::new();
    // Periods come newest first, categories in the order of their names within each.
    for count in counts.iter().rev().filter(|count| first.is_none_or(|first| count.start_at >= first)) {
        let point = Point::over_time(Some(count.start_at), Some(count.events.to_string()));
        match series.iter_mut().find(|series| series.key == count.category) {
            Some(series) => series.points.push(point),
            None => {
                let mut new = Series::new(&count.category, &capitalized(&count.category), "events");
                new.points.push(point);
                series.push(new);
            }
        }
    }
    series.sort_by(|one, other| one.key.cmp(&other.key));
    Ok(Chart {
        source: "event_registry".to_owned(),
        pool: None,
        series,
        window: Some(window),
        as_of: newest_at,
        as_of_block: None,
        is_complete: first.is_none() && counts.len() < MAX_POINTS * CATEGORIES,
    })
}

/// The start of the oldest period that is shown, where there are more than a chart has.
fn oldest_shown(counts: &[EventCount]) -> Option<Time> {
    let mut starts: Vec<Time> = counts.iter().map(|count| count.start_at).collect();
    starts.dedup();
    (starts.len() > MAX_POINTS).then(|| starts[MAX_POINTS - 1])
}

fn capitalized(word: &str) -> String {
    let mut letters = word.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}
