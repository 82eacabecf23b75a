//! The plan that a declared body is compiled to at load, and the check of a body that was sent.

use crate::request_body::secrets::SecretFields;
use crate::request_body::texts::EnteredTexts;
use crate::request_body::{form, json};
use bytes::Bytes;
use http::{HeaderMap, header::CONTENT_TYPE};
use jsonschema::error::{ValidationError, ValidationErrorKind};
use quarry_contract::json_schema::refusals::{self, Refusal};
use quarry_contract::json_schema::{MAX_BODY_STEPS, MAX_LARGE_BODY_STEPS, Schema};
use quarry_contract::{COMMON_BODY_BYTES, Problem, RequestBody, RequestBodyForm, Secret};
use serde_json::{Map, Value};
use thiserror::Error;

/// Fields that one refusal names.
const MAX_NAMED_FIELDS: usize = 20;
/// Fields of which the sentence about the whole body says what is wrong; of others it gives the names.
const MAX_TOLD_FIELDS: usize = 3;
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
    Json(Declared),
    Form(Declared),
    Nothing,
}

/// A schema as it was declared, by which refusals are worded, and compiled.
#[derive(Debug)]
struct Declared {
    schema: Value,
    compiled: Schema,
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
            Check::Json(declared) | Check::Form(declared) => declared.compiled.steps(bytes),
            Check::Nothing => (bytes / RAW_BYTES_PER_STEP) as u64,
        }
    }

    /// Checks the body and gives it to the handler, and apart from it the secrets that stood in it. Otherwise 422 with every
    /// field that is wrong, which never quotes a secret.
    pub fn check(&self, body: Bytes) -> Result<(Bytes, Vec<Secret>), Problem> {
        let (mut value, schema) = match &self.check {
            Check::Nothing => return Ok((body, Vec::new())),
            Check::Json(declared) => {
                let unread = |error| match error {
                    json::Malformed::Number(path) => {
                        refused(vec![refusals::unreadable_number(&declared.schema, &path)], None)
                    }
                    json::Malformed::Text(reason) => malformed("JSON", &self.told(reason)),
                };
                (json::parse(&body).map_err(unread)?, declared)
            }
            Check::Form(declared) => {
                (form::parse(&body).map_err(|reason| malformed("a form", &self.told(reason)))?, declared)
            }
        };
        let is_masked = !self.secrets.is_empty();
        // First, so that the schema counts the characters that are kept.
        let mut is_rewritten = self.texts.read(&mut value)?;
        validate(schema, &value, is_masked)?;
        let whole = refusals::whole_numbers(&schema.schema, &mut value, is_masked);
        is_rewritten |= whole.map_err(|refusals| refused(refusals, None))?;
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

fn compile(schema: &str, most_bytes: u64) -> Result<Declared, RequestBodyPlanError> {
    let refuse = |reason: String| RequestBodyPlanError(reason);
    let schema = serde_json::from_str(schema).map_err(|error| refuse(error.to_string()))?;
    // Per byte a large body may cost what one of the common size may.
    let most_steps = if most_bytes > COMMON_BODY_BYTES.into() { MAX_LARGE_BODY_STEPS } else { MAX_BODY_STEPS };
    let compiled = Schema::compile(&schema, most_bytes, most_steps).map_err(|error| refuse(error.to_string()))?;
    Ok(Declared { schema, compiled })
}

fn charset_is_utf8(parameters: &str) -> bool {
    parameters.split(';').filter_map(|parameter| parameter.split_once('=')).all(|(name, value)| {
        !name.trim().eq_ignore_ascii_case("charset") || value.trim().trim_matches('"').eq_ignore_ascii_case("utf-8")
    })
}

fn malformed(what: &str, reason: &str) -> Problem {
    Problem::new(422, "validation_failed", format!("The request body is not well-formed {what}: {reason}."))
}

fn validate(declared: &Declared, value: &Value, is_masked: bool) -> Result<(), Problem> {
    let Err(errors) = declared.compiled.check(value) else { return Ok(()) };
    let (mut found, mut whole) = (Vec::new(), None);
    for error in &errors {
        for refusal in refusals::of_error(&declared.schema, error, is_masked) {
            match refusal.field.is_empty() {
                true => whole = whole.or_else(|| Some(about_whole(error, value, &refusal))),
                false => found.push(refusal),
            }
        }
        if found.len() >= MAX_NAMED_FIELDS {
            break;
        }
    }
    let none = "The request body is not what this operation takes, and has too many parts to say where: hold it against \
                the operation's description.";
    let whole = whole.or_else(|| found.is_empty().then(|| none.to_owned()));
    Err(refused(found, whole))
}

/// The 422 of refusals by field, the first of each; `whole` is a sentence about the body itself.
fn refused(refusals: Vec<Refusal>, mut whole: Option<String>) -> Problem {
    let mut fields = Map::new();
    for Refusal { field, sentence } in refusals.into_iter().take(MAX_NAMED_FIELDS) {
        match field.is_empty() {
            true => whole = whole.or(Some(sentence)),
            false => _ = fields.entry(field).or_insert_with(|| sentence.into()),
        }
    }
    let detail = whole.unwrap_or_else(|| told_together(&fields));
    Problem::new(422, "validation_failed", detail).with("fields", fields)
}

/// The sentences of all fields, each once: a field that lies within another one with its place.
fn told_together(fields: &Map<String, Value>) -> String {
    let mut sentences: Vec<String> = Vec::new();
    for (field, sentence) in fields {
        let sentence = sentence.as_str().unwrap_or_default();
        let told = if field.contains('.') { format!("{field}: {sentence}") } else { sentence.to_owned() };
        if !sentences.contains(&told) {
            sentences.push(told);
        }
    }
    match sentences.len() > MAX_TOLD_FIELDS {
        true => {
            let names = fields.keys().map(String::as_str).collect::<Vec<_>>().join(", ");
            format!("The request body is not what this operation takes: see fields ({names}).")
        }
        false => sentences.join(" "),
    }
}

/// The sentence of an error that is about no member, but about the body.
fn about_whole(error: &ValidationError<'_>, value: &Value, refusal: &Refusal) -> String {
    match (error.kind(), value) {
        (ValidationErrorKind::MinProperties { .. }, _) => refusal.sentence.clone(),
        (ValidationErrorKind::Type { .. }, other) if !other.is_object() => {
            format!("The request body must be a JSON object, and it is {}.", kind_of(other))
        }
        _ => {
            "The request body is not what this operation takes: hold it against the operation's description.".to_owned()
        }
    }
}

fn kind_of(value: &Value) -> &'static str {
    match value {
        Value::Null => "empty",
        Value::Bool(_) => "true or false",
        Value::Number(_) => "a number",
        Value::String(_) => "a text",
        Value::Array(_) => "a list",
        Value::Object(_) => "an object",
    }
}
