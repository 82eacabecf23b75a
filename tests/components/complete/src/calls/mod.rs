//! Every function of the contract by its name, `interface.function` or `interface.resource.function`, called with what a
//! request says, once or as often as it says.
//!
//! `quarry-test-complete` uses them as a component may. `quarry-test-intruder` and `quarry-test-intruder-ungranted` have the same
//! source: one is granted all of them and goes too far, the other is granted next to nothing. Nothing here looks at who is
//! asking or what for: what is refused, the host refuses.
//!
//! To add a function: its arm in the file of its interface, and its row in each table of `tests/tests/api/capabilities`, which
//! compare themselves with `wit/`.

pub mod files;
pub mod organizations;
pub mod outside;
pub mod people;
pub mod secrets;
pub mod stores;
pub mod written;

use quarry_sdk::prelude::*;
use quarry_sdk::serde_json::{Value as Json, json};
use serde::Deserialize;
use std::fmt::Debug;

/// The function to call.
#[derive(Parameters)]
pub struct CallPath {
    /// Its name. It has no example, so that no self-test makes the call.
    #[parameter(path, max_length = 80)]
    pub function: String,
}

/// The arguments of a call; those that a function does not need are left out.
#[derive(Debug, Default, Deserialize, Schema)]
pub struct Arguments {
    /// The person, key, job or invitation.
    #[schema(optional, example = 1)]
    pub id: Option<i64>,
    #[schema(optional, example = 1)]
    pub organization_id: Option<i64>,
    /// The key, name, address, permission or reason.
    #[schema(optional, example = "a")]
    pub text: Option<String>,
    /// The number of bytes, seconds or rows.
    #[schema(optional, example = 1)]
    pub size: Option<u64>,
    /// Bytes, in hex.
    #[schema(optional, example = "00")]
    pub hex: Option<String>,
    /// The number of times that the call is made; the last outcome is the answer.
    #[schema(optional, example = 1)]
    pub times: Option<u64>,
    #[schema(optional)]
    pub password: Option<Secret>,
}

/// The outcome: one of the members.
#[derive(Schema)]
pub struct Called {
    #[schema(optional, example = {})]
    pub outcome: Anything,
    /// The failure, as the contract names it, with its sentence.
    #[schema(optional, example = "StatementFailure::Rejected(\"no statement x is declared\")")]
    pub failure: String,
    #[schema(optional)]
    pub shown: Vec<ShownSecret>,
}

/// The same for a key, whose answers are kept for repetition: no secret can be among them.
#[derive(Schema)]
pub struct CalledWithKey {
    #[schema(optional, example = {})]
    pub outcome: Anything,
    #[schema(optional, example = "StatementFailure::Rejected(\"no statement x is declared\")")]
    pub failure: String,
}

/// Any JSON.
pub struct Anything;

impl Schema for Anything {
    fn schema() -> Json {
        json!({})
    }

    fn example() -> Json {
        json!({})
    }
}

/// The result of a function.
pub enum Done {
    Value(Json),
    /// To be shown, this once.
    Secrets(Vec<Secret>),
}

/// The failure is as the contract names it.
pub type Outcome = Result<Done, String>;

impl Arguments {
    pub fn id(&self) -> i64 {
        self.id.unwrap_or(1)
    }

    pub fn organization_id(&self) -> i64 {
        self.organization_id.unwrap_or(1)
    }

    pub fn text(&self) -> &str {
        self.text.as_deref().unwrap_or("a")
    }

    pub fn size(&self) -> u64 {
        self.size.unwrap_or(1)
    }

    /// Gives as many bytes as the size says.
    pub fn bytes(&self) -> Vec<u8> {
        vec![b'x'; usize::try_from(self.size()).unwrap_or_default()]
    }

    /// A secret that a person sent, or one that is minted.
    pub fn secret_to_use(&self, call: impl FnOnce(&Secret) -> Outcome) -> Outcome {
        match &self.password {
            Some(password) => call(password),
            None => call(&Secret::mint("tok_").map_err(failed)?),
        }
    }
}

/// The failure as the contract names it.
pub fn failed(failure: impl Debug) -> String {
    format!("{failure:?}")
}

/// The outcome of a function that gives something.
pub fn given<T, E: Debug>(outcome: Result<T, E>, described: impl FnOnce(T) -> Json) -> Outcome {
    outcome.map(|value| Done::Value(described(value))).map_err(failed)
}

/// The outcome of a function that gives nothing.
pub fn done<E: Debug>(outcome: Result<(), E>) -> Outcome {
    given(outcome, |()| json!("done"))
}

/// Makes the call, as often as it is to be made.
pub fn answer(function: &str, arguments: &Arguments) -> Result<Answer, Problem> {
    let Some((interface, name)) = function.split_once('.') else {
        return Err(Problem::not_found(format!("There is no function {function}.")));
    };
    let mut outcome = call(interface, name, arguments);
    for _ in 1..arguments.times.unwrap_or(1) {
        outcome = call(interface, name, arguments);
    }
    let answer = Answer::object();
    Ok(match outcome {
        Some(Ok(Done::Value(value))) => answer.member("outcome", &value).into(),
        Some(Ok(Done::Secrets(secrets))) => answer.secrets("shown", secrets).into(),
        Some(Err(failure)) => answer.member("failure", &failure).into(),
        None => return Err(Problem::not_found(format!("There is no function {function}."))),
    })
}

/// Makes the call; none where the interface has no such function.
fn call(interface: &str, name: &str, arguments: &Arguments) -> Option<Outcome> {
    match interface {
        "warehouse" | "values" | "app-store" => stores::call(interface, name, arguments),
        "audit" | "events" | "jobs" | "mail" | "notifications" => written::call(interface, name, arguments),
        "key-value" | "outbound-http" | "name-lookup" | "log" | "deployment" | "settings" => {
            outside::call(interface, name, arguments)
        }
        "objects" | "row-files" | "datasets" | "event-stream" => files::call(interface, name, arguments),
        "secrets" => secrets::call(name, arguments),
        "identity" | "api-keys" | "invitations" | "single-sign-on" => organizations::call(interface, name, arguments),
        "accounts" | "modules" | "people" => people::call(interface, name, arguments),
        _ => None,
    }
}
