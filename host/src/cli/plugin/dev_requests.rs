//! A command line for each operation of a component, with the examples that it declares, for somebody who tries it.

use crate::cli::plugin::sandbox::Sandbox;
use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, utf8_percent_encode};
use quarry_contract::{Access, Manifest, Method, ParameterPlace, RequestBodyForm, Route};
use std::collections::BTreeSet;

/// The characters that are encoded in a path or a query.
const ENCODED: &AsciiSet = &NON_ALPHANUMERIC.remove(b'-').remove(b'.').remove(b'_').remove(b'~').remove(b':');

/// The commands of `manifest`'s operations; before them, where people are asked for, those that sign them in by the
/// application `client`.
pub(super) fn commands(sandbox: &Sandbox, manifest: &Manifest, client: &str) -> Vec<String> {
    let users: BTreeSet<&str> = manifest.routes.iter().filter_map(|route| user_of(&route.access)).collect();
    let mut commands = Vec::new();
    for user in &users {
        let (base, person) = (sandbox.base_url(), sandbox.person(user));
        let body = serde_json::json!({ "grant_type": "password", "email": person.email, "password": person.password });
        commands.push(format!(
            "curl -s -c {user}.cookies -o /dev/null -H {} -H 'Content-Type: application/json' -d {} '{base}/auth/exchange'",
            quoted(&format!("X-SERVICE-Client: {client}")),
            quoted(&body.to_string())
        ));
    }
    commands.extend(manifest.routes.iter().map(|route| command(route, &sandbox.base_url(), &sandbox.key())));
    commands
}

/// The sandbox's person who may ask an operation; `None` where no person is asked for.
fn user_of(access: &Access) -> Option<&'static str> {
    match access {
        Access::Session(rule) if rule.permission.is_some() => Some("staff"),
        Access::Session(_) => Some("admin"),
        Access::Key(_) | Access::Keyless | Access::Visitor | Access::ServiceClient => None,
    }
}

fn command(route: &Route, base: &str, key: &str) -> String {
    let (mut path, mut query) = (route.path.clone(), String::new());
    for parameter in &route.parameters {
        let Some(example) = &parameter.example else { continue };
        let encoded = utf8_percent_encode(example, ENCODED).to_string();
        match parameter.place {
            ParameterPlace::Path => path = path.replace(&format!("{{{}}}", parameter.name), &encoded),
            ParameterPlace::Query if parameter.required => {
                let joint = if query.is_empty() { '?' } else { '&' };
                query.push_str(&format!("{joint}{}={encoded}", parameter.name));
            }
            ParameterPlace::Query => {}
        }
    }
    let mut command = "curl".to_owned();
    if route.method != Method::Get {
        command.push_str(&format!(" -X {}", route.method));
    }
    command.push_str(&format!(" '{base}{path}{query}'"));
    if let Some(body) = &route.request_body {
        command.push_str(&match &body.form {
            RequestBodyForm::Json { example, .. } => {
                format!(" -H 'Content-Type: application/json' -d {}", quoted(example))
            }
            RequestBodyForm::Form { example, .. } => format!(" {}", form_of(example)),
            RequestBodyForm::Raw { content_types } | RequestBodyForm::Stream { content_types } => {
                let content_type = content_types.first().map_or("application/octet-stream", String::as_str);
                format!(" -H 'Content-Type: {content_type}' --data-binary @FILE")
            }
        });
    }
    match &route.access {
        Access::Key(_) => command.push_str(&format!(" -H 'Authorization: Bearer {key}'")),
        Access::Session(_) => {
            let user = user_of(&route.access).unwrap_or_default();
            command.push_str(&format!(" -b {user}.cookies"));
            if route.method != Method::Get {
                let token = format!(
                    "curl -s -b {user}.cookies {base}/session | sed 's/.*\"csrf_token\":\"\\([^\"]*\\).*/\\1/'"
                );
                command.push_str(&format!(" -H \"X-CSRF-Token: $({token})\""));
            }
        }
        Access::Keyless | Access::Visitor | Access::ServiceClient => {}
    }
    command
}

/// The members of a form's example.
fn form_of(example: &str) -> String {
    let members: serde_json::Map<String, serde_json::Value> = serde_json::from_str(example).unwrap_or_default();
    let pairs = members.iter().map(|(name, value)| {
        let text = value.as_str().map_or_else(|| value.to_string(), str::to_owned);
        format!("--data-urlencode {}", quoted(&format!("{name}={text}")))
    });
    pairs.collect::<Vec<_>>().join(" ")
}

/// A word of a shell.
fn quoted(text: &str) -> String {
    format!("'{}'", text.replace('\'', "'\\''"))
}
