//! `api-keys` and `invitations`: what the admins of an organization have the host change for them. Who asks is the request's
//! caller, and `identity` looks again whether they may.

use crate::capabilities::call::{CallTime, Frame, Requester, StatementBudget};
use crate::capabilities::{SecretHandle, Stores, Transaction};
use jiff::Timestamp;
use quarry_contract::{Caller, Grant, PersonCaller};
use quarry_identity::outbox::Origin;
use quarry_identity::secrets::Origin as SecretOrigin;
use quarry_identity::{Invited, KeySettings, MintedKey, OrganizationError, Role};
use std::sync::Arc;

/// The reason why a call failed, in a sentence.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum OrganizationFailure {
    NotGranted(String),
    Rejected(String),
    Invalid { field: &'static str, sentence: String },
    Unknown(String),
    Forbidden(String),
    NotActive(String),
    AlreadyMember(String),
    TooMany(String),
    Unavailable(String),
}

type Outcome<T> = Result<T, OrganizationFailure>;

/// A key that was minted, for a guest that has only a handle to it.
#[derive(Debug)]
pub struct MintedKeyHandle {
    pub id: i64,
    pub hint: String,
    pub key: SecretHandle,
}

/// The parts of a call that `api-keys`, `invitations` and `single-sign-on` need.
pub struct OrganizationCalls<'a> {
    pub(super) frame: &'a mut Frame,
    pub(super) requester: &'a Requester,
    pub(super) statements: &'a mut StatementBudget,
}

/// The person who asks, and the origin that the change is written with.
pub(super) struct Asking<'a> {
    pub(super) stores: &'a Stores,
    pub(super) person: &'a Arc<PersonCaller>,
    pub(super) origin: Origin<'a>,
    pub(super) time: &'a mut CallTime,
}

impl OrganizationCalls<'_> {
    /// Mints a key in the name of the caller.
    pub async fn mint_key(&mut self, organization_id: i64, settings: KeySettings) -> Outcome<MintedKeyHandle> {
        let asking = self.asks_for(Grant::ApiKeys)?;
        let work = asking.stores.organizations.mint_key(
            asking.person,
            asking.origin,
            organization_id,
            &settings,
            Timestamp::now(),
        );
        asking.change(work).await.map(handle)
    }

    /// Mints a key with the settings of another one, which ends after a while.
    pub async fn rotate_key(
        &mut self,
        organization_id: i64,
        key_id: i64,
        grace_seconds: Option<u32>,
    ) -> Outcome<MintedKeyHandle> {
        let asking = self.asks_for(Grant::ApiKeys)?;
        let work = asking.stores.organizations.rotate_key(
            asking.person,
            asking.origin,
            organization_id,
            key_id,
            grace_seconds,
            Timestamp::now(),
        );
        asking.change(work).await.map(handle)
    }

    /// Revokes a key; tells whether it was not revoked yet.
    pub async fn revoke_key(&mut self, organization_id: i64, key_id: i64) -> Outcome<bool> {
        let asking = self.asks_for(Grant::ApiKeys)?;
        let (person, origin) = (asking.person, asking.origin);
        let work = asking.stores.organizations.revoke_key(person, origin, organization_id, key_id, Timestamp::now());
        asking.change(work).await
    }

    /// Revokes what a member minted, with a transaction of the component.
    pub async fn revoke_keys_of_member(
        &mut self,
        transaction: &mut Transaction,
        organization_id: i64,
        user_id: i64,
    ) -> Outcome<u32> {
        let asking = self.asker(Grant::ApiKeys)?;
        let (person, origin) = (asking.person, asking.origin);
        let Some(remaining) = asking.time.left() else { return Err(late()) };
        // The transaction ends with a failure; what was refused without one is told apart here.
        let mut refused = None;
        let done = transaction
            .within(remaining, asking.origin.component, "api-keys", async |inner| {
                let revoking = asking.stores.organizations.revoke_keys_of_member(
                    inner,
                    person,
                    origin,
                    organization_id,
                    user_id,
                    Timestamp::now(),
                );
                match Box::pin(revoking).await {
                    Ok(revoked) => Ok(revoked),
                    Err(OrganizationError::Store(error)) => Err(error),
                    Err(error) => {
                        refused = Some(error);
                        Ok(0)
                    }
                }
            })
            .await;
        match (refused, done) {
            (Some(error), _) => Err(failure(error)),
            (None, Ok(revoked)) => Ok(revoked),
            (None, Err(_)) => Err(late()),
        }
    }

    /// Mails an invitation.
    pub async fn invite(&mut self, organization_id: i64, email: &str, role: Role) -> Outcome<Invited> {
        let asking = self.asks_for(Grant::Invitations)?;
        let (person, origin) = (asking.person, asking.origin);
        let work = asking.stores.organizations.invite(person, origin, organization_id, email, role, Timestamp::now());
        asking.change(work).await
    }

    /// Takes an invitation back.
    pub async fn withdraw_invitation(&mut self, organization_id: i64, invitation_id: i64) -> Outcome<()> {
        let asking = self.asks_for(Grant::Invitations)?;
        let (person, origin) = (asking.person, asking.origin);
        let work = asking.stores.organizations.withdraw_invitation(
            person,
            origin,
            organization_id,
            invitation_id,
            Timestamp::now(),
        );
        asking.change(work).await
    }

    /// The signed-in person who asks, for a change in a transaction of its own.
    pub(super) fn asks_for(&mut self, grant: Grant) -> Outcome<Asking<'_>> {
        let refusal = self.frame.open_transaction_refusal("change an organization");
        let refusal = refusal.or_else(|| self.frame.read_refusal("change an organization"));
        let asking = self.asker(grant)?;
        match refusal {
            Some(sentence) => Err(OrganizationFailure::Rejected(sentence)),
            None => Ok(asking),
        }
    }

    fn asker(&mut self, grant: Grant) -> Outcome<Asking<'_>> {
        if let Some(sentence) = self.frame.missing(grant) {
            return Err(OrganizationFailure::NotGranted(sentence));
        }
        let Caller::Person(person) = &self.requester.caller else {
            return Err(OrganizationFailure::Rejected(
                "an organization is changed by somebody who is signed in: call this from a route with session"
                    .to_owned(),
            ));
        };
        self.statements.take().map_err(|_| {
            OrganizationFailure::Rejected("the request has used all of its statements (statements)".to_owned())
        })?;
        let Frame { capabilities, time, .. } = &mut *self.frame;
        let origin = self.requester.origin(capabilities.component());
        Ok(Asking { stores: capabilities.stores(), person, origin, time })
    }
}

