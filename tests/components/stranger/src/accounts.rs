//! Statements about accounts.

use quarry_sdk::prelude::*;

statement!(app_store, InsertAccounts, "sql/insert_accounts.sql");
statement!(app_store, KeepAccounts, "sql/keep_accounts.sql");
statement!(app_store, TenantsOf, "sql/tenants_of.sql");
statement!(app_store, ExportAccounts, "sql/export_accounts.sql");
statement!(app_store, EraseAccounts, "sql/erase_accounts.sql");
