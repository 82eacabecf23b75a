//! One operation of a document.

use crate::openapi::components::Components;
use crate::openapi::{PublishedOperation, Service, deprecation, parameters, request_body, responses, samples, tags};
use quarry_contract::{Access, Impersonation, Method, RateClass, ResponseForm, Route, RouteGuard, SessionRule, Tool};
use serde_json::{Value as Json, json};

/// The operation object of a route; `operations` is everything that is served, for links.
pub(super) fn describe(
    published: &PublishedOperation,
    operations: &[PublishedOperation],
    service: &Service,
    components: &mut Components,
) -> Json {
    let route = &*published.route;
    let mut operation = json!({
        "operationId": route.operation_id,
        "tags": [tags::tag(published).0],
        "summary": route.summary,
        "description": description(route),
    });
    if route.deprecation.is_some() {
        operation["deprecated"] = true.into();
    }
    operation["security"] = match &route.access {
        Access::Keyless => json!([]),
        Access::Key(scope) => components.key_requirement(scope.name()),
        Access::Session(_) => components.session_requirement(),
        Access::Visitor => components.visitor_requirement(),
        Access::ServiceClient => components.service_client_requirement(),
    };
    match &route.access {
        Access::Key(scope) => operation["x-required-scope"] = scope.name().into(),
        Access::Session(rule) => {
            if let Some(permission) = &rule.permission {
                operation["x-required-permission"] = permission.as_str().into();
            }
            if let Some(RouteGuard { or_permission: Some(permission), .. }) = &route.guard {
                operation["x-or-permission"] = permission.as_str().into();
            }
            for (name, is_so) in [("x-requires-sudo", rule.sudo), ("x-beacon", rule.beacon)] {
                if is_so {
                    operation[name] = true.into();
                }
            }
        }
        Access::Keyless | Access::Visitor | Access::ServiceClient => {}
    }
    operation["x-rate-class"] = rate_class_name(route.rate_class).into();
    if route.rate_weight > 1 {
        operation["x-rate-weight"] = route.rate_weight.into();
    }
    if let Some(module) = &route.module {
        operation["x-module"] = module.as_str().into();
    }
    let mut parameters = parameters::parameters(route);
    if quarry_edge::takes_key(route) {
        parameters.push(request_body::idempotency_key());
    }
    if route.reads_if_match {
        parameters.push(request_body::if_match());
    }
    if !parameters.is_empty() {
        operation["parameters"] = parameters.into();
    }
    if let Some(declared) = &route.request_body {
        operation["requestBody"] = request_body::describe(declared, components);
    }
    if !route.tools.is_empty() {
        let tool = |tool: &Tool| json!({ "name": tool.name, "description": tool.description });
        operation["x-assistant-tools"] = route.tools.iter().map(tool).collect::<Vec<_>>().into();
    }
    operation["responses"] = responses::responses(route, operations, components);
    if let Some(command) = samples::curl(route, service) {
        operation["x-codeSamples"] = json!([{ "lang": "Shell", "label": "curl", "source": command }]);
    }
    operation
}

/// The words of its component, then what follows from the declaration.
fn description(route: &Route) -> String {
    let access = match &route.access {
        Access::Keyless => "Needs no key".to_owned(),
        Access::Key(scope) => format!("Needs a key with the scope `{}`", scope.name()),
        Access::Session(rule) => match &rule.permission {
            Some(permission) if permission == "staff" => "Needs a signed-in member of staff".to_owned(),
            Some(permission) if permission == "alpha" => {
                "Needs a signed-in member of staff of the tier `alpha`".to_owned()
            }
            Some(permission) => format!("Needs a signed-in member of staff with the permission `{permission}`"),
            None => match &route.guard {
                Some(guard) => for_ranks(guard),
                None => "Needs a signed-in person".to_owned(),
            },
        },
        Access::Visitor => "Open to everybody, signed in or not".to_owned(),
        Access::ServiceClient => "Open to the applications of this deployment".to_owned(),
    };
    let mut paragraphs = Vec::new();
    if !route.description.is_empty() {
        paragraphs.push(route.description.clone());
    }
    if let Some(retired) = &route.deprecation {
        paragraphs.push(deprecation::sentence(retired));
    }
    let module = route.module.as_ref().map(|module| format!(" Part of the module `{module}`.")).unwrap_or_default();
    if let ResponseForm::EventStream { max_seconds } = route.response_form {
        paragraphs.push(format!(
            "Answers with server-sent events for up to {max_seconds} s; a comment every 15 s keeps the connection alive."
        ));
    }
    if let Access::Session(SessionRule { sudo: true, .. }) = &route.access {
        paragraphs.push(
            "Needs the password within the last 15 minutes (`POST /session/sudo`), else it is 403 `sudo_required`."
                .to_owned(),
        );
    }
    if let Access::Session(rule) = &route.access {
        paragraphs.extend(for_impersonation(rule, route.method).map(str::to_owned));
    }
    paragraphs.push(format!("{access}; counts against {}.{module}", budget_sentence(route)));
    paragraphs.join("\n\n")
}

/// The callers whom a guard lets pass, as far as its ranks tell.
fn for_ranks(guard: &RouteGuard) -> String {
    let ranks = &guard.guard.ranks;
    let least = guard.least_rank.as_ref().and_then(|least| ranks.iter().position(|rank| rank == least));
    let staff = match &guard.or_permission {
        Some(permission) => format!(", or a member of staff with the permission `{permission}`"),
        None => String::new(),
    };
    match ranks.get(least.unwrap_or(0)..) {
        Some(passing) if least.is_some_and(|least| least > 0) => {
            let passing: Vec<String> = passing.iter().map(|rank| format!("`{rank}`")).collect();
            format!("Needs a signed-in person with the rank {}{staff}", passing.join(" or "))
        }
        _ => format!("Needs a signed-in person{staff}"),
    }
}

/// The sentence about staff who act as somebody else, where the operation differs from all others.
fn for_impersonation(rule: &SessionRule, method: Method) -> Option<&'static str> {
    match (rule.impersonation, method) {
        (Impersonation::Refused, _) => Some("Staff who look at the service as somebody else cannot see it."),
        (Impersonation::Writes, Method::Post | Method::Put | Method::Patch | Method::Delete) => {
            Some("Staff who look at the service as somebody else may use it too.")
        }
        _ => None,
    }
}

/// The name that documents and configuration use.
pub(super) fn rate_class_name(class: RateClass) -> &'static str {
    match class {
        RateClass::Key => "key",
        RateClass::Public => "public",
        RateClass::PublicStatus => "public_status",
        RateClass::ExplorerLens => "explorer_lens",
        RateClass::Session => "session",
    }
}

/// The budget that an operation's requests are counted against.
fn budget_sentence(route: &Route) -> &'static str {
    match route.rate_class {
        RateClass::Key => "the hourly budget of the key's organization",
        RateClass::Public => "the public budget of the client's address",
        RateClass::PublicStatus => "the status budget of the client's address",
        RateClass::ExplorerLens => "the explorer budget of the client's address",
        RateClass::Session if matches!(route.access, Access::Session(_)) => "the budget of the signed-in person",
        RateClass::Session if matches!(route.access, Access::ServiceClient) => {
            "the sign-in budget of the client's address"
        }
        RateClass::Session => "the session budget of the client's address",
    }
}
