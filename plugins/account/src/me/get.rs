//! `GET /me`.

use quarry_sdk::identity;
use quarry_sdk::prelude::*;
use serde::Serialize;
use serde_json::{Map, Value as Json};

#[derive(Schema, Serialize)]
pub struct Organization {
    /// Unique in a deployment.
    pub id: i64,
    /// As its members named it.
    #[schema(example = "Sample Research")]
    pub name: String,
    /// Whose it is: one person's, or an institution's.
    #[schema(example = "institution")]
    pub kind: OrganizationKind,
}

#[derive(Schema, Serialize)]
pub struct Key {
    /// Unique in a deployment; not the key itself.
    pub id: i64,
    /// What its minter called it.
    #[schema(example = "notebook")]
    pub name: String,
    /// What it may do.
    #[schema(example = ["read"])]
    pub scopes: Vec<KeyScope>,
}

#[derive(Schema, Serialize)]
pub struct Plan {
    /// What programs compare.
    #[schema(example = "researcher")]
    pub key: String,
    /// What people read.
    #[schema(example = "Researcher")]
    pub name: String,
}

#[derive(Schema)]
pub struct Account {
    /// Whose key it is.
    pub organization: Organization,
    /// The key that was sent.
    pub key: Key,
    /// What the organization has subscribed to.
    pub plan: Plan,
    /// Features in force, by name: whether the organization has them.
    #[schema(example = { "api_access": true, "data_downloads": true })]
    pub entitlements: Features,
    /// Limits in force, by name; null is unlimited.
    #[schema(example = { "api_requests_per_hour": 1000, "mcp_calls_per_day": 500 })]
    pub limits: Limits,
    /// Names of entitlements and limits that staff set for this organization and that differ from its plan.
    #[schema(example = [])]
    pub overridden: Vec<String>,
}

/// A word of the host's.
#[derive(Serialize)]
pub struct OrganizationKind(pub String);

impl Schema for OrganizationKind {
    fn schema() -> Json {
        serde_json::json!({ "type": "string", "enum": ["personal", "institution"] })
    }

    fn example() -> Json {
        serde_json::json!("institution")
    }
}

/// A word of the host's.
#[derive(Serialize)]
pub struct KeyScope(pub String);

impl Schema for KeyScope {
    fn schema() -> Json {
        serde_json::json!({ "type": "string", "enum": ["read", "research:write", "exports"] })
    }

    fn example() -> Json {
        serde_json::json!("read")
    }
}

/// Names with truth values.
pub struct Features;

impl Schema for Features {
    fn schema() -> Json {
        serde_json::json!({ "type": "object", "additionalProperties": { "type": "boolean" } })
    }

    fn example() -> Json {
        serde_json::json!({})
    }
}

/// Names with whole numbers or null.
pub struct Limits;

impl Schema for Limits {
    fn schema() -> Json {
        serde_json::json!({
            "type": "object",
            "additionalProperties": { "type": ["integer", "null"], "minimum": 0 }
        })
    }

    fn example() -> Json {
        serde_json::json!({})
    }
}

/// The organization, plan, entitlements and limits behind the key
///
/// What is in force now: the plan, with what staff have set for this organization. The rate headers say how much of the
/// hourly budget is left.
#[endpoint(
    get = "/me",
    key = "read",
    tool(
        name = "get_entitlements",
        description = "The organization behind the key, its plan, and what the plan allows: look here before work that a budget or a feature could stop.",
    ),
    body = Account
)]
pub fn get_account(request: &Request, _query: ()) -> Result<Answer, Problem> {
    let (Some(profile), Some(key)) = (identity::caller_profile(), request.key()) else {
        return Err(Problem::new(401, "invalid_or_revoked_key", "Send a key: Authorization: Bearer <API_KEY>."));
    };
    let organization = Organization {
        id: profile.organization.id,
        name: profile.organization.name,
        kind: OrganizationKind(profile.organization.kind),
    };
    let scopes = key.scopes.iter().cloned().map(KeyScope).collect();
    let key = Key { id: key.key_id, name: key.key_name.clone(), scopes };
    let plan = Plan { key: profile.plan_key, name: profile.plan_name };
    let entitlements: Map<String, Json> =
        profile.features.into_iter().map(|feature| (feature.name, feature.enabled.into())).collect();
    let limits: Map<String, Json> =
        profile.allowances.into_iter().map(|allowance| (allowance.name, allowance.limit.into())).collect();
    Ok(Answer::object()
        .member("organization", &organization)
        .member("key", &key)
        .member("plan", &plan)
        .member("entitlements", &entitlements)
        .member("limits", &limits)
        .member("overridden", &profile.overridden)
        .into())
}
