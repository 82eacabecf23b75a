//! Settings that components read: groups of keys that the operator chooses.

use crate::ConfigurationError;
use std::collections::BTreeMap;
use toml::{Table, Value};

/// Keys and values by group.
pub type Settings = BTreeMap<String, Table>;

/// Gives the texts of `settings` that came from the environment the types that the values have in `written`, which is the
/// configuration without the environment: `QUARRY__SETTINGS__BILLING__GRACE_DAYS=14` is a number where the file has a number. What
/// the file does not have is read as the file would read it, and is a text where that is nothing.
pub(super) fn typed(settings: &mut Settings, written: &Settings) -> Result<(), ConfigurationError> {
    let unwritten = Table::new();
    for (group, keys) in settings {
        type_keys(&format!("settings.{group}"), keys, written.get(group).unwrap_or(&unwritten))?;
    }
    Ok(())
}

fn type_keys(section: &str, keys: &mut Table, written: &Table) -> Result<(), ConfigurationError> {
    let unwritten = Table::new();
    for (key, value) in keys {
        let place = format!("{section}.{key}");
        match (&mut *value, written.get(key)) {
            (Value::Table(keys), Some(Value::Table(written))) => type_keys(&place, keys, written)?,
            (Value::Table(keys), None) => type_keys(&place, keys, &unwritten)?,
            (Value::String(text), Some(written)) if !written.is_str() => *value = read(&place, text, written)?,
            (Value::String(text), None) => *value = alone(text),
            _ => {}
        }
    }
    Ok(())
}

/// Reads `text` as the value of one key in a file; the text itself where it is none.
fn alone(text: &str) -> Value {
    let read = toml::from_str::<Table>(&format!("value = {text}"));
    let value = read.ok().filter(|read| read.len() == 1).and_then(|mut read| read.remove("value"));
    value.filter(has_json).unwrap_or_else(|| Value::String(text.to_owned()))
}

/// Tells a value that JSON has a form for: neither a date nor a number that is none.
fn has_json(value: &Value) -> bool {
    match value {
        Value::Datetime(_) => false,
        Value::Float(number) => number.is_finite(),
        Value::Array(entries) => entries.iter().all(has_json),
        Value::Table(keys) => keys.iter().all(|(_, value)| has_json(value)),
        Value::String(_) | Value::Integer(_) | Value::Boolean(_) => true,
    }
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
