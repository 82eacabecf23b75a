//! Refusals and failures in the published form.

use crate::bindings::quarry::plugin::exchange;
use crate::bindings::quarry::plugin::identity::ProfileFailure;
use crate::statement::StatementFailure;
use serde_json::{Map, Value as Json};
use std::fmt::Display;

const DATA_SOURCE_UNAVAILABLE: &str = "data_source_unavailable";

/// A refusal: the host writes it in the error shape of the route. One with a code of its own is declared by the route:
/// `refuses(422, "last_owner", "…")`.
///
/// ```
/// use quarry_sdk::Problem;
///
/// let problem = Problem::new(422, "too_many_notes", "You have 500 notes: remove one first.").with("limit", 500);
/// assert_eq!(problem.status(), 422);
/// ```
#[derive(Debug, Clone)]
pub struct Problem {
    status: u16,
    code: String,
    detail: String,
    members: Map<String, Json>,
}

impl Problem {
    /// `code` is stable; `detail` is a sentence that says what was wrong, with the value, and what to do.
    pub fn new(status: u16, code: &str, detail: impl Into<String>) -> Problem {
        Problem { status, code: code.to_owned(), detail: detail.into(), members: Map::new() }
    }

    /// 404: there is no such thing, or it belongs to somebody else.
    pub fn not_found(detail: impl Into<String>) -> Problem {
        Problem::new(404, "not_found", detail)
    }

    /// 403: the caller may know that the thing exists, but may not do this.
    pub fn forbidden(detail: impl Into<String>) -> Problem {
        Problem::new(403, "forbidden", detail)
    }

    /// 422: a field of the body whose form is right but whose value is not.
    pub fn invalid_field(field: &str, detail: impl Into<String>) -> Problem {
        let detail = detail.into();
        Problem::new(422, "validation_failed", detail.clone()).with_field(field, detail)
    }

    /// 422: a parameter whose form is right but whose value is not.
    ///
    /// ```no_run
    /// # use quarry_sdk::prelude::*;
    /// # fn example(slug: &str) -> Problem {
    /// Problem::invalid_parameter("slug", format!("There is no list \"{slug}\": /public/tracking shows them."))
    /// # }
    /// ```
    pub fn invalid_parameter(parameter: &str, detail: impl Into<String>) -> Problem {
        Problem::new(422, "invalid_parameter", detail).with("parameter", parameter)
    }

    /// 422 of the parameter `chain`: several chains have what the request names. `subject` begins the sentence, and the member `chains`
    /// lists them, each by its slug or its number.
    ///
    /// ```no_run
    /// # use quarry_sdk::prelude::*;
    /// # fn example(chains: Vec<String>) -> Problem {
    /// Problem::several_chains("The block 5", chains)
    /// # }
    /// ```
    pub fn several_chains(subject: impl Display, chains: Vec<String>) -> Problem {
        let detail = format!("{subject} is on several chains: pass chain, one of {}.", chains.join(", "));
        Problem::invalid_parameter("chain", detail).with("chains", chains)
    }

    /// The same of a request body, whose field `chain` names one.
    ///
    /// ```no_run
    /// # use quarry_sdk::prelude::*;
    /// # fn example(chains: Vec<String>) -> Problem {
    /// Problem::several_chains_for_field("The block 5", chains)
    /// # }
    /// ```
    pub fn several_chains_for_field(subject: impl Display, chains: Vec<String>) -> Problem {
        let detail = format!("{subject} is on several chains: name one of {}.", chains.join(", "));
        Problem::invalid_field("chain", detail).with("chains", chains)
    }

    /// 503: a store did not answer. `store` is `app_store`, `objects` or `warehouse`.
    pub(crate) fn store_unavailable(store: &str, detail: String) -> Problem {
        Problem::new(503, DATA_SOURCE_UNAVAILABLE, detail).with("store", store)
    }

    /// 409: the change was based on a version that is not the newest.
    pub fn conflict(current_version: i64) -> Problem {
        let detail =
            format!("It was changed meanwhile; version {current_version} is the newest: look at it and try again.");
        Problem::new(409, "conflict", detail).with("current_version", current_version)
    }

