//! The tree of a project: what is told when it changes, and the order of changes.

use quarry_sdk::prelude::*;
use quarry_space_access::SelectMembersToTell;

statement!(app_store, TouchProject, "src/touch_project.sql");

/// The tree of a project changed: the project itself, its folders, or the fields or place of one of its pages.
#[derive(Serialize, Schema)]
pub struct TreeChanged {
    #[schema(example = 4)]
    pub space_id: i64,
    #[schema(example = 1)]
    pub project_id: i64,
}

impl Notification for TreeChanged {
    const NAME: &'static str = "research.tree_changed";
    const SUMMARY: &'static str =
        "Somebody changed a project of a space, its folders, or the fields or place of one of its pages.";
}

/// Notes the change of the guard's project. Changes of one tree wait for each other here, so that none counts past another.
pub fn touch(transaction: &Transaction) -> Result<(), Problem> {
    transaction.execute(TouchProject { now: Time::now() })?;
    Ok(())
}

/// Tells the other members of the space, with the transaction.
pub fn tell_members(transaction: &Transaction, space_id: i64, project_id: i64) -> Result<(), Problem> {
    transaction.notify_those(SelectMembersToTell {}, &TreeChanged { space_id, project_id })?;
    Ok(())
}
