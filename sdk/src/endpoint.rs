//! The declaration of an endpoint; the attribute `#[endpoint]` writes it.

use crate::bindings::quarry::plugin::manifest;
use crate::component::DeclaredGuard;
use crate::time::start_of_day;
use crate::{Answer, Parameters, Problem, Request, RequestBody, Schema};

pub use manifest::{Access, CacheRule, Grant, Method, RateClass, Readers, ResponseForm, Scope, Walk};

/// One operation: what it declares and how it is served. [`crate::endpoint`] makes one of a function.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not an endpoint",
    label = "a function with `#[endpoint(…)]` is expected"
)]
pub trait Endpoint {
    /// The operation's id, unique in a deployment.
    const OPERATION_ID: &'static str;

    /// The route that the host is told at load.
    fn declaration() -> manifest::Route;

    /// The names of the statements that it may run: those that its function reaches.
    fn statements() -> &'static [&'static str];

    #[doc(hidden)]
    fn guard() -> Option<DeclaredGuard> {
        None
    }

    /// Serves one request.
    fn handle(request: Request) -> Result<Answer, Problem>;
}

/// The declaration in `#[endpoint]`, before the types add their part.
#[derive(Debug, Clone)]
pub struct EndpointDeclaration {
    /// The function's name.
    pub operation_id: &'static str,
    /// The method of HTTP.
    pub method: Method,
    /// Relative to the base path.
    pub path: &'static str,
    /// The doc comment: its first paragraph is the summary, the rest the description.
    pub documentation: &'static str,
    /// The switch that covers it.
    pub module: Option<&'static str>,
    /// The callers that the route admits.
    pub access: Access,
    /// Media types of a raw request body.
    pub accepts: &'static [&'static str],
    /// The most bytes of a request body.
    pub max_body_bytes: u32,
    /// The rows in a page of a list that pages, when the caller does not say.
    pub default_limit: Option<u32>,
    /// The rule, where it differs from the one that follows from the access.
    pub cache: Option<CacheRule>,
    /// The rule, where it differs from the one that follows from the access.
    pub rate_class: Option<RateClass>,
    /// The requests that one counts as whose answer has to be made.
    pub rate_weight: u32,
    /// The dates of an operation that is to be retired.
    pub deprecation: Option<DeprecationDeclaration>,
    /// The form of a good answer.
    pub response_form: ResponseForm,
    /// The way through a list that pages.
    pub walk: Walk,
    /// Statuses of good answers; none is 200.
    pub success_statuses: &'static [u16],
    /// Status, code and description of the refusals of its own.
    pub refusals: &'static [(u16, &'static str, &'static str)],
    /// Name and description of the headers of its own.
    pub answer_headers: &'static [(&'static str, &'static str)],
    /// Tools for assistants that do what it does.
    pub tools: &'static [ToolDeclaration],
    /// The guard that decides which of the admitted callers may use the route.
    pub guard: Option<manifest::RouteGuard>,
    /// Media types in which it can answer beside JSON.
    pub media_types: &'static [&'static str],
    /// True for a route that reads `If-Match`.
    pub reads_if_match: bool,
    /// True for a write of signed-in people that is made once for each `request_key` of its body.
    pub takes_request_key: bool,
    /// The reason why a `get` writes, for the people who install the component; a `get` without one reads.
    pub writes: Option<&'static str>,
    /// The callers whom an answer is for.
    pub answers: Readers,
}

/// A tool for assistants that does what an endpoint does.
#[derive(Debug, Clone)]
pub struct ToolDeclaration {
    /// snake_case, unique in a deployment.
    pub name: &'static str,
    /// The text by which an assistant chooses the tool.
    pub description: &'static str,
    /// Argument and target: a parameter's name, or `body.` and the name of a member. None: each parameter and member.
    pub arguments: &'static [(&'static str, &'static str)],
    /// Members of the body that every call has, as JSON text.
    pub fixed: &'static [(&'static str, &'static str)],
}

impl ToolDeclaration {
    fn to_contract(&self) -> manifest::Tool {
        let argument = |(name, target): &(&str, &str)| manifest::ToolArgument {
            name: (*name).to_owned(),
            source: match target.strip_prefix("body.") {
                Some(member) => manifest::ToolSource::BodyMember(member.to_owned()),
                None => manifest::ToolSource::Parameter((*target).to_owned()),
            },
        };
        let fixed = |(name, json): &(&str, &str)| ((*name).to_owned(), (*json).to_owned());
        manifest::Tool {
            name: self.name.to_owned(),
            description: self.description.to_owned(),
            arguments: self.arguments.iter().map(argument).collect(),
            fixed: self.fixed.iter().map(fixed).collect(),
        }
    }
}

/// The dates at which an operation was deprecated and at which it stops answering, and its replacement.
#[derive(Debug, Clone)]
pub struct DeprecationDeclaration {
    /// A day, `YYYY-MM-DD`; the macro has checked it.
    pub since: &'static str,
    /// A day, later than `since`.
    pub sunset: &'static str,
    /// A path relative to the base path.
    pub successor: Option<&'static str>,
}

