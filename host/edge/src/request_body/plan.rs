//! The plan that a declared body is compiled to at load, and the check of a body that was sent.

use crate::request_body::secrets::SecretFields;
use crate::request_body::texts::EnteredTexts;
use crate::request_body::{form, json};
use bytes::Bytes;
use http::{HeaderMap, header::CONTENT_TYPE};
use jsonschema::error::{ValidationError, ValidationErrorKind};
use quarry_contract::json_schema::{MAX_BODY_STEPS, MAX_LARGE_BODY_STEPS, Schema, sentence};
use quarry_contract::{COMMON_BODY_BYTES, Problem, RequestBody, RequestBodyForm, Secret};
use serde_json::{Map, Value};
use thiserror::Error;

/// Fields that one refusal names.
const MAX_NAMED_FIELDS: usize = 20;
/// Bytes of a body without a schema that cost as much as a step of a check: they are copied and no more.
const RAW_BYTES_PER_STEP: usize = 64;

/// A schema of the declaration that cannot be used.
#[derive(Debug, Error)]
#[error("the schema of its request body cannot be used: {0}")]
pub struct RequestBodyPlanError(String);

/// A declared body, ready to check what is sent.
#[derive(Debug)]
pub struct RequestBodyPlan {
    content_types: Vec<String>,
    max_bytes: u64,
    required: bool,
    is_streamed: bool,
    check: Check,
    secrets: SecretFields,
    texts: EnteredTexts,
}

#[derive(Debug)]
enum Check {
    Json(Schema),
    Form(Schema),
    Nothing,
}

impl RequestBodyPlan {
    /// Compiles the declaration. A schema that points outside itself is refused: nothing is fetched.
    pub fn new(declared: &RequestBody) -> Result<RequestBodyPlan, RequestBodyPlanError> {
        let most_bytes = declared.max_bytes.into();
        let check = match &declared.form {
            RequestBodyForm::Json { schema, .. } => Check::Json(compile(schema, most_bytes)?),
            RequestBodyForm::Form { schema, .. } => Check::Form(compile(schema, most_bytes)?),
            RequestBodyForm::Raw { .. } | RequestBodyForm::Stream { .. } => Check::Nothing,
        };
        let (secrets, texts) = match &declared.form {
            RequestBodyForm::Json { schema, .. } | RequestBodyForm::Form { schema, .. } => {
                let schema = serde_json::from_str(schema).map_err(|error| RequestBodyPlanError(error.to_string()))?;
                let texts = EnteredTexts::of(&schema).map_err(RequestBodyPlanError)?;
                (SecretFields::of(&schema).map_err(RequestBodyPlanError)?, texts)
            }
            RequestBodyForm::Raw { .. } | RequestBodyForm::Stream { .. } => {
                (SecretFields::default(), EnteredTexts::default())
            }
        };
        let content_types = declared.form.content_types().into_iter().map(str::to_owned).collect();
        let (max_bytes, required) = (most_bytes, declared.required);
        let is_streamed = matches!(declared.form, RequestBodyForm::Stream { .. });
        Ok(RequestBodyPlan { content_types, max_bytes, required, is_streamed, check, secrets, texts })
    }

    /// The most bytes it may have.
    pub(crate) fn max_bytes(&self) -> u64 {
        self.max_bytes
    }

    /// True when the handler reads it as it comes.
    pub(crate) fn is_streamed(&self) -> bool {
        self.is_streamed
    }

    /// True: a request without a body is refused.
    pub(crate) fn is_required(&self) -> bool {
        self.required
    }

    /// The media type of the body, or 415 where it is not one of those declared.
    pub(crate) fn check_content_type(&self, headers: &HeaderMap) -> Result<String, Problem> {
        let sent = headers.get(CONTENT_TYPE).and_then(|value| value.to_str().ok()).unwrap_or_default();
        let (media_type, parameters) = sent.split_once(';').unwrap_or((sent, ""));
        let takes_any = self.content_types.iter().any(|known| known == "*/*") && media_type.contains('/');
        let is_declared =
            takes_any || self.content_types.iter().any(|known| known.eq_ignore_ascii_case(media_type.trim()));
        if is_declared && charset_is_utf8(parameters) {
            return Ok(media_type.trim().to_ascii_lowercase());
        }
        let accepted = self.content_types.join(", ");
        let shown: String = sent.chars().take(100).collect();
        let detail = match sent.is_empty() {
            true => format!("The request does not say what its body is: send it as {accepted}, in UTF-8."),
            false => {
                format!("The Content-Type \"{shown}\" is not accepted here: send the body as {accepted}, in UTF-8.")
            }
        };
        Err(Problem::new(415, "unsupported_media_type", detail).with("accepted", self.content_types.clone()))
    }

    /// The most steps that [`RequestBodyPlan::check`] takes for a body of so many bytes.
    pub(super) fn steps(&self, bytes: usize) -> u64 {
        match &self.check {
            Check::Json(schema) | Check::Form(schema) => schema.steps(bytes),
            Check::Nothing => (bytes / RAW_BYTES_PER_STEP) as u64,
        }
    }

