//! Guards that name whatever tenant the path says.

use crate::posing::{Acted, act};
use quarry_sdk::prelude::*;

#[derive(Parameters)]
pub struct TenantPath {
    /// The tenant.
    #[parameter(path, minimum = 1, example = "1")]
    #[expect(dead_code, reason = "the guard reads it")]
    tenant: i64,
}

/// Any organization
#[derive(Guard, Debug, Clone, Copy, PartialEq, Eq)]
#[guard("sql/guards/organization.sql", tenant = "organization")]
#[guard(absent(404, "not_found", "There is no such thing."))]
pub struct AnyOrganization;

/// Any space
#[derive(Guard, Debug, Clone, Copy, PartialEq, Eq)]
#[guard("sql/guards/space.sql", tenant = "space")]
#[guard(absent(404, "not_found", "There is no such thing."))]
pub struct AnySpace;

/// Anybody
#[derive(Guard, Debug, Clone, Copy, PartialEq, Eq)]
#[guard("sql/guards/person.sql", tenant = "person")]
#[guard(absent(404, "not_found", "There is no such thing."))]
pub struct AnyPerson;

/// A thing of its own
#[derive(Guard, Debug, Clone, Copy, PartialEq, Eq)]
#[guard("sql/guards/own.sql", tenant = "own")]
#[guard(absent(404, "not_found", "There is no such thing."))]
pub struct OwnThing;

/// Acts on an organization
#[endpoint(
    post = "/session/stranger/organizations/{tenant}/acts", session, cache = no_store, body = Acted, guard = AnyOrganization
)]
pub fn act_on_organization(_path: TenantPath) -> Result<Answer, Problem> {
    Ok(Answer::json(&act()?))
}

/// Acts on a space
#[endpoint(post = "/session/stranger/spaces/{tenant}/acts", session, cache = no_store, body = Acted, guard = AnySpace)]
pub fn act_on_space(_path: TenantPath) -> Result<Answer, Problem> {
    Ok(Answer::json(&act()?))
}

/// Acts on a person
#[endpoint(post = "/session/stranger/people/{tenant}/acts", session, cache = no_store, body = Acted, guard = AnyPerson)]
pub fn act_on_person(_path: TenantPath) -> Result<Answer, Problem> {
    Ok(Answer::json(&act()?))
}

/// Acts on a thing of its own
#[endpoint(post = "/session/stranger/things/{tenant}/acts", session, cache = no_store, body = Acted, guard = OwnThing)]
pub fn act_on_own(_path: TenantPath) -> Result<Answer, Problem> {
    Ok(Answer::json(&act()?))
}
