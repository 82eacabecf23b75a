//! `GET /me`.

use quarry_sdk::identity;
use quarry_sdk::prelude::*;
use serde_json::{Map, Value as Json};
use std::collections::BTreeMap;

/// Whose an organization is.
#[derive(Choice)]
pub enum OrganizationKind {
    Personal,
    Institution,
}

/// What a key may do.
#[derive(Choice)]
pub enum KeyScope {
    Read,
    #[choice("research:write")]
    ResearchWrite,
    Exports,
}

#[derive(Schema)]
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

#[derive(Schema)]
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

#[derive(Schema)]
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
    pub entitlements: BTreeMap<String, bool>,
    /// Limits in force, by name; null is unlimited.
    #[schema(example = { "api_requests_per_hour": 1000, "mcp_calls_per_day": 500 })]
    pub limits: BTreeMap<String, Option<u64>>,
    /// Names of entitlements and limits that staff set for this organization and that differ from its plan.
    #[schema(example = [])]
    pub overridden: Vec<String>,
}

/// The organization, plan, entitlements and limits behind the key
///
/// What is in force now: the plan, with what staff have set for this organization. The rate headers say how much of the
/// hourly budget is left.
#[endpoint(
    get = "/me", key = "read",
    tool(
        name = "get_entitlements",
        description = "The organization behind the key, its plan, and what the plan allows: look here before work that a budget or a feature could stop."
    ),
    body = Account
)]
pub fn get_account(request: &Request) -> Result<Answer, Problem> {
    let (Some(profile), Some(key)) = (identity::caller_profile(), request.key()) else {
        return Err(Problem::new(401, "invalid_or_revoked_key", "Send a key: Authorization: Bearer <API_KEY>."));
    };
    let organization = profile.organization;
    // In the order in which plans have them.
    let entitlements = profile.features.into_iter().map(|feature| (feature.name, Json::from(feature.enabled)));
    let limits = profile.allowances.into_iter().map(|allowance| (allowance.name, Json::from(allowance.limit)));
    Ok(Answer::json(&json!({
        "organization": { "id": organization.id, "name": organization.name, "kind": organization.kind },
        "key": { "id": key.key_id, "name": key.key_name, "scopes": key.scopes },
        "plan": { "key": profile.plan_key, "name": profile.plan_name },
        "entitlements": Map::from_iter(entitlements),
        "limits": Map::from_iter(limits),
        "overridden": profile.overridden,
    })))
}
