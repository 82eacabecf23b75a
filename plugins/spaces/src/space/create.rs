//! `POST /session/spaces`.

use crate::access::Oneself;
use crate::members::InsertOwner;
use crate::space::Allowance;
use crate::space::page::{self, SpacePage};
use quarry_sdk::prelude::*;

statement!(app_store, InsertSpace, "src/space/insert_space.sql");
statement!(
    app_store,
    ActivateNewSpace,
    "src/space/activate_new_space.sql",
    unguarded = "The space was made in the same transaction, and belongs to its maker."
);

/// The name of a space.
#[derive(Schema, Deserialize)]
pub struct SpaceName {
    #[schema(single_line, min_length = 1, max_length = 120, example = "Liquidations of March")]
    pub name: String,
}

/// Make a space
///
/// The person owns it and works in it from now on. It counts against the plan's allowance.
#[endpoint(
    post = "/session/spaces", session, status = 201, guard = Oneself, changes_ranks,
    refuses(403, "plan_limit_reached", "The plan allows no further space: `limit`, `used` and `allowance` say which."),
    body = SpacePage
)]
pub fn create_space(JsonBody(new): JsonBody<SpaceName>) -> Result<Answer, Problem> {
    let now = Time::now();
    let transaction = Transaction::begin()?;
    Allowance::seen_by(&transaction)?.refuse_if_spent()?;
    let space_id = transaction.insert(InsertSpace { name: new.name.clone(), created_at: now })?;
    transaction.execute(InsertOwner { space_id, created_at: now })?;
    transaction.execute(ActivateNewSpace { space_id })?;
    // Without its name: an organization's admins read the log, and the space is its members'.
    transaction.audit(AuditEntry::of("space.created", "space", &space_id))?;
    transaction.commit()?;
    Ok(Answer::json(&page::of(space_id)?).with_status(201))
}