    /// The HTTP status.
    pub fn status(&self) -> u16 {
        self.status
    }

    /// The sentence that says what was wrong.
    ///
    /// ```no_run
    /// # use quarry_sdk::prelude::*;
    /// let problem = Problem::not_found("There is no note \"Depeg\".");
    /// assert_eq!(problem.detail(), "There is no note \"Depeg\".");
    /// ```
    pub fn detail(&self) -> &str {
        &self.detail
    }

    /// Adds a machine-readable member.
    pub fn with(mut self, name: &str, value: impl Into<Json>) -> Problem {
        self.members.insert(name.to_owned(), value.into());
        self
    }

    /// Says of a field of the body what is wrong with it.
    ///
    /// ```no_run
    /// # use quarry_sdk::prelude::*;
    /// # fn example() -> Problem {
    /// Problem::invalid_field("from", "It is later than `to`.").with_field("to", "It is earlier than `from`.")
    /// # }
    /// ```
    pub fn with_field(mut self, field: &str, sentence: impl Into<String>) -> Problem {
        let fields = self.members.entry("fields").or_insert_with(|| Json::Object(Map::new()));
        if let Some(fields) = fields.as_object_mut() {
            fields.insert(field.to_owned(), Json::String(sentence.into()));
        }
        self
    }

    /// True where a store gives no rows now: it is down, hangs or is over its limits.
    fn is_outage(&self) -> bool {
        self.status == 503 && self.code == DATA_SOURCE_UNAVAILABLE
    }

    /// A call that only the author can mend: the sentence goes to the log, a general one to the client.
    pub(crate) fn refused_by_host(detail: &str) -> Problem {
        crate::log::emit(crate::log::Level::Error, detail);
        Problem::new(
            503,
            "plugin_failed",
            "The component made a call that the host refused; its author has to mend it.",
        )
    }

    #[doc(hidden)]
    pub fn into_contract(self) -> exchange::Problem {
        let members = if self.members.is_empty() { String::new() } else { Json::Object(self.members).to_string() };
        exchange::Problem { status: self.status, code: self.code, detail: self.detail, members }
    }
}

/// Leaves out a part that its caller can do without: none where the store gives no rows now. Any other refusal stays one, and so does a
/// mistake of the component.
///
/// The answer has null in the place of the part, and its schema says so; an answer that is kept for others must not do without.
///
/// ```no_run
/// # use quarry_sdk::prelude::*;
/// # statement!(warehouse, SelectTokens, "sql/tokens.sql");
/// # #[derive(Row)]
/// # struct Token { symbol: String }
/// # fn tokens() -> Result<Option<Vec<Token>>, Problem> {
/// if_available(SelectTokens { chain_id: 1 }.all())
/// # }
/// ```
pub fn if_available<T>(found: Result<T, Problem>) -> Result<Option<T>, Problem> {
    match found {
        Err(problem) if problem.is_outage() => Ok(None),
        found => found.map(Some),
    }
}

/// The host did not give the profile of an organization.
impl From<ProfileFailure> for Problem {
    fn from(failure: ProfileFailure) -> Problem {
        match failure {
            ProfileFailure::Forbidden(detail) => Problem::new(403, "forbidden", detail),
            ProfileFailure::Unavailable(detail) => Problem::store_unavailable("app_store", detail),
            ProfileFailure::NotGranted(detail) => Problem::refused_by_host(&detail),
        }
    }
}

/// A statement that failed becomes the published error; a handler that knows better matches on the failure instead.
impl From<StatementFailure> for Problem {
    fn from(failure: StatementFailure) -> Problem {
        match failure {
            StatementFailure::Unavailable(detail)
            | StatementFailure::DeadlineExceeded(detail)
            | StatementFailure::LimitExceeded(detail) => Problem::new(503, DATA_SOURCE_UNAVAILABLE, detail),
            StatementFailure::Conflict(detail) => Problem::new(409, "constraint_violated", detail),
            StatementFailure::Rejected(detail) => Problem::refused_by_host(&detail),
        }
    }
}
