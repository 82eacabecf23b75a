//! Posting a digest, once a day.

use quarry_sdk::outbound_http::{Outbound, OutboundFailure};
use quarry_sdk::prelude::*;
use serde_json::json;

statement!(app_store, SelectWebhookOfOrganization, "sql/webhook_of_organization.sql");
statement!(app_store, NotePost, "sql/note_post.sql");
statement!(app_store, NoteFailure, "sql/note_failure.sql");

/// Posts `text` where the organization wants it, unless a digest of that day or a later one was posted. A host that dies between
/// the post and its note posts twice, which a chat can bear; the other way round a digest would be lost.
pub fn once(organization_id: i64, day: &str, text: &str) -> Result<(), JobFailure> {
    let webhook = SelectWebhookOfOrganization { organization_id, day: day.to_owned() }.query()?;
    let Some(url) = webhook.text(0, "url") else { return Ok(()) };
    match send(&url, text) {
        Ok(()) => {
            NotePost { organization_id, day: day.to_owned() }.query()?;
            Ok(())
        }
        Err(failure) => {
            let (JobFailure::Retry(sentence) | JobFailure::GiveUp(sentence)) = &failure;
            NoteFailure { organization_id, failure: sentence.clone() }.query()?;
            Err(failure)
        }
    }
}

fn send(url: &str, text: &str) -> Result<(), JobFailure> {
    let body = json!({ "text": text }).to_string();
    let answer = Outbound::post(url, "application/json", body).send().map_err(failure)?;
    match answer.status {
        200..=299 => Ok(()),
        // The chat has no such webhook (any more), or does not want what it is sent.
        400..=428 => Err(JobFailure::GiveUp(format!("the server answered {}", answer.status))),
        status => Err(JobFailure::Retry(format!("the server answered {status}"))),
    }
}

/// Turns a failure of the post into one of the job. A failure that may pass is tried again; a refusal of the deployment or the
/// host is not.
fn failure(failure: OutboundFailure) -> JobFailure {
    match failure {
        OutboundFailure::Unreachable(sentence)
        | OutboundFailure::LimitExceeded(sentence)
        | OutboundFailure::DeadlineExceeded(sentence) => JobFailure::Retry(sentence),
        OutboundFailure::NotGranted(sentence)
        | OutboundFailure::ServerNotGiven(sentence)
        | OutboundFailure::Rejected(sentence)
        | OutboundFailure::AddressRefused(sentence) => JobFailure::GiveUp(sentence),
    }
}
