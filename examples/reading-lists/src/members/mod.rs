//! The members of a list.

pub mod put;

use quarry_sdk::prelude::*;

statement!(app_store, ExportMemberships, "src/members/export_memberships.sql");
statement!(app_store, SelectListsOwnedAlone, "src/members/lists_owned_alone.sql");
statement!(app_store, SelectListsOf, "src/members/lists_of.sql");
