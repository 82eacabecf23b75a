//! An examination's question and its findings.

use crate::capabilities::{Given, TableGrant};
use quarry_statement::SourceLine;
use std::cell::RefCell;
use std::collections::BTreeSet;
use thiserror::Error;

/// The reason why a statement is refused: its file, the line where the parser knows it, and a sentence for its author.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("{file}, line {line}: {reason}")]
pub struct StatementRefusal {
    pub file: String,
    /// The line, from 1.
    pub line: SourceLine,
    pub reason: String,
}

/// The component whose statement it is, and its grants.
pub(in crate::capabilities) struct Examination<'a> {
    pub(in crate::capabilities) component: &'a str,
    pub(in crate::capabilities) given: &'a Given,
    /// Its own tables whose rows are neither changed nor deleted.
    pub(in crate::capabilities) append_only: &'a [String],
    /// The set in which tables that are not given are noted; without it they are refused.
    pub(in crate::capabilities) asked: Option<&'a RefCell<BTreeSet<TableGrant>>>,
}

/// Something wrong on a line of rendered SQL (from 1; 0 is not known).
#[derive(Debug)]
pub(super) struct Finding {
    pub(super) line: u64,
    pub(super) reason: String,
}

impl Finding {
    pub(super) fn new(line: u64, reason: impl Into<String>) -> Finding {
        Finding { line, reason: reason.into() }
    }
}
