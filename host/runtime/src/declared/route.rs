//! One declared operation.

use crate::bindings::quarry::plugin::manifest as wit;
use crate::declared::{answers, guards, policy, session_rule, tools};
use quarry_contract::{
    Access, AnswerRows, CacheRule, Deprecation, Guard, Method, Parameter, ParameterKind, ParameterPlace, RateClass,
    Readers, RequestBody, RequestBodyForm, ResponseForm, Route, Scope, Walk,
};
use std::sync::Arc;

pub(crate) fn route_from_guest(route: wit::Route, known_guards: &[Arc<Guard>]) -> Result<Route, String> {
    for (what, text) in [("schema", &route.response_schema), ("example", &route.response_example)] {
        serde_json::from_str::<serde_json::Value>(text)
            .map_err(|error| format!("the response {what} of {} is not JSON: {error}", route.operation_id))?;
    }
    if !route.path.starts_with('/') {
        return Err(format!("the path {} of {} does not start with /", route.path, route.operation_id));
    }
    for name in placeholders(&route.path) {
        let declared = route.parameters.iter().any(|p| p.name == name && p.place == wit::ParameterPlace::Path);
        if !declared {
            return Err(format!("{} of {} is not declared as a path parameter", name, route.operation_id));
        }
    }
    policy::check(&route)?;
    let response_form = response_form_from_guest(&route)?;
    answers::check(&route)?;
    let tools = tools::tools_from_guest(&route)?;
    let guard = guards::of_route(&route, known_guards)?;
    let mut refusals: Vec<_> = route.refusals.into_iter().map(answers::refusal_from_guest).collect();
    if let Some(guard) = &guard {
        refusals.extend(guards::refusals(guard, &refusals));
    }
    if route.takes_request_key {
        refusals.extend(answers::of_request_key());
    }
    let mut response_schema: serde_json::Value = serde_json::from_str(&route.response_schema).unwrap_or_default();
    let answer_rows = AnswerRows::take(&mut response_schema);
    let operation_id = route.operation_id;
    Ok(Route {
        operation_id: operation_id.clone(),
        method: match route.method {
            wit::Method::Get => Method::Get,
            wit::Method::Post => Method::Post,
            wit::Method::Put => Method::Put,
            wit::Method::Patch => Method::Patch,
            wit::Method::Delete => Method::Delete,
        },
        path: route.path,
        summary: route.summary,
        description: route.description,
        module: route.module,
        access: match route.access {
            wit::Access::Keyless => Access::Keyless,
            wit::Access::Key(wit::Scope::Read) => Access::Key(Scope::Read),
            wit::Access::Key(wit::Scope::ResearchWrite) => Access::Key(Scope::ResearchWrite),
            wit::Access::Key(wit::Scope::Exports) => Access::Key(Scope::Exports),
            wit::Access::Session(rule) => Access::Session(session_rule(rule, &operation_id)?),
        },
        parameters: route.parameters.into_iter().map(parameter_from_guest).collect(),
        request_body: route.request_body.map(|body| RequestBody {
            form: match body.form {
                wit::RequestBodyForm::Json(json) => {
                    RequestBodyForm::Json { schema: json.schema, example: json.example }
                }
                wit::RequestBodyForm::Form(form) => {
                    RequestBodyForm::Form { schema: form.schema, example: form.example }
                }
                wit::RequestBodyForm::Raw(content_types) => RequestBodyForm::Raw { content_types },
            },
            max_bytes: body.max_bytes,
            required: body.required,
        }),
        default_limit: route.default_limit,
        cache: match route.cache {
            wit::CacheRule::NoStore => CacheRule::None,
            wit::CacheRule::Private => CacheRule::Private,
            wit::CacheRule::Public(max_age_seconds) => CacheRule::Public { max_age_seconds },
        },
        rate_class: match route.rate_class {
            wit::RateClass::Key => RateClass::Key,
            wit::RateClass::Public => RateClass::Public,
            wit::RateClass::PublicStatus => RateClass::PublicStatus,
            wit::RateClass::ExplorerLens => RateClass::ExplorerLens,
            wit::RateClass::Session => RateClass::Session,
        },
        rate_weight: route.rate_weight,
        response_schema: response_schema.to_string(),
        answer_rows,
        response_example: route.response_example,
        deprecation: route.deprecation.map(|dates| Deprecation {
            deprecated_at: dates.deprecated_at,
            sunset_at: dates.sunset_at,
            successor: dates.successor,
        }),
        response_form,
        success_statuses: if route.success_statuses.is_empty() { vec![200] } else { route.success_statuses },
        refusals,
        answer_headers: route.answer_headers.into_iter().map(answers::header_from_guest).collect(),
        tools,
        walk: match route.walk {
            wit::Walk::Forward => Walk::Forward,
            wit::Walk::BothWays => Walk::BothWays,
        },
        guard,
        statements: route.statements,
        media_types: route.media_types,
        reads_if_match: route.reads_if_match,
        writes: route.writes,
        answers: match route.answers {
            wit::Readers::Caller => Readers::Caller,
            wit::Readers::Everyone => Readers::Everyone,
        },
        takes_request_key: route.takes_request_key,
        // Known once the statements are.
        rests_on: Vec::new(),
    })
}

