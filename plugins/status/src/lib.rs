//! The status family: what anybody may know of the service's health.

pub mod body;
pub mod get_public_status;

quarry_sdk::plugin! {
    name: "status",
    summary: "The public status: reachability of the warehouse, ingest lag of each chain, 90 days of probes.",
    grants: [AppStore],
    endpoints: [get_public_status::get_public_status],
}
