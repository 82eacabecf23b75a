//! The citation behind a block that shows a cited figure.

use quarry_figures::cited::VerificationState;
use quarry_figures::derivation::again;
use quarry_figures::outcomes;
use quarry_figures::references::{SelectReferenceOfHash, SpaceCitation};
use quarry_research_pages::blocks::Block;
use quarry_sdk::prelude::*;
use serde_json::Value as Json;

statement!(app_store, SelectCitedValue, "src/blocks/cited_value.sql");

#[derive(Row)]
struct CitedValue {
    hash: Hash,
    canonical: String,
    row_count: Option<i64>,
    /// The result of the last check that the figure still holds.
    verification_state: VerificationState,
}

/// Derives the figure again and notes the outcome. While the data cannot be looked at it is a 503, and the figure keeps its state.
pub fn derive_again(block: &Block) -> Result<SpaceCitation, Problem> {
    let absent = || {
        let sentence = "The block shows no citation of this space: give its attrs a citation_id, or its body a token.";
        Problem::new(422, "nothing_to_refresh", sentence)
    };
    let citation_id = citation_of(block).ok_or_else(absent)?;
    let cited: CitedValue = SelectCitedValue { citation_id }.one()?.ok_or_else(absent)?;
    let outcome = again::verify(&cited.canonical, cited.row_count, &Time::now().day())?;
    let said = |state: VerificationState| json!({ "verification_state": state.word() });
    let entry = AuditEntry::of("citation.rederived", "citation", &cited.hash.to_hex());
    let entry = entry.before(&said(cited.verification_state)).after(&said(outcome.state));
    outcomes::write_outcomes(vec![(cited.hash.clone(), outcome)], Some(entry))?;
    let after: Option<SpaceCitation> = SelectReferenceOfHash { hash: cited.hash }.one()?;
    Ok(after.ok_or_else(absent)?.with_token())
}

/// The citation that the attributes name, or the first token of the body.
fn citation_of(block: &Block) -> Option<i64> {
    let named = block.attrs.0.get("citation_id").and_then(Json::as_i64);
    named.or_else(|| block.body.split_once("{{derived:")?.1.split_once("}}")?.0.parse().ok())
}
