//! The account family: who a key belongs to, and whether the data is fresh.

pub mod get_account;
pub mod get_status;

quarry_sdk::plugin! {
    name: "account",
    summary: "The organization, plan and limits behind a key, and the reachability and lag of the warehouse.",
    grants: [Warehouse, Identity],
    endpoints: [get_account::get_account, get_status::get_status],
}
