//! `name-lookup`, connected to the engine.

use crate::bindings::quarry::plugin::name_lookup;
use crate::capabilities::NameFailure;
use crate::instance::State;

type Outcome<T> = wasmtime::Result<Result<T, name_lookup::NameFailure>>;

impl name_lookup::Host for State {
    async fn txt_records(&mut self, name: String) -> Outcome<Vec<String>> {
        Ok(Box::pin(self.call.names().look_up_texts(&name)).await.map_err(failure_to_guest))
    }

    async fn check_url(&mut self, url: String) -> Outcome<()> {
        Ok(Box::pin(self.call.names().check_url(&url)).await.map_err(failure_to_guest))
    }
}

fn failure_to_guest(failure: NameFailure) -> name_lookup::NameFailure {
    match failure {
        NameFailure::NotGranted(sentence) => name_lookup::NameFailure::NotGranted(sentence),
        NameFailure::Rejected(sentence) => name_lookup::NameFailure::Rejected(sentence),
        NameFailure::LimitExceeded(sentence) => name_lookup::NameFailure::LimitExceeded(sentence),
        NameFailure::Refused(sentence) => name_lookup::NameFailure::Refused(sentence),
        NameFailure::Unavailable(sentence) => name_lookup::NameFailure::Unavailable(sentence),
    }
}
