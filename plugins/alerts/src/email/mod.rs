//! The cadence of emails about alerts that a person chose. The host writes them, of the lines that stand in `alert_letter_lines`.

pub mod update;

use quarry_sdk::prelude::*;

statement!(app_store, SelectEmailFrequency, "src/email/email_frequency.sql");

/// The cadence of emails about alerts.
#[derive(Choice, Debug, Clone, Copy, PartialEq, Eq)]
pub enum EmailFrequency {
    Instant,
    Daily,
    Weekly,
    Off,
}

/// The caller's cadence: `instant` until they chose one.
pub fn of_caller() -> Result<EmailFrequency, Problem> {
    Ok(SelectEmailFrequency {}.value()?.unwrap_or(EmailFrequency::Instant))
}
