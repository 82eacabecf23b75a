//! The lending family: liquidations, absorptions, health factors, and the tracking pages of each deployment.
//!
//! One endpoint a file; its statement lies in `sql/`. `liquidation.rs` holds the rows that several of them list,
//! `deployment.rs` whose they are, `filters.rs` and `range.rs` what they are narrowed by, `days.rs` which days of a range are whole.
//!
//! Always true here: an event belongs to the deployment that `lending_deployments` names for the contract that emitted it, and
//! to no deployment when it names none. A figure that could not be derived is null.

pub mod days;
pub mod deployment;
pub mod filters;
pub mod get_tracking;
pub mod get_tracking_account;
pub mod liquidation;
pub mod list_absorptions;
pub mod list_health_factors;
pub mod list_liquidations;
pub mod list_tracking;
pub mod list_tracking_liquidations;
pub mod range;
pub mod words;

quarry_sdk::plugin! {
    name: "lending",
    summary: "Liquidations, absorptions and health factors of lending protocols, by deployment.",
    grants: [Warehouse],
    endpoints: [
        list_liquidations::list_liquidations,
        list_health_factors::list_health_factors,
        list_absorptions::list_absorptions,
        list_tracking::list_tracking,
        get_tracking::get_tracking,
        list_tracking_liquidations::list_tracking_liquidations,
        get_tracking_account::get_tracking_account,
    ],
}
