//! A lens: the logs of one subject (an address, or an event's topic) on one chain, newest first.
//!
//! Rules that every lens keeps:
//! - A page examines at most [`MAX_EXAMINED_ROWS`] rows, counted by the warehouse itself. Logs that pass the filters may be
//!   rare among very many logs; then the page is short, or empty, and says how far it looked (`searched_to_block`), and its
//!   cursor goes on from there.
//! - A walk gives each log once, in one order: by block, then by index in it. A place in that order is a block and an
//!   index, so rows that are added above it change nothing.
//!
//! `search.rs` finds the blocks of a page, `matching.rs` counts without looking, and `lens_page.rs` is the answer. To add a
//! lens: a value of [`LensKind`] in the warehouse's `lens_logs`, and an endpoint that calls `lens_page::page`.

use quarry_sdk::prelude::*;

/// Rows that the warehouse may read for one page.
pub const MAX_EXAMINED_ROWS: u64 = 200_000;

/// The subject of a lens; the word of `lens_logs`.
#[derive(Clone, Copy)]
pub enum LensKind {
    Address,
    Topic,
}

impl LensKind {
    pub fn word(self) -> String {
        match self {
            LensKind::Address => "address".to_owned(),
            LensKind::Topic => "topic".to_owned(),
        }
    }
}

/// The request to a lens.
pub struct Lens {
    pub kind: LensKind,
    /// 32 bytes: a topic, or an address behind twelve zero bytes.
    pub subject: Vec<u8>,
    /// The subject as a sentence begins with it.
    pub name: String,
    pub chain: Option<Chain>,
    pub block_from: Option<u64>,
    pub block_to: Option<u64>,
    pub date_from: Option<Time>,
    pub date_to: Option<Time>,
    pub topic0: Option<Vec<u8>>,
}
