//! `api-keys` and `invitations`: what the admins of an organization have the host change for them. Who asks is the request's
//! caller, and `identity` looks again whether they may.

use crate::capabilities::{Call, SecretHandle, Transaction};
use jiff::Timestamp;
use quarry_contract::{Caller, Grant, PersonCaller};
use quarry_identity::outbox::Origin;
use quarry_identity::secrets::Origin as SecretOrigin;
use quarry_identity::{Invited, KeySettings, MintedKey, OrganizationError, Organizations, Role};
use std::sync::Arc;

/// Why nothing came of a call, in a sentence.
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

/// Who asks, and what the change is written with.
pub(super) struct Asking {
    organizations: Organizations,
    pub(super) person: Arc<PersonCaller>,
    caller: Caller,
    component: String,
    request_id: Arc<str>,
}

impl Asking {
    pub(super) fn origin(&self) -> Origin<'_> {
        Origin { component: &self.component, request_id: &self.request_id, caller: &self.caller }
    }
}

impl Call {
    /// Mints a key in the name of the caller.
    pub async fn mint_api_key(&mut self, organization_id: i64, settings: KeySettings) -> Outcome<MintedKeyHandle> {
        let asking = self.asks_for(Grant::ApiKeys)?;
        let work = asking.organizations.mint_key(
            &asking.person,
            asking.origin(),
            organization_id,
            &settings,
            Timestamp::now(),
        );
        self.change(work).await.map(handle)
    }

    /// Mints a key with the settings of another one, which ends after a while.
    pub async fn rotate_api_key(
        &mut self,
        organization_id: i64,
        key_id: i64,
        grace_seconds: Option<u32>,
    ) -> Outcome<MintedKeyHandle> {
        let asking = self.asks_for(Grant::ApiKeys)?;
        let work = asking.organizations.rotate_key(
            &asking.person,
            asking.origin(),
            organization_id,
            key_id,
            grace_seconds,
            Timestamp::now(),
        );
        self.change(work).await.map(handle)
    }

    /// Revokes a key; tells whether it was not revoked yet.
    pub async fn revoke_api_key(&mut self, organization_id: i64, key_id: i64) -> Outcome<bool> {
        let asking = self.asks_for(Grant::ApiKeys)?;
        let (person, origin) = (&asking.person, asking.origin());
        let work = asking.organizations.revoke_key(person, origin, organization_id, key_id, Timestamp::now());
        self.change(work).await
    }

    /// Revokes what a member minted, with a transaction of the component.
    pub async fn revoke_api_keys_of_member(
        &mut self,
        transaction: &mut Transaction,
        organization_id: i64,
        user_id: i64,
    ) -> Outcome<u32> {
        let asking = self.asker(Grant::ApiKeys)?;
        let (person, origin) = (&asking.person, asking.origin());
        let Some(remaining) = self.time_left() else { return Err(late()) };
        // The transaction ends with a failure; what was refused without one is told apart here.
        let mut refused = None;
        let done = transaction
            .within(remaining, &asking.component, "api-keys", async |inner| {
                let revoking = asking.organizations.revoke_keys_of_member(
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
        let (person, origin) = (&asking.person, asking.origin());
        let work = asking.organizations.invite(person, origin, organization_id, email, role, Timestamp::now());
        self.change(work).await
    }

    /// Takes an invitation back.
    pub async fn withdraw_invitation(&mut self, organization_id: i64, invitation_id: i64) -> Outcome<()> {
        let asking = self.asks_for(Grant::Invitations)?;
        let (person, origin) = (&asking.person, asking.origin());
        let work =
            asking.organizations.withdraw_invitation(person, origin, organization_id, invitation_id, Timestamp::now());
        self.change(work).await
    }

    /// The signed-in person who asks, for a change in a transaction of its own.
    pub(super) fn asks_for(&mut self, grant: Grant) -> Outcome<Asking> {
        let asking = self.asker(grant)?;
        match self.open_transaction_refusal("change an organization") {
            Some(sentence) => Err(OrganizationFailure::Rejected(sentence)),
            None => Ok(asking),
        }
    }

    fn asker(&mut self, grant: Grant) -> Outcome<Asking> {
        if !self.capabilities.has(grant) {
            return Err(OrganizationFailure::NotGranted(self.capabilities.missing(grant)));
        }
        let Caller::Person(person) = &self.caller else {
            return Err(OrganizationFailure::Rejected(
                "an organization is changed by somebody who is signed in: call this from a route with session"
                    .to_owned(),
            ));
        };
        let person = Arc::clone(person);
        self.count_statement().map_err(|_| {
            OrganizationFailure::Rejected("the request has used all of its statements (statements)".to_owned())
        })?;
        Ok(Asking {
            organizations: self.capabilities.stores().organizations.clone(),
            person,
            caller: self.caller.clone(),
            component: self.capabilities.component().to_owned(),
            request_id: self.request_id.clone(),
        })
    }

    /// Waits for a change in the request's time.
    pub(super) async fn change<T>(&mut self, work: impl Future<Output = Result<T, OrganizationError>>) -> Outcome<T> {
        // On the heap: a change holds a transaction, its rows and a letter.
        match self.asking_in_time("organizations", Box::pin(work)).await {
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
