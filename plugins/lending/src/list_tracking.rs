//! `GET /public/tracking`.

use crate::deployment::{self};
use crate::filters::LATEST;
use crate::liquidation::SOURCE;
use quarry_sdk::prelude::*;

statement!(warehouse, SelectDeployments, "sql/deployments.sql");

/// A deployment on one chain.
#[derive(Schema)]
pub struct TrackedDeployment {
    /// The slug in the addresses of its pages.
    #[schema(example = "aave-v3")]
    pub slug: String,
    /// The deployment's name for people.
    #[schema(example = "Aave V3")]
    pub name: String,
    /// The deployment's protocol; a fork has a word of its own.
    #[schema(example = "aave_v3")]
    pub protocol: String,
    /// Slug of the chain, or its id where it has no slug.
    #[schema(example = "ethereum")]
    pub chain: String,
    /// EIP-155 chain id.
    pub chain_id: u64,
    /// Contracts of the deployment on this chain that are watched.
    #[schema(example = 1)]
    pub contracts: u64,
    /// Liquidations that were decoded.
    #[schema(example = 1234)]
    pub liquidations: u64,
    /// Accounts that were absorbed; 0 for all but Compound III.
    #[schema(example = 0)]
    pub absorptions: u64,
    /// The time of the newest of them; null without one.
    pub newest_event_at: Option<Time>,
    /// Block of the newest snapshot of health factors; null without one, or when several deployments of the chain
    /// share the protocol.
    #[schema(example = 19529493)]
    pub snapshot_block: Option<u64>,
    /// Time of the snapshot's block.
    pub snapshot_at: Option<Time>,
}

#[derive(Schema)]
pub struct Tracking {
    /// Time of the newest event of any deployment; null without one.
    pub as_of: Option<Time>,
    /// Always `event_logs`: decoded from the logs of the lending contracts.
    #[schema(example = "event_logs")]
    pub source: String,
    #[schema(flatten)]
    pub page: PageMembers,
    /// Deployments by slug, then chain id.
    #[schema(rows = SelectDeployments)]
    pub deployments: Vec<TrackedDeployment>,
}

/// The lending deployments that are tracked
///
/// A deployment is a set of contracts under one slug; it is listed once for each chain that it is on.
#[endpoint(get = "/public/tracking", keyless, module = "lending", paged, body = Tracking)]
pub fn list_tracking() -> Result<Answer, Problem> {
    let as_of = deployment::newest_event(None, None, LATEST)?;
    let deployments = SelectDeployments {}.defer()?;
    Ok(Answer::object().member("as_of", &as_of).member("source", SOURCE).page("deployments", deployments).into())
}
