//! The bytes that a space holds and may hold.

use crate::space::Space;
use quarry_sdk::prelude::*;
use quarry_space_access::SpaceRole;
use std::collections::BTreeMap;

statement!(app_store, SelectStorage, "src/space/storage.sql");

/// The name that the allowance has in plans.
const NAME: &str = "space_bytes";
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
    /// The source of `limit_bytes`, as a part of a sentence: the reader's plan where they own the space and it decides, else the plans of
    /// its owners, or this deployment. Null without a bound.
    #[schema(example = "your plan (Free)")]
    pub limit_source: Option<String>,
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
    pub fn of(space: &Space) -> Result<SpaceStorage, Problem> {
        let stored: Option<Stored> = SelectStorage { now: Time::now(), spaces: vec![space.id] }.one()?;
        let stored = stored.ok_or_else(|| Problem::not_found("The space is gone."))?;
        Ok(stored.shown(space, &PlanAtHand::of_caller()))
    }

    /// Reads what each of these spaces of the caller holds, by the space.
    pub fn of_each(spaces: &[Space]) -> Result<BTreeMap<i64, SpaceStorage>, Problem> {
        let ids = spaces.iter().map(|space| space.id).collect();
        let stored: Vec<Stored> = SelectStorage { now: Time::now(), spaces: ids }.all()?;
        let plan = PlanAtHand::of_caller();
        let of_space = |stored: Stored| {
            let space = spaces.iter().find(|space| space.id == stored.space_id)?;
            Some((space.id, stored.shown(space, &plan)))
        };
        Ok(stored.into_iter().filter_map(of_space).collect())
    }
}

impl Stored {
    fn shown(self, space: &Space, plan: &PlanAtHand) -> SpaceStorage {
        let allowed = self.allowed_bytes.filter(|bytes| *bytes != WITHOUT_BOUND);
        let limit_source = match (allowed, self.most_bytes) {
            (None, None) => None,
            (Some(allowed), most) if most.is_none_or(|most| allowed < most) => {
                // The plan of another owner is named to nobody.
                let decides = space.role == SpaceRole::Owner && plan.limit(NAME) == u64::try_from(allowed).ok();
                Some(if decides { plan.source(NAME) } else { "the plans of its owners".to_owned() })
            }
            _ => Some("this deployment".to_owned()),
        };
        SpaceStorage {
            used_bytes: self.used_bytes,
            // Where both bound it, the smaller does.
            limit_bytes: allowed.into_iter().chain(self.most_bytes).min(),
            limit_source,
        }
    }
}
