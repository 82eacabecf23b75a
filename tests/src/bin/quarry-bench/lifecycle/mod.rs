//! The cost of components that come and go, for the clients that ask meanwhile.
//!
//! An installation of its own, `target/dist`, with all families and one more component, which is swapped and switched while
//! as many clients as the machine can serve ask it. `changes` counts who got an error for it; `effect` times a switch on a
//! quiet host; `starts` times loading and starting; `many` weighs
//! 500 components.

mod changes;
mod effect;
mod installed;
pub(crate) mod many;
pub(crate) mod soak;
mod starts;

use crate::choice::Choice;
use crate::report::Report;
use anyhow::Result;

pub(crate) const FIGURES: &[&[&str]] = &[changes::FIGURES, effect::FIGURES, starts::FIGURES];

pub(crate) async fn measure(choice: &Choice, report: &mut Report) -> Result<()> {
    if choice.takes(changes::FIGURES) {
        changes::measure(report).await?;
    }
    if choice.takes(effect::FIGURES) {
        effect::measure(report)?;
    }
    if choice.takes(starts::FIGURES) {
        starts::measure(report).await?;
    }
    Ok(())
}
