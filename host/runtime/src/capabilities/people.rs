//! `people`: what staff do to other people's accounts. What may be done is decided in [`quarry_identity::People`]; here is who
//! asks, and what their browser holds of the session.

use crate::capabilities::call::{Frame, Requester};
use jiff::Timestamp;
use quarry_contract::{Browser, CookieChange, Grant};
use quarry_identity::outbox::Origin;
use quarry_identity::{OpaqueToken, People, PeopleError, Privileges, SessionState};
use std::sync::Arc;

const MAX_REASON_CHARACTERS: usize = 500;

/// The reason why a call failed, in a sentence.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum PeopleFailure {
    NotGranted(String),
    Rejected(String),
    Forbidden(String),
    UnknownPerson(String),
    OwnAccount(String),
    NotNow(String),
    Unavailable(String),
}

type Outcome<T> = Result<T, PeopleFailure>;

/// The parts of a call that `people` needs.
pub struct PeopleCalls<'a> {
    pub(super) frame: &'a mut Frame,
    pub(super) requester: &'a Requester,
}

impl PeopleCalls<'_> {
    /// Ends every session of a person.
    pub async fn sign_out_everywhere(&mut self, user_id: i64) -> Outcome<u32> {
        self.with_people(async |people, origin, now| people.sign_out_everywhere(user_id, origin, now).await).await
    }

    /// Takes a person's second factor away.
    pub async fn reset_second_factor(&mut self, user_id: i64) -> Outcome<bool> {
        self.with_people(async |people, origin, now| people.reset_second_factor(user_id, origin, now).await).await
    }

    /// Revokes a person's keys.
    pub async fn revoke_keys(&mut self, user_id: i64) -> Outcome<u32> {
        self.with_people(async |people, origin, now| people.revoke_keys(user_id, origin, now).await).await
    }

    /// Shuts a person out or lets them in.
    pub async fn set_disabled(
        &mut self,
        user_id: i64,
        disabled: Option<bool>,
        reason: Option<String>,
    ) -> Outcome<bool> {
        check_reason(reason.as_deref())?;
        self.with_people(async |people, origin, now| people.set_disabled(user_id, disabled, reason, origin, now).await)
            .await
    }

    /// Sets a person's tier and permissions.
    pub async fn set_privileges(&mut self, user_id: i64, wanted: Privileges) -> Outcome<Privileges> {
        self.with_people(async |people, origin, now| people.set_privileges(user_id, wanted, origin, now).await).await
    }

    /// Lets the session impersonate a person; tells until when, in microseconds since the epoch.
    pub async fn begin_impersonation(&mut self, user_id: i64, reason: &str, minutes: u32) -> Outcome<i64> {
        check_reason(Some(reason))?;
        if !(1..=60).contains(&minutes) {
            return Err(PeopleFailure::Rejected(format!(
                "impersonation lasts 1 to 60 minutes; {minutes} were asked for"
            )));
        }
        let session = Box::pin(self.session()).await?;
        let begun = self
            .with_people(async |people, origin, now| {
                people.begin_impersonation(&session, user_id, reason, minutes, origin, now).await
            })
            .await?;
        self.keep_session(&begun.token)?;
        Ok(begun.until.as_microsecond())
    }

    /// Makes the session its owner's again; tells whose it is.
    pub async fn end_impersonation(&mut self) -> Outcome<i64> {
        let session = Box::pin(self.session()).await?;
        let token =
            self.with_people(async |people, origin, now| people.end_impersonation(&session, origin, now).await).await?;
        self.keep_session(&token)?;
        Ok(session.signed_in_user_id)
    }

    /// Makes the answer give the browser the session's new token.
    fn keep_session(&self, token: &OpaqueToken) -> Outcome<()> {
        let max_age_seconds = self.people()?.sessions().longest_seconds();
        self.asking_browser()?.change_cookie(CookieChange::Keep { token: token.secret().clone(), max_age_seconds });
        Ok(())
    }

    /// The session that asks.
    async fn session(&mut self) -> Outcome<Arc<SessionState>> {
        let people = self.people()?;
        let token = self.requester.session_token().ok_or_else(no_session)?;
        let found = self.frame.time.asking_in_time("people", people.sessions().find(&token, Timestamp::now())).await;
        match found {
            Some(Ok(session)) => session.ok_or_else(no_session),
            Some(Err(_)) | None => Err(unavailable()),
        }
    }

    fn asking_browser(&self) -> Outcome<&Browser> {
        self.requester.browser.as_deref().ok_or_else(no_session)
    }

    /// The accounts, for a component that was granted them.
    fn people(&self) -> Outcome<People> {
        if let Some(sentence) = self.frame.missing(Grant::People) {
            return Err(PeopleFailure::NotGranted(sentence));
        }
        if let Some(sentence) = self.frame.open_transaction_refusal("change an account") {
            return Err(PeopleFailure::Rejected(sentence));
        }
        self.frame.capabilities.stores().people.clone().ok_or_else(no_session)
    }

    /// Does `work` on behalf of the caller, in the request's time.
    async fn with_people<T>(
        &mut self,
        work: impl AsyncFnOnce(&People, Origin<'_>, Timestamp) -> Result<T, PeopleError>,
    ) -> Outcome<T> {
        let people = self.people()?;
        if let Some(sentence) = self.frame.read_refusal("change an account") {
            return Err(PeopleFailure::Rejected(sentence));
        }
        let Frame { capabilities, time, .. } = &mut *self.frame;
        let origin = self.requester.origin(capabilities.component());
        // On the heap: the future of a change is large.
        let working = Box::pin(work(&people, origin, Timestamp::now()));
        match time.asking_in_time("people", working).await {
            Some(done) => done.map_err(failure),
            None => Err(unavailable()),
        }
    }
}

fn check_reason(reason: Option<&str>) -> Outcome<()> {
    match reason.map(|reason| reason.chars().count()) {
        Some(length) if length > MAX_REASON_CHARACTERS => {
            Err(PeopleFailure::Rejected(format!("a reason has at most {MAX_REASON_CHARACTERS} characters")))
        }
        _ => Ok(()),
    }
}

fn no_session() -> PeopleFailure {
    PeopleFailure::Forbidden("This is for people who are signed in.".to_owned())
}

fn unavailable() -> PeopleFailure {
    PeopleFailure::Unavailable("The application store did not answer: look at the account, and try again.".to_owned())
}

fn failure(error: PeopleError) -> PeopleFailure {
    let sentence = error.to_string();
    match error {
        PeopleError::Forbidden(_) => PeopleFailure::Forbidden(sentence),
        PeopleError::UnknownPerson { .. } => PeopleFailure::UnknownPerson(sentence),
        PeopleError::OwnAccount => PeopleFailure::OwnAccount(sentence),
        PeopleError::NotNow(_) => PeopleFailure::NotNow(sentence),
        PeopleError::UnknownPermission { .. } => PeopleFailure::Rejected(sentence),
        PeopleError::Letter(_) | PeopleError::Store(_) => {
            tracing::warn!(%error, "an account could not be changed");
            unavailable()
        }
    }
}
