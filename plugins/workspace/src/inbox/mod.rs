//! The inbox: what a person is told, kept until a hundred newer entries took its place. Other families write the entries.

pub mod list;
pub mod read;
pub mod read_all;
mod subjects;
pub mod trim;

use quarry_sdk::prelude::*;

statement!(app_store, ExportNotifications, "src/inbox/export_notifications.sql");

/// An entry of the caller's inbox that the caller is shown.
#[derive(Guard, Debug, Clone, Copy, PartialEq, Eq)]
#[guard("src/inbox/own_notification.sql", tenant = "person")]
#[guard(absent(404, "not_found", "There is no notification {path.id} in your inbox."))]
pub struct OwnNotification;

/// The reason why a person is told.
#[derive(Choice, Debug, Clone, Copy, PartialEq, Eq)]
pub enum NotificationKind {
    /// Somebody commented on a page that the person made.
    Comment,
    /// Somebody replied in a thread in which the person wrote.
    Reply,
    /// Somebody mentioned the person in a comment.
    Mention,
    /// An export of the person is ready, or failed.
    Export,
    /// A webhook endpoint of an organization that the person manages takes nothing any more.
    WebhookDisabled,
    /// Somebody who added a webhook endpoint of an organization that the person manages, or has its signing secret, manages it no longer.
    WebhookCreatorLeft,
    /// A price alert of the person fired.
    PriceAlert,
    /// A watch of the person found something.
    Watch,
    /// A reorganisation took back what a price alert fired for.
    AlertTakenBack,
    /// Prices were switched off, and the person's price alerts pause.
    PriceAlertsPaused,
    /// Of staff: somebody waits for the decimals of a token.
    TokenLookup,
}

/// The type of what a person is told of.
#[derive(Choice, Debug, Clone, Copy, PartialEq, Eq)]
pub enum SubjectType {
    Comment,
    DataRequest,
    Webhook,
    AlertFiring,
    Module,
    TokenLookup,
}

/// An entry of the inbox.
#[derive(Row, Schema, Serialize)]
pub struct InboxNotification {
    /// Id of the entry, unique in a deployment.
    #[schema(example = 51)]
    pub id: i64,
    pub kind: NotificationKind,
    pub subject_type: SubjectType,
    /// The number of the comment, of the export, of the endpoint or of the firing; of a module, how often it was switched; of a token that is looked up, the
    /// number of the lookup.
    #[schema(example = 31)]
    pub subject_id: i64,
    /// The price alert that fired, or whose crossing was taken back; null of other entries, and once the alert is removed.
    #[row(skip)]
    #[schema(example = 12)]
    pub price_alert_id: Option<i64>,
    /// The watch that found something; null of other entries, and once the watch is removed.
    #[row(skip)]
    #[schema(example = 5)]
    pub watch_id: Option<i64>,
    /// The organization of the webhook endpoint; null of other entries, and once the endpoint is removed or the person does not manage the
    /// organization any more.
    #[row(skip)]
    #[schema(example = 2)]
    pub organization_id: Option<i64>,
    /// The space of the page or of the alert; null of an export.
    #[schema(example = 4)]
    pub space_id: Option<i64>,
    /// The page on which the comment stands; null of what stands on none.
    #[schema(example = 17)]
    pub page_id: Option<i64>,
    /// The person who wrote the comment, or who manages the endpoint's organization no longer; null of what nobody caused.
    #[row(prefix = "actor_")]
    pub actor: Option<NamedPerson>,
    /// The title of the page when the person was told, the name of the export, the server of the endpoint, the alert's sentence, that
    /// price alerts pause, or which token is looked up.
    #[schema(example = "Liquidations of March")]
    pub title: String,
    /// The beginning of the comment as plain text, how the export ended, why the endpoint was disabled or should be looked at, or what the alert found.
    #[schema(example = "Does this include the bridge?")]
    pub excerpt: Option<String>,
    pub created_at: Time,
    /// The time at which it was first read; null until then.
    pub read_at: Option<Time>,
}
