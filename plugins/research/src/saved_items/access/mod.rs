//! Guards: what the caller is in the space of a saved copy, or of the page on which one is to lie.

use quarry_sdk::prelude::*;

/// The page that the body names in `page_id`, by what the caller is in its space.
#[derive(Guard, Choice, Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
#[guard("src/saved_items/access/saved_item_destination.sql", tenant = "space")]
#[guard(absent(404, "not_found", "There is no such page here."))]
#[guard(rank_too_low(403, "forbidden", "Your role in the space does not allow that: ask one of its owners."))]
#[guard(refuses("in_trash", 409, "page_in_trash", "The page lies in the trash: restore it first."))]
pub enum DestinationRole {
    Viewer,
    Commenter,
    Editor,
    Owner,
}

/// A saved copy, by what the caller is in its space.
#[derive(Guard, Choice, Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
#[guard("src/saved_items/access/saved_item_access.sql", tenant = "space")]
#[guard(absent(404, "not_found", "There is no saved copy {path.id} here."))]
#[guard(rank_too_low(403, "forbidden", "Your role in the space does not allow that: ask one of its owners."))]
#[guard(refuses("in_trash", 409, "page_in_trash", "The page lies in the trash: restore it first."))]
pub enum SavedItemRole {
    Viewer,
    Commenter,
    Editor,
    Owner,
}

#[derive(Parameters)]
pub struct SavedItemPath {
    /// The saved copy.
    #[parameter(path, minimum = 1, example = "31")]
    pub id: i64,
}
