//! The public record of a cited figure.

use quarry_figures::cited::{CitationKind, CitedJson, VerificationState};
use quarry_figures::references::orientation;
use quarry_price_orientation::PriceOrientation;
use quarry_sdk::prelude::*;

#[derive(Row, Schema, Serialize)]
pub struct Citation {
    /// SHA-256 of the canonical JSON (RFC 8785) of `cited`.
    pub hash: Hash,
    /// The kind of the figure.
    pub kind: CitationKind,
    /// Names what was cited, for those who know nothing else of it. The names that spaces give it are theirs.
    #[row(skip)]
    #[schema(example = "A figure of the dataset liquidations")]
    pub label: String,
    /// The dataset that the figure is of; null where it is of a pool or of a transaction.
    #[schema(example = "liquidations")]
    pub dataset: Option<String>,
    /// The pool that the figure is of; null where it is of a dataset or of a transaction.
    #[schema(example = "0xb4e16d0168e52d35cacd2c6185b44281ec28c9dc")]
    pub pool: Option<Address>,
    /// The orientation of its prices; null where it has none. It is not hashed: prices have no other.
    #[row(skip)]
    #[schema(example = null)]
    pub orientation: Option<PriceOrientation>,
    /// EIP-155 chain id; null where the figure is of several chains.
    #[schema(example = 1)]
    pub chain_id: Option<i64>,
    /// The figure, as it was cited; of a series or a query `sha256:` over its canonical rows. Null when it could not be derived then.
    #[schema(example = "128")]
    pub value: Option<String>,
    /// Rows that it was derived of; null of a transaction's field, and where it was not counted.
    #[schema(example = 128)]
    pub row_count: Option<i64>,
    /// Time of the newest data that it took in.
    pub as_of: Option<Time>,
    /// Block of those data, where one chain is meant.
    #[schema(example = 18944480)]
    pub as_of_block: Option<i64>,
    /// The content that was hashed.
    #[row(json)]
    pub cited: CitedJson,
    /// The result of the last check that the figure still holds.
    pub verification_state: VerificationState,
    /// The value that deriving it again gave; null unless that was another.
    #[schema(example = "129")]
    pub derived_value: Option<String>,
    /// The version of the code that derived it first: a later one may derive another value of the same data.
    #[schema(example = 1)]
    pub derivation_version: i64,
    /// The time at which it was last derived again; null when it never was.
    pub verified_at: Option<Time>,
    /// The time at which it was first found to have drifted; null unless it has.
    pub drifted_at: Option<Time>,
    /// The time at which it was first cited.
    pub cited_at: Time,
}

impl Citation {
    /// The same with its label and its orientation, which follow from what was cited.
    pub fn with_label(self) -> Citation {
        let label = match (self.kind, &self.dataset, &self.pool) {
            (CitationKind::PriceSeries, _, Some(pool)) => format!("Prices of the pool {}", pool.to_hex()),
            (CitationKind::TransactionField, ..) => "A field of a transaction".to_owned(),
            (CitationKind::ComputedFigure, Some(dataset), _) => {
                format!("A figure of the dataset {dataset}{}", self.of_bars())
            }
            (_, Some(dataset), _) => format!("Rows of the dataset {dataset}{}", self.of_bars()),
            _ => "A cited figure".to_owned(),
        };
        Citation { label, orientation: orientation(self.kind, self.dataset.as_deref()), ..self }
    }

    /// The bars that a figure of a dataset of bars is of; empty of any other, and of those of both periods, which were cited before a period
    /// had to be named.
    fn of_bars(&self) -> String {
        let period = self.cited.0.pointer("/parameters/period").and_then(serde_json::Value::as_str);
        period.map(|period| format!(", {period} bars")).unwrap_or_default()
    }
}
