//! Request bodies as plain Rust types: the last argument of an endpoint.

use crate::bindings::quarry::plugin::manifest;
use crate::{Problem, Request, Schema, Secret, log, unread_body};
use serde::de::DeserializeOwned;
use std::any::type_name;

/// A type that an endpoint takes as its body. The host has checked media type, size and schema before the endpoint runs.
///
/// ```no_run
/// # use quarry_sdk::prelude::*;
/// use quarry_sdk::RequestBody;
///
/// /// Tells whether a type of body is declared as required.
/// fn is_required<B: RequestBody>() -> bool {
///     B::declaration(&[], 1_024).is_some_and(|body| body.required)
/// }
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a request body",
    label = "JsonBody<T>, FormBody<T>, RawBody, or an Option of one is expected"
)]
pub trait RequestBody: Sized {
    /// The body that the route declares. `accepts` and `max_bytes` are those of the attribute.
    fn declaration(accepts: &[&str], max_bytes: u32) -> Option<manifest::RequestBody>;

    /// The body of a request; 422 by the member where the type is narrower than its schema, which a line of the log tells the author.
    fn from_request(request: &mut Request) -> Result<Self, Problem>;
}

/// A route without a body.
impl RequestBody for () {
    fn declaration(_accepts: &[&str], _max_bytes: u32) -> Option<manifest::RequestBody> {
        None
    }

    fn from_request(_request: &mut Request) -> Result<Self, Problem> {
        Ok(())
    }
}

/// `application/json` of the shape of `T`.
///
/// ```no_run
/// use quarry_sdk::prelude::*;
/// use serde::{Deserialize, Serialize};
///
/// #[derive(Schema, Serialize, Deserialize)]
/// struct Note {
///     #[schema(min_length = 1, max_length = 120, example = "Depeg of March")]
///     title: String,
/// }
///
/// /// Write a note
/// #[endpoint(post = "/field-notes/notes", key = "research:write", body = Note)]
/// fn create_note(JsonBody(new): JsonBody<Note>) -> Result<Answer, Problem> {
///     Ok(Answer::json(&new))
/// }
/// ```
#[derive(Debug, Clone)]
pub struct JsonBody<T>(pub T);

impl<T: Schema + DeserializeOwned> RequestBody for JsonBody<T> {
    fn declaration(_accepts: &[&str], max_bytes: u32) -> Option<manifest::RequestBody> {
        Some(manifest::RequestBody { form: manifest::RequestBodyForm::Json(schema::<T>()), max_bytes, required: true })
    }

    fn from_request(request: &mut Request) -> Result<Self, Problem> {
        parse(request).map(JsonBody)
    }
}

/// An optional body: `Option<JsonBody<T>>`.
impl<B: RequestBody> RequestBody for Option<B> {
    fn declaration(accepts: &[&str], max_bytes: u32) -> Option<manifest::RequestBody> {
        B::declaration(accepts, max_bytes).map(|body| manifest::RequestBody { required: false, ..body })
    }

    fn from_request(request: &mut Request) -> Result<Self, Problem> {
        match request.has_body() {
            true => B::from_request(request).map(Some),
            false => Ok(None),
        }
    }
}

/// `application/x-www-form-urlencoded`; every field of `T` is read from text.
///
/// ```no_run
/// # use quarry_sdk::prelude::*;
/// use serde::Deserialize;
///
/// #[derive(Schema, Deserialize)]
/// struct Assertion {
///     assertion: String,
/// }
///
/// /// Take what a provider's form sends
/// #[endpoint(post = "/field-notes/assertions", keyless, status = 204)]
/// fn take_assertion(FormBody(sent): FormBody<Assertion>) -> Result<Answer, Problem> {
///     let _ = sent.assertion;
///     Ok(Answer::no_content())
/// }
/// ```
#[derive(Debug, Clone)]
pub struct FormBody<T>(pub T);

impl<T: Schema + DeserializeOwned> RequestBody for FormBody<T> {
    fn declaration(_accepts: &[&str], max_bytes: u32) -> Option<manifest::RequestBody> {
        Some(manifest::RequestBody { form: manifest::RequestBodyForm::Form(schema::<T>()), max_bytes, required: true })
    }

    fn from_request(request: &mut Request) -> Result<Self, Problem> {
        parse(request).map(FormBody)
    }
}

/// Bytes of one of the media types that the attribute names: `accepts = ["text/csv"]`.
///
/// ```no_run
/// # use quarry_sdk::prelude::*;
/// /// Load notes from a file
/// #[endpoint(post = "/field-notes/files", key = "research:write", accepts = ["text/csv"], status = 204)]
/// fn load_notes(file: RawBody) -> Result<Answer, Problem> {
///     let _lines = file.bytes.split(|byte| *byte == b'\n');
///     Ok(Answer::no_content())
/// }
/// ```
#[derive(Debug, Clone)]
pub struct RawBody {
    /// The media type, lowercase, without parameters.
    pub content_type: String,
    /// The bytes as they were sent.
    pub bytes: Vec<u8>,
}

impl RequestBody for RawBody {
    fn declaration(accepts: &[&str], max_bytes: u32) -> Option<manifest::RequestBody> {
        let content_types = accepts.iter().map(|content_type| (*content_type).to_owned()).collect();
        Some(manifest::RequestBody { form: manifest::RequestBodyForm::Raw(content_types), max_bytes, required: true })
    }

    fn from_request(request: &mut Request) -> Result<Self, Problem> {
        let sent = request.take_body();
        Ok(RawBody { content_type: sent.content_type, bytes: sent.bytes })
    }
}

fn schema<T: Schema>() -> manifest::BodySchema {
    manifest::BodySchema { schema: T::schema().to_string(), example: T::example().to_string() }
}

fn parse<T: Schema + DeserializeOwned>(request: &mut Request) -> Result<T, Problem> {
    let sent = request.take_body();
    Secret::receive(sent.secrets);
    serde_json::from_slice(&sent.bytes).map_err(|error| {
        // Without the parser's sentence, which quotes what was sent.
        let line = format!("a body that satisfies its schema cannot be read: {} is narrower", type_name::<T>());
        log::emit(log::Level::Warn, &line);
        unread_body::refusal::<T>(&sent.bytes, &error)
    })
}
