//! An engine's report on a text, held against the grants of its component.

use super::functions;
use crate::capabilities::language::Language;
use crate::capabilities::table_grants::{TableVerb, is_never_given, why_never_given};
use crate::capabilities::{Given, TableGrant};
use quarry_contract::Store;
use quarry_stores::app::OwnNames;
use quarry_stores::report::Report;
use std::collections::BTreeSet;

/// Refuses a text by its report, with a sentence for its author. `read` is what the parser saw in it.
pub(super) fn judge(
    component: &str,
    given: &Given,
    append_only: &[String],
    language: Language,
    report: &Report,
    read: &Reading,
) -> Result<(), String> {
    let store = language.store();
    if let Some(forbidden) = report.forbidden.first() {
        return Err(format!("it uses {forbidden}, which no component may"));
    }
    if let Some(table) = report.tables.iter().find(|table| !given.covers(component, store, table)) {
        return Err(not_given(component, store, table, TableVerb::Read));
    }
    let changes = [
        (&report.changed, TableVerb::Write),
        (&report.written, TableVerb::Append),
        (&report.deleted, TableVerb::Delete),
    ];
    for (changed, verb) in changes {
        if let Some(sentence) = changed.iter().find_map(|table| of_append_only(append_only, table, verb)) {
            return Err(sentence);
        }
        if let Some(table) = changed.iter().find(|table| !given.covers_verb(component, store, table, verb)) {
            return Err(not_given(component, store, table, verb));
        }
    }
    // Those of a row of others would end the numbers that there are: after the highest one the store has none to give.
    let own = OwnNames::of(component);
    if let Some(table) = report.numbered.iter().find(|table| !own.has(table)) {
        return Err(format!(
            "it chooses the number of a row of the table {table}, which the store gives: leave that column out, and take the number that comes \
             back (RETURNING id)"
        ));
    }
    if let Some(function) = report.functions.iter().find(|name| !functions::is_allowed_by(language, name)) {
        return Err(format!("the function {function} is not allowed"));
    }
    if report.tables != read.tables {
        return Err(format!(
            "the host reads it as a statement on {}, and {} as one on {}: write it so that both read the same",
            listed(&read.tables),
            language.engine(),
            listed(&report.tables)
        ));
    }
    let changes: BTreeSet<String> = report.written.union(&report.deleted).cloned().collect();
    if changes != read.changed {
        return Err(format!(
            "the host reads that it changes {}, and {} that it changes {}: write it so that both read the same",
            listed(&read.changed),
            language.engine(),
            listed(&changes)
        ));
    }
    match &read.columns {
        Some(columns) if *columns != report.columns => Err(format!(
            "the host reads that it answers with {}, and {} that it answers with {}: write it so that both read the same",
            listed(columns),
            language.engine(),
            listed(&report.columns)
        )),
        _ => Ok(()),
    }
}

/// The refusal of a verb that a table does not have to which rows are only appended.
pub(super) fn of_append_only(append_only: &[String], table: &str, verb: TableVerb) -> Option<String> {
    let does = match verb {
        TableVerb::Read | TableVerb::Append => return None,
        TableVerb::Write => "changes",
        TableVerb::Delete => "deletes",
    };
    append_only.iter().any(|name| name == table).then(|| {
        format!("it {does} rows of {table}, which the manifest declares append-only: its rows are inserted and read")
    })
}

/// The parser's reading of a text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Reading {
    pub(super) tables: BTreeSet<String>,
    /// Those of them whose rows it changes.
    pub(super) changed: BTreeSet<String>,
    /// The columns; none where the text alone does not tell.
    pub(super) columns: Option<Vec<String>>,
}

/// The sentence on a table that a component uses without having it for that verb.
pub(super) fn not_given(component: &str, store: Store, table: &str, verb: TableVerb) -> String {
    if is_never_given(store, table) {
        return format!("it uses the table {table}, which is given to no component: {}", why_never_given(table));
    }
    let uses = match verb {
        TableVerb::Read => "uses",
        TableVerb::Append => "inserts rows into",
        TableVerb::Write => "writes rows of",
        TableVerb::Delete => "deletes rows of",
    };
    let grant = TableGrant::of(store, table, verb);
    format!(
        "it {uses} the table {table}, which the deployment does not let it; add \"{grant}\" to components.tables.{component} if you trust it with that"
    )
}

fn listed<'a>(names: impl IntoIterator<Item = &'a String>) -> String {
    let names: Vec<&str> = names.into_iter().map(String::as_str).collect();
    if names.is_empty() { "nothing".to_owned() } else { names.join(", ") }
}
