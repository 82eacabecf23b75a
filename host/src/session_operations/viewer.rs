//! The viewer: who looks at the page, as the session interface says it.

use quarry_identity::SessionState;
use serde_json::{Value as Json, json};

/// Somebody who is signed in.
pub(super) fn signed_in(session: &SessionState) -> Json {
    let person = &session.person;
    json!({
        "signed_in": true,
        "csrf_token": session.csrf_token.expose(),
        "user": { "id": person.user_id, "name": person.name, "email": person.email },
        "organization": {
            "id": person.organization_id,
            "name": person.organization_name,
            "kind": person.organization_kind,
        },
        "permissions": person.permissions,
        "impersonation": person.impersonator_id.map(|by| json!({
            "by_user_id": by,
            "until": session.impersonation_until.map(|until| until.to_string()),
        })),
    })
}

/// Nobody.
pub(super) fn signed_out(csrf_token: &str) -> Json {
    json!({
        "signed_in": false,
        "csrf_token": csrf_token,
        "user": null,
        "organization": null,
        "permissions": [],
        "impersonation": null,
    })
}

/// The schema of both.
pub(super) fn schema() -> Json {
    let text = |description: &str| json!({ "type": "string", "description": description });
    json!({
        "type": "object",
        "required": ["signed_in", "csrf_token", "user", "organization", "permissions", "impersonation"],
        "properties": {
            "signed_in": { "type": "boolean" },
            "csrf_token": text("The token that every write repeats in `X-CSRF-Token`. It changes with the session; without a session it has no effect."),
            "user": {
                "type": ["object", "null"],
                "required": ["id", "name", "email"],
                "properties": { "id": { "type": "integer" }, "name": { "type": "string" }, "email": { "type": "string" } },
            },
            "organization": {
                "type": ["object", "null"],
                "description": "The organization whose plan is in force: the institution that the person belongs to, else their own.",
                "required": ["id", "name", "kind"],
                "properties": {
                    "id": { "type": "integer" },
                    "name": { "type": "string" },
                    "kind": { "type": "string", "enum": ["personal", "institution"] },
                },
            },
            "permissions": {
                "type": "array",
                "items": { "type": "string" },
                "description": "The tier of staff; `alpha` sees parts that are not open to everybody yet.",
            },
            "impersonation": {
                "type": ["object", "null"],
                "description": "The impersonation, while a member of staff looks at the service as this person.",
                "required": ["by_user_id", "until"],
                "properties": {
                    "by_user_id": { "type": "integer" },
                    "until": { "type": ["string", "null"], "format": "date-time" },
                },
            },
        },
    })
}

pub(super) fn example() -> Json {
    json!({
        "signed_in": true,
        "csrf_token": "b1FvR2JZcDdfZ0VqTTZ0dGJ0eGVyb3lGQm1sU3h2dDA",
        "user": { "id": 7, "name": "Sample Member", "email": "member@quarry.example" },
        "organization": { "id": 3, "name": "Sample Research", "kind": "institution" },
        "permissions": [],
        "impersonation": null,
    })
}
