//! The alerts family: what spaces want to be told of, which is prices that cross a threshold, liquidations, and new events of the timeline.
//! `evaluation` fires them.
//!
//! Always true here: an alert belongs to a space, and any member of it may arm it again or remove it; it counts against the allowance of
//! the person who made it, whatever its type.
//!
//! To add an endpoint: a file in the folder of its resource, its SQL beside it, and its line below.

pub mod access;
pub mod allowance;
pub mod centre;
pub mod email;
pub mod evaluation;
pub mod prices;
pub mod watches;

quarry_sdk::plugin! {
    name: "alerts",
    summary: "Alerts of a signed-in person's spaces: price thresholds, watches of liquidations and chain events, the cadence of emails.",
    grants: [Warehouse, AppStore, Identity, Events, Jobs, Notifications, PersonalData, FirstParty],
    events: [
        evaluation::events::PriceAlertTriggered,
        evaluation::events::LiquidationRecorded,
        evaluation::events::ChainEventCreated,
    ],
    jobs: [evaluation::evaluate_alerts],
    notifications: [quarry_inbox_entries::InboxGrew],
    // What the letters rest on is the host's: alert_email_settings, alert_letter_lines and alert_rules.
    adopts: [
        price_alerts, alert_watches, alert_firings, alert_pools, alert_liquidations, alert_chain_events,
    ],
    tenant_tables: [
        price_alerts { space_id as tenant },
        alert_watches { space_id as tenant },
        alert_firings { space_id as tenant },
    ],
    personal_data: [
        price_alerts.created_by_user_id {
            export: columns(sentence, state, created_at timestamp),
            kept: "Alerts stay with the members of their space, under \"former member\"; those of spaces that nobody else is in go with the space.",
        },
        alert_watches.created_by_user_id {
            export: columns(label, sentence, state, created_at timestamp),
            kept: "Watches stay with the members of their space, under \"former member\"; those of spaces that nobody else is in go with the space.",
        },
        alert_email_settings.user_id { export: columns(frequency, changed_at timestamp), erase: rows },
    ],
    endpoints: [
        centre::get::get_alerts,
        email::update::change_email_frequency,
        prices::create::create_price_alert,
        prices::rearm::rearm_price_alert,
        prices::delete::delete_price_alert,
        watches::create::create_watch,
        watches::rearm::rearm_watch,
        watches::delete::delete_watch,
    ],
}
