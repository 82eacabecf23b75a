//! The events and notifications that a component may send: the schemas of its manifest, held against each message.

use crate::capabilities::{GrantError, StatementFailure};
use jsonschema::ValidationError;
use quarry_contract::json_schema::{MAX_MESSAGE_STEPS, Schema, sentence};
use serde_json::Value as Json;
use std::collections::BTreeMap;

/// The declared messages of one kind.
#[derive(Debug)]
pub(super) struct MessageSchemas {
    /// `event` or `notification`.
    kind: &'static str,
    schemas: BTreeMap<String, Schema>,
}

impl MessageSchemas {
    /// Name, schema and example of each, whose data has at most so many bytes; an example that its own schema refuses is
    /// refused.
    pub(super) fn new<'a>(
        kind: &'static str,
        most_bytes: usize,
        declared: impl Iterator<Item = (&'a String, &'a Json, &'a Json)>,
    ) -> Result<MessageSchemas, GrantError> {
        let compiled = |(name, schema, example): (&String, &Json, &Json)| {
            let wrong = |what, reason| GrantError::Message { what, kind, name: name.clone(), reason };
            let schema = Schema::compile(schema, most_bytes as u64, MAX_MESSAGE_STEPS)
                .map_err(|error| wrong("schema cannot be used", error.to_string()))?;
            let satisfied = schema.check(example).map_err(|errors| told(&errors));
            satisfied.map_err(|reason| wrong("example does not satisfy its schema", reason))?;
            Ok((name.clone(), schema))
        };
        Ok(MessageSchemas { kind, schemas: declared.map(compiled).collect::<Result<_, GrantError>>()? })
    }

    /// Checks that a message of that name is declared and its data satisfies the schema.
    pub(super) fn check(&self, name: &str, data: &Json) -> Result<(), StatementFailure> {
        let kind = self.kind;
        let schema = self
            .schemas
            .get(name)
            .ok_or_else(|| StatementFailure::Rejected(format!("no {kind} {name} is declared in the manifest")))?;
        schema.check_in_call(data).map_err(|errors| {
            StatementFailure::Rejected(format!("the data of the {kind} {name} is not as declared: {}", told(&errors)))
        })
    }
}

/// The first error, where one can be told.
fn told(errors: &[ValidationError<'_>]) -> String {
    errors.first().map_or_else(|| "it does not satisfy the schema".to_owned(), |error| sentence(error, false))
}
