//! The body of a request, as a route declares it.

/// The most bytes that a route may declare for its bodies.
pub const MOST_BODY_BYTES: u32 = 4 << 20;
/// The most bytes of a body that is not a large one: more is looked after apart, with room of its own and a price of its own.
pub const COMMON_BODY_BYTES: u32 = 1 << 20;

/// The most bytes of a body that is read as it comes: of a signed upload.
pub const MOST_UPLOAD_BYTES: u32 = 25 << 20;

/// The declaration of a request body. Without one a route takes no body, and what is sent is not read.
#[derive(Debug, Clone, PartialEq)]
pub struct RequestBody {
    pub form: RequestBodyForm,
    /// The most bytes: at most [`MOST_BODY_BYTES`] of a component's route.
    pub max_bytes: u32,
    /// True: a request without a body is refused.
    pub required: bool,
}

/// The form of a body, and what reaches the handler.
#[derive(Debug, Clone, PartialEq)]
pub enum RequestBodyForm {
    /// `application/json` that satisfies a JSON Schema 2020-12; handed over as it was sent, but for its secrets.
    Json { schema: String, example: String },
    /// `application/x-www-form-urlencoded`; handed over as a JSON object of texts that satisfies the schema.
    Form { schema: String, example: String },
    /// Bytes of one of these media types, handed over as they were sent.
    Raw { content_types: Vec<String> },
    /// The same, handed over while they come. Of the host's own operations alone.
    Stream { content_types: Vec<String> },
}

impl RequestBodyForm {
    /// The media types that are accepted.
    pub fn content_types(&self) -> Vec<&str> {
        match self {
            RequestBodyForm::Json { .. } => vec!["application/json"],
            RequestBodyForm::Form { .. } => vec!["application/x-www-form-urlencoded"],
            RequestBodyForm::Raw { content_types } | RequestBodyForm::Stream { content_types } => {
                content_types.iter().map(String::as_str).collect()
            }
        }
    }
}
