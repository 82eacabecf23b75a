//! The chart of the timeline: how many events of each category there were.

use crate::chart::{Chart, MAX_POINTS, Point, Series};
use crate::get_chart::Filter;
use crate::markers::chain_id;
use quarry_sdk::prelude::*;

statement!(app_store, SelectEventCounts, "sql/event_counts.sql");
statement!(app_store, SelectNewestEvent, "sql/newest_event.sql");

/// Rows that are read at most: each of the eight categories in each of the shown periods.
const CATEGORIES: usize = 8;

/// Events by category and period.
pub fn chart(filter: Filter) -> Result<Chart, Problem> {
    let chain_id = chain_id(filter.chain)?;
    let (category, to) = (filter.category, filter.window.to);
    let time = |rows: &ResultSet, row: usize, column: &str| {
        rows.integer(row, column).map(|microseconds| Time { microseconds })
    };
    let newest = SelectNewestEvent { category: category.clone(), chain_id, from: filter.window.from, to }.query()?;
    let newest_at = time(&newest, 0, "occurred_at");
    let window = match filter.window.from {
        Some(_) => filter.window,
        None => filter.window.starting_before(newest_at),
    };
    let counts =
        SelectEventCounts { period: window.period.length(), category, chain_id, from: window.from, to }.query()?;
    let first = oldest_shown(&counts);
    let mut series: Vec<Series> = Vec::new();
    // Periods come newest first, categories in the order of their names within each.
    for row in (0..counts.row_count()).rev() {
        let (Some(category), Some(at), Some(events)) =
            (counts.text(row, "category"), time(&counts, row, "start_at"), counts.integer(row, "events"))
        else {
            continue;
        };
        if first.is_some_and(|first| at.microseconds < first) {
            continue;
        }
        let point = Point::over_time(Some(at), Some(events.to_string()));
        match series.iter_mut().find(|series| series.key == category) {
            Some(series) => series.points.push(point),
            None => {
                let mut new = Series::new(&category, &capitalized(&category), "events");
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
        is_complete: first.is_none() && counts.row_count() < MAX_POINTS * CATEGORIES,
    })
}

/// The start of the oldest period that is shown, where there are more than a chart has.
fn oldest_shown(counts: &ResultSet) -> Option<i64> {
    let mut starts: Vec<i64> = (0..counts.row_count()).filter_map(|row| counts.integer(row, "start_at")).collect();
    starts.dedup();
    (starts.len() > MAX_POINTS).then(|| starts[MAX_POINTS - 1])
}

fn capitalized(word: &str) -> String {
    let mut letters = word.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}