impl DeprecationDeclaration {
    fn dates(self) -> manifest::Deprecation {
        manifest::Deprecation {
            deprecated_at: start_of_day(self.since).unwrap_or_default(),
            sunset_at: start_of_day(self.sunset).unwrap_or_default(),
            successor: self.successor.map(str::to_owned),
        }
    }
}

impl EndpointDeclaration {
    /// The route of parameters `P`, request body `R` and answer `B`.
    pub fn route<P: Parameters, R: RequestBody, B: Schema>(self) -> manifest::Route {
        let (summary, description) = described(self.documentation);
        let response_schema = B::schema().to_string();
        let (cache, rate_class) = rules(&self.access, &self.response_form, &response_schema);
        manifest::Route {
            operation_id: self.operation_id.to_owned(),
            method: self.method,
            path: self.path.to_owned(),
            summary,
            description,
            module: self.module.map(str::to_owned),
            access: self.access,
            parameters: P::declarations(),
            request_body: R::declaration(self.accepts, self.max_body_bytes),
            default_limit: self.default_limit,
            cache: self.cache.unwrap_or(cache),
            rate_class: self.rate_class.unwrap_or(rate_class),
            rate_weight: self.rate_weight,
            response_schema,
            response_example: B::example().to_string(),
            deprecation: self.deprecation.map(DeprecationDeclaration::dates),
            response_form: self.response_form,
            success_statuses: self.success_statuses.to_vec(),
            refusals: self.refusals.iter().map(refusal).collect(),
            answer_headers: self.answer_headers.iter().map(answer_header).collect(),
            tools: self.tools.iter().map(ToolDeclaration::to_contract).collect(),
            walk: self.walk,
            guard: self.guard,
            statements: Vec::new(),
            media_types: self.media_types.iter().map(|media_type| (*media_type).to_owned()).collect(),
            reads_if_match: self.reads_if_match,
            takes_request_key: self.takes_request_key,
            writes: self.writes.map(str::to_owned),
            answers: self.answers,
        }
    }
}

/// The declaration in `#[endpoint(repeats = …)]`: another endpoint on a route of its own. All that is not here is the other's.
#[derive(Debug, Clone)]
pub struct EndpointRepetition {
    /// The struct's name.
    pub operation_id: &'static str,
    /// The method of HTTP.
    pub method: Method,
    /// Relative to the base path.
    pub path: &'static str,
    /// The doc comment: its first paragraph is the summary, the rest the description.
    pub documentation: &'static str,
    /// The callers that the route admits.
    pub access: Access,
    /// The rule, where it differs from the one that follows from the access.
    pub cache: Option<CacheRule>,
    /// The rule, where it differs from the one that follows from the access.
    pub rate_class: Option<RateClass>,
    /// Tools for assistants that do what it does.
    pub tools: &'static [ToolDeclaration],
}

impl EndpointRepetition {
    /// The route of `E` with what is declared here.
    pub fn route<E: Endpoint>(self) -> manifest::Route {
        let route = E::declaration();
        let (summary, description) = described(self.documentation);
        let (cache, rate_class) = rules(&self.access, &route.response_form, &route.response_schema);
        manifest::Route {
            operation_id: self.operation_id.to_owned(),
            method: self.method,
            path: self.path.to_owned(),
            summary,
            description,
            access: self.access,
            cache: self.cache.unwrap_or(cache),
            rate_class: self.rate_class.unwrap_or(rate_class),
            tools: self.tools.iter().map(ToolDeclaration::to_contract).collect(),
            ..route
        }
    }
}

/// Summary and description of a doc comment.
fn described(documentation: &str) -> (String, String) {
    let (summary, description) = documentation.split_once("\n\n").unwrap_or((documentation, ""));
    (summary.replace('\n', " ").trim().to_owned(), description.trim().to_owned())
}

/// The rules that follow from the access. A secret is kept nowhere, and neither is a stream.
fn rules(access: &Access, response_form: &ResponseForm, response_schema: &str) -> (CacheRule, RateClass) {
    let (cache, rate_class) = match access {
        Access::Keyless => (CacheRule::Public(60), RateClass::Public),
        Access::Key(_) => (CacheRule::Private, RateClass::Key),
        Access::Session(_) => (CacheRule::NoStore, RateClass::Session),
    };
    let is_stream = matches!(response_form, ResponseForm::EventStream(_));
    match is_stream || response_schema.contains(r#""format":"password""#) {
        true => (CacheRule::NoStore, rate_class),
        false => (cache, rate_class),
    }
}

fn refusal(&(status, code, description): &(u16, &str, &str)) -> manifest::Refusal {
    manifest::Refusal { status, code: code.to_owned(), description: description.to_owned() }
}

fn answer_header(&(name, description): &(&str, &str)) -> manifest::AnswerHeader {
    manifest::AnswerHeader { name: name.to_owned(), description: description.to_owned() }
}
