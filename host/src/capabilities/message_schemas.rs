//! What the events and notifications of a component may carry: the schemas of its manifest, held against each message.

use crate::capabilities::{GrantError, StatementFailure};
use serde_json::Value as Json;
use std::collections::BTreeMap;

/// The declared messages of one kind.
#[derive(Debug)]
pub(super) struct MessageSchemas {
    /// `event` or `notification`.
    kind: &'static str,
    validators: BTreeMap<String, jsonschema::Validator>,
}

impl MessageSchemas {
    /// Name, schema and example of each; an example that its own schema refuses is refused.
    pub(super) fn new<'a>(
        kind: &'static str,
        declared: impl Iterator<Item = (&'a String, &'a Json, &'a Json)>,
    ) -> Result<MessageSchemas, GrantError> {
        let validator = |(name, schema, example): (&String, &Json, &Json)| {
            let wrong = |what, reason| GrantError::Message { what, kind, name: name.clone(), reason };
            let validator =
                jsonschema::validator_for(schema).map_err(|error| wrong("schema is none", error.to_string()))?;
            let satisfied = validator.validate(example).map_err(|error| error.to_string());
            satisfied.map_err(|reason| wrong("example does not satisfy its schema", reason))?;
            Ok((name.clone(), validator))
        };
        Ok(MessageSchemas { kind, validators: declared.map(validator).collect::<Result<_, GrantError>>()? })
    }

    /// Whether a message of that name is declared and its data satisfies the schema.
    pub(super) fn check(&self, name: &str, data: &Json) -> Result<(), StatementFailure> {
        let kind = self.kind;
        let schema = self
            .validators
            .get(name)
            .ok_or_else(|| StatementFailure::Rejected(format!("no {kind} {name} is declared in the manifest")))?;
        schema.validate(data).map_err(|error| {
            StatementFailure::Rejected(format!("the data of the {kind} {name} is not as declared: {error}"))
        })
    }
}
