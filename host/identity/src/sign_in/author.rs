//! The author of a change to an account and the place it came from, as the audit log keeps them.

use crate::SignInFrom;
use crate::jobs::HostJob;
use crate::outbox::{AccountEntry, record_account_entry};
use jiff::Timestamp;
use quarry_stores::app::{AppStoreError, Transaction};
use serde_json::{Value as Json, json};
use std::net::IpAddr;

/// The author of entries about one account.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Author<'a> {
    pub(crate) component: &'a str,
    pub(crate) request_id: &'a str,
    /// The address; `None` in the entry of a deletion, which leaves nothing of the person.
    pub(crate) address: Option<IpAddr>,
    /// None: somebody who was not recognised.
    pub(crate) user_id: Option<i64>,
}

impl<'a> Author<'a> {
    /// The person who signs in from there.
    pub(super) fn signing_in(from: &'a SignInFrom, user_id: Option<i64>) -> Author<'a> {
        Author {
            component: <dyn HostJob>::COMPONENT,
            request_id: &from.request_id,
            address: Some(from.address),
            user_id,
        }
    }

    /// Writes that `action` was done to the author's own account; `details` is a JSON object without secrets.
    pub(crate) async fn record(
        &self,
        transaction: &mut Transaction,
        action: &str,
        details: Json,
        now: Timestamp,
    ) -> Result<(), AppStoreError> {
        self.record_change(transaction, action, None, details, now).await
    }

    /// As [`Author::record`], of something that stood otherwise before.
    pub(crate) async fn record_change(
        &self,
        transaction: &mut Transaction,
        action: &str,
        before: Option<Json>,
        details: Json,
        now: Timestamp,
    ) -> Result<(), AppStoreError> {
        let target_id = self.user_id.map_or_else(|| "unknown".to_owned(), |id| id.to_string());
        self.record_of(
            transaction,
            action,
            Target { kind: "user", id: target_id, organization_id: None },
            before,
            details,
            now,
        )
        .await
    }

    /// Writes that `action` was done to something else than an account.
    pub(super) async fn record_of(
        &self,
        transaction: &mut Transaction,
        action: &str,
        target: Target,
        before: Option<Json>,
        details: Json,
        now: Timestamp,
    ) -> Result<(), AppStoreError> {
        let mut after = details;
        if let Some(address) = self.address {
            after["address"] = json!(address.to_canonical().to_string());
        }
        let entry = AccountEntry {
            component: self.component,
            request_id: self.request_id,
            user_id: self.user_id,
            organization_id: target.organization_id,
            action,
            target_type: target.kind,
            target_id: target.id,
            before,
            after,
        };
        record_account_entry(transaction, &entry, now).await
    }
}

/// The thing that something was done to.
#[derive(Debug, Clone)]
pub(super) struct Target {
    pub(super) kind: &'static str,
    pub(super) id: String,
    /// The organization whose log shows it.
    pub(super) organization_id: Option<i64>,
}
