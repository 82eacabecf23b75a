//! `GET /session/saved_items`.

use crate::saved_items::{SavedItem, canonical};
use quarry_sdk::prelude::*;

statement!(app_store, SelectCopiesOfHash, "src/saved_items/copies_of_hash.sql");

#[derive(Parameters)]
pub struct HashQuery {
    /// The transaction's hash, or the block's.
    #[parameter(example = "0x757939717298e81fc43411918788f41fdf0be00ad16b9b46a7a1c861b2b6b26f")]
    hash: Hash,
}

/// A saved copy, and where it lies.
#[derive(Row, Schema, Serialize)]
pub struct SavedCopy {
    #[row(flatten)]
    #[serde(flatten)]
    #[schema(flatten)]
    item: SavedItem,
    #[schema(example = "Liquidations of March")]
    page_title: String,
    #[schema(example = "Harbour")]
    space_name: String,
}

#[derive(Schema)]
pub struct SavedCopies {
    #[schema(flatten)]
    pub page: PageMembers,
    /// Copies, the newest first, without their snapshots and without copies on pages in the trash.
    pub saved_items: Vec<SavedCopy>,
}

/// Copies of a hash in the viewer's research
///
/// Lists the copies on the pages of all spaces of which the viewer is a member. The list is empty where nobody has saved the hash.
#[endpoint(get = "/session/saved_items", session, module = "research", paged, body = SavedCopies)]
pub fn list_copies_of_hash(request: &Request, query: HashQuery) -> Result<Answer, Problem> {
    let rows = SelectCopiesOfHash { hash: query.hash.to_hex() }.query()?;
    let mut copies: Vec<SavedCopy> = rows.read()?;
    copies.truncate(request.page_size());
    canonical::fill(copies.iter_mut().map(|copy| &mut copy.item));
    Ok(Answer::object().own_page("saved_items", rows, &copies).into())
}
