//! `POST /session/saved_queries`.

use crate::access::Oneself;
use crate::library::allowance::{Allowances, Shelf};
use crate::library::views::params::EnteredParams;
use crate::library::views::{SavedView, ViewKind, name};
use quarry_sdk::prelude::*;

statement!(app_store, SelectViewNames, "src/library/views/view_names.sql");
statement!(app_store, InsertSavedView, "src/library/views/insert_saved_view.sql", kind: ViewKind);

/// A view to be saved.
#[derive(Schema, Deserialize)]
#[schema(example = {
    "kind": "chart", "name": "Ether in October",
    "params": { "id": "0xb4e16d0168e52d35cacd2c6185b44281ec28c9dc", "range": "30d", "period": "daily" }
})]
pub struct NewSavedView {
    /// `chart` where it is left out.
    #[schema(optional, example = "chart")]
    kind: Option<ViewKind>,
    /// The view's name, unique among the person's views; made from the parameters by default.
    #[schema(optional, single_line, min_length = 1, max_length = 80, example = "Ether in October")]
    name: Option<String>,
    params: EnteredParams,
}

/// Save a view
///
/// Keeps what a chart or the finder of markets shows, with the path that shows it again. Parameters that the page would refuse are dropped,
/// as other keys are. It counts against the plan's allowance.
#[endpoint(
    post = "/session/saved_queries", session, module = "prices", status = 201, guard = Oneself, changes_ranks,
    refuses(403, "plan_limit_reached", "The plan allows no further saved view: `limit`, `used` and `allowance` say which."),
    refuses(422, "library_full", "A library has at most 1,000 saved views, whatever the plan."),
    body = SavedView
)]
pub fn create_saved_view(JsonBody(new): JsonBody<NewSavedView>) -> Result<Answer, Problem> {
    let kind = new.kind.unwrap_or(ViewKind::Chart);
    let params = new.params.0.of_kind(kind)?.accepted().with_known_pools(kind)?;
    let allowances = Allowances::of_caller();
    let created_at = Time::now();
    let transaction = Transaction::begin()?;
    let taken: Vec<String> = transaction.values(SelectViewNames {})?;
    allowances.refuse_if_spent(Shelf::SavedViews, taken.len())?;
    let name = match new.name {
        Some(name) if taken.contains(&name) => {
            let sentence = format!("You have a saved view that is called `{name}`: give another name.");
            return Err(Problem::invalid_field("name", sentence));
        }
        Some(name) => name,
        None => name::made_from(kind, &params, &taken),
    };
    let stored = serde_json::to_string(&params).unwrap_or_default();
    let insert = InsertSavedView { kind, name: name.clone(), params: stored, now: created_at };
    let id = transaction.insert(insert)?;
    transaction.commit()?;
    let view = SavedView { id, kind, name, path: params.path(kind), params, created_at };
    Ok(Answer::json(&view).with_status(201))
}
