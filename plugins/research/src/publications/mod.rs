//! Publishing: the word of an owner that a page was checked, and frozen copies of it for anybody who has its address.
//!
//! A copy has the blocks as they were, and the figures that they cite by their hashes: what a reader sees of a figure's state is the
//! present one. The name on it is the one that the author chose; no other person of the space is named.
//!
//! Always true here: a slug is one page's forever; a page in the trash, or whose project lies there, is shown to nobody outside.

pub mod frozen;
pub mod kept;
pub mod publish;
pub mod shown;
pub mod slug;
pub mod state;
pub mod unpublish;
pub mod verify;

use quarry_sdk::prelude::*;

statement!(app_store, HoldPage, "src/publications/hold_page.sql");

/// The name on a published or shared page.
#[derive(Schema, Deserialize)]
#[schema(single_line, min_length = 1, max_length = 200, example = "A. Researcher, Harbour University")]
pub struct AuthorName(pub String);

/// Holds the guard's page until the transaction ends: nobody saves it, shares it or publishes it meanwhile.
pub fn hold(transaction: &Transaction) -> Result<(), Problem> {
    transaction.execute(HoldPage {})?;
    Ok(())
}

/// Refuses what was meant for another version of the document.
fn refuse_other_version(asked: Option<i64>, current: i64) -> Result<(), Problem> {
    match asked {
        Some(asked) if asked != current => Err(Problem::conflict(current)),
        _ => Ok(()),
    }
}
