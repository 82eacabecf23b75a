//! The explorer family: what is on a chain, as it stands there.
//!
//! Blocks, transactions and logs are shown as they were loaded, whole; what is decoded stands beside the raw words and
//! never instead of them. One endpoint a file; its statements lie in `sql/`. To add one: a file, a line below, and the
//! tables that it asks in `components.tables`.

pub mod address_lens;
pub mod decoded_log;
pub mod event_lens;
pub mod get_block;
pub mod get_transaction;
pub mod lens;
pub mod lens_page;
pub mod matching;
pub mod overview;
pub mod place;
pub mod resolve;
pub mod search;
pub mod transaction;

quarry_sdk::plugin! {
    name: "explorer",
    summary: "Blocks, transactions and logs as they stand on the chains; lenses on addresses and events.",
    grants: [Warehouse],
    endpoints: [
        resolve::resolve,
        overview::get_explorer_overview,
        address_lens::get_address_lens,
        event_lens::get_event_lens,
        get_block::get_block,
        get_transaction::get_transaction,
    ],
}
