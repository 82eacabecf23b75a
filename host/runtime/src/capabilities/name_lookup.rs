//! `name-lookup`: questions about names that people gave.

use crate::capabilities::Call;
use crate::capabilities::call::host_call;
use quarry_contract::Grant;
use quarry_identity::outbound::{NameLookup, NameLookupError};
use std::time::Duration;
use tracing::Instrument;

/// Calls of one request.
pub(super) const CALLS_OF_A_REQUEST: u32 = 10;
/// The longest that one may take.
const MAX_TIME: Duration = Duration::from_secs(8);
const MAX_TEXTS: usize = 100;

/// Why there is no answer, in a sentence.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum NameFailure {
    NotGranted(String),
    Rejected(String),
    LimitExceeded(String),
    Refused(String),
    Unavailable(String),
}

impl Call {
    /// The texts that stand at a name.
    pub async fn look_up_texts(&mut self, name: &str) -> Result<Vec<String>, NameFailure> {
        let names = self.takes_name_call()?;
        self.ask_names(names.texts(name, MAX_TEXTS)).await
    }

    /// Whether something could be sent to a URL.
    pub async fn check_url(&mut self, url: &str) -> Result<(), NameFailure> {
        let names = self.takes_name_call()?;
        self.ask_names(names.check_url(url)).await
    }

    fn takes_name_call(&mut self) -> Result<NameLookup, NameFailure> {
        if !self.capabilities.has(Grant::NameLookup) {
            return Err(NameFailure::NotGranted(self.capabilities.missing(Grant::NameLookup)));
        }
        if let Some(sentence) = self.open_transaction_refusal("look a name up") {
            return Err(NameFailure::Rejected(sentence));
        }
        self.name_calls_left = self.name_calls_left.checked_sub(1).ok_or_else(|| {
            NameFailure::LimitExceeded(format!(
                "The component looked up more than the {CALLS_OF_A_REQUEST} names that one request may."
            ))
        })?;
        Ok(self.capabilities.stores().names.clone())
    }

    async fn ask_names<T>(
        &mut self,
        question: impl Future<Output = Result<T, NameLookupError>>,
    ) -> Result<T, NameFailure> {
        let late = || NameFailure::Unavailable("The name server did not answer in time; try again shortly.".to_owned());
        let time = self.time_left().ok_or_else(late)?.min(MAX_TIME);
        self.waits_for_outside = true;
        let answer = tokio::time::timeout(time, question).instrument(host_call("name-lookup")).await;
        self.waits_for_outside = false;
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
