//! `GET /me`.

use quarry_sdk::identity::{self, Allowance, Courtesy, Feature};
use quarry_sdk::prelude::*;
use serde_json::{Map, Value as Json};
use std::collections::BTreeMap;

/// The kind of an organization: one person's or an institution's.
#[derive(Choice)]
pub enum OrganizationKind {
    Personal,
    Institution,
}

/// An action that a key may take.
#[derive(Choice)]
pub enum KeyScope {
    Read,
    #[choice("research:write")]
    ResearchWrite,
    Exports,
}

#[derive(Schema)]
pub struct Organization {
    /// Id of the organization, unique in a deployment.
    pub id: i64,
    /// The organization's name as its members gave it.
    #[schema(example = "Sample Research")]
    pub name: String,
    /// The kind: one person's organization, or an institution.
    #[schema(example = "institution")]
    pub kind: OrganizationKind,
}

#[derive(Schema)]
pub struct Key {
    /// Id of the key, unique in a deployment; not the key itself.
    pub id: i64,
    /// The name that its minter gave it.
    #[schema(example = "notebook")]
    pub name: String,
    /// The actions that it may take.
    #[schema(example = ["read"])]
    pub scopes: Vec<KeyScope>,
}

#[derive(Schema)]
pub struct Plan {
    /// The key that programs compare.
    #[schema(example = "researcher")]
    pub key: String,
    /// The name or title that people read.
    #[schema(example = "Researcher")]
    pub name: String,
}

/// A plan that was given for a time, with what it allows.
#[derive(Schema, Serialize)]
pub struct CourtesyPlan {
    /// The plan that is given: what programs compare.
    #[schema(example = "team")]
    pub plan_key: String,
    /// Name of the plan as people read it.
    #[schema(example = "Team")]
    pub plan_name: String,
    /// The time at which it ends.
    pub ends_at: Time,
    /// Features of the plan by name.
    #[schema(example = { "api_access": true, "data_downloads": true })]
    pub entitlements: BTreeMap<String, bool>,
    /// Limits of the plan by name; null is unlimited.
    #[schema(example = { "api_requests_per_hour": 5000, "mcp_calls_per_day": 5000 })]
    pub limits: BTreeMap<String, Option<u64>>,
}

#[derive(Schema)]
pub struct Account {
    /// The organization that owns the key.
    pub organization: Organization,
    /// The key that was sent.
    pub key: Key,
    /// The plan that the organization has subscribed to.
    pub plan: Plan,
    /// Plans that were given on top of it and have not ended, the first to end first: of each limit the better one is in force.
    pub courtesies: Vec<CourtesyPlan>,
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
/// Shows the entitlements in force now: the plan, courtesies until they end, and what staff have set for this organization. The
/// rate headers say how much of the hourly budget is left.
#[endpoint(
    get = "/me", key = "read",
    tool(
        name = "get_entitlements",
        description = "The organization behind the key, its plan, and the plan's allowances: look here before work that a budget or a feature could stop."
    ),
    body = Account
)]
pub fn get_account(request: &Request) -> Result<Answer, Problem> {
    let (Some(profile), Some(key)) = (identity::caller_profile(), request.key()) else {
        return Err(Problem::new(401, "invalid_or_revoked_key", "Send a key: Authorization: Bearer <API_KEY>."));
    };
    let organization = profile.organization;
    let courtesy = |courtesy: Courtesy| {
        json!({
            "plan_key": courtesy.plan_key,
            "plan_name": courtesy.plan_name,
            "ends_at": Time { microseconds: courtesy.ends_at },
            "entitlements": entitlements(courtesy.features),
            "limits": limits(courtesy.allowances),
        })
    };
    Ok(Answer::json(&json!({
        "organization": { "id": organization.id, "name": organization.name, "kind": organization.kind },
        "key": { "id": key.key_id, "name": key.key_name, "scopes": key.scopes },
        "plan": { "key": profile.plan_key, "name": profile.plan_name },
        "courtesies": profile.courtesies.into_iter().map(courtesy).collect::<Vec<_>>(),
        "entitlements": entitlements(profile.features),
        "limits": limits(profile.allowances),
        "overridden": profile.overridden,
    })))
}

/// Features by name, in the order in which plans have them.
fn entitlements(features: Vec<Feature>) -> Map<String, Json> {
    features.into_iter().map(|feature| (feature.name, Json::from(feature.enabled))).collect()
}

/// Limits by name, in the order in which plans have them.
fn limits(allowances: Vec<Allowance>) -> Map<String, Json> {
    allowances.into_iter().map(|allowance| (allowance.name, Json::from(allowance.limit))).collect()
}
