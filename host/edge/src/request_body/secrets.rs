//! The fields of a body that a schema declares secret, taken out before anybody sees them.

use quarry_contract::Secret;
use serde_json::Value;

/// The format that marks a secret in a schema.
const FORMAT: &str = "password";
/// Deeper than any declared body.
const MAX_DEPTH: usize = 8;

/// The places of the secrets of a body: the names from its root to each.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct SecretFields(Vec<Vec<String>>);

impl SecretFields {
    /// Those of a schema, or a sentence: one that stands in a list could not be told from its neighbours.
    pub(super) fn of(schema: &Value) -> Result<SecretFields, String> {
        let mut fields = SecretFields::default();
        fields.find(schema, &mut Vec::new())?;
        Ok(fields)
    }

    pub(super) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Takes the secrets out and leaves the index of each in its place.
    pub(super) fn take(&self, body: &mut Value) -> Vec<Secret> {
        let mut taken = Vec::new();
        for path in &self.0 {
            let field = path.iter().try_fold(&mut *body, |value, name| value.get_mut(name));
            if let Some(field) = field
                && let Value::String(text) = field
            {
                let secret = Secret::new(std::mem::take(text));
                *field = taken.len().into();
                taken.push(secret);
            }
        }
        taken
    }

    fn find(&mut self, schema: &Value, path: &mut Vec<String>) -> Result<(), String> {
        if path.len() > MAX_DEPTH {
            return Err(format!("it nests more than {MAX_DEPTH} objects"));
        }
        if schema.get("format").is_some_and(|format| format == FORMAT) {
            self.0.push(path.clone());
            return Ok(());
        }
        for (name, member) in schema.get("properties").and_then(Value::as_object).into_iter().flatten() {
            path.push(name.clone());
            self.find(member, path)?;
            path.pop();
        }
        for part in schema.get("allOf").and_then(Value::as_array).into_iter().flatten() {
            self.find(part, path)?;
        }
        let reachable = ["properties", "allOf", "format", "type", "description", "title", "required"];
        for (keyword, rest) in schema.as_object().into_iter().flatten() {
            if !reachable.contains(&keyword.as_str()) && mentions_secret(rest) {
                return Err(format!(
                    "a field of format \"{FORMAT}\" under \"{keyword}\": a secret is a member of an object, not of a \
                     list or a choice"
                ));
            }
        }
        Ok(())
    }
}

fn mentions_secret(schema: &Value) -> bool {
    match schema {
        Value::Object(members) => {
            members.get("format").is_some_and(|format| format == FORMAT) || members.values().any(mentions_secret)
        }
        Value::Array(items) => items.iter().any(mentions_secret),
        _ => false,
    }
}
