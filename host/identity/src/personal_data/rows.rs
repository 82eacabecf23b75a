//! A person's rows, table by table, and the rules that keep them, as components tell them.

use crate::personal_data::PersonalDataError;
use quarry_stores::app::BoundStatement;
use std::collections::BTreeSet;

/// The fate of rows when the account is deleted.
#[derive(Debug, Clone)]
pub enum Erasing {
    Statement(BoundStatement),
    /// They stay, for this reason.
    Kept(String),
}

/// The rows of one table that belong to one person.
#[derive(Debug, Clone)]
pub struct PersonalRows {
    /// The owner of the table: `host`, or a component's name.
    pub owner: String,
    pub table: String,
    /// The rows, in words for the person.
    pub thing: String,
    /// The column that holds the person's id.
    pub user_column: String,
    pub export: BoundStatement,
    /// False of a component that is no part of the service: its statements have bounds, and where they fail others go on.
    pub is_first_party: bool,
    pub erasing: Erasing,
}

/// The data that the loaded components hold of people.
pub trait ComponentsData: Send + Sync + 'static {
    /// The names of those that are loaded.
    fn loaded(&self) -> BTreeSet<String>;

    /// Tells that the deployment has a component as a part of the service, loaded or not.
    fn is_first_party(&self, component: &str) -> bool;

    /// The rows of one person.
    fn rows_of(&self, user_id: i64) -> Result<Vec<PersonalRows>, PersonalDataError>;

    /// The rules that may keep the account of one person.
    fn keepers_of(&self, user_id: i64) -> Result<Vec<AccountKeeper>, PersonalDataError>;
}

/// A rule that may keep an account from being deleted.
#[derive(Debug, Clone)]
pub struct AccountKeeper {
    pub component: String,
    /// False of a component that is no part of the service: it says so in its own name, and holds nobody up.
    pub is_first_party: bool,
    /// Its rows keep the account.
    pub rows: BoundStatement,
    pub code: String,
    /// Says what the person must do first.
    pub sentence: String,
    /// The member of the refusal that has the rows.
    pub member: String,
    /// The kind of tenants in which the deletion changes ranks, and the statement that gives them.
    pub tenant: &'static str,
    pub tenants: BoundStatement,
}

/// The text that reads some rows of a statement: that statement, with the number of rows and of those before them as two
/// more values behind the `bound` ones.
pub fn page_of_rows(sql: &str, bound: usize) -> String {
    let (limit, offset) = (bound + 1, bound + 2);
    format!("SELECT * FROM ({sql}\n) AS personal_rows LIMIT CAST(${limit} AS BIGINT) OFFSET CAST(${offset} AS BIGINT)")
}
