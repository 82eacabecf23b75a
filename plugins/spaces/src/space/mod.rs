//! Spaces as their members see them.

pub mod activate;
pub mod allowance;
pub mod create;
pub mod get;
pub mod leave;
pub mod list;
pub mod page;
pub mod storage;
pub mod update;

pub use allowance::Allowance;
use quarry_sdk::prelude::*;
use quarry_space_access::{SelectMembersToTell, SpaceRole};

statement!(app_store, SelectSpaces, "src/space/spaces.sql");
statement!(app_store, SelectOwnedSpaces, "src/space/owned_spaces.sql");
statement!(app_store, InsertPersonalSpaces, "src/space/insert_personal_spaces.sql");
statement!(app_store, InsertPersonalOwners, "src/space/insert_personal_owners.sql");
statement!(app_store, EraseSpacesAlone, "src/space/erase_spaces_alone.sql");
statement!(app_store, ExportActiveSpace, "src/space/export_active_space.sql");
statement!(app_store, SelectSpacesOwnedAlone, "src/space/spaces_owned_alone.sql");
statement!(app_store, SelectSpacesOf, "src/space/spaces_of.sql");

/// A space, and what the reader is in it.
#[derive(Row, Schema, Serialize)]
pub struct Space {
    /// Id of the space, unique in a deployment.
    #[schema(example = 4)]
    pub id: i64,
    #[schema(example = "Liquidations of March")]
    pub name: String,
    /// True for the personal space of a person, which cannot be left, given away or deleted.
    #[schema(example = false)]
    pub personal: bool,
    /// True for the one space that the reader works in now.
    pub active: bool,
    /// The reader's role here.
    pub role: SpaceRole,
    /// True where the reader is its only owner.
    #[schema(example = false)]
    pub only_owner: bool,
    #[schema(example = 1)]
    pub member_count: i64,
    /// The time at which it was made.
    pub created_at: Time,
}

impl Space {
    /// One of the caller's spaces.
    pub fn read(space_id: i64) -> Result<Space, Problem> {
        one_of_them(space_id).one()?.ok_or_else(|| gone(space_id))
    }

    /// The same, as the transaction sees it.
    pub fn seen_by(transaction: &Transaction, space_id: i64) -> Result<Space, Problem> {
        transaction.one(one_of_them(space_id))?.ok_or_else(|| gone(space_id))
    }

    /// Refuses what would take a personal space from its person.
    pub fn refuse_personal(&self, sentence: &str) -> Result<(), Problem> {
        match self.personal {
            true => Err(Problem::new(422, "personal_space", sentence)),
            false => Ok(()),
        }
    }
}

fn one_of_them(space_id: i64) -> SelectSpaces {
    SelectSpaces { space_id: Some(space_id), made_behind: None, behind: None, most: 1 }
}

/// Left or removed since the guard found it.
fn gone(space_id: i64) -> Problem {
    Problem::not_found(format!("There is no space {space_id} here."))
}

/// Somebody changed a space: its name, members, roles or property schema.
#[derive(Serialize, Schema)]
pub struct SpaceChanged {
    #[schema(example = 4)]
    pub space_id: i64,
}

impl Notification for SpaceChanged {
    const NAME: &'static str = "space.changed";
    const SUMMARY: &'static str = "Somebody changed a space: its name, members, roles or property schema.";
}

/// Tells the other members, with the transaction.
pub fn tell_members(transaction: &Transaction, space_id: i64) -> Result<(), Problem> {
    transaction.notify_those(SelectMembersToTell {}, &SpaceChanged { space_id })?;
    Ok(())
}
