//! `name-lookup`: questions about names that people gave.

use crate::capabilities::call::calls_left::NAME_CALLS;
use crate::capabilities::call::{Frame, host_call};
use quarry_contract::Grant;
use quarry_identity::outbound::{NameLookup, NameLookupError};
use std::time::Duration;
use tracing::Instrument;

/// The longest that one may take.
const MAX_TIME: Duration = Duration::from_secs(8);
const MAX_TEXTS: usize = 100;

/// The reason why there is no answer, in a sentence.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum NameFailure {
    NotGranted(String),
    Rejected(String),
    LimitExceeded(String),
    Refused(String),
    Unavailable(String),
}

/// The parts of a call that `name-lookup` needs.
pub struct NameCalls<'a> {
    pub(super) frame: &'a mut Frame,
    pub(super) left: &'a mut u32,
}

impl NameCalls<'_> {
    /// The texts that stand at a name.
    pub async fn look_up_texts(&mut self, name: &str) -> Result<Vec<String>, NameFailure> {
        let names = self.take_call()?;
        self.ask(names.texts(name, MAX_TEXTS)).await
    }

    /// Checks that something could be sent to a URL.
    pub async fn check_url(&mut self, url: &str) -> Result<(), NameFailure> {
        let names = self.take_call()?;
        self.ask(names.check_url(url)).await
    }

    fn take_call(&mut self) -> Result<NameLookup, NameFailure> {
        if let Some(sentence) = self.frame.missing(Grant::NameLookup) {
            return Err(NameFailure::NotGranted(sentence));
        }
        if let Some(sentence) = self.frame.open_transaction_refusal("look a name up") {
            return Err(NameFailure::Rejected(sentence));
        }
        *self.left = self.left.checked_sub(1).ok_or_else(|| {
            NameFailure::LimitExceeded(format!(
                "The component looked up more than the {NAME_CALLS} names that one request may."
            ))
        })?;
        Ok(self.frame.capabilities.stores().names.clone())
    }

    async fn ask<T>(&mut self, question: impl Future<Output = Result<T, NameLookupError>>) -> Result<T, NameFailure> {
        let late = || NameFailure::Unavailable("The name server did not answer in time; try again shortly.".to_owned());
        let time = self.frame.time.left().ok_or_else(late)?.min(MAX_TIME);
        let asking = tokio::time::timeout(time, question).instrument(host_call("name-lookup"));
        let answer = self.frame.time.asking_outside(asking).await;
        answer.map_err(|_| late())?.map_err(failure)
    }
}

fn failure(error: NameLookupError) -> NameFailure {
    match error {
        NameLookupError::NoAnswer | NameLookupError::Setup(_) => {
            tracing::error!(%error, "a name could not be looked up");
            NameFailure::Unavailable("The name server did not answer; try again shortly.".to_owned())
        }
        error => NameFailure::Refused(format!("It cannot be used: {error}.")),
    }
}
