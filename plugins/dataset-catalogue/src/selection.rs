//! A client's question to a dataset, understood.

use crate::dataset::{Dataset, Source};
use crate::filter::{Filter, Period};
use crate::filters::{Checked, Filters, bindings, check, check_form};
use crate::known::{KnownNames, KnownProtocol};
use crate::pins::Pins;
use quarry_sdk::StatementFailure;
use quarry_sdk::bindings::quarry::plugin::app_store;
use quarry_sdk::prelude::*;

/// The year 2100, behind all that there is.
const FOR_EVER: Time = Time { microseconds: 4_102_444_800_000_000 };

/// The last rows that a statement gives. Each dataset is bound to those that it has.
pub(crate) struct Ends {
    /// Chains, and the newest block of each; empty lists leave nothing out.
    pub(crate) pins: (Vec<u64>, Vec<u64>),
    /// The end of the last bar; none: all bars.
    pub(crate) until: Option<Time>,
    /// The number of the last entry of the timeline; none: all entries.
    pub(crate) newest_entry: Option<i64>,
}

/// Columns and rows of a dataset.
#[derive(Debug)]
pub struct Selection {
    pub dataset: &'static Dataset,
    /// The columns, in the order of the dataset, each once.
    pub columns: Vec<&'static str>,
    /// Names that were asked for and that the dataset does not have; they are left out.
    pub dropped_columns: Vec<String>,
    /// Normalised.
    pub filters: Filters,
    /// Rows of later blocks are left out; without pins none are.
    pub pins: Option<Pins>,
    /// True where texts that a spreadsheet would run begin with an apostrophe.
    pub is_spreadsheet_safe: bool,
    pub(crate) chain_id: Option<u64>,
    /// Of price bars alone: `hourly` or `daily`; none: both.
    pub period: Option<&'static str>,
    /// Those that the filters name.
    protocols: Vec<KnownProtocol>,
    /// False where the warehouse did not say what the named chain and protocols are, so that nothing can be asked of it yet.
    pub is_resolved: bool,
}

impl Selection {
    /// Reads a request. Names of columns that the dataset does not have are dropped; where none is left, its default columns stand.
    /// Filters are refused by field (422), and where the warehouse has to say what a chain or a protocol is and cannot, with a 503.
    pub fn of_request(
        dataset: &'static Dataset,
        columns: Vec<String>,
        filters: Filters,
        today: &Day,
    ) -> Result<Selection, Problem> {
        Selection::of_request_among(dataset, columns, filters, today, &KnownNames::default())
    }

    /// The same, of names that many requests are read by.
    pub fn of_request_among(
        dataset: &'static Dataset,
        columns: Vec<String>,
        filters: Filters,
        today: &Day,
        known: &KnownNames,
    ) -> Result<Selection, Problem> {
        let Checked { filters, chain_id, protocols } = check(dataset, filters, today, known)?;
        Ok(Selection { chain_id, protocols, ..Selection::unresolved(dataset, columns, filters) }.resolved())
    }

    /// Reads a request as [`Selection::of_request`] does. Where the warehouse has to say what a chain or a protocol is and cannot, the
    /// filters stay as they were written, and the selection is not resolved: it is kept, and read again before it is run.
    pub fn of_draft(
        dataset: &'static Dataset,
        columns: Vec<String>,
        filters: Filters,
        today: &Day,
    ) -> Result<Selection, Problem> {
        match if_available(Selection::of_request(dataset, columns.clone(), filters.clone(), today))? {
            Some(selection) => Ok(selection),
            None => Ok(Selection::unresolved(dataset, columns, check_form(dataset, filters, today)?)),
        }
    }

    fn unresolved(dataset: &'static Dataset, columns: Vec<String>, filters: Filters) -> Selection {
        let names = dataset.columns.iter().map(|column| column.name);
        let picked: Vec<&'static str> = names.filter(|name| columns.iter().any(|asked| asked == name)).collect();
        let mut dropped_columns: Vec<String> = Vec::new();
        for name in columns {
            if dataset.column(&name).is_none() && !dropped_columns.contains(&name) {
                dropped_columns.push(name);
            }
        }
        Selection {
            dataset,
            columns: if picked.is_empty() { dataset.default_columns() } else { picked },
            dropped_columns,
            period: filters.period.and_then(Period::bound),
            filters,
            pins: None,
            is_spreadsheet_safe: false,
            chain_id: None,
            protocols: Vec::new(),
            is_resolved: false,
        }
    }

