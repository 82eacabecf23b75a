//! `PATCH /session/research/views/{id}/toggle_shared`.

use crate::tree;
use crate::views::{self, LockProjectOfView, OwnView, SavedView, ViewPath};
use quarry_sdk::prelude::*;

statement!(app_store, ShareView, "src/views/share_view.sql");

/// Share a view, or stop sharing it
///
/// Shares a view that was its creator's own with the space, or makes a shared one its creator's own; `is_shared` says which it is now. Only
/// its creator may.
#[endpoint(
    patch = "/session/research/views/{id}/toggle_shared", session, module = "research", guard = OwnView,
    refuses(422, "too_many_shared_views", "A project has at most 900 views that are shared."),
    body = SavedView
)]
pub fn toggle_shared_view(guarded: Guarded<OwnView>, path: ViewPath) -> Result<Answer, Problem> {
    let transaction = Transaction::begin()?;
    transaction.execute(LockProjectOfView {})?;
    transaction.execute(ShareView { now: Time::now() })?;
    let view = views::one(&transaction, path.id)?;
    if view.is_shared {
        views::refuse_too_many_shared(&transaction)?;
    }
    let action = if view.is_shared { "research_view.shared" } else { "research_view.taken_back" };
    transaction.audit(AuditEntry::of(action, "research_view", &path.id).after(&views::audited(&view)))?;
    tree::tell_members(&transaction, guarded.tenant(), view.project_id)?;
    transaction.commit()?;
    Ok(Answer::json(&view))
}
