//! A cited figure, as both paths show it.

use quarry_sdk::prelude::*;
use serde_json::Value as Json;

statement!(app_store, SelectCitedFigure, "sql/cited_figure.sql");

#[derive(Parameters)]
pub struct CitationPath {
    /// The citation's hash.
    #[parameter(path, example = "0x5777f5437922d39f089e4640db09ab2b17efb21a20a7489695c6499c5f388741")]
    hash: Hash,
}

/// What kind of figure was cited.
#[derive(Choice, Clone, Copy)]
pub enum CitationKind {
    PriceSeries,
    DatasetQuery,
    ComputedFigure,
    TransactionField,
}

/// Whether the figure still holds.
#[derive(Choice, Clone, Copy)]
pub enum VerificationState {
    /// Derived again, it was the same.
    Verified,
    /// Derived again, it was another: `derived_value`.
    Mismatch,
    /// It was not derived again, or could not be.
    Unresolved,
}

/// What was hashed: an object whose members depend on the kind.
#[derive(Serialize, Deserialize)]
pub struct Cited(pub Json);

impl Schema for Cited {
    fn schema() -> Json {
        json!({ "type": "object" })
    }

    fn example() -> Json {
        json!({
            "as_of_block": 18_944_480, "dataset": "liquidations", "kind": "computed_figure",
            "parameters": { "aggregate": "count", "date_from": "2024-01-01" }, "value": "128"
        })
    }
}

#[derive(Row, Schema, Serialize)]
pub struct Citation {
    /// SHA-256 of the canonical JSON (RFC 8785) of `cited`.
    pub hash: Hash,
    /// What kind of figure it is.
    pub kind: CitationKind,
    /// What the person who cited it called it first; null without a name.
    #[schema(example = "Liquidations in January 2024")]
    pub label: Option<String>,
    /// The dataset that the figure is of; null where it is of a pool.
    #[schema(example = "liquidations")]
    pub dataset: Option<String>,
    /// The pool that the figure is of; null where it is of a dataset.
    #[schema(example = "0xb4e16d0168e52d35cacd2c6185b44281ec28c9dc")]
    pub pool: Option<Address>,
    /// EIP-155 chain id; null where the figure is of several chains.
    #[schema(example = 1)]
    pub chain_id: Option<i64>,
    /// The figure, as it was cited; null when it could not be derived then.
    #[schema(example = "128")]
    pub value: Option<String>,
    /// Time of the newest data that it took in.
    pub as_of: Option<Time>,
    /// Block of those data, where one chain is meant.
    #[schema(example = 18944480)]
    pub as_of_block: Option<i64>,
    /// Exactly what was hashed.
    #[row(json)]
    pub cited: Cited,
    /// Whether the figure still holds.
    pub verification_state: VerificationState,
    /// The value that deriving it again gave; null unless that was another.
    #[schema(example = "129")]
    pub derived_value: Option<String>,
    /// When it was last derived again; null when it never was.
    pub verified_at: Option<Time>,
    /// When it was first cited.
    pub cited_at: Time,
}

/// The figure that the hash stands for.
pub fn resolve(path: CitationPath) -> Result<Answer, Problem> {
    let found: Option<Citation> = SelectCitedFigure { hash: path.hash.0.clone() }.one()?;
    match found {
        Some(citation) => Ok(Answer::json(&citation)),
        None => Err(Problem::not_found(format!("No citation has the hash {}.", path.hash.to_hex()))),
    }
}