/// The longest that a stream may last.
const MAX_STREAM_SECONDS: u32 = 3_600;

/// Gives the form of a route's answers, checked against the rest of its declaration.
fn response_form_from_guest(route: &wit::Route) -> Result<ResponseForm, String> {
    let form = match &route.response_form {
        wit::ResponseForm::Json => return Ok(ResponseForm::Json),
        wit::ResponseForm::Object(content_types) => ResponseForm::Object { content_types: content_types.clone() },
        wit::ResponseForm::EventStream(max_seconds @ 1..=MAX_STREAM_SECONDS) => {
            ResponseForm::EventStream { max_seconds: *max_seconds }
        }
        wit::ResponseForm::EventStream(max_seconds) => {
            let operation_id = &route.operation_id;
            return Err(format!(
                "the event stream of {operation_id} lasts {max_seconds} s: it is 1 to {MAX_STREAM_SECONDS}"
            ));
        }
    };
    match route.default_limit {
        None => Ok(form),
        Some(_) => Err(format!(
            "{} answers with an object or an event stream: that is for a route that does not page",
            route.operation_id
        )),
    }
}

/// The names in `{…}` of a path.
fn placeholders(path: &str) -> impl Iterator<Item = &str> {
    path.split('/').filter_map(|segment| segment.strip_prefix('{')?.strip_suffix('}'))
}

fn parameter_from_guest(parameter: wit::Parameter) -> Parameter {
    Parameter {
        name: parameter.name,
        place: match parameter.place {
            wit::ParameterPlace::Path => ParameterPlace::Path,
            wit::ParameterPlace::Query => ParameterPlace::Query,
        },
        required: parameter.required,
        kind: match parameter.kind {
            wit::ParameterKind::Text(form) => ParameterKind::Text { max_length: form.max_length },
            wit::ParameterKind::Integer(form) => {
                ParameterKind::Integer { minimum: form.minimum, maximum: form.maximum }
            }
            wit::ParameterKind::Decimal => ParameterKind::Decimal,
            wit::ParameterKind::Boolean => ParameterKind::Boolean,
            wit::ParameterKind::Choice(form) => ParameterKind::Choice { values: form.values, default: form.default },
            wit::ParameterKind::Address => ParameterKind::Address,
            wit::ParameterKind::AddressList(form) => ParameterKind::AddressList { max_items: form.max_items },
            wit::ParameterKind::Hash => ParameterKind::Hash,
            wit::ParameterKind::Chain => ParameterKind::Chain,
            wit::ParameterKind::Token => ParameterKind::Token,
            wit::ParameterKind::TimeFrom => ParameterKind::TimeFrom,
            wit::ParameterKind::TimeTo => ParameterKind::TimeTo,
            wit::ParameterKind::SecretToken => ParameterKind::SecretToken,
            wit::ParameterKind::TextList(form) => ParameterKind::TextList { max_items: form.max_items },
        },
        description: parameter.description,
        example: parameter.example,
    }
}
