//! What the body of a request must be, as a route declares it.

/// The declaration of a request body. Without one a route takes no body, and what is sent is not read.
#[derive(Debug, Clone, PartialEq)]
pub struct RequestBody {
    pub form: RequestBodyForm,
    /// The most bytes; the deployment's own limit holds beside it.
    pub max_bytes: u32,
    /// Whether a request without a body is refused.
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
}

impl RequestBodyForm {
    /// The media types that are accepted.
    pub fn content_types(&self) -> Vec<&str> {
        match self {
            RequestBodyForm::Json { .. } => vec!["application/json"],
            RequestBodyForm::Form { .. } => vec!["application/x-www-form-urlencoded"],
            RequestBodyForm::Raw { content_types } => content_types.iter().map(String::as_str).collect(),
        }
    }
}
