//! The calls of staff for other people's accounts, connected to the engine.

use crate::bindings::quarry::plugin::people;
use crate::capabilities::PeopleFailure;
use crate::instance::State;
use quarry_identity::Privileges;

type Outcome<T> = wasmtime::Result<Result<T, people::PeopleFailure>>;

impl people::Host for State {
    async fn sign_out_everywhere(&mut self, user_id: i64) -> Outcome<u32> {
        Ok(self.call.people().sign_out_everywhere(user_id).await.map_err(failure_to_guest))
    }

    async fn reset_second_factor(&mut self, user_id: i64) -> Outcome<bool> {
        Ok(self.call.people().reset_second_factor(user_id).await.map_err(failure_to_guest))
    }

    async fn revoke_keys(&mut self, user_id: i64) -> Outcome<u32> {
        Ok(self.call.people().revoke_keys(user_id).await.map_err(failure_to_guest))
    }

    async fn set_disabled(&mut self, user_id: i64, disabled: Option<bool>, reason: Option<String>) -> Outcome<bool> {
        Ok(self.call.people().set_disabled(user_id, disabled, reason).await.map_err(failure_to_guest))
    }

    async fn set_standing(&mut self, user_id: i64, standing: people::Standing) -> Outcome<people::Standing> {
        let wanted = Privileges { tier: standing.tier, permissions: standing.permissions };
        let set = self.call.people().set_privileges(user_id, wanted).await;
        Ok(set
            .map(|standing| people::Standing { tier: standing.tier, permissions: standing.permissions })
            .map_err(failure_to_guest))
    }

    async fn begin_acting(&mut self, user_id: i64, reason: String, minutes: u32) -> Outcome<i64> {
        Ok(self.call.people().begin_impersonation(user_id, &reason, minutes).await.map_err(failure_to_guest))
    }

    async fn end_acting(&mut self) -> Outcome<i64> {
        Ok(self.call.people().end_impersonation().await.map_err(failure_to_guest))
    }
}

fn failure_to_guest(failure: PeopleFailure) -> people::PeopleFailure {
    match failure {
        PeopleFailure::NotGranted(sentence) => people::PeopleFailure::NotGranted(sentence),
        PeopleFailure::Rejected(sentence) => people::PeopleFailure::Rejected(sentence),
        PeopleFailure::Forbidden(sentence) => people::PeopleFailure::Forbidden(sentence),
        PeopleFailure::UnknownPerson(sentence) => people::PeopleFailure::UnknownPerson(sentence),
        PeopleFailure::OwnAccount(sentence) => people::PeopleFailure::OwnAccount(sentence),
        PeopleFailure::NotNow(sentence) => people::PeopleFailure::NotNow(sentence),
        PeopleFailure::Unavailable(sentence) => people::PeopleFailure::Unavailable(sentence),
    }
}
