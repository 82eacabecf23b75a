//! Settings that components read: groups of keys that the operator chooses.

use crate::ConfigurationError;
use std::collections::BTreeMap;
use toml::{Table, Value};

/// Keys and values by group.
pub type Settings = BTreeMap<String, Table>;

/// Gives the texts of `settings` that came from the environment the types that the values have in `written`, which is the
/// configuration without the environment: `QUARRY__SETTINGS__BILLING__GRACE_DAYS=14` is a number where the file has a number.
pub(super) fn typed(settings: &mut Settings, written: &Settings) -> Result<(), ConfigurationError> {
    for (group, keys) in settings {
        let Some(written) = written.get(group) else { continue };
        type_keys(&format!("settings.{group}"), keys, written)?;
    }
    Ok(())
}

fn type_keys(section: &str, keys: &mut Table, written: &Table) -> Result<(), ConfigurationError> {
    for (key, value) in keys {
        let Some(written) = written.get(key) else { continue };
        let place = format!("{section}.{key}");
        match (&mut *value, written) {
            (Value::Table(keys), Value::Table(written)) => type_keys(&place, keys, written)?,
            (Value::String(text), written) if !written.is_str() => *value = read(&place, text, written)?,
            _ => {}
        }
    }
    Ok(())
}

/// Reads `text` as a value of the type of `written`.
fn read(place: &str, text: &str, written: &Value) -> Result<Value, ConfigurationError> {
    let read = match written {
        Value::Integer(_) => text.parse().ok().map(Value::Integer),
        Value::Float(_) => text.parse().ok().map(Value::Float),
        Value::Boolean(_) => text.parse().ok().map(Value::Boolean),
        // As in every list of the environment, commas stand between the entries.
        Value::Array(entries) if entries.iter().all(Value::is_str) => {
            let entries = text.split(',').map(str::trim).filter(|entry| !entry.is_empty());
            Some(Value::Array(entries.map(|entry| Value::String(entry.to_owned())).collect()))
        }
        _ => None,
    };
    read.ok_or_else(|| ConfigurationError::SettingType { key: place.to_owned(), wanted: written.type_str() })
}
