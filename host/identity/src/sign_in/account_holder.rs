//! Somebody who changes their own account, in a session of theirs.

use crate::SessionState;
use crate::mail::{Message, MessageError};
use crate::sign_in::author::Author;
use crate::sign_in::{Letters, SignInError};
use jiff::Timestamp;
use quarry_stores::app::{AppStoreError, Transaction};
use serde_json::Value as Json;
use std::net::IpAddr;
use std::sync::Arc;

/// Through what, and from where, a change is asked for: what its audit entry says beside the person.
#[derive(Debug, Clone)]
pub struct AskedThrough {
    /// The component that asks; `host` for the host's own operations.
    pub component: String,
    pub request_id: Arc<str>,
    pub address: IpAddr,
}

/// A person in their own session: never a member of staff who acts as somebody else.
#[derive(Debug, Clone)]
pub struct AccountHolder {
    pub(crate) user_id: i64,
    pub(crate) name: String,
    pub(crate) email: String,
    pub(crate) session_id: i64,
    asked: AskedThrough,
}

impl AccountHolder {
    /// The holder of the account that `session` is of.
    pub fn of(session: &SessionState, asked: AskedThrough) -> Result<AccountHolder, SignInError> {
        let person = &session.person;
        if session.impersonation_until.is_some() || person.impersonator_id.is_some() {
            return Err(SignInError::Impersonating);
        }
        Ok(AccountHolder {
            user_id: person.user_id,
            name: person.name.clone(),
            email: person.email.clone(),
            session_id: session.session_id,
            asked,
        })
    }

    pub fn user_id(&self) -> i64 {
        self.user_id
    }

    pub fn session_id(&self) -> i64 {
        self.session_id
    }

    /// Writes that `action` was done to the account; `details` is a JSON object without secrets.
    pub(crate) async fn record(
        &self,
        transaction: &mut Transaction,
        action: &str,
        details: Json,
        now: Timestamp,
    ) -> Result<(), AppStoreError> {
        self.author().record(transaction, action, details, now).await
    }

    /// As [`AccountHolder::record`], of the deletion: by the number of the account alone.
    pub(crate) async fn record_deletion(
        &self,
        transaction: &mut Transaction,
        details: Json,
        now: Timestamp,
    ) -> Result<(), AppStoreError> {
        Author { address: None, ..self.author() }.record(transaction, "account.deleted", details, now).await
    }

    /// The last email to the person.
    pub(crate) fn farewell(&self, letters: &Letters, now: Timestamp) -> Result<Message, MessageError> {
        letters.account_deleted(&self.email, &self.name, now)
    }

    pub(crate) fn author(&self) -> Author<'_> {
        Author {
            component: &self.asked.component,
            request_id: &self.asked.request_id,
            address: Some(self.asked.address),
            user_id: Some(self.user_id),
        }
    }
}
