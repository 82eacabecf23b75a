//! Access to spaces. Families whose things lie in spaces guard their routes with these, and read their lists through
//! `{scope.spaces}`.
//!
//! Always true here: a space is a 404 to callers who are not members of it.

use quarry_sdk::prelude::*;

// The caller's spaces: `tenant`, the caller's `membership_id` and `rank` in it, and whether it `is_active`.
scope!("src/spaces.sql");

// Whom a change in the space of the guard is told, for [`Transaction::notify_those`].
statement!(app_store, SelectMembersToTell, "src/members_to_tell.sql");

/// A member's role. Viewers read, commenters comment, editors write pages and the property schema, owners manage the space.
#[derive(Guard, Choice, Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
#[guard("src/space_member.sql", tenant = "space")]
#[guard(absent(404, "not_found", "There is no space {path.space_id} here."))]
#[guard(rank_too_low(403, "forbidden", "Your role in the space does not allow that: ask one of its owners."))]
pub enum SpaceRole {
    Viewer,
    Commenter,
    Editor,
    Owner,
}

/// The space that the body names in `space_id`, or the caller's active one: for any member.
#[derive(Guard, Debug, Clone, Copy, PartialEq, Eq)]
#[guard("src/chosen_space.sql", tenant = "space")]
#[guard(absent(404, "not_found", "There is no such space here."))]
pub struct ChosenSpace;

/// The space that the body names in `space_id`, or the caller's active one, by what the caller is in it.
#[derive(Guard, Choice, Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
#[guard("src/chosen_space_role.sql", tenant = "space")]
#[guard(absent(404, "not_found", "There is no such space here."))]
#[guard(rank_too_low(403, "forbidden", "Your role in the space does not allow that: ask one of its owners."))]
pub enum ChosenSpaceRole {
    Viewer,
    Commenter,
    Editor,
    Owner,
}
