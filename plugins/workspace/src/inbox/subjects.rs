//! What the entries lead to: the alert behind a firing, and the organization of a webhook endpoint. Both are read when the inbox is shown, so
//! that an entry leads to nothing that is gone, or that the person may not see any more.

use crate::inbox::{InboxNotification, SubjectType};
use quarry_sdk::prelude::*;
use std::collections::HashMap;

statement!(app_store, SelectAlertsOfFirings, "src/inbox/alerts_of_firings.sql");
statement!(app_store, SelectOrganizationsOfWebhooks, "src/inbox/organizations_of_webhooks.sql");

#[derive(Row)]
struct AlertOfFiring {
    firing_id: i64,
    price_alert_id: Option<i64>,
    watch_id: Option<i64>,
}

#[derive(Row)]
struct OrganizationOfWebhook {
    webhook_id: i64,
    organization_id: i64,
}

/// Says of each entry what it leads to.
pub(super) fn fill(entries: &mut [InboxNotification]) -> Result<(), Problem> {
    let firing_ids = numbers(entries, SubjectType::AlertFiring);
    if !firing_ids.is_empty() {
        let alerts: Vec<AlertOfFiring> = SelectAlertsOfFirings { firing_ids }.all()?;
        let alerts: HashMap<i64, AlertOfFiring> = alerts.into_iter().map(|alert| (alert.firing_id, alert)).collect();
        for entry in entries.iter_mut().filter(|entry| entry.subject_type == SubjectType::AlertFiring) {
            let alert = alerts.get(&entry.subject_id);
            entry.price_alert_id = alert.and_then(|alert| alert.price_alert_id);
            entry.watch_id = alert.and_then(|alert| alert.watch_id);
        }
    }
    let webhook_ids = numbers(entries, SubjectType::Webhook);
    if !webhook_ids.is_empty() {
        let webhooks: Vec<OrganizationOfWebhook> = SelectOrganizationsOfWebhooks { webhook_ids }.all()?;
        let organizations: HashMap<i64, i64> =
            webhooks.into_iter().map(|webhook| (webhook.webhook_id, webhook.organization_id)).collect();
        for entry in entries.iter_mut().filter(|entry| entry.subject_type == SubjectType::Webhook) {
            entry.organization_id = organizations.get(&entry.subject_id).copied();
        }
    }
    Ok(())
}

/// The numbers of the things of one type.
fn numbers(entries: &[InboxNotification], subject_type: SubjectType) -> Vec<i64> {
    let mut numbers: Vec<i64> =
        entries.iter().filter(|entry| entry.subject_type == subject_type).map(|entry| entry.subject_id).collect();
    numbers.sort_unstable();
    numbers.dedup();
    numbers
}
