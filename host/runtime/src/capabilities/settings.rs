//! `settings`: groups of the deployment's settings, for the components that name them. No secret stands among them.

use quarry_contract::Manifest;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use thiserror::Error;

/// The groups of a deployment, and those that were given to installed components.
#[derive(Debug, Clone, Default)]
pub struct SettingsAccess {
    /// Each a JSON object.
    groups: Arc<BTreeMap<String, String>>,
    /// The groups that somebody accepted, by component. A component that does not stand here has those that it names: it lies in
    /// the folder of the operator, who wrote the groups.
    accepted: BTreeMap<String, BTreeSet<String>>,
}

/// The reason why a component cannot have the settings that it names.
#[derive(Debug, Error)]
pub enum SettingsError {
    #[error(
        "it reads the settings {missing}, which it was not given when it was installed: install it again, and accept it"
    )]
    NotGiven { missing: String },
    #[error(
        "it reads the settings {missing}, which the configuration does not have: write {} with the keys that its documentation lists{known}",
        sections(.missing)
    )]
    Unknown { missing: String, known: String },
}

/// A group that the component does not name.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct UndeclaredSettings(pub String);

impl SettingsAccess {
    /// `groups` by name, each a JSON object.
    pub fn new(groups: BTreeMap<String, String>) -> SettingsAccess {
        SettingsAccess { groups: Arc::new(groups), accepted: BTreeMap::new() }
    }

    /// The same for the load of one component that was given `groups` with its installation.
    pub fn giving(&self, component: &str, groups: impl IntoIterator<Item = String>) -> SettingsAccess {
        let mut accepted = self.accepted.clone();
        accepted.insert(component.to_owned(), groups.into_iter().collect());
        SettingsAccess { groups: Arc::clone(&self.groups), accepted }
    }

    /// Checks that `manifest` gets each group that it names.
    pub(super) fn check(&self, manifest: &Manifest) -> Result<(), SettingsError> {
        let lacking = |lacks: &dyn Fn(&String) -> bool| {
            let missing: Vec<&str> =
                manifest.settings.iter().filter(|group| lacks(group)).map(String::as_str).collect();
            (!missing.is_empty()).then(|| missing.join(", "))
        };
        if let Some(accepted) = self.accepted.get(&manifest.name)
            && let Some(missing) = lacking(&|group| !accepted.contains(group))
        {
            return Err(SettingsError::NotGiven { missing });
        }
        let Some(missing) = lacking(&|group| !self.groups.contains_key(group)) else { return Ok(()) };
        let known: Vec<&str> = self.groups.keys().map(String::as_str).collect();
        let known = match known.is_empty() {
            true => String::new(),
            false => format!(" (it has {})", known.join(", ")),
        };
        Err(SettingsError::Unknown { missing, known })
    }

    /// Gives a group, as a JSON object, to a component whose manifest names the groups of `declared`.
    pub(super) fn read(&self, declared: &[String], group: &str) -> Result<String, UndeclaredSettings> {
        let found = self.groups.get(group).filter(|_| declared.iter().any(|declared| declared == group));
        let undeclared = || {
            UndeclaredSettings(format!("the manifest does not name the group {} in its settings", group.escape_debug()))
        };
        found.cloned().ok_or_else(undeclared)
    }
}

/// The sections of the configuration that the groups `missing` are.
fn sections(missing: &str) -> String {
    missing.split(", ").map(|group| format!("[settings.{group}]")).collect::<Vec<_>>().join(", ")
}
