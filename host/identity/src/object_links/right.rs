//! The right by which an upload's link was made, and whether it still holds when the bytes come.
//!
//! Always true: a link takes nothing for a person who has left the organization that they acted for, whose account is disabled or gone, or
//! whom the guard of the route that made the link would refuse by now. The sender is then told what everybody is told whose link leads
//! nowhere.

use futures_util::future::BoxFuture;
use quarry_contract::{Problem, SilentStore};
use quarry_stores::app::{AppStore, AppStoreError};
use quarry_stores::result_set::Value;
use serde::{Deserialize, Serialize};
use std::sync::{Arc, OnceLock, Weak};
use std::time::Duration;

/// Time for asking a guard again: the sender of a file waits for it.
const ASKING_TIME: Duration = Duration::from_secs(5);

/// The person who asked for a link, and the guard that let them.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct LinkRight {
    pub user_id: i64,
    /// The organization that they acted for.
    pub organization_id: Option<i64>,
    /// None where the route that made the link has no guard.
    pub guard: Option<LinkGuard>,
}

/// A guard of a component, with what its statement was bound to.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct LinkGuard {
    pub name: String,
    pub least_rank: Option<String>,
    /// The id of the tenant that it found.
    pub tenant: i64,
    pub inputs: Vec<(String, LinkInput)>,
}

/// A value of a path or a body that a guard's statement was bound to.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum LinkInput {
    Null,
    Boolean(bool),
    Int64(i64),
    #[serde(rename = "uint64")]
    UInt64(u64),
    Text(String),
    Bytes(Vec<u8>),
    Timestamp(i64),
}

impl LinkInput {
    /// Gives the input that holds a value; none for lists, which a link has no room for.
    pub fn of(value: &Value) -> Option<LinkInput> {
        match value {
            Value::Null => Some(LinkInput::Null),
            Value::Boolean(truth) => Some(LinkInput::Boolean(*truth)),
            Value::Int64(number) => Some(LinkInput::Int64(*number)),
            Value::UInt64(number) => Some(LinkInput::UInt64(*number)),
            Value::Text(text) => Some(LinkInput::Text(text.clone())),
            Value::Bytes(bytes) => Some(LinkInput::Bytes(bytes.clone())),
            Value::Timestamp(microseconds) => Some(LinkInput::Timestamp(*microseconds)),
            Value::Float64(_)
            | Value::TextList(_)
            | Value::Int64List(_)
            | Value::UInt64List(_)
            | Value::BytesList(_) => None,
        }
    }

    /// The value that it holds.
    pub fn value(&self) -> Value {
        match self {
            LinkInput::Null => Value::Null,
            LinkInput::Boolean(truth) => Value::Boolean(*truth),
            LinkInput::Int64(number) => Value::Int64(*number),
            LinkInput::UInt64(number) => Value::UInt64(*number),
            LinkInput::Text(text) => Value::Text(text.clone()),
            LinkInput::Bytes(bytes) => Value::Bytes(bytes.clone()),
            LinkInput::Timestamp(microseconds) => Value::Timestamp(*microseconds),
        }
    }
}

/// The components whose guards can be asked again.
pub trait LinkGuards: Send + Sync {
    /// Tells whether a guard of `component` lets the person pass by now. An error says that this could not be found out.
    fn lets_pass<'a>(
        &'a self,
        component: &'a str,
        right: &'a LinkRight,
        within: Duration,
    ) -> BoxFuture<'a, Result<bool, Problem>>;
}

/// Finds out whether the rights of links still hold. A clone shares the store and the components.
#[derive(Clone)]
pub struct LinkRights {
    store: AppStore,
    /// Set once they are loaded; weak, because the components are routed beside the operation that asks them.
    guards: Arc<OnceLock<Weak<dyn LinkGuards>>>,
}

impl LinkRights {
    pub fn new(store: AppStore) -> LinkRights {
        LinkRights { store, guards: Arc::default() }
    }

    /// Says who can ask guards. The first word counts; until then no guarded link takes anything.
    pub fn ask_components(&self, guards: &Arc<dyn LinkGuards>) {
        // A host has one set of components.
        self.guards.get_or_init(|| Arc::downgrade(guards));
    }

    /// Tells whether what `component` signed may still be stored by the person who asked for it.
    pub(super) async fn hold(&self, component: &str, right: &LinkRight) -> Result<bool, Problem> {
        let is_member = tokio::time::timeout(ASKING_TIME, self.is_member(right)).await;
        let is_member = is_member.map_err(|_| late())?.map_err(|error| {
            tracing::warn!(component, %error, "the right of an upload could not be looked up");
            late()
        })?;
        match (is_member, &right.guard) {
            (false, _) => Ok(false),
            (true, None) => Ok(true),
            (true, Some(_)) => match self.guards.get().and_then(Weak::upgrade) {
                Some(guards) => guards.lets_pass(component, right, ASKING_TIME).await,
                None => Ok(false),
            },
        }
    }

    /// Tells whether the person can still act for the organization.
    async fn is_member(&self, right: &LinkRight) -> Result<bool, AppStoreError> {
        let found = match right.organization_id {
            Some(organization_id) => {
                let sql = "SELECT 1 AS found FROM users JOIN memberships ON memberships.user_id = users.id
                           WHERE users.id = $1 AND users.disabled_at IS NULL AND memberships.organization_id = $2";
                self.store.query(sql, &[Value::Int64(right.user_id), Value::Int64(organization_id)]).await?
            }
            None => {
                let sql = "SELECT 1 AS found FROM users WHERE id = $1 AND disabled_at IS NULL";
                self.store.query(sql, &[Value::Int64(right.user_id)]).await?
            }
        };
        Ok(found.row_count > 0)
    }
}

fn late() -> Problem {
    Problem::data_source_unavailable(
        "It could not be found out whether you may still send this; send it again shortly.",
    )
    .of_store(SilentStore::AppStore)
}
