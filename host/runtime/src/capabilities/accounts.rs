//! `accounts`: what somebody who is signed in sees and changes of their own account.
//!
//! The session of the request alone names the account; the rules that the route may declare (the sudo window, no impersonation)
//! are asked for here again, so that a component that forgets them opens nothing.

use crate::capabilities::account_failure::{not_sent, unavailable};
use crate::capabilities::call::calls_left::ACCOUNT_CALLS;
use crate::capabilities::call::{Frame, Requester};
use crate::capabilities::{AccountFailure, Accounts, SecretHandle};
use jiff::Timestamp;
use quarry_contract::{CookieChange, Grant};
use quarry_identity::personal_data::{DataExport, Deletion};
use quarry_identity::{AccountHolder, AskedThrough, OpaqueToken, SetupKind, SignInError, TwoFactorStatus};
use std::sync::Arc;
use tokio::task::JoinSet;
use tracing::Instrument;

/// The session and the protection of an account.
#[derive(Debug, Clone)]
pub struct AccountStatus {
    /// The session that asks.
    pub session_id: i64,
    pub has_password: bool,
    pub two_factor: TwoFactorStatus,
    pub data_export: Option<DataExport>,
}

/// An authenticator's secret, in its two forms.
#[derive(Debug)]
pub struct SetupHandles {
    pub secret: SecretHandle,
    pub uri: SecretHandle,
}

type Outcome<T> = Result<T, AccountFailure>;

/// The person who asks, and the services that act for them.
struct Asking {
    accounts: Accounts,
    holder: AccountHolder,
    now: Timestamp,
}

/// The kind of session that a look at the account, or a change of it, needs.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Needs {
    SessionToLook,
    Session,
    RecentPassword,
}

/// The parts of a call that `accounts` needs.
pub struct AccountCalls<'a> {
    pub(super) frame: &'a mut Frame,
    pub(super) requester: &'a Requester,
    pub(super) left: &'a mut u32,
}

