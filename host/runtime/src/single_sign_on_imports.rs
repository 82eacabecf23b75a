//! `single-sign-on`, connected to the engine.

use crate::bindings::quarry::plugin::single_sign_on;
use crate::capabilities::{OrganizationFailure, SecretHandle};
use crate::instance::State;
use quarry_identity::SingleSignOnChange;
use wasmtime::component::Resource;

type Outcome<T> = wasmtime::Result<Result<T, single_sign_on::SingleSignOnFailure>>;

impl single_sign_on::Host for State {
    async fn save(
        &mut self,
        organization_id: i64,
        change: single_sign_on::Change,
        client_secret: Option<Resource<SecretHandle>>,
    ) -> Outcome<()> {
        let single_sign_on::Change { issuer, client_id, is_enabled } = change;
        let change = SingleSignOnChange { issuer, client_id, client_secret: None, is_enabled };
        let secret = client_secret.map(|secret| self.table.get(&secret)).transpose()?;
        // On the heap: the guest's stack of futures is deep enough.
        let saved = Box::pin(self.call.organizations().save_single_sign_on(organization_id, change, secret)).await;
        Ok(saved.map_err(failure_to_guest))
    }

    async fn test(&mut self, organization_id: i64) -> Outcome<single_sign_on::Report> {
        let found = Box::pin(self.call.organizations().test_single_sign_on(organization_id)).await;
        Ok(found.map_err(failure_to_guest).map(|findings| single_sign_on::Report {
            is_good: findings.iter().all(|finding| finding.is_good),
            findings: findings
                .into_iter()
                .map(|finding| single_sign_on::Finding { is_good: finding.is_good, sentence: finding.sentence })
                .collect(),
        }))
    }
}

fn failure_to_guest(failure: OrganizationFailure) -> single_sign_on::SingleSignOnFailure {
    use single_sign_on::SingleSignOnFailure as Guest;
    match failure {
        OrganizationFailure::NotGranted(sentence) => Guest::NotGranted(sentence),
        OrganizationFailure::Rejected(sentence) => Guest::Rejected(sentence),
        OrganizationFailure::Invalid { field, sentence } => {
            Guest::Invalid(single_sign_on::InvalidField { field: field.to_owned(), sentence })
        }
        OrganizationFailure::Unknown(sentence) => Guest::Unknown(sentence),
        // The others are of keys and invitations.
        OrganizationFailure::Forbidden(sentence)
        | OrganizationFailure::NotActive(sentence)
        | OrganizationFailure::AlreadyMember(sentence)
        | OrganizationFailure::TooMany(sentence) => Guest::Forbidden(sentence),
        OrganizationFailure::Unavailable(sentence) => Guest::Unavailable(sentence),
    }
}
