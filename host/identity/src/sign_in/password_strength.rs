//! The strength of a new password: zxcvbn, which knows names, words, dates and keyboards.

use crate::passwords::{MAX_LENGTH, MIN_LENGTH};
use quarry_contract::Secret;
use thiserror::Error;
use zxcvbn::{Score, zxcvbn};

/// A password that is guessed in less than about 10^8 tries.
#[derive(Debug, Error)]
#[error(
    "A password has {MIN_LENGTH} to {MAX_LENGTH} characters and takes more than 100 million guesses; this one {found}"
)]
pub struct WeakPassword {
    /// The number of guesses that this one takes, the reason and what to do, as an end of the sentence.
    found: String,
}

/// Refuses a password that is easily guessed, also by somebody who knows the person's `name` and `email`.
pub(super) async fn check_strength(password: &Secret, name: &str, email: &str) -> Result<(), WeakPassword> {
    let password = password.clone();
    let words = [name.to_owned(), email.to_owned(), "quarry".to_owned()];
    // A long password takes milliseconds. A task that broke down has not found the password good.
    let checked = tokio::task::spawn_blocking(move || strength(&password, &words)).await;
    checked.unwrap_or_else(|_| Err(WeakPassword { found: "could not be checked: try again.".to_owned() }))
}

fn strength(password: &Secret, words: &[String]) -> Result<(), WeakPassword> {
    let words: Vec<&str> = words.iter().flat_map(|text| text.split(['@', '.', ' '])).collect();
    let found = zxcvbn(password.expose(), &words);
    if found.score() >= Score::Three {
        return Ok(());
    }
    let mut hint = format!("is guessed within {}. ", at_most(found.guesses()));
    let feedback = found.feedback();
    match feedback.and_then(|feedback| feedback.warning()) {
        Some(warning) => hint.push_str(&warning.to_string()),
        None => hint.push_str("Take more words, and words that do not belong together."),
    }
    for suggestion in feedback.map(|feedback| feedback.suggestions()).unwrap_or_default() {
        hint.push(' ');
        hint.push_str(&suggestion.to_string());
    }
    Err(WeakPassword { found: hint })
}

/// A number of guesses by its size: the exact one says no more to a person.
fn at_most(guesses: u64) -> &'static str {
    match guesses {
        0..=1_000 => "a thousand",
        1_001..=1_000_000 => "a million",
        _ => "100 million",
    }
}
