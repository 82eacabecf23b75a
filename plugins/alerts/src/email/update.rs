//! `PATCH /session/alerts/email_frequency`.

use crate::access::Oneself;
use crate::email::EmailFrequency;
use quarry_sdk::prelude::*;

statement!(app_store, SetEmailFrequency, "src/email/set_email_frequency.sql");

/// The cadence to have from now on.
#[derive(Schema, Deserialize)]
pub struct ChosenFrequency {
    #[schema(example = "daily")]
    frequency: EmailFrequency,
}

#[derive(Schema, Serialize)]
pub struct FrequencyInForce {
    pub email_frequency: EmailFrequency,
    /// What people read.
    #[schema(example = "Letters about alerts come once a day.")]
    pub notice: String,
}

/// Choose how often letters about alerts come
///
/// For the person alone, over all their spaces.
#[endpoint(
    patch = "/session/alerts/email_frequency", session, module = "prices", guard = Oneself, body = FrequencyInForce
)]
pub fn change_email_frequency(JsonBody(chosen): JsonBody<ChosenFrequency>) -> Result<Answer, Problem> {
    let frequency = chosen.frequency;
    let transaction = Transaction::begin()?;
    transaction.execute(SetEmailFrequency { frequency: frequency.word().to_owned(), now: Time::now() })?;
    transaction.commit()?;
    let notice = match frequency {
        EmailFrequency::Instant => "Letters about alerts come at once.",
        EmailFrequency::Daily => "Letters about alerts come once a day.",
        EmailFrequency::Weekly => "Letters about alerts come once a week.",
        EmailFrequency::Off => "No letters about alerts come.",
    };
    Ok(Answer::json(&FrequencyInForce { email_frequency: frequency, notice: notice.to_owned() }))
}
