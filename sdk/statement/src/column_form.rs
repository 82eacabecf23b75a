//! `-- column NAME, NAME FORM`: what a column of the app store holds, whose engines keep times as numbers and JSON as text.

use crate::names::identifier;

/// The meaning of the numbers or texts of a column.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ColumnForm {
    /// Whole numbers that are microseconds since 1970: RFC 3339 in an answer, a `Time` in Rust.
    Timestamp,
    /// Whole numbers of which 0 is false: `true` and `false` in an answer.
    Boolean,
    /// Texts that are JSON: written into an answer as they stand.
    Json,
}

impl ColumnForm {
    const ALL: [ColumnForm; 3] = [ColumnForm::Timestamp, ColumnForm::Boolean, ColumnForm::Json];

    /// The word in a file.
    pub fn word(self) -> &'static str {
        match self {
            ColumnForm::Timestamp => "timestamp",
            ColumnForm::Boolean => "boolean",
            ColumnForm::Json => "json",
        }
    }
}

/// A column and its form.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FormedColumn {
    pub name: String,
    pub form: ColumnForm,
}

impl FormedColumn {
    /// `NAME FORM`, or `NAME, NAME FORM` of several.
    pub(crate) fn parse(text: &str) -> Result<Vec<FormedColumn>, String> {
        let known = ColumnForm::ALL.map(ColumnForm::word).join(", ");
        let malformed =
            || format!("`-- column {text}` is not the form of a column: write `-- column name FORM`, of {known}");
        let (names, word) = text.rsplit_once(' ').ok_or_else(malformed)?;
        let form = ColumnForm::ALL.into_iter().find(|form| form.word() == word).ok_or_else(malformed)?;
        names.split(',').map(|name| Ok(FormedColumn { name: identifier(name.trim())?, form })).collect()
    }
}