impl AccountCalls<'_> {
    pub async fn status(&mut self) -> Outcome<AccountStatus> {
        self.with_holder(Needs::SessionToLook, |Asking { accounts, holder, now }| async move {
            let user_id = holder.user_id();
            Ok(AccountStatus {
                session_id: holder.session_id(),
                has_password: accounts.sign_in.has_password(user_id).await?,
                two_factor: accounts.sign_in.two_factor_status(user_id).await?,
                data_export: accounts.personal_data.newest_export(user_id, now).await?,
            })
        })
        .await
    }

    pub async fn plan_deletion(&mut self) -> Outcome<Deletion> {
        self.with_holder(Needs::SessionToLook, |asking| async move {
            Ok(asking.accounts.personal_data.plan_deletion(asking.holder.user_id()).await?)
        })
        .await
    }

    pub async fn rename(&mut self, name: &str) -> Outcome<()> {
        let name = name.to_owned();
        self.with_holder(Needs::Session, |Asking { accounts, holder, now }| async move {
            Ok(accounts.sign_in.rename(&holder, &name, now).await?)
        })
        .await
    }

    pub async fn change_password(&mut self, password: &SecretHandle) -> Outcome<()> {
        let password = password.as_sent().cloned();
        self.with_holder(Needs::RecentPassword, |Asking { accounts, holder, now }| async move {
            let password = password.ok_or_else(|| not_sent("password"))?;
            Ok(accounts.sign_in.change_password(&holder, password, now).await?)
        })
        .await
    }

    pub async fn sign_out_elsewhere(&mut self) -> Outcome<u64> {
        self.with_holder(Needs::Session, |Asking { accounts, holder, now }| async move {
            Ok(accounts.sign_in.sign_out_elsewhere(&holder, now).await?)
        })
        .await
    }

    pub async fn begin_two_factor(&mut self, replaces: bool) -> Outcome<SetupHandles> {
        let kind = if replaces { SetupKind::Replacement } else { SetupKind::First };
        let begun = self.with_holder(Needs::RecentPassword, move |Asking { accounts, holder, now }| async move {
            Ok(accounts.sign_in.begin_two_factor(&holder, kind, now).await?)
        });
        let setup = begun.await?;
        Ok(SetupHandles { secret: SecretHandle::minted(setup.secret), uri: SecretHandle::minted(setup.uri) })
    }

    /// Gives the recovery codes.
    pub async fn confirm_two_factor(&mut self, code: &SecretHandle) -> Outcome<Vec<SecretHandle>> {
        let code = code.as_sent().cloned();
        let confirmed = self.with_holder(Needs::RecentPassword, |Asking { accounts, holder, now }| async move {
            let code = code.ok_or_else(|| not_sent("code"))?;
            Ok(accounts.sign_in.confirm_two_factor(&holder, code, now).await?)
        });
        Ok(confirmed.await?.into_iter().map(SecretHandle::minted).collect())
    }

    pub async fn renew_recovery_codes(&mut self) -> Outcome<Vec<SecretHandle>> {
        let renewed = self.with_holder(Needs::RecentPassword, |Asking { accounts, holder, now }| async move {
            Ok(accounts.sign_in.new_recovery_codes(&holder, now).await?)
        });
        Ok(renewed.await?.into_iter().map(SecretHandle::minted).collect())
    }

    pub async fn keep_two_factor(&mut self) -> Outcome<()> {
        self.with_holder(Needs::RecentPassword, |Asking { accounts, holder, now }| async move {
            Ok(accounts.sign_in.keep_two_factor(&holder, now).await?)
        })
        .await
    }

    pub async fn end_two_factor(&mut self) -> Outcome<()> {
        self.with_holder(Needs::RecentPassword, |Asking { accounts, holder, now }| async move {
            Ok(accounts.sign_in.end_two_factor(&holder, now).await?)
        })
        .await
    }

    pub async fn request_export(&mut self) -> Outcome<DataExport> {
        self.with_holder(Needs::Session, |Asking { accounts, holder, now }| async move {
            Ok(accounts.personal_data.request_export(&holder, now).await?)
        })
        .await
    }

    pub async fn delete(&mut self) -> Outcome<Deletion> {
        let deleting = self.with_holder(Needs::RecentPassword, |Asking { accounts, holder, now }| async move {
            Ok(accounts.personal_data.delete_account(&holder, now).await?)
        });
        let deleted = deleting.await?;
        if let Some(browser) = &self.requester.browser {
            browser.change_cookie(CookieChange::Forget);
        }
        Ok(deleted)
    }

    /// Does `work` for the caller, in the call's time. It runs on a task of its own, which ends with the wait for it: a guest's
    /// stack has no room for so many statements.
    async fn with_holder<T: Send + 'static, Working>(
        &mut self,
        needs: Needs,
        work: impl FnOnce(Asking) -> Working + Send + 'static,
    ) -> Outcome<T>
    where
        Working: Future<Output = Outcome<T>> + Send + 'static,
    {
        let entry = self.entry()?;
        if needs != Needs::SessionToLook
            && let Some(sentence) = self.frame.read_refusal("change an account")
        {
            return Err(AccountFailure::Rejected(sentence));
        }
        let mut task = JoinSet::new();
        task.spawn(async move { work(entry.asking(needs).await?).await }.in_current_span());
        match self.frame.time.asking_in_time("accounts", task.join_next()).await {
            Some(Some(Ok(outcome))) => outcome,
            Some(Some(Err(error))) => Err(unavailable(&error)),
            Some(None) | None => {
                Err(AccountFailure::Unavailable("The account could not be looked at in time; try again.".to_owned()))
            }
        }
    }

    fn entry(&mut self) -> Outcome<Entry> {
        if let Some(sentence) = self.frame.missing(Grant::Accounts) {
            return Err(AccountFailure::NotGranted(sentence));
        }
        if let Some(sentence) = self.frame.open_transaction_refusal("change an account") {
            return Err(AccountFailure::Rejected(sentence));
        }
        *self.left = self.left.checked_sub(1).ok_or_else(|| {
            AccountFailure::Rejected(format!("one request has {ACCOUNT_CALLS} calls of accounts, and had them"))
        })?;
        let nobody = || AccountFailure::Rejected("no session asks: accounts is for session routes".to_owned());
        let accounts = self.frame.capabilities.stores().accounts.clone().ok_or_else(nobody)?;
        let browser = self.requester.browser.as_ref().ok_or_else(nobody)?;
        let token = self.requester.session_token();
        let asked = AskedThrough {
            component: self.frame.component().to_owned(),
            request_id: Arc::clone(&self.requester.request_id),
            address: browser.client_ip,
        };
        Ok(Entry { accounts, token: token.ok_or_else(nobody)?, asked })
    }
}

/// The parts of a request that open an account.
struct Entry {
    accounts: Accounts,
    token: OpaqueToken,
    asked: AskedThrough,
}

impl Entry {
    async fn asking(self, needs: Needs) -> Outcome<Asking> {
        let now = Timestamp::now();
        let found = self.accounts.sign_in.sessions().find(&self.token, now).await;
        let session = found.map_err(SignInError::SessionUnconfirmed)?.ok_or(SignInError::SessionEnded)?;
        let holder = AccountHolder::of(&session, self.asked)?;
        if needs == Needs::RecentPassword && !session.has_sudo(now) {
            return Err(AccountFailure::SudoRequired(
                "This needs a password that was given within the last 15 minutes: POST /session/sudo first.".to_owned(),
            ));
        }
        Ok(Asking { accounts: self.accounts, holder, now })
    }
}
