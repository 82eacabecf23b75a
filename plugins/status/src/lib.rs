//! The status family: what anybody may know of the service's health.

pub mod body;
pub mod get_public_status;
pub mod history;
pub mod snapshot;

quarry_sdk::plugin! {
    name: "status",
    summary: "The public status: chains and their lags, the platform's tiers, gaps, notices, 90 days of probes.",
    grants: [AppStore],
    endpoints: [get_public_status::get_public_status],
}