    /// Checks the body and gives it to the handler, and apart from it the secrets that stood in it. Otherwise 422 with every
    /// field that is wrong, which never quotes a secret.
    pub fn check(&self, body: Bytes) -> Result<(Bytes, Vec<Secret>), Problem> {
        let (mut value, schema) = match &self.check {
            Check::Nothing => return Ok((body, Vec::new())),
            Check::Json(schema) => {
                (json::parse(&body).map_err(|error| malformed("JSON", &self.told(error.to_string())))?, schema)
            }
            Check::Form(schema) => {
                (form::parse(&body).map_err(|reason| malformed("a form", &self.told(reason)))?, schema)
            }
        };
        // First, so that the schema counts the characters that are kept.
        let is_rewritten = self.texts.read(&mut value)?;
        validate(schema, &value, !self.secrets.is_empty())?;
        let secrets = self.secrets.take(&mut value);
        match (&self.check, secrets.is_empty() && !is_rewritten) {
            (Check::Json(_), true) => Ok((body, secrets)),
            _ => Ok((value.to_string().into(), secrets)),
        }
    }

    /// A parser's sentence, where it cannot quote a secret.
    fn told(&self, reason: String) -> String {
        match self.secrets.is_empty() {
            true => reason,
            false => "it cannot be read".to_owned(),
        }
    }
}

fn compile(schema: &str, most_bytes: u64) -> Result<Schema, RequestBodyPlanError> {
    let refuse = |reason: String| RequestBodyPlanError(reason);
    let schema = serde_json::from_str(schema).map_err(|error| refuse(error.to_string()))?;
    // Per byte a large body may cost what one of the common size may.
    let most_steps = if most_bytes > COMMON_BODY_BYTES.into() { MAX_LARGE_BODY_STEPS } else { MAX_BODY_STEPS };
    Schema::compile(&schema, most_bytes, most_steps).map_err(|error| refuse(error.to_string()))
}

fn charset_is_utf8(parameters: &str) -> bool {
    parameters.split(';').filter_map(|parameter| parameter.split_once('=')).all(|(name, value)| {
        !name.trim().eq_ignore_ascii_case("charset") || value.trim().trim_matches('"').eq_ignore_ascii_case("utf-8")
    })
}

fn malformed(what: &str, reason: &str) -> Problem {
    Problem::new(422, "validation_failed", format!("The request body is not well-formed {what}: {reason}."))
}

fn validate(schema: &Schema, value: &Value, has_secrets: bool) -> Result<(), Problem> {
    let Err(errors) = schema.check(value) else { return Ok(()) };
    let (mut fields, mut whole) = (Map::new(), None);
    for error in &errors {
        let name = field_name(error);
        match name.is_empty() {
            true => whole = whole.or_else(|| Some(about_whole(error, value, has_secrets))),
            false => _ = fields.entry(name).or_insert_with(|| sentence(error, has_secrets).into()),
        }
        if fields.len() == MAX_NAMED_FIELDS {
            break;
        }
    }
    let names = fields.keys().map(String::as_str).collect::<Vec<_>>().join(", ");
    let detail = match (whole, fields.is_empty()) {
        (Some(whole), _) => whole,
        (None, true) => {
            "The request body is not what this operation takes, and has too many parts to say where: hold it against \
                      the operation's schema."
                .to_owned()
        }
        (None, false) => format!("The request body is not what this operation takes: see fields ({names})."),
    };
    Err(Problem::new(422, "validation_failed", detail).with("fields", fields))
}

/// The sentence of an error that is about no member, but about the body.
fn about_whole(error: &ValidationError<'_>, value: &Value, has_secrets: bool) -> String {
    let is_named = |kind: &ValidationErrorKind| matches!(kind, ValidationErrorKind::Type { .. });
    match (is_named(error.kind()), value) {
        (true, Value::Object(_)) | (false, _) => {
            format!("The request body is not what this operation takes: {}.", sentence(error, has_secrets))
        }
        (true, other) => format!("The request body must be a JSON object, and it is {}.", kind_of(other)),
    }
}

fn kind_of(value: &Value) -> &'static str {
    match value {
        Value::Null => "null",
        Value::Bool(_) => "true or false",
        Value::Number(_) => "a number",
        Value::String(_) => "a text",
        Value::Array(_) => "an array",
        Value::Object(_) => "an object",
    }
}

/// `a.0.b`: the member that is wrong, also where it is one that is missing or that should not be there.
fn field_name(error: &ValidationError<'_>) -> String {
    let mut path = error.instance_path().to_string().trim_start_matches('/').replace('/', ".");
    let member = match error.kind() {
        ValidationErrorKind::Required { property } => property.as_str().map(str::to_owned),
        ValidationErrorKind::AdditionalProperties { unexpected } => unexpected.first().cloned(),
        _ => None,
    };
    if let Some(member) = member {
        if !path.is_empty() {
            path.push('.');
        }
        path.push_str(&member);
    }
    path
}
