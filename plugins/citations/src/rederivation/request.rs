//! `POST /session/admin/citations/{hash}/rederive`.

use crate::public_record::{Citation, SelectCitedFigure};
use quarry_figures::cited::VerificationState;
use quarry_figures::derivation::again;
use quarry_figures::outcomes;
use quarry_sdk::prelude::*;

#[derive(Parameters)]
pub struct RederivePath {
    /// The citation's hash.
    #[parameter(path, example = "0x5777f5437922d39f089e4640db09ab2b17efb21a20a7489695c6499c5f388741")]
    hash: Hash,
}

/// Derive a cited figure again
///
/// The figure is derived at once, beside the daily run and the runs that follow a change of its data. While the data cannot be
/// looked at, the answer is a 503, and the figure keeps its state.
#[endpoint(
    post = "/session/admin/citations/{hash}/rederive", session = "editorial", module = "research", body = Citation
)]
pub fn rederive_citation(path: RederivePath) -> Result<Answer, Problem> {
    let hash = || path.hash.0.clone();
    let absent = || Problem::not_found(format!("No citation has the hash {}.", path.hash.to_hex()));
    let before: Citation = SelectCitedFigure { hash: hash() }.one()?.ok_or_else(absent)?;
    let outcome = again::verify(&before.cited.0.to_string(), before.row_count, &Time::now().day())?;
    let entry = AuditEntry::of("citation.rederived", "citation", &path.hash.to_hex());
    let said = |state: VerificationState| json!({ "verification_state": state.word() });
    let entry = entry.before(&said(before.verification_state)).after(&said(outcome.state));
    outcomes::write_outcomes(vec![(path.hash.clone(), outcome)], Some(entry))?;
    let after: Citation = SelectCitedFigure { hash: hash() }.one()?.ok_or_else(absent)?;
    Ok(Answer::json(&after.with_label()))
}
