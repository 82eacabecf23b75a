//! The parts that operations share: schemas, headers, error responses, ways to authenticate. A component is in the document
//! when an operation refers to it.

use crate::openapi::error_schema::error_schema;
use crate::openapi::errors::{ErrorStatus, examples};
use crate::openapi::{Interface, schemas};
use quarry_edge::{SERVICE_CLIENT, SESSION_COOKIE};
use serde_json::{Map, Value as Json, json};

/// A part of a document's `components`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Section {
    Schemas,
    Responses,
    Headers,
    SecuritySchemes,
}

impl Section {
    pub(super) fn name(self) -> &'static str {
        match self {
            Section::Schemas => "schemas",
            Section::Responses => "responses",
            Section::Headers => "headers",
            Section::SecuritySchemes => "securitySchemes",
        }
    }
}

/// The components that were referred to so far.
pub(super) struct Components {
    pub(super) interface: Interface,
    schemas: Map<String, Json>,
    responses: Map<String, Json>,
    headers: Map<String, Json>,
    security_schemes: Map<String, Json>,
}

impl Components {
    pub(super) fn new(interface: Interface) -> Components {
        Components {
            interface,
            schemas: Map::new(),
            responses: Map::new(),
            headers: Map::new(),
            security_schemes: Map::new(),
        }
    }

    pub(super) fn into_json(self) -> Json {
        let mut components = Map::new();
        for (section, content) in [
            (Section::SecuritySchemes, self.security_schemes),
            (Section::Schemas, self.schemas),
            (Section::Responses, self.responses),
            (Section::Headers, self.headers),
        ] {
            if !content.is_empty() {
                components.insert(section.name().to_owned(), content.into());
            }
        }
        components.into()
    }

    /// The schema of a body, with its titled parts moved to the components.
    pub(super) fn body_schema(&mut self, schema: Json) -> Json {
        schemas::hoist(schema, &mut self.schemas)
    }

    /// The schema of the interface's errors.
    pub(super) fn error_schema(&mut self) -> Json {
        let schema = error_schema(self.interface);
        self.schemas.entry("Error").or_insert(schema);
        reference(Section::Schemas, "Error")
    }

    pub(super) fn error_response(&mut self, status: ErrorStatus) -> Json {
        if !self.responses.contains_key(status.component()) {
            let response = self.own_error_response(status);
            self.responses.insert(status.component().to_owned(), response);
        }
        reference(Section::Responses, status.component())
    }

    /// The response of a status, written out, for an operation that adds to it.
    pub(super) fn own_error_response(&mut self, status: ErrorStatus) -> Json {
        let interface = self.interface;
        let headers = self.headers(&status.headers(interface));
        let content = match status {
            ErrorStatus::RateLimitedText => {
                json!({ "text/plain": { "schema": { "type": "string" }, "example": "Too many requests: try again in 17 seconds." } })
            }
            _ => {
                json!({ "application/json": { "schema": self.error_schema(), "examples": examples(status, interface) } })
            }
        };
        json!({ "description": status.description(interface), "headers": headers, "content": content })
    }

    /// The headers of a response, by name.
    pub(super) fn headers(&mut self, names: &[&'static str]) -> Json {
        let mut headers = Map::new();
        for name in names {
            self.headers.entry(*name).or_insert_with(|| header(name));
            headers.insert((*name).to_owned(), reference(Section::Headers, name));
        }
        headers.into()
    }

    /// The requirement of a bearer key with `scope`.
    pub(super) fn key_requirement(&mut self, scope: &str) -> Json {
        self.security_schemes.entry("api_key").or_insert_with(|| {
            json!({
                "type": "http",
                "scheme": "bearer",
                "description": "An API key: `Authorization: Bearer qk_live_…` in production, `qk_test_…` in a sandbox. \
                                A key has scopes: `read`, `research:write`, `exports`.",
            })
        });
        json!([{ "api_key": [scope] }])
    }

    /// The requirement of a signed-in person.
    pub(super) fn session_requirement(&mut self) -> Json {
        self.security_schemes.entry("session").or_insert_with(|| {
            json!({
                "type": "apiKey",
                "in": "cookie",
                "name": SESSION_COOKIE,
                "description": "The cookie that signing in sets. Over plain http on the same machine it is `quarry_session`.",
            })
        });
        json!([{ "session": [] }])
    }

    /// A session, or none.
    pub(super) fn visitor_requirement(&mut self) -> Json {
        self.session_requirement();
        json!([{}, { "session": [] }])
    }

    /// One of the deployment's own applications.
    pub(super) fn service_client_requirement(&mut self) -> Json {
        self.security_schemes.entry("serviceClient").or_insert_with(|| {
            json!({
                "type": "apiKey",
                "in": "header",
                "name": SERVICE_CLIENT.as_str(),
                "description": "The name of the application, as the deployment's configuration has it.",
            })
        });
        json!([{ "serviceClient": [] }])
    }
}

/// A reference to something in the document's components.
fn reference(section: Section, name: &str) -> Json {
    json!({ "$ref": format!("#/components/{}/{name}", section.name()) })
}

fn header(name: &str) -> Json {
    let integer = json!({ "type": "integer", "minimum": 0 });
    let text = json!({ "type": "string" });
    let (description, schema, example) = match name {
        "X-Request-Id" => (
            "Names this request in logs and errors; a request's own is kept.",
            text,
            json!("64680146bdf38c248152d659d68625f8"),
        ),
        "ETag" => (
            "Changes with the body. Send it back as `If-None-Match`: 304 while nothing changed.",
            text,
            json!("\"4f9d3a51c1a87b1de2b1e4a7d8c0f6aa\""),
        ),
        "Link" => (
            "`rel=\"next\"`: this request for the next page, absent on the last one. `rel=\"successor-version\"`: what \
             replaces a deprecated operation.",
            text,
            json!("</api/v1/pairs?limit=50&cursor=AQMEiQEEAQcU>; rel=\"next\""),
        ),
        "Retry-After" => ("Seconds until it is worth trying again.", integer, json!(2)),
        "X-RateLimit-Limit" => ("Requests that the key's organization may make in this hour.", integer, json!(5000)),
        "X-RateLimit-Remaining" => ("Requests left in this hour.", integer, json!(4999)),
        "X-RateLimit-Reset" => {
            ("The beginning of the next hour, in seconds since the epoch.", integer, json!(1_704_412_800))
        }
        "Deprecation" => (
            "The time at which the operation was deprecated: `@` and seconds since the epoch (RFC 9745).",
            json!({ "type": "string", "pattern": "^@-?[0-9]+$" }),
            json!("@1767225600"),
        ),
        "Sunset" => ("When it stops answering (RFC 8594).", text, json!("Wed, 01 Jul 2026 00:00:00 GMT")),
        _ => ("The caches that may keep the answer, and for how long.", text, json!("public, max-age=60")),
    };
    json!({ "description": description, "schema": schema, "example": example })
}
