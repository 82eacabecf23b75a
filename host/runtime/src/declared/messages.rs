//! Kinds of messages that a component sends: events to servers of organizations, notifications to people.

use crate::bindings::quarry::plugin::manifest as wit;
use crate::declared::is_words;
use quarry_contract::{EventDeclaration, NotificationDeclaration};
use serde_json::Value as Json;
use std::collections::BTreeSet;

pub(crate) fn events(events: Vec<wit::EventDeclaration>) -> Result<Vec<EventDeclaration>, String> {
    let mut names = BTreeSet::new();
    let declared = events.into_iter().map(|event| {
        let (schema, example) = check("event", &event.name, &event.body, &mut names)?;
        Ok(EventDeclaration { name: event.name, summary: event.summary, schema, example })
    });
    declared.collect()
}

pub(crate) fn notifications(
    notifications: Vec<wit::NotificationDeclaration>,
) -> Result<Vec<NotificationDeclaration>, String> {
    let mut names = BTreeSet::new();
    let declared = notifications.into_iter().map(|notification| {
        let (schema, example) = check("notification", &notification.name, &notification.body, &mut names)?;
        Ok(NotificationDeclaration { name: notification.name, summary: notification.summary, schema, example })
    });
    declared.collect()
}

/// Schema and example of a message whose name is its own.
fn check(kind: &str, name: &str, body: &wit::BodySchema, names: &mut BTreeSet<String>) -> Result<(Json, Json), String> {
    let is_name = name.split_once('.').is_some_and(|(thing, verb)| is_words(thing, "_") && is_words(verb, "_"));
    if !is_name || !names.insert(name.to_owned()) {
        return Err(format!("`{name}` is not the name of one {kind} alone: `thing.verb`, each once"));
    }
    let json = |what: &str, text: &str| {
        serde_json::from_str(text).map_err(|error| format!("the {what} of the {kind} {name} is not JSON: {error}"))
    };
    Ok((json("schema", &body.schema)?, json("example", &body.example)?))
}
