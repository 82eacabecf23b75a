//! `GET /session/admin/load_conflicts`.

use quarry_sdk::prelude::*;

statement!(warehouse, SelectLoadConflicts, "src/load_conflicts/load_conflicts.sql");

#[derive(Parameters)]
pub struct LoadConflictsQuery {
    /// The number of a load; only its conflicts are listed.
    #[parameter(minimum = 1, example = "7")]
    load: Option<i64>,
}

/// A row of a file that differs from the stored one of the same place in the same block.
#[derive(Schema)]
pub struct LoadConflict {
    /// Slug of the chain, or its id where it has no slug.
    #[schema(example = "ethereum")]
    pub chain: String,
    /// EIP-155 chain id.
    pub chain_id: u64,
    /// `logs`, `transactions` or `blocks`.
    #[schema(example = "logs")]
    pub dataset: String,
    /// Number of the block.
    #[schema(example = 18_944_480)]
    pub block_number: u64,
    /// The index of the log or the transaction in it; 0 of a block.
    #[schema(example = 141)]
    pub position: u64,
    /// The load that brought the row later.
    #[schema(example = 7)]
    pub load: u64,
    /// Name of the file that was loaded.
    #[schema(example = "logs.csv.gz")]
    pub file: String,
    /// The load whose row was there, the same where a file has both; null for rows from before loads were numbered and for
    /// followed chains.
    #[schema(example = 3)]
    pub stored_load: Option<u64>,
    /// Name of the file that the stored value came from.
    #[schema(example = "older-logs.csv")]
    pub stored_file: Option<String>,
    /// The columns in which they differ.
    #[schema(example = ["data"])]
    pub columns: Vec<String>,
    /// True where the later row was taken (`--replace`); false where the stored one stayed.
    #[schema(example = false)]
    pub replaced: bool,
    /// The time at which the later load began.
    pub found_at: Time,
}

#[derive(Schema)]
pub struct LoadConflicts {
    #[schema(flatten)]
    pub page: PageMembers,
    /// Conflicts of the newest load first, then by place.
    pub conflicts: Vec<LoadConflict>,
}

/// Rows of loaded files that contradict what is stored
///
/// Lists rows of one place in one block that differ: the stored row stays unless the load replaced it. At most 10,000 of a load are listed;
/// its report counts all.
#[endpoint(get = "/session/admin/load_conflicts", session = "audit_view", paged, body = LoadConflicts)]
pub fn list_load_conflicts(query: LoadConflictsQuery) -> Result<Answer, Problem> {
    let conflicts = SelectLoadConflicts { load: query.load.map(i64::unsigned_abs) }.defer()?;
    Ok(Answer::object().page("conflicts", conflicts).into())
}
