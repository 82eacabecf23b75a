//! The plan that is in force for a caller, and how a refusal speaks of it.

use crate::bindings::quarry::plugin::identity::{Profile, caller_profile};
use crate::time::Time;

/// The plan in force for the caller. Its sentences name that plan, or the staff who set something else, and speak of no other. Needs the
/// grant `Identity`.
///
/// ```no_run
/// # use quarry_sdk::prelude::*;
/// fn refuse_if_spent(used: u64) -> Result<(), Problem> {
///     let plan = PlanAtHand::of_caller();
///     match plan.limit("saved_views") {
///         Some(limit) if used >= limit => {
///             // You have 5 views, and your plan (Free) allows 5: remove one first.
///             let allows = plan.allows("saved_views");
///             Err(Problem::new(403, "plan_limit_reached", format!("You have {used} views, and {allows}: remove one first.")))
///         }
///         _ => Ok(()),
///     }
/// }
/// ```
#[derive(Debug, Clone)]
pub struct PlanAtHand {
    profile: Option<Profile>,
}

impl PlanAtHand {
    /// The plan in force when the caller was admitted.
    pub fn of_caller() -> PlanAtHand {
        PlanAtHand { profile: caller_profile() }
    }

    /// The limit of an allowance; none is unlimited, and 0 allows nothing.
    pub fn limit(&self, allowance: &str) -> Option<u64> {
        let mut allowances = self.profile.iter().flat_map(|profile| &profile.allowances);
        allowances.find(|known| known.name == allowance).map_or(Some(0), |known| known.limit)
    }

    /// True when the plan has the feature.
    pub fn has(&self, feature: &str) -> bool {
        let mut features = self.profile.iter().flat_map(|profile| &profile.features);
        features.any(|known| known.name == feature && known.enabled)
    }

    /// What the plan allows, as a part of a sentence: `your plan (Free) allows 5`, `the plan of Harbour (Team, until 2026-12-01) allows
    /// none`, `staff let Harbour have 5`.
    pub fn allows(&self, allowance: &str) -> String {
        let number = match self.limit(allowance) {
            None => "any number".to_owned(),
            Some(0) => "none".to_owned(),
            Some(limit) => limit.to_string(),
        };
        match &self.profile {
            None => format!("nobody without an account is allowed {number}"),
            Some(profile) if is_set_by_staff(profile, allowance) => {
                format!("staff let {} have {number}", whose(profile))
            }
            Some(_) => format!("{} allows {number}", self.source(allowance)),
        }
    }

    /// The source of an allowance, as a part of a sentence: `your plan (Free)`, `the plan of Harbour (Team, until
    /// 2026-12-01)`, `staff`.
    ///
    /// ```no_run
    /// # use quarry_sdk::prelude::*;
    /// # let plan = PlanAtHand::of_caller();
    /// // The bound is that of your plan (Free).
    /// let sentence = format!("The bound is that of {}.", plan.source("space_bytes"));
    /// ```
    pub fn source(&self, allowance: &str) -> String {
        let Some(profile) = &self.profile else { return "no plan".to_owned() };
        if is_set_by_staff(profile, allowance) {
            return "staff".to_owned();
        }
        let limit = self.limit(allowance);
        let gives = |name: &str, given: Option<u64>| name == allowance && given == limit;
        let courtesy =
            profile.courtesies.iter().find(|one| one.allowances.iter().any(|own| gives(&own.name, own.limit)));
        match courtesy {
            Some(courtesy) => {
                let until = Time { microseconds: courtesy.ends_at }.day().0;
                of_profile(profile, &format!("{}, until {until}", courtesy.plan_name))
            }
            None => of_profile(profile, &profile.plan_name),
        }
    }

    /// The sentence that the plan lacks a feature: `Your plan (Free) has no data downloads.`
    pub fn lacks(&self, feature: &str, words: &str) -> String {
        let Some(profile) = &self.profile else { return format!("Nobody without an account has {words}.") };
        if is_set_by_staff(profile, feature) {
            return format!("Staff have switched {words} off for {}.", whose(profile));
        }
        let plan = of_profile(profile, &profile.plan_name);
        let (first, rest) = plan.split_at(1);
        format!("{}{rest} has no {words}.", first.to_uppercase())
    }
}

fn is_set_by_staff(profile: &Profile, name: &str) -> bool {
    profile.overridden.iter().any(|overridden| overridden == name)
}

fn of_profile(profile: &Profile, plan: &str) -> String {
    match profile.organization.kind.as_str() {
        "personal" => format!("your plan ({plan})"),
        _ => format!("the plan of {} ({plan})", profile.organization.name),
    }
}

fn whose(profile: &Profile) -> &str {
    match profile.organization.kind.as_str() {
        "personal" => "you",
        _ => &profile.organization.name,
    }
}
