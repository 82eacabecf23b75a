//! The timeline.

use crate::column::Column;
use crate::column::ColumnKind::{Boolean, Integer, List, Text, Time};
use crate::dataset::{Category, Dataset, Source};
use crate::filter::{CHAIN, Filter, FilterField};
use quarry_dataset_names as names;
use quarry_sdk::prelude::*;

statement!(app_store, SelectChainEvents, "src/events/chain_events.sql");
statement!(app_store, CountChainEvents, "src/events/chain_event_count.sql");

pub(crate) const DATASETS: &[Dataset] = &[Dataset {
    key: names::CHAIN_EVENTS.key,
    name: names::CHAIN_EVENTS.name,
    category: Category::Events,
    description: names::CHAIN_EVENTS.description,
    columns: &[
        Column::new("id", Integer, "Unique in a deployment."),
        Column::new("key", Text, "What its registry calls it."),
        Column::new("category", Text, "exploit, governance, launch, depeg, upgrade, listing, incentive or other."),
        Column::new("title", Text, "Null when its registry gives none.").of_strangers(),
        Column::new("summary", Text, "What happened; null when nobody wrote it.").of_strangers(),
        Column::new("occurred_at", Time, "Null when the day is unknown."),
        Column::new("time_precision", Text, "day or second; null with occurred_at."),
        Column::new("chain", Text, "Slug of the chain, or its number; null where none is known."),
        Column::new("chain_id", Integer, "EIP-155 chain id; null with chain."),
        Column::new("block_number", Integer, "As its registry says; null where none is known."),
        Column::new("reported_loss", Text, "What was lost, in the words of its sources.").of_strangers(),
        Column::new("severity", Integer, "From 1 (small) to 5; null until somebody judged it."),
        Column::new("verified", Boolean, "Whether somebody checked the event against its sources."),
        Column::new("sources", List, "Where it is written about: name and url of each."),
        Column::new("transactions", List, "The transactions that it is anchored in: hash and anchor_state of each."),
        Column::new("updated_at", Time, "When the entry was last changed."),
        Column::new("version", Integer, "Raised by each change of the entry.").when_picked(),
    ],
    filters: &[
        CHAIN,
        FilterField::new(Filter::DateFrom, "Events of this day or later, in UTC. Events of unknown days are left out."),
        FilterField::new(Filter::DateTo, "Events of this day or earlier, in UTC. Events of unknown days are left out."),
        FilterField::new(Filter::Verified, "Events that somebody has checked against their sources, or has not."),
    ],
    order: &["id"],
    source: Source::AppStore(SelectChainEvents::NAME, CountChainEvents::NAME),
    protocols: None,
    compares_measures: false,
}];
