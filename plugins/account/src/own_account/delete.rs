//! `DELETE /session/account`.

use crate::own_account::deletion::{DeletionPlan, Removal, named};
use quarry_sdk::account::{self, AccountFailure};
use quarry_sdk::prelude::*;

#[derive(Schema, Serialize)]
pub struct DeletedAccount {
    /// True: the account is deleted.
    pub deleted: bool,
    #[schema(flatten)]
    #[serde(flatten)]
    pub removal: Removal,
}

/// Delete one's own account
///
/// All at once or not at all: the person is signed out everywhere, keys that the person made stop, and the person's rows go.
/// The answer says what was kept, and why; the person gets a last email. An organization that the person alone owns and that
/// has other members has to be handed over first.
#[endpoint(
    delete = "/session/account", session, sudo, cache = no_store,
    refuses(422, "last_owner", "You are the only owner of organizations with other members, which `organizations` names: make somebody else an owner first."),
    body = DeletedAccount
)]
pub fn delete_account() -> Result<Answer, Problem> {
    match account::delete() {
        Ok(done) => Ok(Answer::json(&DeletedAccount { deleted: true, removal: DeletionPlan::from(done).removal })),
        Err(AccountFailure::OwnsOrganizations(owned)) => {
            let organizations = json!(named(owned.clone()));
            Err(Problem::from(AccountFailure::OwnsOrganizations(owned)).with("organizations", organizations))
        }
        Err(failure) => Err(failure.into()),
    }
}
