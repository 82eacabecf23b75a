//! The hashed content of a citation: kind, dataset or pool, parameters, value, and the blocks up to which rows were taken in.

use quarry_dataset_catalogue::Filters;
use quarry_sdk::prelude::*;
use quarry_sdk::serde_json::{self, Value as Json};
use std::collections::BTreeMap;

/// Raised when the code computes another value of the same data.
pub const DERIVATION_VERSION: i64 = 1;

/// The kind of a cited figure.
#[derive(Choice, Debug, Clone, Copy, PartialEq, Eq)]
pub enum CitationKind {
    /// The bars of one pool.
    PriceSeries,
    /// Rows of a dataset.
    DatasetQuery,
    /// One figure computed of a dataset.
    ComputedFigure,
    /// One field of a transaction or of one of its logs.
    TransactionField,
}

/// The result of the last check that a figure still holds.
#[derive(Choice, Debug, Clone, Copy, PartialEq, Eq)]
pub enum VerificationState {
    /// Derived again, it was the same.
    Verified,
    /// Derived again, it was another: `derived_value`.
    Mismatch,
    /// Nothing is left to derive it of.
    Unresolved,
}

/// The length of a bar.
#[derive(Choice, Debug, Clone, Copy, PartialEq, Eq)]
pub enum Period {
    Hourly,
    Daily,
}

/// The parameters by which the figure was computed. Members that a kind does not have are left out.
#[derive(Serialize, Deserialize, Debug, Clone, Default)]
pub struct CitedParameters {
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub aggregate: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub column: Option<String>,
    /// The columns, in the dataset's order.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub columns: Option<Vec<String>>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub period: Option<String>,
    /// The end of the last bar that was taken in.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub until: Option<Time>,
    /// The number of the last entry of the timeline that was taken in.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub newest_entry: Option<i64>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub transaction_hash: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub field: Option<String>,
    /// Filters of the figure, each by its own name.
    #[serde(flatten)]
    pub filters: Filters,
}

/// The content that is hashed.
#[derive(Serialize, Deserialize, Debug, Clone)]
pub struct Cited {
    pub kind: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub dataset: Option<String>,
    /// Lower-case hex behind 0x.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub pool: Option<String>,
    pub parameters: CitedParameters,
    pub value: Option<String>,
    /// The newest block that was taken in, where one chain is meant.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub as_of_block: Option<u64>,
    /// The newest block by chain, where several are.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub as_of_blocks: Option<BTreeMap<String, u64>>,
}

impl Cited {
    /// Reads the content of a record; none where it is of an older form by which nothing can be computed.
    pub fn read(canonical: &str) -> Option<Cited> {
        serde_json::from_str(canonical).ok()
    }

    pub fn json(&self) -> Json {
        json!(self)
    }

    /// The newest block of any chain.
    pub fn last_block(&self) -> Option<i64> {
        let of_several = self.as_of_blocks.as_ref().and_then(|blocks| blocks.values().max());
        self.as_of_block.as_ref().or(of_several).and_then(|block| i64::try_from(*block).ok())
    }
}

/// The content that was hashed, as answers show it.
#[derive(Serialize, Deserialize)]
pub struct CitedJson(pub Json);

impl Schema for CitedJson {
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