    fn resolved(self) -> Selection {
        Selection { is_resolved: true, ..self }
    }

    /// The same selection with what stands where a new request leaves it out: bars are daily ones. Selections that are read again stay
    /// as they were kept: those of before have bars of both periods.
    pub fn with_defaults(mut self) -> Selection {
        if self.dataset.takes(Filter::Period) && self.filters.period.is_none() {
            self.filters.period = Some(Period::Daily);
            self.period = Period::Daily.bound();
        }
        self
    }

    /// The same selection with bars of one period, `hourly` or `daily`, where the dataset has periods.
    pub fn of_bars(self, period: &'static str) -> Selection {
        Selection { period: self.dataset.has_periods().then_some(period), ..self }
    }

    /// Tells why the protocols that it names are not comparable with each other; none where they are.
    pub fn incomparable_protocols(&self) -> Option<String> {
        if !self.dataset.compares_measures {
            return None;
        }
        let mut measures: Vec<&str> = self.protocols.iter().map(|protocol| protocol.measure.as_str()).collect();
        measures.sort_unstable();
        measures.dedup();
        if measures.len() < 2 {
            return None;
        }
        let of = |measure: &str| {
            let words = self.protocols.iter().filter(|protocol| protocol.measure == measure);
            format!("{}: {measure}", words.map(|protocol| protocol.word.as_str()).collect::<Vec<_>>().join(", "))
        };
        let each = measures.into_iter().map(of).collect::<Vec<_>>().join("; ");
        Some(format!("The figures of these protocols are not comparable with each other ({each})."))
    }

    /// The chain that its filters name.
    pub fn chain_id(&self) -> Option<u64> {
        self.chain_id
    }

    /// Counts the rows that it gives: exactly, however many. Fails with `DeadlineExceeded` where the warehouse needs longer
    /// than so many seconds.
    pub fn count_rows(&self, at_most_seconds: u32) -> Result<u64, StatementFailure> {
        match self.dataset.source {
            Source::Warehouse(reader) => reader.count_rows(&self.bindings(), at_most_seconds),
            Source::AppStore(_, counting) => {
                let counted = app_store::query(counting, &self.bindings())?;
                Ok(match counted.value(0, "row_count") {
                    Some(Value::Int64(rows)) => rows.unsigned_abs(),
                    _ => 0,
                })
            }
        }
    }

    /// The parameters that its filters bind, in statements of the dataset that know no pins.
    pub(crate) fn filter_bindings(&self) -> Vec<(String, Value)> {
        bindings(self.dataset, &self.filters, self.chain_id)
    }

    /// The parameters of the dataset's statement.
    pub(crate) fn bindings(&self) -> Vec<(String, Value)> {
        self.bindings_up_to(Ends { pins: Pins::lists(self.pins.as_ref()), until: None, newest_entry: None })
    }

    /// The same, of the rows up to these ends instead of the pins.
    pub(crate) fn bindings_up_to(&self, ends: Ends) -> Vec<(String, Value)> {
        let mut bound = self.filter_bindings();
        if self.dataset.has_periods() {
            bound.push(("until".to_owned(), Value::Timestamp(ends.until.unwrap_or(FOR_EVER).microseconds)));
        }
        if matches!(self.dataset.source, Source::AppStore(..)) {
            bound.push(("newest_entry".to_owned(), Value::Int64(ends.newest_entry.unwrap_or(i64::MAX))));
        }
        if self.dataset.has_blocks() {
            let (chains, blocks) = ends.pins;
            bound.push(("pinned_chains".to_owned(), Value::Uint64List(chains)));
            bound.push(("pinned_blocks".to_owned(), Value::Uint64List(blocks)));
        }
        if let Some(period) = self.period {
            bound.push(("period".to_owned(), Value::Text(period.to_owned())));
        }
        if matches!(self.dataset.source, Source::Warehouse(_)) && self.dataset.has_foreign_texts() {
            bound.push(("spreadsheet_safe".to_owned(), Value::Boolean(self.is_spreadsheet_safe)));
        }
        bound
    }
}
