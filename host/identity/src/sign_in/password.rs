//! Signing in with a password.

use crate::sign_in::account::Account;
use crate::sign_in::attempts::Attempt;
use crate::sign_in::author::Author;
use crate::sign_in::{SignIn, SignInError};
use crate::{NewSession, SignInFrom, SignedInBy};
use jiff::Timestamp;
use quarry_contract::Secret;
use quarry_stores::app::AppStoreError;
use quarry_stores::result_set::Value;

/// The credentials that a person gives to sign in.
#[derive(Debug)]
pub struct Credentials {
    pub email: String,
    pub password: Secret,
    /// A code of the authenticator, or a recovery code.
    pub otp: Option<Secret>,
}

impl SignIn {
    /// Lets in who knows the password and, where the account has a second factor, brings a code.
    pub async fn with_password(
        &self,
        credentials: Credentials,
        from: &SignInFrom,
        now: Timestamp,
    ) -> Result<NewSession, SignInError> {
        let email_key = credentials.email.trim().to_lowercase();
        // On the heap, here and below: the futures of so many statements are large.
        let recognised = Box::pin(self.recognise(&email_key, credentials.password, credentials.otp, from, now));
        let account = recognised.await?;
        let transaction = self.store.begin().await?;
        Box::pin(self.admit(transaction, &account, SignedInBy::Password, from, now)).await
    }

    /// The account of that email, password and code; a wrong one is counted.
    pub(super) async fn recognise(
        &self,
        email_key: &str,
        password: Secret,
        otp: Option<Secret>,
        from: &SignInFrom,
        now: Timestamp,
    ) -> Result<Account, SignInError> {
        let attempt = Attempt::begin(&self.store, email_key, from, now).await?;
        let checked = async {
            let account = self.check_password(email_key, password).await?;
            self.check_second_factor(account.user_id, otp, Author::signing_in(from, None), now).await?;
            Ok(account)
        };
        match checked.await {
            Ok(account) => {
                attempt.succeed(&self.store).await?;
                Ok(account)
            }
            Err(error @ (SignInError::WrongPassword | SignInError::WrongCode)) => Err(error),
            Err(error) => {
                // The password was not checked, so the attempt is not counted.
                attempt.take_back(&self.store).await?;
                Err(error)
            }
        }
    }

    /// The account of that email and password. Without an account, or without its password, it takes as long.
    pub(super) async fn check_password(&self, email_key: &str, password: Secret) -> Result<Account, SignInError> {
        let account = self.account("email_key", Value::Text(email_key.to_owned())).await?;
        let hash = account.as_ref().and_then(|account| account.password_hash.as_deref());
        let is_right = self.passwords.verify_or_pretend(password, hash).await?;
        account.filter(|_| is_right).ok_or(SignInError::WrongPassword)
    }

    /// The account whose `column` is this.
    pub(super) async fn account(&self, column: &str, value: Value) -> Result<Option<Account>, AppStoreError> {
        Account::found(&self.store.query(&Account::select(column), &[value]).await?)
    }
}
