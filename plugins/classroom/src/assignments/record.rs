//! An assignment as it is stored, and as its readers see it.

use quarry_dataset_catalogue::{Filters, Pin};
use quarry_price_orientation::PriceOrientation;
use quarry_sdk::deployment;
use quarry_sdk::prelude::*;
use std::collections::BTreeMap;

/// The length of a bar of a price series.
#[derive(Choice, Debug, Clone, Copy, PartialEq, Eq)]
pub enum BarPeriod {
    Hourly,
    Daily,
}

/// A thing that was pinned for a class. Every download gives the same bytes.
#[derive(Schema, Serialize)]
pub struct Assignment {
    #[schema(example = 5)]
    pub id: i64,
    /// The code that opens the assignment to every signed-in person who has it.
    #[schema(example = "7K2M-Q4TX-9BNE-W3HD")]
    pub join_code: String,
    #[schema(example = "Prices of March")]
    pub title: String,
    /// The teacher's instructions; null where there are none.
    #[schema(example = "Compute the realised volatility of each week.")]
    pub instructions: Option<String>,
    /// True where students who are not members are told the organization.
    #[schema(example = true)]
    pub name_organization: bool,
    /// The organization of the assignment; null for those who are not members, unless it is to be named.
    pub organization: Option<Named>,
    /// The person who pinned it: for members of the organization, and null once the account is gone.
    pub pinned_by: Option<Named>,
    /// The data request that it was made of; null of a price series, and once the request is gone.
    #[schema(example = 17)]
    pub data_request_id: Option<i64>,
    /// Key of the dataset: `price_bars` of a price series.
    #[schema(example = "price_bars")]
    pub dataset: String,
    /// Columns as the file has them.
    #[schema(example = ["chain_id", "pool"])]
    pub columns: Vec<String>,
    /// The rows that were asked for.
    #[schema(example = { "chain": "ethereum" })]
    pub filters: Filters,
    /// The orientation of its prices; null where it has none.
    #[schema(example = "token0_per_token1")]
    pub orientation: Option<PriceOrientation>,
    /// The market of a price series; else null.
    pub pool: Option<Address>,
    /// The chain of the data; null where the filters name none.
    #[schema(example = "ethereum")]
    pub chain: Option<String>,
    /// The period of a price series; null for other data.
    pub period: Option<BarPeriod>,
    /// The first day, in UTC; null where none was named.
    pub from: Option<Day>,
    /// The last day, in UTC; null where none was named.
    pub to: Option<Day>,
    #[schema(example = 365)]
    pub row_count: i64,
    #[schema(example = 41_212)]
    pub size_bytes: i64,
    /// SHA-256 of the file, whole.
    #[schema(example = "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08")]
    pub checksum_sha256: String,
    /// The time of the newest row in the file, of a bar that of the newest event in it. Null where rows have no time, and of what was
    /// pinned before this was kept.
    pub as_of: Option<Time>,
    /// The newest block that it may have rows of, where one chain is meant; else null.
    #[schema(example = 18_946_480)]
    pub as_of_block: Option<u64>,
    /// The newest block of each chain that it may have rows of; empty for datasets without blocks.
    #[schema(example = { "ethereum": 18_946_480 })]
    pub as_of_blocks: BTreeMap<String, u64>,
    /// Address of the CSV, for people who are signed in.
    #[schema(example = "/api/v1/session/classroom/7K2M-Q4TX-9BNE-W3HD/download")]
    pub download_path: String,
    pub pinned_at: Time,
}

/// An assignment as it is stored.
#[derive(Row)]
pub struct AssignmentRow {
    pub id: i64,
    pub join_code: String,
    pub title: String,
    pub instructions: Option<String>,
    pub name_organization: bool,
    pub organization_id: i64,
    pub organization_name: String,
    pub pinned_by_user_id: Option<i64>,
    pub pinned_by_name: Option<String>,
    /// True where the reader belongs to the organization.
    pub is_member: bool,
    pub data_request_id: Option<i64>,
    pub dataset: String,
    #[row(json)]
    pub columns: Vec<String>,
    #[row(json)]
    pub filters: Filters,
    pub pool: Option<Address>,
    pub period: Option<BarPeriod>,
    pub row_count: i64,
    pub size_bytes: i64,
    pub checksum_sha256: String,
    pub as_of: Option<Time>,
    #[row(json)]
    pub pins: Vec<Pin>,
    pub pinned_at: Time,
}

impl From<AssignmentRow> for Assignment {
    fn from(row: AssignmentRow) -> Assignment {
        let names = row.is_member || row.name_organization;
        let organization = Named { id: row.organization_id, name: row.organization_name };
        let teacher = row.pinned_by_user_id.zip(row.pinned_by_name).filter(|_| row.is_member);
        Assignment {
            id: row.id,
            download_path: format!("{}/session/classroom/{}/download", deployment::base_path(), row.join_code),
            join_code: row.join_code,
            title: row.title,
            instructions: row.instructions,
            name_organization: row.name_organization,
            organization: names.then_some(organization),
            pinned_by: teacher.map(|(id, name)| Named { id, name }),
            data_request_id: row.data_request_id,
            orientation: PriceOrientation::of_dataset(&row.dataset),
            dataset: row.dataset,
            columns: row.columns,
            pool: row.pool,
            chain: row.filters.chain.clone(),
            period: row.period,
            from: row.filters.date_from.clone(),
            to: row.filters.date_to.clone(),
            as_of_block: match row.pins.as_slice() {
                [pin] if row.filters.chain.is_some() => Some(pin.block_number),
                _ => None,
            },
            filters: row.filters,
            row_count: row.row_count,
            size_bytes: row.size_bytes,
            checksum_sha256: row.checksum_sha256,
            as_of: row.as_of,
            as_of_blocks: row.pins.into_iter().map(|pin| (pin.chain, pin.block_number)).collect(),
            pinned_at: row.pinned_at,
        }
    }
}
