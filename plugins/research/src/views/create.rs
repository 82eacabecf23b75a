//! `POST /session/research/views`.

use crate::access::NamedProjectRole;
use crate::tree;
use crate::views::fields::Fields;
use crate::views::settings::{self, ViewSettings};
use crate::views::{self, Layout, LockProjectOfView, MOST_VIEWS, SavedView};
use quarry_sdk::prelude::*;
use quarry_space_properties::SelectPropertiesOfSpace;

statement!(app_store, CountViews, "src/views/view_count.sql");
statement!(app_store, InsertView, "src/views/insert_view.sql", layout: Layout);

/// A view to be kept.
#[derive(Schema, Deserialize)]
pub struct NewView {
    /// The project whose pages it shows.
    #[schema(minimum = 1, example = 1)]
    project_id: i64,
    /// The name under which people find it.
    #[schema(single_line, min_length = 1, max_length = 120, example = "By stage")]
    name: String,
    /// The form in which it shows pages.
    layout: Layout,
    /// The fields that it groups, filters, sorts and shows by.
    #[schema(optional)]
    #[serde(default)]
    settings: ViewSettings,
    /// True to share it with the space at once; otherwise its creator alone sees it.
    #[schema(optional, example = false)]
    #[serde(default)]
    is_shared: bool,
}

/// Save a view of a project
///
/// Saves the settings of a board or a table as a view. They must name fields that there are; later removals of properties leave the view as
/// it is, and it answers without them. Any member of the space may.
#[endpoint(
    post = "/session/research/views", session, module = "research", status = 201, guard = NamedProjectRole::Viewer,
    refuses(422, "too_many_views", "A person has at most 100 views of a project."),
    refuses(422, "too_many_shared_views", "A project has at most 900 views that are shared."),
    body = SavedView
)]
pub fn create_view(guarded: Guarded<NamedProjectRole>, JsonBody(new): JsonBody<NewView>) -> Result<Answer, Problem> {
    let transaction = Transaction::begin()?;
    transaction.execute(LockProjectOfView {})?;
    let fields = Fields::of(transaction.all(SelectPropertiesOfSpace {})?);
    settings::check(&fields, &new.settings)
        .map_err(|(member, sentence)| Problem::invalid_field(&format!("settings.{member}"), sentence))?;
    if transaction.query(CountViews {})?.integer(0, "views").unwrap_or_default() >= MOST_VIEWS {
        let sentence = format!("You have {MOST_VIEWS} views of the project, and that is the most: remove one first.");
        return Err(Problem::new(422, "too_many_views", sentence).with("limit", MOST_VIEWS));
    }
    let id = transaction.insert(InsertView {
        name: new.name,
        layout: new.layout,
        settings: json!(new.settings).to_string(),
        is_shared: new.is_shared,
        now: Time::now(),
    })?;
    let view = views::one(&transaction, id)?;
    let entry = AuditEntry::of("research_view.created", "research_view", &id);
    transaction.audit(entry.after(&views::audited(&view)))?;
    if view.is_shared {
        views::refuse_too_many_shared(&transaction)?;
        tree::tell_members(&transaction, guarded.tenant(), new.project_id)?;
    }
    transaction.commit()?;
    Ok(Answer::json(&view).with_status(201))
}
