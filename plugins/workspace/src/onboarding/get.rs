//! `GET /session/onboarding`.

use crate::onboarding::{self, Checklist};
use quarry_sdk::prelude::*;

/// Your first steps
///
/// A step is done while there is a record of it: a citation or a page from a template that you made in one of your spaces, a favourite.
#[endpoint(get = "/session/onboarding", session, body = Checklist)]
pub fn get_onboarding() -> Result<Answer, Problem> {
    Ok(Answer::json(&onboarding::checklist()?))
}
