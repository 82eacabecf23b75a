//! `GET /me`.

use quarry_sdk::identity;
use quarry_sdk::prelude::*;
use serde::Serialize;
use serde_json::{Map, Value as Json};

#[derive(Schema, Serialize)]
pub struct Organization {
    pub id: i64,
    #[schema(example = "Sample Research")]
    pub name: String,
    /// `personal` or `institution`.
    #[schema(example = "institution")]
    pub kind: String,
}

#[derive(Schema, Serialize)]
pub struct Key {
    pub id: i64,
    #[schema(example = "notebook")]
    pub name: String,
    /// `read`, `research:write`, `exports`.
    #[schema(example = ["read"])]
    pub scopes: Vec<String>,
}

#[derive(Schema, Serialize)]
pub struct Plan {
    #[schema(example = "researcher")]
    pub key: String,
    #[schema(example = "Researcher")]
    pub name: String,
}

#[derive(Schema)]
pub struct Account {
    pub organization: Organization,
    pub key: Key,
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
#[endpoint(get = "/me", key = "read", body = Account, statements = [])]
pub fn get_account(request: &Request, _query: ()) -> Result<Answer, Problem> {
    let (Some(profile), Some(key)) = (identity::caller_profile(), request.key()) else {
        return Err(Problem::new(401, "invalid_or_revoked_key", "Send a key: Authorization: Bearer <API_KEY>."));
    };
    let organization =
        Organization { id: profile.organization.id, name: profile.organization.name, kind: profile.organization.kind };
    let key = Key { id: key.key_id, name: key.key_name.clone(), scopes: key.scopes.clone() };
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
