//! A space's page: members, property schema, and what the reader may do.

use crate::members::{Member, SelectMembers};
use crate::properties::SelectProperties;
use crate::space::Space;
use crate::space::storage::SpaceStorage;
use quarry_sdk::prelude::*;
use quarry_space_access::SpaceRole;
use quarry_space_properties::Property;

/// Members that a space's page shows: as many as a space may have.
pub const MOST_MEMBERS: i64 = 500;

/// The actions that the reader may take here.
#[derive(Schema, Serialize)]
pub struct Permissions {
    pub rename: bool,
    /// The reader may add and remove members and change their roles.
    pub manage_members: bool,
    pub manage_properties: bool,
    /// The reader may write pages.
    pub write: bool,
    pub comment: bool,
    /// True when the reader may leave; false for a personal space, and for the only owner.
    pub leave: bool,
}

impl Permissions {
    pub fn of(space: &Space) -> Permissions {
        Permissions {
            rename: space.role >= SpaceRole::Owner,
            manage_members: space.role >= SpaceRole::Owner,
            manage_properties: space.role >= SpaceRole::Editor,
            write: space.role >= SpaceRole::Editor,
            comment: space.role >= SpaceRole::Commenter,
            leave: !space.personal && !space.only_owner,
        }
    }
}

/// A space with all that its members see of it.
#[derive(Schema, Serialize)]
pub struct SpacePage {
    #[serde(flatten)]
    #[schema(flatten)]
    pub space: Space,
    /// Members, owners first, then in the order in which they joined.
    pub members: Vec<Member>,
    /// Properties in the order in which they were made.
    pub properties: Vec<Property>,
    pub storage: SpaceStorage,
    /// The actions that the reader may take here.
    pub can: Permissions,
}

/// The page of one of the caller's spaces.
pub fn of(space_id: i64) -> Result<SpacePage, Problem> {
    let space = Space::read(space_id)?;
    Ok(SpacePage {
        can: Permissions::of(&space),
        storage: SpaceStorage::of(&space)?,
        space,
        members: SelectMembers { spaces: vec![space_id], shown: MOST_MEMBERS }.all()?,
        properties: SelectProperties { space_id }.all()?,
    })
}
