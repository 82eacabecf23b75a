//! Tables of the command line: the journal of loads, and logs that are kept.

use std::fmt::Write;

use super::journal::{LoadEntry, LoadState};
use super::kept_logs::KeptLogs;

/// Hex digits of a digest that a list shows.
const SHOWN_DIGITS: usize = 16;

/// A line a load.
pub(super) fn loads(entries: &[LoadEntry]) -> String {
    if entries.is_empty() {
        return "No file was loaded yet.\n".to_owned();
    }
    let rows = entries.iter().map(|entry| {
        let blocks = entry.blocks.map(|(first, last)| format!("{first}-{last}")).unwrap_or_default();
        let state = match entry.state {
            LoadState::Unfinished => "unfinished",
            LoadState::Loaded => "",
            LoadState::Withdrawn => "withdrawn",
        };
        [
            entry.number.to_string(),
            entry.file.clone(),
            entry.digest.chars().take(SHOWN_DIGITS).collect(),
            entry.dataset.clone(),
            entry.chains.join(","),
            blocks,
            entry.rows.to_string(),
            if entry.conflicts == 0 { String::new() } else { entry.conflicts.to_string() },
            entry.started_at.clone(),
            state.to_owned(),
        ]
    });
    let headings = ["LOAD", "FILE", "SHA-256", "DATASET", "CHAIN", "BLOCKS", "ROWS", "CONFLICTS", "LOADED AT", "STATE"];
    table(headings, rows)
}

/// A line a topic and emitter.
pub(super) fn kept_logs(kept: &[KeptLogs]) -> String {
    if kept.is_empty() {
        return "Every log that is stored is decoded.\n".to_owned();
    }
    let rows = kept.iter().map(|line| {
        [
            line.logs.to_string(),
            line.chain.clone(),
            line.emitter.clone(),
            line.topic0.clone(),
            line.event.split('(').next().unwrap_or_default().to_owned(),
            line.reason.clone(),
        ]
    });
    table(["LOGS", "CHAIN", "EMITTER", "TOPIC", "EVENT", "WHY"], rows)
}

fn table<const WIDTH: usize>(headings: [&str; WIDTH], rows: impl Iterator<Item = [String; WIDTH]>) -> String {
    let rows: Vec<_> = std::iter::once(headings.map(str::to_owned)).chain(rows).collect();
    let widths: Vec<usize> =
        (0..WIDTH).map(|column| rows.iter().map(|row| row[column].chars().count()).max().unwrap_or(0)).collect();
    let mut text = String::new();
    for row in &rows {
        let cells: Vec<_> = row.iter().zip(&widths).map(|(cell, width)| format!("{cell:width$}")).collect();
        // Writing to a text cannot fail.
        let _ = writeln!(text, "{}", cells.join("  ").trim_end());
    }
    text
}
