//! Signing in at a provider, and showing there once more who one is.

use crate::sign_in::account::Account;
use crate::sign_in::providers::{Provider, ProviderCode, ProviderError, ProviderPerson, accounts};
use crate::sign_in::{SignIn, SignInError};
use crate::{NewSession, SignInFrom, SignedInBy};
use jiff::{SignedDuration, Timestamp};
use quarry_contract::Secret;
use quarry_stores::result_set::Value;

/// The longest time since the person signed in at the provider that still opens the sudo window.
const FRESH: SignedDuration = SignedDuration::from_secs(5 * 60);

impl SignIn {
    /// Lets in whom the provider knows: the account that they came to before, else the one of their verified email address,
    /// else a new one. A second factor of the account is asked for all the same: the provider is one of two. The sudo window
    /// is open where the provider says that they signed in there a moment ago, or a code was given.
    pub async fn with_provider(
        &self,
        code: ProviderCode,
        otp: Option<Secret>,
        from: &SignInFrom,
        now: Timestamp,
    ) -> Result<NewSession, SignInError> {
        let (provider, person) = Box::pin(self.recognised_by_provider(code, now)).await?;
        let account = self.account_of(&provider, &person).await?;
        let gave_code = otp.is_some();
        if let Some(account) = &account {
            self.check_counted_second_factor(account, otp, from, now).await?;
        }
        let has_second_factor = match &account {
            Some(account) => self.two_factor_status(account.user_id).await?.is_on,
            None => false,
        };
        let mut transaction = self.store.begin().await?;
        let known = account.as_ref().map(|account| account.user_id);
        let user_id =
            accounts::link(&mut transaction, &self.new_accounts, &provider, &person, known, from, now).await?;
        let account = match account {
            Some(account) => account,
            None => {
                let rows = transaction.query(&Account::select("id"), &[Value::Int64(user_id)]).await?;
                let made = Account::found(&rows)?.ok_or(SignInError::SessionEnded)?;
                Account { is_new: true, ..made }
            }
        };
        let shown_at = if gave_code && has_second_factor { Some(now) } else { person.authenticated_at };
        Box::pin(self.admit(transaction, &account, SignedInBy::Provider { shown_at }, from, now)).await
    }

    /// Checks that the person who signed in at the provider is that person, and that they did so just now.
    pub(super) async fn check_provider(
        &self,
        user_id: i64,
        code: ProviderCode,
        now: Timestamp,
    ) -> Result<(), SignInError> {
        let (provider, person) = Box::pin(self.recognised_by_provider(code, now)).await?;
        let named = || provider.key.clone();
        if accounts::linked(&self.store, &provider, &person).await? != Some(user_id) {
            return Err(ProviderError::AnotherPerson { provider: named() }.into());
        }
        let is_fresh = person.authenticated_at.is_some_and(|then| now.duration_since(then) <= FRESH);
        if is_fresh { Ok(()) } else { Err(ProviderError::NotFresh { provider: named() }.into()) }
    }

    async fn recognised_by_provider(
        &self,
        code: ProviderCode,
        now: Timestamp,
    ) -> Result<(Provider, ProviderPerson), ProviderError> {
        let provider = self.providers.find(&code.provider).await?;
        let person = self.providers.redeem(&provider, code, now).await?;
        match provider.admits.admits(&person.email) {
            true => Ok((provider, person)),
            false => Err(ProviderError::ForeignEmail { provider: provider.key }),
        }
    }

    /// The account of a provider's person, if there is one already. Of an organization's provider it must be of the domain
    /// itself, whatever it was when they were linked: so who keeps the provider has no way to people who have left.
    async fn account_of(&self, provider: &Provider, person: &ProviderPerson) -> Result<Option<Account>, SignInError> {
        let account = match accounts::linked(&self.store, provider, person).await? {
            Some(user_id) => self.account("id", Value::Int64(user_id)).await?,
            None => self.account("email_key", Value::Text(person.email.to_lowercase())).await?.map_or(
                Ok(None),
                |found| {
                    // Lowercase makes one letter of several: the Kelvin sign and k are two mailboxes.
                    match found.email.eq_ignore_ascii_case(&person.email) {
                        true => Ok(Some(found)),
                        false => Err(ProviderError::AnotherPerson { provider: provider.key.clone() }),
                    }
                },
            )?,
        };
        match account {
            Some(account) if !provider.admits.admits(&account.email) => {
                Err(ProviderError::ForeignEmail { provider: provider.key.clone() }.into())
            }
            account => Ok(account),
        }
    }
}
