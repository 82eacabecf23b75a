//! Refuses keys that mean nothing, naming where they stand: a mistyped key must not pass for one that was set.

use crate::ConfigurationError;
use config::{Map, Source, Value, ValueKind};

/// The sections whose keys are names that the operator chooses (of components, chains, providers, settings).
const NAMED_BY_OPERATOR: &[&str] = &[
    "chains",
    "components.digests",
    "components.grants",
    "components.limits",
    "components.outbound_http",
    "components.secrets",
    "components.servers",
    "components.tables",
    "settings",
    "sign_in.providers",
];

/// Checks a layer (a file, the environment) against the defaults, which have every key. `origin` names the layer.
pub(super) fn refuse(
    defaults: &impl Source,
    layer: &impl Source,
    origin: impl FnOnce() -> String,
) -> Result<(), ConfigurationError> {
    match unknown(&defaults.collect()?, &layer.collect()?, "") {
        Some((key, known)) => Err(ConfigurationError::UnknownKey { origin: origin(), key, known }),
        None => Ok(()),
    }
}

/// The first unknown key, with its section before it, and the keys that are known beside it.
fn unknown(defaults: &Map<String, Value>, layer: &Map<String, Value>, section: &str) -> Option<(String, String)> {
    let mut names: Vec<&String> = layer.keys().collect();
    names.sort_unstable();
    for name in names {
        let key = if section.is_empty() { name.clone() } else { format!("{section}.{name}") };
        let Some(default) = defaults.get(name) else {
            let mut known: Vec<&str> = defaults.keys().map(String::as_str).collect();
            known.sort_unstable();
            return Some((key, known.join(", ")));
        };
        if !NAMED_BY_OPERATOR.contains(&key.as_str())
            && let (ValueKind::Table(defaults), ValueKind::Table(layer)) = (&default.kind, &layer[name].kind)
            && let Some(found) = unknown(defaults, layer, &key)
        {
            return Some(found);
        }
    }
    None
}
