//! Computing a figure again, of what was hashed.

use crate::cited::{CitationKind, Cited, Period, VerificationState};
use crate::derivation::Subject;
use crate::derivation::known::known_chain_among;
use quarry_dataset_catalogue::components::is_of_a_component;
use quarry_dataset_catalogue::figure_of::{self, Aggregate};
use quarry_dataset_catalogue::{Addresses, Frozen, Selection, dataset};
pub use quarry_dataset_catalogue::{KnownChain, KnownNames};
use quarry_sdk::prelude::*;

/// The outcome of computing it again.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Outcome {
    pub state: VerificationState,
    /// The value that was derived, on a mismatch.
    pub derived_value: Option<String>,
}

impl Outcome {
    fn unresolved() -> Outcome {
        Outcome { state: VerificationState::Unresolved, derived_value: None }
    }
}

/// Compares what was hashed with what the data say now. `had_rows`: rows that were taken in at first, where that is known.
///
/// A 503 is an outage and says nothing of the figure; that nothing is left to compute it of is `unresolved`. A dataset whose component is
/// not there is an outage too ([`is_out_of_reach`]).
pub fn verify(canonical: &str, had_rows: Option<i64>, today: &Day) -> Result<Outcome, Problem> {
    verify_among(canonical, had_rows, today, &KnownNames::default())
}

/// The same, of names that a run over many figures asks for once.
pub fn verify_among(
    canonical: &str,
    had_rows: Option<i64>,
    today: &Day,
    names: &KnownNames,
) -> Result<Outcome, Problem> {
    let Some(cited) = Cited::read(canonical) else { return Ok(Outcome::unresolved()) };
    if has_no_component(&cited) {
        let key = cited.dataset.unwrap_or_default();
        let sentence = format!("The component of the dataset {key} is not there, or its module is off.");
        return Err(Problem::new(503, "service_unavailable", sentence));
    }
    let (subject, frozen) = match ready(&cited, today, names) {
        Ok(ready) => ready,
        Err(problem) if problem.status() == 503 => return Err(problem),
        // A chain, a protocol or a pool that nobody knows any more.
        Err(_) => return Ok(Outcome::unresolved()),
    };
    let derived = match subject.derive(&frozen) {
        Ok(derived) => derived,
        Err(problem) if problem.status() == 503 => return Err(problem),
        // There is more of it now than can be read: it is another figure, whatever it is.
        Err(_) => return Ok(Outcome { state: VerificationState::Mismatch, derived_value: None }),
    };
    let is_gone = derived.rows == 0 && had_rows.is_none_or(|rows| rows > 0) && cited.value.as_deref() != Some("0");
    Ok(match derived.value {
        Some(value) if cited.value.as_deref() == Some(value.as_str()) => {
            Outcome { state: VerificationState::Verified, derived_value: None }
        }
        _ if is_gone => Outcome::unresolved(),
        Some(value) => Outcome { state: VerificationState::Mismatch, derived_value: Some(value) },
        None => Outcome::unresolved(),
    })
}

/// Tells that the dataset that it was computed of belongs to a component that is not there. Nothing is known of the data meanwhile.
pub fn is_out_of_reach(canonical: &str) -> bool {
    Cited::read(canonical).is_some_and(|cited| has_no_component(&cited))
}

fn has_no_component(cited: &Cited) -> bool {
    cited.dataset.as_deref().is_some_and(|key| is_of_a_component(key) && dataset(key).is_none())
}

/// Gives the subject to compute, and the point up to which rows are taken in.
fn ready(cited: &Cited, today: &Day, names: &KnownNames) -> Result<(Subject, Frozen), Problem> {
    let subject = subject(cited, today, names)?;
    let frozen = match subject.selection() {
        Some(selection) => frozen(cited, selection, names)?,
        None => Frozen::default(),
    };
    Ok((subject, frozen))
}

fn subject(cited: &Cited, today: &Day, names: &KnownNames) -> Result<Subject, Problem> {
    let lost = |what: &str| Problem::not_found(format!("The citation names no {what} that is known here."));
    let kind = CitationKind::from_word(&cited.kind).ok_or_else(|| lost("kind"))?;
    let parameters = &cited.parameters;
    let known = |key: Option<&str>| key.and_then(dataset).ok_or_else(|| lost("dataset"));
    match kind {
        CitationKind::ComputedFigure => {
            let (dataset, filters) = (known(cited.dataset.as_deref())?, parameters.filters.clone());
            let selection = Selection::of_request_among(dataset, Vec::new(), filters, today, names)?;
            let selection = of_period(selection, parameters.period.as_deref());
            let aggregate = parameters.aggregate.as_deref().and_then(Aggregate::from_word);
            let aggregate = aggregate.ok_or_else(|| lost("aggregate"))?;
            let column = figure_of::column_for(&selection, aggregate, parameters.column.as_deref())?;
            Ok(Subject::Figure { selection, aggregate, column })
        }
        CitationKind::DatasetQuery | CitationKind::PriceSeries => {
            let key = if kind == CitationKind::PriceSeries { Some("price_bars") } else { cited.dataset.as_deref() };
            let mut filters = parameters.filters.clone();
            if let Some(pool) = &cited.pool {
                filters.addresses = Some(Addresses::List(vec![pool.clone()]));
            }
            let columns = parameters.columns.clone().unwrap_or_default();
            let selection = Selection::of_request_among(known(key)?, columns, filters, today, names)?;
            Ok(Subject::Rows { selection: of_period(selection, parameters.period.as_deref()), pool: None })
        }
        CitationKind::TransactionField => {
            let word = parameters.filters.chain.as_deref().ok_or_else(|| lost("chain"))?;
            let hash = parameters.transaction_hash.as_deref().ok_or_else(|| lost("transaction"))?;
            Ok(Subject::Field {
                chain: known_chain_among(names, word, "chain")?,
                transaction: json_text(hash).ok_or_else(|| lost("transaction"))?,
                field: parameters.field.clone().ok_or_else(|| lost("field"))?,
            })
        }
    }
}

/// The selection with bars of the period that was hashed, where one was.
fn of_period(selection: Selection, period: Option<&str>) -> Selection {
    match period.and_then(Period::from_word) {
        Some(period) => selection.of_bars(period.word()),
        None => selection,
    }
}

fn json_text(hash: &str) -> Option<Hash> {
    serde_json::from_value(json!(hash)).ok()
}

/// Gives the point up to which rows were taken in, as it was hashed.
fn frozen(cited: &Cited, selection: &Selection, names: &KnownNames) -> Result<Frozen, Problem> {
    let mut frozen = match (cited.as_of_block, &cited.as_of_blocks) {
        (Some(block), _) => Frozen::at_block(block),
        (None, Some(blocks)) => {
            let known = names.chains()?;
            let chain_id = |word: &str| known.iter().find(|chain| chain.word() == word).map(|chain| chain.chain_id);
            let read = blocks.iter().filter_map(|(word, block)| Some((chain_id(word)?, *block)));
            Frozen::at_blocks(read.collect())
        }
        (None, None) => Frozen::now(selection)?,
    };
    if cited.parameters.until.is_some() {
        frozen.until = cited.parameters.until;
    }
    if cited.parameters.newest_entry.is_some() {
        frozen.newest_entry = cited.parameters.newest_entry;
    }
    Ok(frozen)
}
