//! What is found out about an export before it is kept as a draft, and how long a draft is kept.

use quarry_dataset_catalogue::{Selection, Size};
use quarry_sdk::key_value::{self, Lifetime};
use quarry_sdk::log::{self, Level};
use quarry_sdk::prelude::*;

/// Each draft has the warehouse count its rows.
const MOST_AN_HOUR: i64 = 60;
const SECONDS_OF_AN_HOUR: u32 = 3_600;

/// Days for which a draft stays that nobody changes or submits.
pub const DAYS_OF_A_DRAFT: i64 = 90;

/// An export as it was understood, with its size and what its requester is warned of.
pub struct Draft {
    pub selection: Selection,
    /// None where it could not be estimated, and of an export that is submitted at once.
    pub size: Option<Size>,
    pub warning: Option<String>,
    pub expires_at: Time,
}

impl Draft {
    /// Estimates the size. What the warehouse cannot say now is a warning.
    pub fn of(selection: Selection, now: Time) -> Draft {
        let mut warnings = Vec::new();
        let mut size = None;
        if selection.is_resolved {
            match Size::of(&selection) {
                Ok(estimated) => size = Some(estimated),
                Err(failure) => {
                    let dataset = selection.dataset.key;
                    log::emit(Level::Warn, &format!("the size of {dataset} could not be estimated: {failure:?}"));
                    let sentence =
                        "How large the file will be could not be estimated: narrow it, or submit it as it is.";
                    warnings.push(sentence.to_owned());
                }
            }
        } else {
            let sentence = "The warehouse does not answer, so the chain and the protocols were not looked up and the size was not \
                            estimated: they are looked up when it is submitted.";
            warnings.push(sentence.to_owned());
        }
        Draft { size, ..Draft::unestimated(selection, warnings, now) }
    }

    /// The same without an estimate, for an export that is submitted at once.
    pub fn of_submitted(selection: Selection, now: Time) -> Draft {
        Draft::unestimated(selection, Vec::new(), now)
    }

    fn unestimated(selection: Selection, mut warnings: Vec<String>, now: Time) -> Draft {
        warnings.extend(selection.incomparable_protocols());
        let warning = (!warnings.is_empty()).then(|| warnings.join(" "));
        Draft { selection, size: None, warning, expires_at: now.plus_days(DAYS_OF_A_DRAFT) }
    }
}

/// Counts a draft of the person in this hour, whatever comes of it.
pub fn count_draft(request: &Request) -> Result<(), Problem> {
    let user_id = request.person().map_or(0, |person| person.user_id);
    let (now, seconds) = (Time::now().microseconds / 1_000_000, i64::from(SECONDS_OF_AN_HOUR));
    let hour = now / seconds;
    let key = format!("drafts/{user_id}/{hour}");
    let drafts = key_value::increment(&key, 1, Lifetime::Seconds(SECONDS_OF_AN_HOUR))?;
    match drafts > MOST_AN_HOUR {
        true => {
            let sentence = format!(
                "You have built {MOST_AN_HOUR} exports within this hour, and that is the most: try again in the next."
            );
            let refused = Problem::new(429, "rate_limited", sentence).with("limit", MOST_AN_HOUR);
            Err(refused.with("retry_after", seconds - now % seconds))
        }
        false => Ok(()),
    }
}
