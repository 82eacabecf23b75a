//! `key-value`: what a component keeps between requests. The component's name is bound here and cannot be set by a guest.

use crate::capabilities::call::Frame;
use crate::capabilities::call::calls_left::KEY_VALUE_CALLS;
use quarry_contract::Grant;
use quarry_stores::key_values::{Condition, KeyPage, KeyValueEntry, KeyValueError, KeyValues};
use std::time::Duration;

/// The cases a component can tell apart, each with a sentence for its author.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum KeyValueFailure {
    NotGranted(String),
    /// The call was wrong.
    Rejected(String),
    TooLarge(String),
    /// The quota, or the calls of one request.
    QuotaExceeded(String),
    /// The store is down or slow.
    Unavailable(String),
}

impl KeyValueFailure {
    fn from_error(component: &str, error: KeyValueError) -> KeyValueFailure {
        let sentence = error.to_string();
        match error {
            KeyValueError::KeyTooLong { .. } | KeyValueError::ValueTooLong { .. } => {
                KeyValueFailure::TooLarge(sentence)
            }
            KeyValueError::KeysUsedUp { .. } | KeyValueError::BytesUsedUp { .. } => {
                KeyValueFailure::QuotaExceeded(sentence)
            }
            KeyValueError::MalformedKey
            | KeyValueError::NoTimeToLive
            | KeyValueError::ListLimit { .. }
            | KeyValueError::NotANumber { .. }
            | KeyValueError::Overflow { .. } => KeyValueFailure::Rejected(sentence),
            KeyValueError::Store(error) => {
                tracing::error!(component, %error, "a component's values could not be read or written");
                KeyValueFailure::Unavailable(
                    "The application store is not reachable at the moment; try again shortly.".to_owned(),
                )
            }
        }
    }
}

/// The parts of a call that `key-value` needs.
pub struct KeyValueCalls<'a> {
    pub(super) frame: &'a mut Frame,
    pub(super) left: &'a mut u32,
}

impl KeyValueCalls<'_> {
    /// Gives the value that the component keeps under `key`.
    pub async fn get(&mut self, key: &str) -> Result<Option<KeyValueEntry>, KeyValueFailure> {
        self.within(async |values, component| values.get(component, key).await).await
    }

    /// Keeps `value`; gives its version, or none where `condition` does not hold.
    pub async fn set(
        &mut self,
        key: &str,
        value: Vec<u8>,
        seconds_to_live: Option<u32>,
        condition: Condition,
    ) -> Result<Option<u64>, KeyValueFailure> {
        self.refuse_on_a_read()?;
        let time_to_live = seconds_to_live.map(|seconds| Duration::from_secs(seconds.into()));
        self.within(async |values, component| values.set(component, key, value, time_to_live, condition).await).await
    }

    /// Adds to a number and gives the sum.
    pub async fn increment(
        &mut self,
        key: &str,
        by: i64,
        seconds_to_live: Option<u32>,
    ) -> Result<i64, KeyValueFailure> {
        self.refuse_on_a_read()?;
        let time_to_live = seconds_to_live.map(|seconds| Duration::from_secs(seconds.into()));
        self.within(async |values, component| values.increment(component, key, by, time_to_live).await).await
    }

    /// Forgets `key`; tells whether something was there.
    pub async fn delete(&mut self, key: &str) -> Result<bool, KeyValueFailure> {
        self.refuse_on_a_read()?;
        self.within(async |values, component| values.delete(component, key).await).await
    }

    /// The keys that begin with `prefix` and come after `after`.
    pub async fn list(&mut self, prefix: &str, after: Option<&str>, limit: u32) -> Result<KeyPage, KeyValueFailure> {
        self.within(async |values, component| values.list_keys(component, prefix, after, limit).await).await
    }

    fn refuse_on_a_read(&self) -> Result<(), KeyValueFailure> {
        let refusal = self.frame.read_refusal("change a value that it keeps by key");
        refusal.map_or(Ok(()), |sentence| Err(KeyValueFailure::Rejected(sentence)))
    }

    /// Does `work` within the grant, the request's calls and its time.
    async fn within<T>(
        &mut self,
        work: impl AsyncFnOnce(&KeyValues, &str) -> Result<T, KeyValueError>,
    ) -> Result<T, KeyValueFailure> {
        if let Some(sentence) = self.frame.missing(Grant::KeyValue) {
            return Err(KeyValueFailure::NotGranted(sentence));
        }
        if let Some(sentence) = self.frame.open_transaction_refusal("ask for values by key") {
            return Err(KeyValueFailure::Rejected(sentence));
        }
        *self.left = self.left.checked_sub(1).ok_or_else(|| {
            KeyValueFailure::QuotaExceeded(format!(
                "The component made more than the {KEY_VALUE_CALLS} key-value calls that one request may."
            ))
        })?;
        let Frame { capabilities, time, .. } = &mut *self.frame;
        let component = capabilities.component();
        let outcome = time.asking_in_time("key-value", work(&capabilities.stores().key_values, component)).await;
        match outcome {
            Some(outcome) => outcome.map_err(|error| KeyValueFailure::from_error(component, error)),
            None => Err(KeyValueFailure::Unavailable(
                "The time of the request is over (deadline); the value may or may not have been written.".to_owned(),
            )),
        }
    }
}
