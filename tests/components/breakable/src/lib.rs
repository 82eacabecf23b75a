//! A component that breaks down for whoever asks it to, so that the tests see whose faults they are: for all, for keys and for the
//! members of a space.

use quarry_sdk::prelude::*;

quarry_sdk::plugin! {
    name: "breakable",
    summary: "Breaks down for whoever asks it to; for tests only.",
    grants: [AppStore],
    endpoints: [show_breakable, show_own_breakable, show_space_breakable, show_session_breakable],
}

/// The caller's place in a space
#[derive(Guard, Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
#[guard("sql/space_member.sql", tenant = "space")]
#[guard(absent(404, "not_found", "There is no space {path.space_id} here."))]
#[guard(rank_too_low(403, "forbidden", "This is for others."))]
pub enum SpaceMember {
    Viewer,
    Commenter,
    Editor,
    Owner,
}

#[derive(Parameters)]
pub struct BreakQuery {
    /// True to break down.
    breaks: Option<bool>,
}

#[derive(Parameters)]
pub struct BreakSpaceQuery {
    /// The space.
    #[parameter(path, minimum = 1, example = "1")]
    #[expect(dead_code, reason = "the guard reads it")]
    space_id: i64,
    /// True to break down.
    breaks: Option<bool>,
}

/// It did not break down.
#[derive(Schema)]
pub struct Whole {
    pub whole: bool,
}

/// For everybody
#[endpoint(get = "/breakable", keyless, module = "partners", cache = no_store, body = Whole)]
pub fn show_breakable(query: BreakQuery) -> Result<Answer, Problem> {
    answer(query.breaks)
}

/// For keys, about nothing
#[endpoint(get = "/breakable/own", key = "read", module = "partners", cache = no_store, body = Whole)]
pub fn show_own_breakable(query: BreakQuery) -> Result<Answer, Problem> {
    answer(query.breaks)
}

/// For keys, about a space
#[endpoint(
    get = "/breakable/spaces/{space_id}", key = "read", module = "partners", cache = no_store, body = Whole,
    guard = SpaceMember::Viewer
)]
pub fn show_space_breakable(query: BreakSpaceQuery) -> Result<Answer, Problem> {
    answer(query.breaks)
}

/// For people, about a space
#[endpoint(
    get = "/session/breakable/spaces/{space_id}", session, module = "partners", cache = no_store, body = Whole,
    guard = SpaceMember::Viewer
)]
pub fn show_session_breakable(query: BreakSpaceQuery) -> Result<Answer, Problem> {
    answer(query.breaks)
}

fn answer(breaks: Option<bool>) -> Result<Answer, Problem> {
    assert!(breaks != Some(true), "on purpose");
    Ok(Answer::object().member("whole", &true).into())
}
