//! The line of the file that each record is on, and the records that were malformed.

use std::io;

use super::super::error::NAMED_BAD_ROWS;

/// Records whose lines are off the regular one-record-one-line, remembered at most. Past it, lines are told as if the
/// rest were regular.
const CHECKPOINTS: usize = 100_000;

/// Maps row numbers (from 1, without a header) to lines (from 1). Memory is bounded: a regular file needs no entry.
#[derive(Debug, Default)]
pub(crate) struct LineMap {
    /// From this row on, the line is the row plus this, which wraps: a line of many rows has a lower number than they.
    checkpoints: Vec<(u64, u64)>,
    rows: u64,
    next_line: u64,
    malformed: Vec<(u64, String)>,
}

impl LineMap {
    pub(super) fn starting_at_line(line: u64) -> LineMap {
        LineMap { next_line: line, ..LineMap::default() }
    }

    /// The next record begins here and takes so many lines.
    pub(super) fn record(&mut self, line_count: u64) {
        self.rows += 1;
        let offset = self.next_line.wrapping_sub(self.rows);
        let known = self.checkpoints.last().map_or(0, |(_, offset)| *offset);
        if offset != known && self.checkpoints.len() < CHECKPOINTS {
            self.checkpoints.push((self.rows, offset));
        }
        self.next_line += line_count;
    }

    /// The line that the next record begins on.
    pub(super) fn next_line(&self) -> u64 {
        self.next_line
    }

    /// An error of the next line, which it names.
    pub(super) fn at_next_line(&self, error: io::Error) -> io::Error {
        match error.kind() {
            io::ErrorKind::InvalidData => io::Error::new(error.kind(), format!("line {}: {error}", self.next_line)),
            _ => error,
        }
    }

    /// Lines that belong to no record.
    pub(super) fn blank(&mut self) {
        self.next_line += 1;
    }

    /// The record just counted cannot be parsed; the warehouse gets an empty one in its place.
    pub(super) fn malformed(&mut self, problem: impl FnOnce() -> String) {
        if self.malformed.len() < NAMED_BAD_ROWS {
            self.malformed.push((self.rows, problem()));
        }
    }

    /// True when every record could be parsed.
    pub(crate) fn is_well_formed(&self) -> bool {
        self.malformed.is_empty()
    }

    /// The line of a row.
    pub(crate) fn line_of(&self, row: u64) -> u64 {
        let position = self.checkpoints.partition_point(|(first, _)| *first <= row);
        row.wrapping_add(position.checked_sub(1).map_or(0, |position| self.checkpoints[position].1))
    }

    /// The reason why the record of this row could not be parsed, where that is so and it is among the first.
    pub(crate) fn problem_of(&self, row: u64) -> Option<&str> {
        self.malformed.iter().find(|(malformed, _)| *malformed == row).map(|(_, problem)| problem.as_str())
    }
}