impl Asking<'_> {
    /// Waits for a change in the request's time.
    pub(super) async fn change<T>(self, work: impl Future<Output = Result<T, OrganizationError>>) -> Outcome<T> {
        // On the heap: a change holds a transaction, its rows and a letter.
        match self.time.asking_in_time("organizations", Box::pin(work)).await {
            Some(done) => done.map_err(failure),
            None => Err(late()),
        }
    }
}

fn handle(minted: MintedKey) -> MintedKeyHandle {
    let MintedKey { id, hint, key } = minted;
    MintedKeyHandle { id, hint, key: SecretHandle { secret: key, origin: SecretOrigin::Minted } }
}

fn late() -> OrganizationFailure {
    OrganizationFailure::Unavailable(
        "The application store did not answer in time: look whether the change was made, and try again.".to_owned(),
    )
}

pub(super) fn failure(error: OrganizationError) -> OrganizationFailure {
    let sentence = error.to_string();
    match error {
        OrganizationError::Unknown { .. } => OrganizationFailure::Unknown(sentence),
        OrganizationError::Forbidden(_) => OrganizationFailure::Forbidden(sentence),
        OrganizationError::Invalid { field, sentence } => OrganizationFailure::Invalid { field, sentence },
        OrganizationError::NotActive { .. } => OrganizationFailure::NotActive(sentence),
        OrganizationError::AlreadyMember { .. } => OrganizationFailure::AlreadyMember(sentence),
        OrganizationError::TooMany { .. } => OrganizationFailure::TooMany(sentence),
        OrganizationError::Letter(_) | OrganizationError::Store(_) => {
            tracing::error!(%error, "an organization could not be changed");
            OrganizationFailure::Unavailable(
                "The application store is not reachable at the moment; try again shortly.".to_owned(),
            )
        }
    }
}
