//! The timeline.

use super::ColumnKind::{Boolean, Integer, List, Text, Time};
use super::DatasetFilter::{Chain, DateFrom, DateTo, Verified};
use super::{Category, Dataset, column};

pub(super) const DATASETS: &[Dataset] = &[Dataset {
    key: "chain_events",
    name: "Chain events",
    category: Category::Events,
    description: "The sourced registry of events: the timeline.",
    columns: &[
        column("id", Integer, "Unique in a deployment."),
        column("key", Text, "What its registry calls it."),
        column("category", Text, "exploit, governance, launch, depeg, upgrade, listing, incentive or other."),
        column("title", Text, "Null when its registry gives none."),
        column("summary", Text, "What happened; null when nobody wrote it."),
        column("occurred_at", Time, "Null when the day is unknown."),
        column("time_precision", Text, "day or second; null with occurred_at."),
        column("chain", Text, "Slug of the chain, or its number; null where none is known."),
        column("chain_id", Integer, "EIP-155 chain id; null with chain."),
        column("block_number", Integer, "As its registry says; null where none is known."),
        column("reported_loss", Text, "What was lost, in the words of its sources."),
        column("severity", Integer, "From 1 (small) to 5; null until somebody judged it."),
        column("verified", Boolean, "Whether somebody checked the event against its sources."),
        column("sources", List, "Where it is written about: name and url of each."),
        column("transactions", List, "The transactions that it is anchored in: hash and anchor_state of each."),
        column("updated_at", Time, "When the entry was last changed."),
        column("version", Integer, "Raised by each change of the entry."),
    ],
    filters: &[Chain, DateFrom, DateTo, Verified],
}];
