//! The person who makes an alert, and the space that it is for.

use quarry_sdk::prelude::*;

statement!(app_store, SelectAlertSpace, "src/alert_space.sql");

/// The signed-in person, whose allowance an alert counts against.
#[derive(Guard, Debug, Clone, Copy, PartialEq, Eq)]
#[guard("src/oneself.sql", tenant = "person")]
#[guard(absent(404, "not_found", "There is no such account."))]
pub struct Oneself;

/// The state of an alert.
#[derive(Choice, Debug, Clone, Copy, PartialEq, Eq)]
pub enum AlertState {
    /// It waits for what it is about.
    Watching,
    /// It has told of it, and waits to be armed again.
    Fired,
}

/// The space that is asked for, or the active one: 422 `fields.space` where the caller is not a member of it.
pub fn space_of(transaction: &Transaction, asked: Option<i64>) -> Result<i64, Problem> {
    let found: Option<i64> = transaction.value(SelectAlertSpace { space_id: asked })?;
    found.ok_or_else(|| {
        let sentence = match asked {
            Some(asked) => format!("You are not in a space {asked}: GET /session/spaces lists yours."),
            None => "You have no space yet: try again in a moment.".to_owned(),
        };
        Problem::invalid_field("space", sentence)
    })
}
