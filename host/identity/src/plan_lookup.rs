//! Reading what is in force for an organization from the store.

use jiff::Timestamp;
use quarry_contract::{Allowance, Courtesy, Entitlements, Feature, Override, Plan};
use quarry_stores::app::{AppStore, AppStoreError, Row};
use quarry_stores::result_set::Value;

/// The organization's own plan first (`ends_at` null), then its courtesies that have not ended. The columns are named, so that a host
/// goes on while a newer one adds one: PostgreSQL refuses a prepared statement whose result has changed.
const PLANS: &str = "
    SELECT key, name, api_access, api_requests_per_hour, mcp_calls_per_day, saved_views, favourites, alerts, extra_spaces, space_bytes,
           data_downloads, exports_per_month, rows_per_export, ends_at
    FROM (
        SELECT plans.*, CAST(NULL AS BIGINT) AS ends_at, 0 AS position
        FROM organizations JOIN plans ON plans.key = organizations.plan_key
        WHERE organizations.id = $1
        UNION ALL
        SELECT plans.*, courtesy_subscriptions.ends_at, 1 AS position
        FROM courtesy_subscriptions JOIN plans ON plans.key = courtesy_subscriptions.plan_key
        WHERE courtesy_subscriptions.organization_id = $1 AND courtesy_subscriptions.ends_at > $2
    ) AS given
    ORDER BY position, ends_at
    LIMIT 100";

const OVERRIDES: &str =
    "SELECT name, value FROM entitlement_overrides WHERE organization_id = $1 ORDER BY name LIMIT 100";

/// An organization with what is in force for it.
#[derive(Debug, Clone)]
pub struct OrganizationProfile {
    pub id: i64,
    pub name: String,
    /// `personal` or `institution`.
    pub kind: String,
    pub entitlements: Entitlements,
}

impl OrganizationProfile {
    /// As it stands in the store; none when there is no such organization.
    pub async fn load(store: &AppStore, id: i64, now: Timestamp) -> Result<Option<OrganizationProfile>, AppStoreError> {
        let rows = store.query("SELECT name, kind FROM organizations WHERE id = $1", &[Value::Int64(id)]).await?;
        let Some(row) = Row::first(&rows) else { return Ok(None) };
        let (name, kind) = (row.text("name")?, row.text("kind")?);
        let entitlements = entitlements(store, id, now).await?;
        Ok(entitlements.map(|entitlements| OrganizationProfile { id, name, kind, entitlements }))
    }
}

/// The entitlements in force for an organization; `None` when there is no such organization.
pub(super) async fn entitlements(
    store: &AppStore,
    organization_id: i64,
    now: Timestamp,
) -> Result<Option<Entitlements>, AppStoreError> {
    let organization = Value::Int64(organization_id);
    let plans = store.query(PLANS, &[organization.clone(), Value::Timestamp(now.as_microsecond())]).await?;
    let mut own = None;
    let mut courtesies = Vec::new();
    for row in Row::all(&plans) {
        let plan = plan(&row)?;
        match row.optional_integer("ends_at")? {
            None => own = Some(plan),
            Some(ends_at) => courtesies.push(Courtesy { plan, ends_at: timestamp("ends_at", ends_at)? }),
        }
    }
    let Some(own) = own else { return Ok(None) };
    let rows = store.query(OVERRIDES, &[organization]).await?;
    let overrides = Row::all(&rows)
        .map(|row| Ok(Override { name: row.text("name")?, value: row.optional_text("value")? }))
        .collect::<Result<Vec<_>, AppStoreError>>()?;
    Ok(Some(Entitlements::in_force(own, &overrides, &courtesies, now)))
}

fn plan(row: &Row<'_>) -> Result<Plan, AppStoreError> {
    let mut allowances = [None; Allowance::ALL.len()];
    for allowance in Allowance::ALL {
        // The schema forbids negative allowances, so the conversion keeps every value.
        allowances[allowance as usize] =
            row.optional_integer(allowance.name())?.map(|number| u64::try_from(number).unwrap_or(0));
    }
    let mut features = [false; Feature::ALL.len()];
    for feature in Feature::ALL {
        features[feature as usize] = row.boolean(feature.name())?;
    }
    Ok(Plan { key: row.text("key")?, name: row.text("name")?, allowances, features })
}

/// A stored time.
pub(super) fn timestamp(column: &str, microseconds: i64) -> Result<Timestamp, AppStoreError> {
    Timestamp::from_microsecond(microseconds).map_err(|_| AppStoreError::UnexpectedColumn {
        column: column.to_owned(),
        problem: format!("holds {microseconds}, which is not a time in microseconds"),
    })
}
