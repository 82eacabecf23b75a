//! The job that makes a digest, stores it and posts it. Run again it makes the same, and posts nothing twice.

use crate::digest::text::{self, Watched};
use crate::webhook::post;
use crate::{clock, digest};
use quarry_sdk::objects::ObjectFailure;
use quarry_sdk::prelude::*;
use serde::{Deserialize, Serialize};

statement!(app_store, SelectPoolsOfOrganization, "sql/pools_of_organization.sql");

const KEPT_SECONDS: u64 = 30 * 86_400;

/// The organization and the day of the digest.
#[derive(Serialize, Deserialize)]
pub struct MakeDigestArguments {
    pub organization_id: i64,
    /// The day's first second.
    pub start_seconds: i64,
}

impl MakeDigestArguments {
    /// While a digest waits to be made, or is made, it is not asked for again.
    pub fn unique_key(&self) -> String {
        format!("{}/{}", self.organization_id, clock::day(self.start_seconds))
    }
}

/// Makes an organization's digest of a day, stores it and posts it.
#[job(timeout = "2 min", attempts = 6)]
pub fn make_digest(arguments: MakeDigestArguments) -> Result<(), JobFailure> {
    let MakeDigestArguments { organization_id, start_seconds } = arguments;
    let pools = pools(&SelectPoolsOfOrganization { organization_id }.query()?);
    if pools.is_empty() {
        return Ok(());
    }
    let (day, text) = (clock::day(start_seconds), text::of(&pools, start_seconds)?);
    let key = digest::key(organization_id, &day);
    objects::put(&key, "text/markdown; charset=utf-8", text.as_bytes(), Some(KEPT_SECONDS)).map_err(unstored)?;
    post::once(organization_id, &day, &text)
}

fn pools(rows: &ResultSet) -> Vec<Watched> {
    let pool = |row: usize| {
        Some(Watched {
            chain_id: u64::try_from(rows.integer(row, "chain_id")?).ok()?,
            address: bytes(&rows.text(row, "address")?)?,
            chain: rows.text(row, "chain")?,
            pair: rows.text(row, "pair")?,
        })
    };
    (0..rows.row_count()).filter_map(pool).collect()
}

/// Reads the text that `Address::to_hex` has written.
fn bytes(hex: &str) -> Option<Vec<u8>> {
    let digits = hex.strip_prefix("0x")?;
    (0..digits.len()).step_by(2).map(|at| u8::from_str_radix(digits.get(at..at + 2)?, 16).ok()).collect()
}

fn unstored(failure: ObjectFailure) -> JobFailure {
    match failure {
        ObjectFailure::Unavailable(sentence)
        | ObjectFailure::DeadlineExceeded(sentence)
        | ObjectFailure::LimitExceeded(sentence) => JobFailure::Retry(sentence),
        ObjectFailure::Rejected(sentence) => JobFailure::GiveUp(sentence),
    }
}
