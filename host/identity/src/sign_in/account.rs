//! An account that somebody wants in at.

use quarry_stores::app::{AppStoreError, Row};
use quarry_stores::result_set::ResultSet;

/// An account, as far as it matters at its door.
pub(super) struct Account {
    pub(super) user_id: i64,
    pub(super) name: String,
    pub(super) email: String,
    pub(super) password_hash: Option<String>,
    /// Made in the transaction that lets the person in: nobody has it if they are refused.
    pub(super) is_new: bool,
}

impl Account {
    /// The statement that reads the account whose `column` is `$1`.
    pub(super) fn select(column: &str) -> String {
        format!("SELECT id, name, email, password_hash FROM users WHERE {column} = $1")
    }

    /// The account that [`Account::select`] has found.
    pub(super) fn found(rows: &ResultSet) -> Result<Option<Account>, AppStoreError> {
        let Some(row) = Row::first(rows) else { return Ok(None) };
        Ok(Some(Account {
            user_id: row.integer("id")?,
            name: row.text("name")?,
            email: row.text("email")?,
            password_hash: row.optional_text("password_hash")?,
            is_new: false,
        }))
    }
}
