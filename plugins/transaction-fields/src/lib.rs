//! The fields of a transaction and of its logs, by the names under which they are cited.
//!
//! `value`, `gas_used` and the like are the transaction's own; `logs.3.address` and `logs.3.args.amount` are of the log whose index in
//! its block is 3. An argument without a name, or with that of an earlier one, goes by its place: `logs.3.args.0`. Citations and notes on
//! saved copies use the same names.

use quarry_sdk::prelude::*;
use std::collections::BTreeSet;

statement!(warehouse, SelectPlaces, "src/places.sql", hash: Hash);
statement!(warehouse, SelectOwnFields, "src/own_fields.sql", hash: Hash);
statement!(warehouse, SelectLogFields, "src/log_fields.sql", hash: Hash);

/// Raised when a log is decoded to another value than before.
pub const DECODER_VERSION: i64 = 1;

/// The transaction's own, with their types in Solidity's words. Where it stands says the place.
const OWN: &[(&str, &str)] = &[
    ("from_address", "address"),
    ("to_address", "address"),
    ("nonce", "uint64"),
    ("value", "uint256"),
    ("gas_limit", "uint64"),
    ("gas_used", "uint64"),
    ("gas_price", "uint256"),
    ("max_fee_per_gas", "uint256"),
    ("max_priority_fee_per_gas", "uint256"),
    ("transaction_type", "uint8"),
    ("success", "bool"),
];

/// A field that can be cited.
#[derive(Schema, Serialize, Debug, Clone, PartialEq, Eq)]
pub struct CitableField {
    /// The field's name in a citation.
    #[schema(example = "logs.3.args.amount")]
    pub field: String,
    /// The field's type, in Solidity's words.
    #[schema(example = "uint256")]
    pub r#type: String,
    /// Whole numbers in decimal digits, bytes and addresses in hex, `true` or `false`, text. Null cannot be cited: it is not known,
    /// a list, or longer than 4 KiB.
    #[schema(example = "1000")]
    pub value: Option<String>,
}

/// A log with what can be cited of it.
#[derive(Schema, Serialize, Debug)]
pub struct CitableLog {
    /// The log's place in the block, from 0.
    #[schema(example = 3)]
    pub log_index: u64,
    /// The event's name; null when it is not known.
    #[schema(example = "Transfer")]
    pub event: Option<String>,
    /// The event with its parameters' types; null when it is not known.
    #[schema(example = "Transfer(address,address,uint256)")]
    pub signature: Option<String>,
    pub fields: Vec<CitableField>,
}

/// The place of a transaction.
#[derive(Row, Debug, Clone)]
pub struct Place {
    pub chain_id: u64,
    /// Empty where the chain has none.
    pub slug: String,
    pub block_number: u64,
    pub transaction_index: u64,
}

/// A log as the statement gives it.
#[derive(Row)]
struct LogRow {
    log_index: u64,
    address: String,
    block_timestamp: Option<Time>,
    event: Option<String>,
    signature: Option<String>,
    /// Tuples of name, type and value.
    #[row(json)]
    arguments: Vec<Argument>,
}

#[derive(Deserialize)]
struct Argument(String, String, Option<String>);

/// Every chain that has the transaction.
pub fn places(transaction: &Hash, chain_id: Option<u64>) -> Result<Vec<Place>, Problem> {
    SelectPlaces { hash: transaction.clone(), chain_id }.all()
}

impl Place {
    /// The chain's slug, or its number where it has none.
    pub fn chain(&self) -> String {
        if self.slug.is_empty() { self.chain_id.to_string() } else { self.slug.clone() }
    }
}

/// The transaction's own fields, and when it was; none where its logs alone are known.
pub fn own(transaction: &Hash, place: &Place) -> Result<(Vec<CitableField>, Option<Time>), Problem> {
    let Place { chain_id, block_number, transaction_index, .. } = *place;
    let rows = SelectOwnFields { chain_id, block_number, transaction_index, hash: transaction.clone() }.query()?;
    if rows.is_empty() {
        return Ok((Vec::new(), None));
    }
    let field = |(name, kind): &(&str, &str)| CitableField {
        field: (*name).to_owned(),
        r#type: (*kind).to_owned(),
        value: rows.text(0, name),
    };
    let number = |name: &str, number: u64| CitableField {
        field: name.to_owned(),
        r#type: "uint64".to_owned(),
        value: Some(number.to_string()),
    };
    let place = [number("block_number", block_number), number("transaction_index", transaction_index)];
    Ok((place.into_iter().chain(OWN.iter().map(field)).collect(), rows.time(0, "block_timestamp")))
}

/// Logs from that one on, with the time of their block.
pub fn logs(
    transaction: &Hash,
    place: &Place,
    first_log: u64,
    most: u64,
) -> Result<(Vec<CitableLog>, Option<Time>), Problem> {
    let Place { chain_id, block_number, transaction_index, .. } = *place;
    let hash = transaction.clone();
    let rows: Vec<LogRow> =
        SelectLogFields { chain_id, block_number, transaction_index, hash, first_log, most }.all()?;
    let at = rows.iter().find_map(|row| row.block_timestamp);
    Ok((rows.into_iter().map(LogRow::citable).collect(), at))
}

impl LogRow {
    fn citable(self) -> CitableLog {
        let prefix = format!("logs.{}", self.log_index);
        let mut fields = vec![CitableField {
            field: format!("{prefix}.address"),
            r#type: "address".to_owned(),
            value: Some(self.address),
        }];
        let mut names = BTreeSet::new();
        for (place, Argument(name, kind, value)) in self.arguments.into_iter().enumerate() {
            let is_own =
                !name.is_empty() && !name.bytes().all(|byte| byte.is_ascii_digit()) && names.insert(name.clone());
            let name = if is_own { name } else { place.to_string() };
            fields.push(CitableField { field: format!("{prefix}.args.{name}"), r#type: kind, value });
        }
        CitableLog { log_index: self.log_index, event: self.event, signature: self.signature, fields }
    }
}
