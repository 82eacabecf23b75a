//! `GET /session/spaces`.

use crate::members::SelectMembers;
use crate::space::storage::SpaceStorage;
use crate::space::{Allowance, SelectSpaces, Space};
use quarry_sdk::prelude::*;

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

#[derive(Schema)]
pub struct OwnSpaces {
    #[schema(flatten)]
    pub page: PageMembersBesideLimit,
    /// Spaces, the oldest first.
    pub spaces: Vec<OwnSpace>,
    /// The number of spaces that the plan lets the person own beyond the personal one, and not the size of a page; null when unlimited.
    #[schema(example = 5)]
    pub limit: Option<u64>,
    /// The number of spaces that the person may still make; null when unlimited.
    #[schema(example = 4)]
    pub remaining: Option<u64>,
    /// True when the person belongs to more spaces behind this page: `next_cursor` leads there.
    #[schema(example = false)]
    pub truncated: bool,
}

/// The person's spaces
///
/// Lists every space that the person belongs to, with role and members' names, which of them is active, what each holds and may hold, and
/// how many more the plan allows.
#[endpoint(get = "/session/spaces", session, paged = 500, body = OwnSpaces)]
pub fn list_spaces(request: &Request) -> Result<Answer, Problem> {
    let mut lists = SideBySide::of(request);
    let place = |space: &Space| [space.created_at.microseconds, space.id];
    let spaces: Vec<Space> = lists.read(
        |behind, most| {
            let (made_behind, behind) = behind.map(|[microseconds, id]| (Time { microseconds }, id)).unzip();
            SelectSpaces { space_id: None, made_behind, behind, most }.all()
        },
        place,
    )?;
    let ids: Vec<i64> = spaces.iter().map(|space| space.id).collect();
    let members: Vec<MemberName> = SelectMembers { spaces: ids, shown: NAMES_SHOWN }.all()?;
    let stored = SpaceStorage::of_each(&spaces)?;
    let shown = |space: Space| {
        let members = members.iter().filter(|member| member.space_id == space.id);
        let members = members.map(|member| member.name.clone()).collect();
        // None of a space that was left or deleted between the statements.
        let storage = stored.get(&space.id)?.clone();
        Some(OwnSpace { members, storage, space })
    };
    let spaces: Vec<OwnSpace> = spaces.into_iter().filter_map(shown).collect();
    let allowance = Allowance::read()?;
    let next = lists.next_place();
    Ok(Answer::object()
        .member("limit", &allowance.limit)
        .member("remaining", &allowance.remaining())
        .member("truncated", &next.is_some())
        .page_members_beside_limit(spaces.len(), next)
        .member("spaces", &spaces)
        .into())
}

#[derive(Row)]
struct MemberName {
    space_id: i64,
    name: String,
}
