//! `PATCH /session/onboarding/dismiss`.

use crate::access::Oneself;
use crate::onboarding::{self, Checklist};
use quarry_sdk::prelude::*;

statement!(app_store, DismissOnboarding, "src/onboarding/dismiss_onboarding.sql");

/// Dismiss the list of first steps
///
/// The time of the first dismissal stands.
#[endpoint(patch = "/session/onboarding/dismiss", session, guard = Oneself, body = Checklist)]
pub fn dismiss_onboarding() -> Result<Answer, Problem> {
    let transaction = Transaction::begin()?;
    transaction.execute(DismissOnboarding { now: Time::now() })?;
    transaction.commit()?;
    Ok(Answer::json(&onboarding::checklist()?))
}
