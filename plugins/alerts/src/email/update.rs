//! `PATCH /session/alerts/email_frequency`.

use crate::access::Oneself;
use crate::email::EmailFrequency;
use quarry_sdk::prelude::*;

statement!(app_store, SetEmailFrequency, "src/email/set_email_frequency.sql");

/// The cadence to keep.
#[derive(Schema, Deserialize)]
pub struct ChosenFrequency {
    #[schema(example = "daily")]
    frequency: EmailFrequency,
}

#[derive(Schema, Serialize)]
pub struct FrequencyInForce {
    pub email_frequency: EmailFrequency,
    /// What people read.
    #[schema(example = "Kept: once a day. No letters about alerts are sent yet.")]
    pub notice: String,
}

/// Keep how often letters about alerts are to come
///
/// For the person alone, over all their spaces. It is kept and shown; no letters about alerts are sent yet.
#[endpoint(
    patch = "/session/alerts/email_frequency", session, module = "prices", guard = Oneself, body = FrequencyInForce
)]
pub fn change_email_frequency(JsonBody(chosen): JsonBody<ChosenFrequency>) -> Result<Answer, Problem> {
    let frequency = chosen.frequency;
    let transaction = Transaction::begin()?;
    transaction.execute(SetEmailFrequency { frequency: frequency.word().to_owned(), now: Time::now() })?;
    transaction.commit()?;
    let cadence = match frequency {
        EmailFrequency::Instant => "at once",
        EmailFrequency::Daily => "once a day",
        EmailFrequency::Weekly => "once a week",
        EmailFrequency::Off => "never",
    };
    let notice = format!("Kept: {cadence}. No letters about alerts are sent yet.");
    Ok(Answer::json(&FrequencyInForce { email_frequency: frequency, notice }))
}
