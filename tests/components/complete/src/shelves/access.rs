//! Rules for shelves and the sheets on them: who may do what.

use quarry_sdk::prelude::*;

/// A shelf
#[derive(Guard, Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
#[guard("sql/guards/shelf.sql", tenant = "space")]
#[guard(absent(404, "not_found", "There is no such shelf."))]
#[guard(rank_too_low(403, "forbidden", "Your rank on this shelf does not allow that: ask one of its editors."))]
pub enum ShelfAccess {
    Reader,
    Editor,
    Owner,
}

/// The shelf that a body names
#[derive(Guard, Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
#[guard("sql/guards/chosen_shelf.sql", tenant = "space")]
#[guard(absent(422, "validation_failed", "There is no such shelf.", field = "shelf_id"))]
#[guard(rank_too_low(403, "forbidden", "Your rank on this shelf does not allow that: ask one of its editors."))]
#[guard(refuses("closed", 409, "shelf_closed", "The shelf is closed: open it first."))]
pub enum ChosenShelfAccess {
    Reader,
    Editor,
    Owner,
}

/// The shelf that a query names
#[derive(Guard, Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
#[guard("sql/guards/asked_shelf.sql", tenant = "space")]
#[guard(absent(404, "not_found", "There is no shelf {query.shelf_id}."))]
#[guard(rank_too_low(403, "forbidden", "Your rank on this shelf does not allow that: ask one of its editors."))]
pub enum AskedShelfAccess {
    Reader,
    Editor,
    Owner,
}

/// A sheet
#[derive(Guard, Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
#[guard("sql/guards/sheet.sql", tenant = "space")]
#[guard(absent(404, "not_found", "There is no such sheet."))]
#[guard(rank_too_low(403, "forbidden", "Your rank on this shelf does not allow that: ask one of its editors."))]
pub enum SheetAccess {
    Reader,
    Editor,
    Owner,
}

/// A remark on a sheet
#[derive(Guard, Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
#[guard("sql/guards/remark.sql", tenant = "space")]
#[guard(absent(404, "not_found", "There is no such remark."))]
#[guard(rank_too_low(403, "forbidden", "Your rank on this shelf does not allow that: ask one of its editors."))]
pub enum RemarkAccess {
    Reader,
    Editor,
    Owner,
}
