//! Deriving cited figures again: daily, when data in their range changed, and when staff ask for it.
//!
//! Always true here: what could not be looked at keeps its state, and keeps no other figure from being looked at. A figure that drifted may hold again.

pub mod request;
pub mod watch;

use quarry_figures::derivation::again::{self, KnownChain, KnownNames};
use quarry_figures::outcomes;
use quarry_sdk::log::{self, Level};
use quarry_sdk::prelude::*;

statement!(app_store, SelectFiguresToDerive, "src/rederivation/figures_to_derive.sql");

/// Figures whose outcomes are written together.
const PAGE: i64 = 100;

/// The citations to derive again: all of them where none is named.
#[derive(Serialize, Deserialize, Default, Debug, Clone)]
pub struct RederiveArguments {
    /// Those of this chain, or of several.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    chain_id: Option<i64>,
    /// Those that took in blocks from this one on.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    first_block: Option<i64>,
    /// Those behind this hash.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    after: Option<Hash>,
    /// Those that could not be derived by the runs before.
    #[serde(default, skip_serializing_if = "Failed::is_none")]
    failed: Failed,
}

/// Figures that cannot be derived, though the warehouse answers.
#[derive(Serialize, Deserialize, Default, Debug, Clone)]
struct Failed {
    figures: u64,
    /// The first of them, and why.
    first: Option<String>,
}

/// A record to derive again.
#[derive(Row)]
struct ToDerive {
    hash: Hash,
    canonical: String,
    row_count: Option<i64>,
}

/// Derives cited figures again and notes which of them still hold.
///
/// In the order of their hashes: a run goes on behind those of the run before it.
#[job(every = "1 d", timeout = "1 h")]
pub fn rederive_citations(run: &JobRun, mut arguments: RederiveArguments) -> Result<(), JobFailure> {
    let (mut done, names) = (0, KnownNames::default());
    while run.goes_on() {
        let figures: Vec<ToDerive> = SelectFiguresToDerive {
            after: arguments.after.as_ref().map(|hash| hash.0.clone()).unwrap_or_default(),
            chain_id: arguments.chain_id,
            first_block: arguments.first_block,
            most: PAGE,
        }
        .all()?;
        if figures.is_empty() {
            return arguments.failed.end();
        }
        let last = derive_page(run, &figures, &names, &mut arguments.failed)?;
        arguments.after = figures.get(last).map(|figure| figure.hash.clone());
        done += last as u64 + 1;
        if !run.report_progress(done, None)? {
            return Ok(());
        }
    }
    run.goes_on_with(&arguments);
    Ok(())
}

/// Derives and writes, while the run goes on and at least one; the place of the last one. A figure that cannot be derived is noted and gone past:
/// those behind it need not wait. What an outage leaves is not written, and the job is tried again.
fn derive_page(
    run: &JobRun,
    figures: &[ToDerive],
    names: &KnownNames,
    failed: &mut Failed,
) -> Result<usize, JobFailure> {
    let today = Time::now().day();
    let (mut derived, mut outage) = (Vec::with_capacity(figures.len()), None);
    let mut last = 0;
    for (place, figure) in figures.iter().enumerate() {
        // The others need not wait until somebody installs or switches it on again.
        if again::is_out_of_reach(&figure.canonical) {
            last = place;
            continue;
        }
        match again::verify_among(&figure.canonical, figure.row_count, &today, names) {
            Ok(outcome) => derived.push((figure.hash.clone(), outcome)),
            // The warehouse answers a question that costs nothing, so it is this figure that it cannot answer.
            Err(problem) if KnownChain::known().is_ok() => failed.note(&figure.hash, problem.detail()),
            Err(problem) => {
                outage = Some(JobFailure::Retry(problem.detail().to_owned()));
                break;
            }
        }
        last = place;
        if !run.goes_on() {
            break;
        }
    }
    outcomes::write_outcomes(derived, None)?;
    outage.map_or(Ok(last), Err)
}

impl Failed {
    fn is_none(&self) -> bool {
        self.first.is_none()
    }

    fn note(&mut self, hash: &Hash, detail: &str) {
        let hash = hash.to_hex();
        log::emit(
            Level::Warn,
            &format!("the citation {hash} could not be derived again and keeps its state: {detail}"),
        );
        self.figures += 1;
        self.first.get_or_insert_with(|| format!("{hash}: {detail:.500}"));
    }

    /// The end of the last run: those who look after jobs find it among those that failed. A try again would meet the same figures.
    fn end(self) -> Result<(), JobFailure> {
        match self.first {
            Some(first) => Err(JobFailure::GiveUp(format!(
                "{} figures could not be derived again and keep their state, the others were. The first is {first}",
                self.figures
            ))),
            None => Ok(()),
        }
    }
}
