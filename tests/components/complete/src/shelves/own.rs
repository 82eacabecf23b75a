//! A shelf of one's own, which every account has, and what keeps an account.

use quarry_sdk::prelude::*;

statement!(app_store, InsertOwnShelves, "sql/insert_own_shelves.sql");
statement!(app_store, InsertOwnShelfMembers, "sql/insert_own_shelf_members.sql");
statement!(app_store, SelectShelvesOwnedAlone, "sql/shelves_owned_alone.sql");
statement!(app_store, SelectShelvesOf, "sql/shelves_of.sql");
