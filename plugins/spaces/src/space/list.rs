//! `GET /session/spaces`.

use crate::members::SelectMembers;
use crate::space::storage::SpaceStorage;
use crate::space::{Allowance, SelectSpaces, Space};
use quarry_sdk::prelude::*;
use std::collections::BTreeMap;

/// The statement gives one more.
const MOST_SHOWN: usize = 500;
/// Members of a space whose names the list shows.
const NAMES_SHOWN: i64 = 10;

/// A space that the person belongs to.
#[derive(Schema, Serialize)]
pub struct OwnSpace {
    #[serde(flatten)]
    #[schema(flatten)]
    pub space: Space,
    /// Names of members, owners first; the first 10.
    #[schema(example = ["Ada Lovelace"])]
    pub members: Vec<String>,
    pub storage: SpaceStorage,
}

#[derive(Schema, Serialize)]
pub struct OwnSpaces {
    /// Oldest first.
    pub spaces: Vec<OwnSpace>,
    /// The number of spaces that the plan lets the person own beyond the personal one; null when unlimited.
    #[schema(example = 5)]
    pub limit: Option<u64>,
    /// The number of spaces that the person may still make; null when unlimited.
    #[schema(example = 4)]
    pub remaining: Option<u64>,
    /// True when the person belongs to more than the 500 that are shown.
    #[schema(example = false)]
    pub truncated: bool,
}

/// The person's spaces
///
/// Every space that the person belongs to, with role and members' names, which of them is active, what each holds and may hold, and
/// how many more the plan allows.
#[endpoint(get = "/session/spaces", session, body = OwnSpaces)]
pub fn list_spaces() -> Result<Answer, Problem> {
    let mut spaces: Vec<Space> = SelectSpaces { space_id: None }.all()?;
    let truncated = spaces.len() > MOST_SHOWN;
    spaces.truncate(MOST_SHOWN);
    let members: Vec<MemberName> = SelectMembers { space_id: None, shown: NAMES_SHOWN }.all()?;
    let stored: BTreeMap<i64, SpaceStorage> = SpaceStorage::of_all()?.into_iter().collect();
    let shown = |space: Space| {
        let members = members.iter().filter(|member| member.space_id == space.id);
        let members = members.map(|member| member.name.clone()).collect();
        // None of a space that was left or deleted between the statements.
        let storage = stored.get(&space.id)?.clone();
        Some(OwnSpace { members, storage, space })
    };
    let allowance = Allowance::read()?;
    Ok(Answer::json(&OwnSpaces {
        spaces: spaces.into_iter().filter_map(shown).collect(),
        limit: allowance.limit,
        remaining: allowance.remaining(),
        truncated,
    }))
}

#[derive(Row)]
struct MemberName {
    space_id: i64,
    name: String,
}
