//! Hooks: what the host does with a component beside calling it, each as its manifest declares it. Each is shown to whoever lets
//! the component in, and is given like a table: one by one, under the grant of its kind.
//!
//! To add a hook: its lines in [`declared_hooks`], and its grant where it is a kind of its own.

use crate::capabilities::Given;
use quarry_contract::entered_text::EnteredText;
use quarry_contract::{Erasure, Grant, Guard, Manifest};
use std::collections::BTreeSet;
use thiserror::Error;

/// One hook of a component.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Hook {
    /// The kind and the component's name for it: `personal-data:price_alerts__rules.user_id`.
    pub name: String,
    /// The grant that it needs.
    pub grant: Grant,
    /// The effect, for people who decide about it.
    pub purpose: String,
}

/// A hook that a component may not have.
#[derive(Debug, Error, PartialEq, Eq)]
pub enum HookError {
    #[error("it declares {hook} and does not ask for the grant {}; its manifest needs both", .grant.name())]
    WithoutGrant { hook: String, grant: Grant },
    #[error(
        "it declares {missing}, which nobody gave it; look at them with `quarry plugin check`, and install it again so that somebody accepts them"
    )]
    NotGiven { missing: String },
    #[error("it declares {hook} twice: give each a name of its own, so that nobody accepts two of them by one")]
    Twice { hook: String },
}

/// Grants that are there for hooks alone.
const OF_HOOKS: [Grant; 4] = [Grant::NewAccounts, Grant::AccountKeeping, Grant::PersonalData, Grant::TextAnswers];

/// Gives every hook that a manifest declares.
pub fn declared_hooks(manifest: &Manifest) -> Vec<Hook> {
    let mut hooks = Vec::new();
    let mut add = |grant: Grant, name: String, purpose: String| {
        hooks.push(Hook { name: plain(&name), grant, purpose: plain(&purpose) });
    };
    for statement in &manifest.account_statements {
        let purpose = "run this statement for each account".to_owned();
        add(Grant::NewAccounts, format!("new-accounts:{statement}"), purpose);
    }
    for refusal in &manifest.erasure_refusals {
        let purpose = format!("keep an account from being deleted, and say: {}", refusal.sentence);
        add(Grant::AccountKeeping, format!("account-keeping:{}", refusal.code), purpose);
    }
    for data in &manifest.personal_data {
        let end = match &data.erasure {
            Erasure::Statement(_) => "remove them with the account".to_owned(),
            Erasure::Kept(reason) => format!("keep them when the account is deleted: {reason}"),
        };
        let purpose = format!("add a person's rows to the export of their data, and {end}");
        add(Grant::PersonalData, format!("personal-data:{}.{}", data.table, data.user_column), purpose);
    }
    for kind in &manifest.notifications {
        let purpose = format!("tell connected people: {}", kind.summary);
        add(Grant::Notifications, format!("notifications:{}", kind.name), purpose);
    }
    for route in &manifest.routes {
        for media_type in &route.media_types {
            let purpose = format!("answer {} in this media type", route.path);
            add(Grant::TextAnswers, format!("text-answers:{}:{media_type}", route.operation_id), purpose);
        }
    }
    for guard in &manifest.guards {
        let Guard { name, tenant, .. } = guard.as_ref();
        let purpose = format!("say who may do what with things of this kind of tenant: {}", tenant.name());
        add(Grant::AppStore, format!("guards:{name}:{}", tenant.name()), purpose);
    }
    for scope in &manifest.scopes {
        let purpose = "say which rows a caller may see in lists".to_owned();
        add(Grant::AppStore, format!("scopes:{}", scope.name), purpose);
    }
    hooks
}

/// A text of a component as a terminal and a record may have it: without characters that change how others are shown.
pub(super) fn plain(text: &str) -> String {
    EnteredText::Line.marked(text).replace(['\u{200c}', '\u{200d}'], "\u{fffd}")
}

/// Checks that the manifest asks for the grant of each of its hooks, each by a name of its own, and that each was given.
pub(super) fn check(manifest: &Manifest, given: &Given) -> Result<(), HookError> {
    let hooks = declared_hooks(manifest);
    let is_asked = |hook: &&Hook| !OF_HOOKS.contains(&hook.grant) || manifest.grants.contains(&hook.grant);
    if let Some(hook) = hooks.iter().find(|hook| !is_asked(hook)) {
        return Err(HookError::WithoutGrant { hook: hook.name.clone(), grant: hook.grant });
    }
    let mut names = BTreeSet::new();
    if let Some(hook) = hooks.iter().find(|hook| !names.insert(hook.name.as_str())) {
        return Err(HookError::Twice { hook: hook.name.clone() });
    }
    let Some(given) = &given.hooks else { return Ok(()) };
    let missing: Vec<&str> =
        hooks.iter().map(|hook| hook.name.as_str()).filter(|name| !given.contains(*name)).collect();
    match missing.is_empty() {
        true => Ok(()),
        false => Err(HookError::NotGiven { missing: missing.join(", ") }),
    }
}

/// Gives the grants of hooks that a component had without asking for them, before they were grants.
pub fn grants_of_hooks_before() -> BTreeSet<Grant> {
    OF_HOOKS.into_iter().chain([Grant::NewAccountNames]).collect()
}
