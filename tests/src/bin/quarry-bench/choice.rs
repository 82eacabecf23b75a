//! The choice of the entries to measure: all, or those whose name begins with the word of the command line, and their
//! baselines.

use crate::entries::{ENTRIES, Entry};
use crate::{
    address_table, alerts, boards, documents, event_stream, followed, ingest, keyed, keys_million, lifecycle, one_log,
    reads, sample_reads, scattered, search, sign_ins, slices, slow_clients,
};
use anyhow::{Result, ensure};

pub(crate) struct Choice {
    prefix: String,
}

impl Choice {
    /// Chooses the entries whose names begin with `prefix`; all of them without a prefix.
    ///
    /// # Errors
    ///
    /// No entry's name begins so.
    pub(crate) fn new(prefix: Option<String>) -> Result<Self> {
        let choice = Self { prefix: prefix.unwrap_or_default() };
        let apart = [
            keyed::FIGURES,
            event_stream::FIGURES,
            slow_clients::FIGURES,
            address_table::FIGURES,
            keys_million::FIGURES,
            ingest::FIGURES,
            scattered::FIGURES,
            reads::FIGURES,
            sample_reads::FIGURES,
            one_log::FIGURES,
            followed::FIGURES,
            documents::FIGURES,
            search::FIGURES,
            alerts::FIGURES,
            boards::FIGURES,
            sign_ins::FIGURES,
            slices::FIGURES,
        ];
        let apart = apart.iter().chain(lifecycle::FIGURES).flat_map(|figures| figures.iter().copied());
        let names: Vec<&str> = ENTRIES.iter().map(|entry| entry.name).chain(apart).collect();
        ensure!(choice.takes(&names), "no entry begins with {:?}; there are: {}", choice.prefix, names.join(", "));
        Ok(choice)
    }

    /// Tells that one of these figures is wanted.
    pub(crate) fn takes(&self, figures: &[&str]) -> bool {
        figures.iter().any(|name| name.starts_with(&self.prefix))
    }

    /// The entries that are wanted, with the baselines that they need, in the order of the table.
    pub(crate) fn entries(&self) -> Vec<&'static Entry> {
        let mut wanted: Vec<&str> = Vec::new();
        // A baseline stands before those that are compared to it, so one walk from the end finds all.
        for entry in ENTRIES.iter().rev() {
            if self.takes(&[entry.name]) || self.takes(entry.gives) || wanted.contains(&entry.name) {
                wanted.push(entry.name);
                wanted.extend(entry.baseline);
            }
        }
        ENTRIES.iter().filter(|entry| wanted.contains(&entry.name)).collect()
    }
}
