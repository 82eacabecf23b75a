//! Changes that staff make to other people's accounts.
//!
//! Always true here: the caller is staff with the permission `users_manage`, and of the tier `alpha` where the account is one
//! of staff or becomes one, which is checked in the transaction of the change; a change of credentials needs a recent password
//! besides, whatever the route declared; nobody does it to themselves, so nobody locks themselves out; nobody does it while
//! they act as somebody else; the audit entry is written in the transaction of the change; once the call returns this host uses
//! nothing that it remembered from before, and every other host uses it for at most a second.
//!
//! To add a change: a function that begins with [`People::change`], or [`People::guarded_change`], and ends with
//! [`Change::commit`].

mod access;
mod impersonation;
mod privileges;
mod set_privileges;

pub use impersonation::BegunImpersonation;
pub use privileges::Privileges;

use crate::mail::MessageError;
use crate::outbox::{AuditEntry, Origin, record_audit_entry};
use crate::{Keys, Letters, Sessions};
use jiff::Timestamp;
use quarry_contract::{Caller, PersonCaller};
use quarry_stores::app::{AppStore, AppStoreError, Row, Transaction};
use quarry_stores::result_set::Value;
use serde_json::Value as Json;
use thiserror::Error;

const PERMISSION: &str = "users_manage";
const TIER: &str = "alpha";

/// The reason why an account was not changed. The sentences are for the member of staff.
#[derive(Debug, Error)]
pub enum PeopleError {
    #[error("{0}")]
    Forbidden(String),
    #[error("There is no person {user_id}.")]
    UnknownPerson { user_id: i64 },
    #[error("This is your own account: somebody else of staff has to do it.")]
    OwnAccount,
    #[error("{0}")]
    NotNow(String),
    #[error("there is no permission {permission}; there are {known}")]
    UnknownPermission { permission: String, known: String },
    #[error("a letter to the person cannot be written: {0}")]
    Letter(#[from] MessageError),
    #[error(transparent)]
    Store(#[from] AppStoreError),
}

/// The accounts of a deployment, as staff change them. A clone shares all it holds.
#[derive(Clone)]
pub struct People {
    store: AppStore,
    sessions: Sessions,
    keys: Keys,
    letters: Letters,
}

/// An account that is being changed. Its row is locked until the transaction ends.
struct Change<'a> {
    transaction: Transaction,
    origin: Origin<'a>,
    now: Timestamp,
    user_id: i64,
    name: String,
    email: String,
    is_disabled: bool,
    privileges: Privileges,
}

impl People {
    pub fn new(store: AppStore, sessions: Sessions, keys: Keys, letters: Letters) -> People {
        People { store, sessions, keys, letters }
    }

    /// The sessions that feel what is changed.
    pub fn sessions(&self) -> &Sessions {
        &self.sessions
    }

    /// Begins a change of another person's account, if the caller may make it.
    async fn change<'a>(
        &self,
        needed: &str,
        user_id: i64,
        origin: Origin<'a>,
        now: Timestamp,
    ) -> Result<Change<'a>, PeopleError> {
        let staff = staff(origin.caller, needed)?;
        if staff.user_id == user_id {
            return Err(PeopleError::OwnAccount);
        }
        let mut transaction = self.store.begin().await?;
        // Both accounts, always in one order: of two of staff who change each other's the second sees what the first has done.
        for id in [staff.user_id.min(user_id), staff.user_id.max(user_id)] {
            // An update that changes nothing locks the row, on both engines.
            let sql = "UPDATE users SET disabled_at = disabled_at WHERE id = $1";
            transaction.execute(sql, &[Value::Int64(id)]).await?;
        }
        let held = privileges::in_force(&mut transaction, staff.user_id).await?;
        if !held.holds(needed) {
            return Err(missing(needed));
        }
        let sql = "SELECT name, email, disabled_at FROM users WHERE id = $1";
        let rows = transaction.query(sql, &[Value::Int64(user_id)]).await?;
        let row = Row::first(&rows).ok_or(PeopleError::UnknownPerson { user_id })?;
        let change = Change {
            user_id,
            name: row.text("name")?,
            email: row.text("email")?,
            is_disabled: row.optional_integer("disabled_at")?.is_some(),
            privileges: privileges::of(&mut transaction, user_id).await?,
            transaction,
            origin,
            now,
        };
        if change.privileges.is_staff() && !held.holds(TIER) {
            let sentence =
                format!("{} is one of staff: only staff of the tier \"{TIER}\" changes that account.", change.name);
            return Err(PeopleError::Forbidden(sentence));
        }
        Ok(change)
    }

    /// As [`People::change`], of what guards the account.
    async fn guarded_change<'a>(
        &self,
        needed: &str,
        user_id: i64,
        origin: Origin<'a>,
        now: Timestamp,
    ) -> Result<Change<'a>, PeopleError> {
        if staff(origin.caller, needed)?.has_sudo(now) {
            return Box::pin(self.change(needed, user_id, origin, now)).await;
        }
        Err(PeopleError::Forbidden(
            "This needs a password that was given within the last 15 minutes: POST /session/sudo first.".to_owned(),
        ))
    }

    /// Makes this host ask the store again about sessions and keys.
    fn forget_confirmed(&self) {
        self.sessions.forget_confirmed();
        self.keys.forget_confirmed();
    }
}

impl Change<'_> {
    /// Runs a statement of it, whose `$1` is the person; tells how many rows it touched.
    async fn execute(&mut self, sql: &str, more: &[Value]) -> Result<u32, AppStoreError> {
        let mut values = vec![Value::Int64(self.user_id)];
        values.extend_from_slice(more);
        let touched = self.transaction.execute(sql, &values).await?;
        Ok(u32::try_from(touched).unwrap_or(u32::MAX))
    }

    /// Writes what was done, and makes all of it last.
    async fn commit(mut self, action: &str, before: Option<Json>, after: Json) -> Result<(), AppStoreError> {
        let entry = AuditEntry {
            organization_id: None,
            action: action.to_owned(),
            target_type: "user".to_owned(),
            target_id: self.user_id.to_string(),
            before: before.map(|json| json.to_string()),
            after: Some(after.to_string()),
        };
        record_audit_entry(&mut self.transaction, self.origin, &entry, self.now).await?;
        self.transaction.commit().await
    }
}

/// The caller, if they have that permission or tier.
fn staff<'a>(caller: &'a Caller, needed: &str) -> Result<&'a PersonCaller, PeopleError> {
    match caller {
        Caller::Person(person) if person.impersonator_id.is_some() => Err(PeopleError::Forbidden(
            "While looking at the service as somebody else, no account can be changed.".to_owned(),
        )),
        Caller::Person(person) if person.has_permission(needed) => Ok(person),
        _ => Err(missing(needed)),
    }
}

fn missing(needed: &str) -> PeopleError {
    PeopleError::Forbidden(format!("This is for staff with \"{needed}\"."))
}
