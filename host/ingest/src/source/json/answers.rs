//! Answers of nodes, explorers and query services that hold no rows but say why there are none.

use serde_json::{Map, Value as Json};

use crate::columns::{Presence, columns_of, taken_name};
use crate::dataset::DatasetKind;

/// Members that an answer has and a row hardly: an object with one of them is looked at more closely.
pub(super) const MARKS_OF_ANSWERS: [&str; 5] = ["jsonrpc", "error", "errors", "message", "code"];
/// Letters of a server's message that are told.
const LONGEST_MESSAGE: usize = 300;

/// The reason that an answer gives, where it is one and no row.
pub(super) fn refusal(kind: DatasetKind, object: &Map<String, Json>) -> Option<String> {
    if !object.contains_key("jsonrpc") && is_row(kind, object) {
        return None;
    }
    let told = |message: &str| {
        let shown: String = message.trim().chars().take(LONGEST_MESSAGE).collect();
        format!("the server's answer is an error: {shown}")
    };
    let first_of_several = object.get("errors").and_then(|errors| errors.get(0).or(Some(errors)));
    if let Some(message) = object.get("error").and_then(message_of).or_else(|| first_of_several.and_then(message_of)) {
        return Some(told(&message));
    }
    let holds_rows = object.values().any(|value| value.is_array() || value.is_object());
    let message = object.get("message").and_then(Json::as_str).filter(|_| !holds_rows)?;
    let says_so = ["status", "code", "statusCode", "success", "result"].iter().any(|name| object.contains_key(*name));
    // Etherscan and its kin: {"status": "0", "message": "NOTOK", "result": "Max rate limit reached"}.
    let reason = object.get("result").and_then(Json::as_str).filter(|reason| !reason.is_empty());
    let message = reason.map_or_else(|| message.to_owned(), |reason| format!("{message}: {reason}"));
    says_so.then(|| told(&message))
}

/// True of an object that has a column without which there is no row.
fn is_row(kind: DatasetKind, object: &Map<String, Json>) -> bool {
    let is_required = |taken: &str| {
        columns_of(kind).iter().any(|column| column.presence == Presence::Required && column.names.contains(&taken))
    };
    object.keys().any(|name| taken_name(kind, name).is_some_and(is_required))
}

/// The words of an error, which is a text, an object with a message, or something else.
fn message_of(error: &Json) -> Option<String> {
    match error {
        Json::Null | Json::Bool(false) => None,
        Json::String(text) => (!text.is_empty()).then(|| text.clone()),
        Json::Array(errors) if errors.is_empty() => None,
        Json::Object(object) => match object.get("message").and_then(Json::as_str) {
            Some(message) => Some(message.to_owned()),
            None => Some(error.to_string()),
        },
        other => Some(other.to_string()),
    }
}
