//! `PATCH /session/alerts/email_frequency`.

use crate::access::Oneself;
use crate::email::EmailFrequency;
use quarry_sdk::prelude::*;

statement!(app_store, SetEmailFrequency, "src/email/set_email_frequency.sql");
statement!(app_store, LookAtLinesAgain, "src/email/look_at_lines_again.sql");

/// The cadence to keep.
#[derive(Schema, Deserialize)]
pub struct ChosenFrequency {
    #[schema(example = "daily")]
    frequency: EmailFrequency,
}

#[derive(Schema, Serialize)]
pub struct FrequencyInForce {
    pub email_frequency: EmailFrequency,
    /// The text that people read.
    #[schema(example = "Letters about alerts come to you daily at 08:00 UTC, where there is something to tell.")]
    pub notice: String,
}

/// Choose how often emails about alerts come
///
/// Chooses how often the person receives mail about alerts of all their spaces. After a change to `instant` the alerts that wait for a
/// digest are sent at once; a change to `off` drops them.
#[endpoint(
    patch = "/session/alerts/email_frequency", session, module = "prices", guard = Oneself, body = FrequencyInForce
)]
pub fn change_email_frequency(JsonBody(chosen): JsonBody<ChosenFrequency>) -> Result<Answer, Problem> {
    let frequency = chosen.frequency;
    let transaction = Transaction::begin()?;
    let set = SetEmailFrequency { frequency: frequency.word().to_owned(), now: Time::now() };
    if transaction.execute(set)? > 0 {
        transaction.execute(LookAtLinesAgain {})?;
    }
    transaction.commit()?;
    let notice = match frequency {
        EmailFrequency::Instant => "Letters about alerts come to you at once.",
        EmailFrequency::Daily => {
            "Letters about alerts come to you daily at 08:00 UTC, where there is something to tell."
        }
        EmailFrequency::Weekly => {
            "Letters about alerts come to you on Mondays at 08:00 UTC, where there is something to tell."
        }
        EmailFrequency::Off => "No letters about alerts come to you. Alerts go on, and stand in your inbox.",
    };
    Ok(Answer::json(&FrequencyInForce { email_frequency: frequency, notice: notice.to_owned() }))
}
