//! The finding of a probe.

use crate::status_probe::chain_heads::ChainHead;
use crate::status_probe::gaps::CompletenessGap;
use crate::status_probe::tiers::TierFinding;
use jiff::Timestamp;

/// The findings of a probe.
#[derive(Debug)]
pub(super) struct Finding {
    pub(super) shown_from: i64,
    pub(super) checked_at: Timestamp,
    /// True when the warehouse answered.
    pub(super) reachable: bool,
    pub(super) chains: Vec<ChainHead>,
    pub(super) gaps: Vec<CompletenessGap>,
    pub(super) tiers: Vec<TierFinding>,
    /// The time since which this host has found the app store down, until now.
    pub(super) app_store_down_since: Option<i64>,
}
