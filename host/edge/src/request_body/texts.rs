//! The texts of a body that people entered: those whose schema says so are read as [`EnteredText`] has it before the schema counts
//! their characters and before a handler sees them; no text of a body may hold U+0000, which no store keeps.

use quarry_contract::Problem;
use quarry_contract::entered_text::EnteredText;
use serde_json::{Map, Value};
use std::collections::{BTreeMap, BTreeSet};

/// Deeper than any declared body.
const MAX_DEPTH: usize = 16;
/// Fields that one refusal names.
const MAX_NAMED_FIELDS: usize = 20;
const NUL: &str = "A text cannot hold the character U+0000: leave it out.";

/// The places of the declared texts of a body.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct EnteredTexts {
    kind: Option<EnteredText>,
    members: BTreeMap<String, EnteredTexts>,
    others: Option<Others>,
    items: Option<Box<EnteredTexts>>,
}

/// The texts of every member but those that the same schema names.
#[derive(Debug, PartialEq, Eq)]
struct Others {
    named: BTreeSet<String>,
    texts: Box<EnteredTexts>,
}

impl EnteredTexts {
    /// Those of a schema, or a sentence: one where it would not be found is not forgotten but refused.
    pub(super) fn of(schema: &Value) -> Result<EnteredTexts, String> {
        let mut texts = EnteredTexts::default();
        texts.find(schema, 0)?;
        Ok(texts)
    }

    /// Reads every declared text; tells whether one is another than was sent. A body with a character that it may not
    /// have is a 422 that names the fields.
    pub(super) fn read(&self, body: &mut Value) -> Result<bool, Problem> {
        let (mut refused, mut changed) = (Map::new(), false);
        let mut path = Vec::new();
        find_nul(body, &mut path, &mut refused);
        if refused.is_empty() {
            self.read_within(body, &mut path, &mut refused, &mut changed);
        }
        match refused.is_empty() {
            true => Ok(changed),
            false => {
                let names = refused.keys().map(String::as_str).collect::<Vec<_>>().join(", ");
                let detail =
                    format!("The request body has texts with characters that cannot be taken: see fields ({names}).");
                Err(Problem::new(422, "validation_failed", detail).with("fields", refused))
            }
        }
    }

    fn read_within(
        &self,
        value: &mut Value,
        path: &mut Vec<String>,
        refused: &mut Map<String, Value>,
        changed: &mut bool,
    ) {
        match value {
            Value::String(text) => {
                let Some(kind) = self.kind else { return };
                match kind.read(text) {
                    Ok(read) => {
                        *changed |= read != *text;
                        *text = read;
                    }
                    Err(character) => refuse(path, &format!("Of this text {character}."), refused),
                }
            }
            Value::Object(members) => {
                for (name, member) in members {
                    let others = self.others.as_ref().filter(|others| !others.named.contains(name));
                    for texts in self.members.get(name).into_iter().chain(others.map(|others| &*others.texts)) {
                        path.push(name.clone());
                        texts.read_within(member, path, refused, changed);
                        path.pop();
                    }
                }
            }
            Value::Array(items) => {
                let Some(texts) = &self.items else { return };
                for (index, item) in items.iter_mut().enumerate() {
                    path.push(index.to_string());
                    texts.read_within(item, path, refused, changed);
                    path.pop();
                }
            }
            Value::Null | Value::Bool(_) | Value::Number(_) => {}
        }
    }

    fn find(&mut self, schema: &Value, depth: usize) -> Result<(), String> {
        if depth > MAX_DEPTH {
            // Where nothing is declared, depth does not matter here.
            return match mentions_text(schema) {
                true => Err(format!("a text that people enter lies more than {MAX_DEPTH} levels deep")),
                false => Ok(()),
            };
        }
        if let Some(kind) = kind_of(schema) {
            match self.kind.replace(kind) {
                Some(before) if before != kind => {
                    return Err(format!("a field is both \"{}\" and \"{}\"", before.format(), kind.format()));
                }
                _ => {}
            }
        }
        for (keyword, part) in schema.as_object().into_iter().flatten() {
            match (keyword.as_str(), part) {
                ("properties", Value::Object(members)) => {
                    for (name, member) in members {
                        if mentions_text(member) {
                            self.members.entry(name.clone()).or_default().find(member, depth + 1)?;
                        }
                    }
                }
                ("additionalProperties", part) if mentions_text(part) => {
                    let named = schema["properties"].as_object().into_iter().flatten().map(|(name, _)| name.clone());
                    let mut others = Others { named: named.collect(), texts: Box::default() };
                    others.texts.find(part, depth + 1)?;
                    if self.others.replace(others).is_some() {
                        return Err(
                            "a text that people enter is declared under \"additionalProperties\" twice".to_owned()
                        );
                    }
                }
                ("items", part) if mentions_text(part) => {
                    self.items.get_or_insert_default().find(part, depth + 1)?;
                }
                ("allOf" | "anyOf" | "oneOf", Value::Array(parts)) => {
                    for part in parts {
                        self.find(part, depth + 1)?;
                    }
                }
                ("items" | "example" | "examples" | "default" | "description" | "title", _) => {}
                (keyword, part) if mentions_text(part) => {
                    return Err(format!(
                        "a text that people enter is declared under \"{keyword}\": declare it as a member of an object or \
                         an item of a list"
                    ));
                }
                _ => {}
            }
        }
        Ok(())
    }
}

fn kind_of(schema: &Value) -> Option<EnteredText> {
    schema.get("format").and_then(Value::as_str).and_then(EnteredText::of_format)
}

fn mentions_text(schema: &Value) -> bool {
    match schema {
        Value::Object(members) => kind_of(schema).is_some() || members.values().any(mentions_text),
        Value::Array(items) => items.iter().any(mentions_text),
        _ => false,
    }
}

/// Refuses each text and each member's name that holds U+0000.
fn find_nul(value: &Value, path: &mut Vec<String>, refused: &mut Map<String, Value>) {
    match value {
        Value::String(text) if text.contains('\0') => refuse(path, NUL, refused),
        Value::Object(members) => {
            for (name, member) in members {
                if name.contains('\0') {
                    refuse(path, "The name of a member cannot hold the character U+0000.", refused);
                    continue;
                }
                path.push(name.clone());
                find_nul(member, path, refused);
                path.pop();
            }
        }
        Value::Array(items) => {
            for (index, item) in items.iter().enumerate() {
                path.push(index.to_string());
                find_nul(item, path, refused);
                path.pop();
            }
        }
        _ => {}
    }
}

fn refuse(path: &[String], sentence: &str, refused: &mut Map<String, Value>) {
    if refused.len() < MAX_NAMED_FIELDS {
        refused.insert(path.join("."), sentence.into());
    }
}
