//! Every way to see a secret that this component could think of.

use crate::keeper::passwords::bytes;
use quarry_sdk::outbound_http::Outbound;
use quarry_sdk::prelude::*;
use quarry_sdk::{SecretFailure, ShownSecret};
use serde::{Deserialize, Serialize};
use serde_json::Value as Json;

/// A field that is declared a secret and read as whatever stands there.
pub struct Peek(Json);

impl Schema for Peek {
    fn schema() -> Json {
        Secret::schema()
    }

    fn example() -> Json {
        Secret::example()
    }
}

impl<'de> Deserialize<'de> for Peek {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Peek, D::Error> {
        Json::deserialize(deserializer).map(Peek)
    }
}

#[derive(Schema, Deserialize)]
pub struct PeekedAt {
    pub name: String,
    pub password: Peek,
    #[schema(optional)]
    pub new_password: Option<Peek>,
}

#[derive(Schema, Serialize)]
pub struct Seen {
    pub seen: String,
}

/// Tells all that it was given.
#[endpoint(post = "/keeper/peek", keyless, cache = no_store, body = Seen)]
pub fn peek_at_password(JsonBody(sent): JsonBody<PeekedAt>) -> Result<Answer, Problem> {
    let new_password = sent.new_password.map(|peek| peek.0);
    let seen = format!("{} {} {new_password:?}", sent.name, sent.password.0);
    Ok(Answer::json(&Seen { seen }))
}

#[derive(Schema, Deserialize)]
pub struct Misuse {
    pub how: String,
    pub password: Secret,
    /// Bytes in hex, where `how` needs some.
    pub bytes: String,
}

#[derive(Schema)]
pub struct Refusal {
    #[schema(optional)]
    pub refusal: String,
    #[schema(optional)]
    pub shown: ShownSecret,
}

/// Does with a secret what cannot be done.
#[endpoint(post = "/keeper/misuse", keyless, body = Refusal)]
pub fn misuse_secret(JsonBody(sent): JsonBody<Misuse>) -> Result<Answer, Problem> {
    let (password, given) = (&sent.password, bytes(&sent.bytes));
    let outcome = match sent.how.as_str() {
        "sign_with_sent" => password.sign(b"data").map(drop),
        "sign_with_sent_and_sealed" => {
            let again = Secret::unseal(&password.seal()?)?;
            again.sign(b"data").map(drop)
        }
        "send_sent_outside" => {
            let sent = Outbound::get("https://localhost:1/").send_authorized("authorization", "Bearer ", password);
            return Ok(Answer::object().member("refusal", &format!("{sent:?}")).into());
        }
        "unseal" => Secret::unseal(&given).map(drop),
        "verify_other_bytes" => password.verify_password(&given).map(drop),
        "unseal_hash" => Secret::unseal(&password.hash_password()?).map(drop),
        "unknown_configured" => Secret::configured("nothing").map(drop),
        "long_prefix" => Secret::mint("a_prefix_that_is_too_long_").map(drop),
        "many_passwords" => (0..5).try_for_each(|_| password.hash_password().map(drop)),
        "many_calls" => (0..51).try_for_each(|_| Secret::mint("").map(drop)),
        "show_sent" => return Ok(Answer::object().secret("shown", sent.password).into()),
        "show_unsealed" => {
            let token = Secret::unseal(&Secret::mint("tok_")?.seal()?)?;
            return Ok(Answer::object().secret("shown", token).into());
        }
        "show_configured" => return Ok(Answer::object().secret("shown", Secret::configured("feed")?).into()),
        other => return Err(Problem::not_found(format!("There is no misuse {other}."))),
    };
    let sentence = match outcome {
        Ok(()) => "it was allowed".to_owned(),
        Err(
            SecretFailure::NotGranted(sentence)
            | SecretFailure::Rejected(sentence)
            | SecretFailure::LimitExceeded(sentence)
            | SecretFailure::Unavailable(sentence),
        ) => sentence,
    };
    Ok(Answer::object().member("refusal", &sentence).into())
}

/// Shows a token without having declared it.
#[endpoint(post = "/keeper/undeclared", keyless, cache = no_store, body = Seen)]
pub fn show_undeclared() -> Result<Answer, Problem> {
    Ok(Answer::object().secret("seen", Secret::mint("tok_")?).into())
}
