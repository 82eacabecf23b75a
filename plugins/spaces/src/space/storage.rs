//! The bytes that a space holds and may hold.

use quarry_sdk::prelude::*;

statement!(app_store, SelectStorage, "src/space/storage.sql");

/// An allowance that stands for none.
const WITHOUT_BOUND: i64 = i64::MAX;

/// The bytes that a space holds: its pages with their versions and the words by which they are found, drafts, comments, saved copies,
/// notes, and files.
#[derive(Clone, Schema, Serialize)]
pub struct SpaceStorage {
    #[schema(example = 1_482_113)]
    pub used_bytes: i64,
    /// The most that the space may hold: what the largest plan of its owners allows (`space_bytes`), within what the deployment lets
    /// any space hold. Null is no bound.
    #[schema(example = 1_073_741_824)]
    pub limit_bytes: Option<i64>,
}

#[derive(Row)]
struct Stored {
    space_id: i64,
    used_bytes: i64,
    most_bytes: Option<i64>,
    allowed_bytes: Option<i64>,
}

impl SpaceStorage {
    /// Reads what one of the caller's spaces holds.
    pub fn of(space_id: i64) -> Result<SpaceStorage, Problem> {
        let stored: Option<Stored> = SelectStorage { now: Time::now(), spaces: vec![space_id] }.one()?;
        stored.map(SpaceStorage::from).ok_or_else(|| Problem::not_found("The space is gone."))
    }

    /// Reads what each of these spaces of the caller holds, by the space.
    pub fn of_each(spaces: Vec<i64>) -> Result<Vec<(i64, SpaceStorage)>, Problem> {
        let stored: Vec<Stored> = SelectStorage { now: Time::now(), spaces }.all()?;
        Ok(stored.into_iter().map(|stored| (stored.space_id, stored.into())).collect())
    }
}

impl From<Stored> for SpaceStorage {
    fn from(stored: Stored) -> SpaceStorage {
        let allowed = stored.allowed_bytes.filter(|bytes| *bytes != WITHOUT_BOUND);
        SpaceStorage {
            used_bytes: stored.used_bytes,
            // Where both bound it, the smaller does.
            limit_bytes: allowed.into_iter().chain(stored.most_bytes).min(),
        }
    }
}
