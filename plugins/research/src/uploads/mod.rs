//! Files that people send for an image or a file of a page: signed, sent to the host, looked at, attached, shown by links.
//!
//! Always true here: a file is attached only when its first bytes are those of the type that was declared, and no type here can run
//! anything in a browser. What no block names goes after a day, and a person has so much of it and no more.

pub mod attachment;
pub mod create;
pub mod file_name;
pub mod link;
pub mod media_type;
pub mod room;
pub mod sweep;

use quarry_sdk::prelude::*;

statement!(app_store, SelectUploads, "src/uploads/uploads.sql");

/// The beginning of the files' keys.
pub const FOLDER: &str = "uploads/";
/// Bytes of a file at most.
pub const MOST_BYTES: i64 = 25 << 20;
/// Files of a page at most.
pub const MOST_OF_A_PAGE: i64 = 1_000;
/// Seconds in which a file can be sent.
pub const VALID_SECONDS: u32 = 900;

/// A file of the guard's page.
#[derive(Row, Debug, Clone)]
pub struct Upload {
    pub id: i64,
    pub object_key: String,
    pub file_name: String,
    pub media_type: String,
    pub size_bytes: i64,
    pub is_attached: bool,
}
