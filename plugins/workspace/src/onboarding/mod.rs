//! The checklist of first steps.
//!
//! Always true here: a step is done when a record says so; nothing but the dismissal is stored.

pub mod dismiss;
pub mod get;

use quarry_sdk::prelude::*;

statement!(app_store, SelectProgress, "src/onboarding/progress.sql");
statement!(app_store, SelectDisabledModules, "src/onboarding/disabled_modules.sql");

/// A first step.
#[derive(Choice, Debug, Clone, Copy, PartialEq, Eq)]
pub enum StepKey {
    /// Cite a figure in a space.
    Citation,
    /// Make a page from a template.
    TemplatePage,
    /// Keep a market as a favourite.
    Favourite,
}

impl StepKey {
    fn title(self) -> &'static str {
        match self {
            StepKey::Citation => "Cite a figure",
            StepKey::TemplatePage => "Make a page from a template",
            StepKey::Favourite => "Keep a market as a favourite",
        }
    }

    /// The module without which nobody can take the step.
    fn module(self) -> Option<&'static str> {
        match self {
            StepKey::Citation => None,
            StepKey::TemplatePage => Some("research"),
            StepKey::Favourite => Some("prices"),
        }
    }
}

/// A step of the checklist.
#[derive(Schema, Serialize)]
pub struct Step {
    pub key: StepKey,
    #[schema(example = "Cite a figure")]
    pub title: String,
    /// True while there is a record of it.
    #[schema(example = true)]
    pub done: bool,
}

#[derive(Schema, Serialize)]
pub struct Checklist {
    /// False once every step is done or the list was put away.
    #[schema(example = true)]
    pub visible: bool,
    /// The time at which the person put it away; null until then.
    pub dismissed_at: Option<Time>,
    /// Steps of modules that are off are left out.
    pub steps: Vec<Step>,
}

#[derive(Row)]
struct Progress {
    has_citation: bool,
    has_template_page: bool,
    has_favourite: bool,
    dismissed_at: Option<Time>,
}

/// The caller's checklist, from the records.
fn checklist() -> Result<Checklist, Problem> {
    let disabled: Vec<String> = SelectDisabledModules {}.values()?;
    let progress: Option<Progress> = SelectProgress {}.one()?;
    let progress = progress.ok_or_else(|| Problem::not_found("There is no such account."))?;
    let is_on = |key: &StepKey| !disabled.iter().any(|module| Some(module.as_str()) == key.module());
    let step = |key: StepKey| Step {
        key,
        title: key.title().to_owned(),
        done: match key {
            StepKey::Citation => progress.has_citation,
            StepKey::TemplatePage => progress.has_template_page,
            StepKey::Favourite => progress.has_favourite,
        },
    };
    let keys = [StepKey::Citation, StepKey::TemplatePage, StepKey::Favourite];
    let steps: Vec<Step> = keys.into_iter().filter(is_on).map(step).collect();
    let dismissed_at = progress.dismissed_at;
    Ok(Checklist { visible: dismissed_at.is_none() && steps.iter().any(|step| !step.done), dismissed_at, steps })
}
