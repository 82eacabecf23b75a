//! Whether a new password can be guessed: zxcvbn, which knows names, words, dates and keyboards.

use crate::identity::Secret;
use thiserror::Error;
use zxcvbn::{Score, zxcvbn};

/// A password that is guessed in less than about 10^8 tries.
#[derive(Debug, Error)]
#[error("This password is easily guessed{hint}")]
pub struct WeakPassword {
    /// What makes it so and what to do, as an end of the sentence.
    hint: String,
}

/// Refuses a password that is easily guessed, also by somebody who knows the person's `name` and `email`.
pub(super) async fn check_strength(password: &Secret, name: &str, email: &str) -> Result<(), WeakPassword> {
    let password = password.clone();
    let words = [name.to_owned(), email.to_owned(), "quarry".to_owned()];
    // A long password takes milliseconds. A task that broke down has not found the password good.
    let checked = tokio::task::spawn_blocking(move || strength(&password, &words)).await;
    checked.unwrap_or_else(|_| Err(WeakPassword { hint: ", or could not be checked.".to_owned() }))
}

fn strength(password: &Secret, words: &[String]) -> Result<(), WeakPassword> {
    let words: Vec<&str> = words.iter().flat_map(|text| text.split(['@', '.', ' '])).collect();
    let found = zxcvbn(password.expose(), &words);
    if found.score() >= Score::Three {
        return Ok(());
    }
    let mut hint = String::from(": ");
    let feedback = found.feedback();
    match feedback.and_then(|feedback| feedback.warning()) {
        Some(warning) => hint.push_str(&warning.to_string()),
        None => hint.push_str("take more words, and words that do not belong together."),
    }
    for suggestion in feedback.map(|feedback| feedback.suggestions()).unwrap_or_default() {
        hint.push(' ');
        hint.push_str(&suggestion.to_string());
    }
    Err(WeakPassword { hint })
}
