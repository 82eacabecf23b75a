//! `api-keys` and `invitations`, connected to the engine.

use crate::bindings::quarry::plugin::{api_keys, invitations};
use crate::capabilities::{MintedKeyHandle, OrganizationFailure, Transaction};
use crate::instance::State;
use quarry_identity::{KeySettings, Role};
use wasmtime::component::Resource;

type KeyOutcome<T> = wasmtime::Result<Result<T, api_keys::ApiKeyFailure>>;
type InvitationOutcome<T> = wasmtime::Result<Result<T, invitations::InvitationFailure>>;

impl api_keys::Host for State {
    async fn mint(&mut self, organization_id: i64, settings: api_keys::KeySettings) -> KeyOutcome<api_keys::MintedKey> {
        let api_keys::KeySettings { name, scopes, ip_allow_list, expires_at } = settings;
        let settings = KeySettings { name, scopes, ip_allow_list, expires_at };
        // On the heap, as every change here: the guest's stack of futures is deep enough.
        let minted = Box::pin(self.call.organizations().mint_key(organization_id, settings)).await;
        self.minted_to_guest(minted)
    }

    async fn rotate(
        &mut self,
        organization_id: i64,
        key_id: i64,
        grace_seconds: Option<u32>,
    ) -> KeyOutcome<api_keys::MintedKey> {
        let minted = Box::pin(self.call.organizations().rotate_key(organization_id, key_id, grace_seconds)).await;
        self.minted_to_guest(minted)
    }

    async fn revoke(&mut self, organization_id: i64, key_id: i64) -> KeyOutcome<bool> {
        Ok(Box::pin(self.call.organizations().revoke_key(organization_id, key_id)).await.map_err(key_failure))
    }

    async fn revoke_of_member(
        &mut self,
        transaction: Resource<Transaction>,
        organization_id: i64,
        user_id: i64,
    ) -> KeyOutcome<u32> {
        let open = self.table.get_mut(&transaction)?;
        let revoked = Box::pin(self.call.organizations().revoke_keys_of_member(open, organization_id, user_id)).await;
        Ok(revoked.map_err(key_failure))
    }
}

impl State {
    fn minted_to_guest(
        &mut self,
        minted: Result<MintedKeyHandle, OrganizationFailure>,
    ) -> KeyOutcome<api_keys::MintedKey> {
        match minted {
            Ok(MintedKeyHandle { id, hint, key }) => {
                Ok(Ok(api_keys::MintedKey { id, hint, key: self.table.push(key)? }))
            }
            Err(failure) => Ok(Err(key_failure(failure))),
        }
    }
}

impl invitations::Host for State {
    async fn invite(
        &mut self,
        organization_id: i64,
        email: String,
        role: invitations::Role,
    ) -> InvitationOutcome<invitations::Invited> {
        let role = match role {
            invitations::Role::Owner => Role::Owner,
            invitations::Role::Admin => Role::Admin,
            invitations::Role::Member => Role::Member,
        };
        let invited = Box::pin(self.call.organizations().invite(organization_id, &email, role)).await;
        let to_guest = |invited: quarry_identity::Invited| invitations::Invited {
            id: invited.id,
            expires_at: invited.expires_at.as_microsecond(),
        };
        Ok(invited.map(to_guest).map_err(invitation_failure))
    }

    async fn withdraw(&mut self, organization_id: i64, invitation_id: i64) -> InvitationOutcome<()> {
        let withdrawn = Box::pin(self.call.organizations().withdraw_invitation(organization_id, invitation_id)).await;
        Ok(withdrawn.map_err(invitation_failure))
    }
}

fn key_failure(failure: OrganizationFailure) -> api_keys::ApiKeyFailure {
    use api_keys::ApiKeyFailure as Guest;
    match failure {
        OrganizationFailure::NotGranted(sentence) => Guest::NotGranted(sentence),
        OrganizationFailure::Rejected(sentence) => Guest::Rejected(sentence),
        OrganizationFailure::Invalid { field, sentence } => {
            Guest::Invalid(api_keys::InvalidField { field: field.to_owned(), sentence })
        }
        OrganizationFailure::Unknown(sentence) => Guest::Unknown(sentence),
        // No key is a member.
        OrganizationFailure::Forbidden(sentence) | OrganizationFailure::AlreadyMember(sentence) => {
            Guest::Forbidden(sentence)
        }
        OrganizationFailure::NotActive(sentence) => Guest::NotActive(sentence),
        OrganizationFailure::TooMany(sentence) => Guest::TooMany(sentence),
        OrganizationFailure::Unavailable(sentence) => Guest::Unavailable(sentence),
    }
}

fn invitation_failure(failure: OrganizationFailure) -> invitations::InvitationFailure {
    use invitations::InvitationFailure as Guest;
    match failure {
        OrganizationFailure::NotGranted(sentence) => Guest::NotGranted(sentence),
        OrganizationFailure::Rejected(sentence) => Guest::Rejected(sentence),
        OrganizationFailure::Invalid { field, sentence } => {
            Guest::Invalid(invitations::InvalidField { field: field.to_owned(), sentence })
        }
        OrganizationFailure::Unknown(sentence) => Guest::Unknown(sentence),
        // Of keys alone it is said that they are not active.
        OrganizationFailure::Forbidden(sentence) | OrganizationFailure::NotActive(sentence) => {
            Guest::Forbidden(sentence)
        }
        OrganizationFailure::AlreadyMember(sentence) => Guest::AlreadyMember(sentence),
        OrganizationFailure::TooMany(sentence) => Guest::TooMany(sentence),
        OrganizationFailure::Unavailable(sentence) => Guest::Unavailable(sentence),
    }
}
