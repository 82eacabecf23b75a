//! The answer to a request.

use serde_json::Value as Json;
use ureq::http::HeaderMap;

/// An answer, read whole.
///
/// ```no_run
/// # let sandbox = quarry_testkit::Sandbox::start();
/// let listed = sandbox.key().get("/field-notes/notes").expect_status(200);
/// assert_eq!(listed.header("cache-control"), "private, no-cache");
/// assert_eq!(listed.json()["notes"][0]["title"], "Depeg");
/// ```
#[derive(Debug, Clone)]
pub struct Answer {
    /// The status of HTTP.
    pub status: u16,
    /// The headers as they came.
    pub headers: HeaderMap,
    /// The body.
    pub text: String,
    /// `GET /path`, for sentences.
    pub(crate) asked: String,
}

impl Answer {
    /// Fails the test, showing the answer, unless its status is `status`.
    #[track_caller]
    pub fn expect_status(self, status: u16) -> Answer {
        assert!(
            self.status == status,
            "{} answered {} where {status} was expected: {}",
            self.asked,
            self.status,
            self.text
        );
        self
    }

    /// The body as JSON.
    #[track_caller]
    pub fn json(&self) -> Json {
        serde_json::from_str(&self.text)
            .unwrap_or_else(|error| panic!("{} answered no JSON ({error}): {}", self.asked, self.text))
    }

    /// A header; empty when it is not there.
    pub fn header(&self, name: &str) -> &str {
        self.headers.get(name).and_then(|value| value.to_str().ok()).unwrap_or_default()
    }

    /// The stable code of a refusal; empty when the answer is not a refusal.
    pub fn code(&self) -> String {
        let body: Json = serde_json::from_str(&self.text).unwrap_or_default();
        body["error"].as_str().or_else(|| body["code"].as_str()).unwrap_or_default().to_owned()
    }
}
