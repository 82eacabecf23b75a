//! The spaces family: where people research together, who belongs to a space, and the property schema of its pages.
//!
//! Always true here: [`SpaceRole`](quarry_space_access::SpaceRole) stands before whatever concerns a space; somebody always owns
//! it; a personal space is its person's for as long as the account.
//!
//! To add an endpoint: a file in the folder of its resource, its SQL beside it, and its line below.

pub mod access;
pub mod members;
pub mod properties;
pub mod space;

quarry_sdk::plugin! {
    name: "spaces",
    summary: "Spaces of a signed-in person: members and their roles, the active one, the property schema of pages.",
    grants: [AppStore, Identity, Audit, Notifications, KeyValue, NewAccounts, NewAccountNames, AccountKeeping, PersonalData, FirstParty],
    accounts: [space::InsertPersonalSpaces, space::InsertPersonalOwners],
    personal_data: [
        spaces.personal_user_id { export: columns(name, created_at timestamp), erase: space::EraseSpacesAlone },
        space_members.user_id { export: members::ExportMemberships, erase: rows },
        active_spaces.user_id { export: space::ExportActiveSpace, erase: rows },
        space_property_values.person_user_id { export: properties::ExportNamedOn, erase: rows },
    ],
    keeps_account: [
        last_owner {
            sentence: "You alone own spaces that others are in: make somebody else an owner of each first.",
            member: "spaces",
            rows: space::SelectSpacesOwnedAlone,
            tenant: "space",
            tenants: space::SelectSpacesOf,
        },
    ],
    notifications: [space::SpaceChanged],
    endpoints: [
        space::list::list_spaces,
        space::create::create_space,
        space::get::get_space,
        space::update::rename_space,
        space::activate::activate_space,
        space::leave::leave_space,
        members::create::add_space_member,
        members::update::change_space_member,
        members::delete::remove_space_member,
        properties::create::create_space_property,
        properties::update::update_space_property,
        properties::delete::delete_space_property,
    ],
}
