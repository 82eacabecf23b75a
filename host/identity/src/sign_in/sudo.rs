//! The recent-password window of a session that is signed in.

use crate::sign_in::attempts::Attempt;
use crate::sign_in::author::Author;
use crate::sign_in::providers::ProviderCode;
use crate::sign_in::{SignIn, SignInError};
use crate::{OpaqueToken, SessionState, SignInFrom};
use jiff::Timestamp;
use quarry_contract::Secret;
use quarry_stores::result_set::Value;
use serde_json::json;

/// A proof that it is still the same person.
#[derive(Debug)]
pub enum Proof {
    Password(Secret),
    /// A code of the authenticator, for people who have no password too.
    Code(Secret),
    /// A sign-in of a moment ago at a provider that they came by before.
    Provider(ProviderCode),
}

impl SignIn {
    /// Opens the window and gives the session's new cookie. Wrong tries are counted with those of signing in.
    pub async fn open_sudo(
        &self,
        session: &SessionState,
        proof: Proof,
        from: &SignInFrom,
        now: Timestamp,
    ) -> Result<OpaqueToken, SignInError> {
        if session.impersonation_until.is_some() {
            return Err(SignInError::Disabled);
        }
        let account = self.account("id", Value::Int64(session.person.user_id)).await?;
        let account = account.ok_or(SignInError::SessionEnded)?;
        let email_key = account.email.to_lowercase();
        let attempt = Attempt::begin(&self.store, &email_key, from, now).await?;
        let by = match &proof {
            Proof::Password(_) => "password",
            Proof::Code(_) => "code",
            Proof::Provider(_) => "provider",
        };
        let checked = match proof {
            Proof::Password(password) => self.check_password(&email_key, password).await.map(|_| ()),
            Proof::Code(code) => {
                let by = Author::signing_in(from, None);
                self.check_authenticator(account.user_id, code, by, now).await
            }
            Proof::Provider(code) => Box::pin(self.check_provider(account.user_id, code, now)).await,
        };
        match checked {
            Ok(()) => attempt.succeed(&self.store).await?,
            Err(error @ (SignInError::WrongPassword | SignInError::WrongCode)) => return Err(error),
            Err(error) => {
                attempt.take_back(&self.store).await?;
                return Err(error);
            }
        }
        let mut transaction = self.store.begin().await?;
        let opened = self.sessions.open_sudo(&mut transaction, session.session_id, now).await?;
        let token = opened.ok_or(SignInError::SessionEnded)?;
        let details = json!({ "session_id": session.session_id, "by": by });
        let author = Author::signing_in(from, Some(account.user_id));
        author.record(&mut transaction, "session.sudo_opened", details, now).await?;
        transaction.commit().await?;
        self.sessions.forget_confirmed();
        Ok(token)
    }
}
