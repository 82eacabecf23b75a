//! Pinning: what somebody asks for is read once, and its bytes are kept.
//!
//! Always true here: one statement writes the file, so its bytes are of one state of the data; it is whole or it is not there.

pub mod market;
pub mod request;

use crate::assignments::record::BarPeriod;
use quarry_dataset_catalogue::writing::is_out_of_room;
use quarry_dataset_catalogue::{FileFormat, FileTarget, Pins, Selection, WrittenFile};
use quarry_sdk::log::{self, Level};
use quarry_sdk::prelude::*;

/// Rows of an assignment.
const MOST_ROWS: u64 = 1_000_000;
/// Bytes of an assignment.
const MOST_BYTES: u64 = 100 << 20;
/// Seconds that the warehouse has to count the rows before they are written; the file has the same bound.
const SECONDS_TO_COUNT: u32 = 5;

/// Parts that are listed at once: more than a file of so many rows and bytes has in any deployment that one would run.
const MOST_PARTS: u32 = 500;

/// Where the objects of all assignments lie.
pub const FOLDER: &str = "assignments/";

/// The thing that is to be pinned.
#[derive(Debug)]
pub struct Subject {
    pub selection: Selection,
    pub data_request_id: Option<i64>,
    /// Of a price series.
    pub pool: Option<Address>,
    /// Of a price series.
    pub period: Option<BarPeriod>,
    /// Its title where nobody gives it one.
    pub title: String,
}

/// What was pinned.
pub struct Pinned {
    pub file: WrittenFile,
    /// Time of its newest row; none without rows, and where rows have no time.
    pub as_of: Option<Time>,
}

/// The object that has the bytes of an assignment.
pub fn object_key(join_code: &str) -> String {
    format!("{FOLDER}{join_code}/1.{}", FileFormat::Csv.ending())
}

impl Subject {
    /// Pins the newest blocks and writes the file of that join code, which stays until it is removed. 422 `over_cap` and `empty_series`;
    /// then nothing is left.
    pub fn write(&mut self, join_code: &str) -> Result<Pinned, Problem> {
        self.selection.pins = Some(Pins::newest(self.selection.dataset, self.selection.chain_id())?);
        match self.selection.count_rows(SECONDS_TO_COUNT) {
            Ok(rows) if rows > MOST_ROWS => return Err(over_cap().with("rows", rows)),
            Ok(0) if self.pool.is_some() => return Err(self.empty_series()),
            Ok(_) | Err(StatementFailure::DeadlineExceeded(_)) => {}
            Err(failure) => return Err(failure.into()),
        }
        let as_of = self.selection.newest_at()?;
        let target = FileTarget {
            folder: format!("{FOLDER}{join_code}"),
            format: FileFormat::Csv,
            max_rows: Some(MOST_ROWS),
            max_bytes: Some(MOST_BYTES),
            valid_seconds: None,
            reports_progress: false,
            metadata: Vec::new(),
        };
        let written = self.selection.write_parts(&target).map_err(of_writing)?;
        if self.pool.is_some() && written.rows == 0 {
            remove_bytes(join_code);
            return Err(self.empty_series());
        }
        // A deployment whose files are smaller than an assignment cuts it into parts, and students are given one file.
        if written.parts.len() > 1 {
            remove_bytes(join_code);
            return Err(over_cap());
        }
        Ok(Pinned { file: written, as_of })
    }

    fn empty_series(&self) -> Problem {
        let day = |day: &Option<Day>| day.as_ref().map_or("today", |day| day.0.as_str()).to_owned();
        let (from, to) = (day(&self.selection.filters.date_from), day(&self.selection.filters.date_to));
        Problem::new(422, "empty_series", format!("The market has no prices from {from} to {to}: take other days."))
    }
}

/// Removes the bytes of an assignment that came to nothing; where that fails now, the sweep does it.
pub fn remove_bytes(join_code: &str) {
    let parts = objects::list(&format!("{FOLDER}{join_code}/"), None, MOST_PARTS);
    let removed = parts.and_then(|parts| parts.iter().try_for_each(|part| objects::remove(&part.key).map(drop)));
    if let Err(failure) = removed {
        log::emit(Level::Warn, &format!("the bytes of an assignment stay until the sweep: {failure:?}"));
    }
}

/// 503: no assignment fits until the operators make room.
fn no_room(failure: &StatementFailure) -> Problem {
    log::emit(Level::Error, &format!("assignments have no room: {failure:?}"));
    Problem::new(
        503,
        "data_source_unavailable",
        "The service has no room for more files at the moment: its operators have been told.",
    )
}

/// The host's sentence quotes the bound that was reached: another one is that of the deployment, and no fault of the selection.
fn of_writing(failure: StatementFailure) -> Problem {
    match &failure {
        failure if is_out_of_room(failure) => no_room(failure),
        StatementFailure::LimitExceeded(detail)
            if [MOST_ROWS, MOST_BYTES].iter().any(|bound| detail.contains(&format!(" {bound} "))) =>
        {
            over_cap()
        }
        _ => failure.into(),
    }
}

fn over_cap() -> Problem {
    let detail = format!(
        "An assignment has at most {MOST_ROWS} rows and {} MiB, and this would have more: narrow it.",
        MOST_BYTES >> 20
    );
    Problem::new(422, "over_cap", detail).with("limit", MOST_ROWS).with("limit_bytes", MOST_BYTES)
}
