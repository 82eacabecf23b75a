//! Reading lists that people share: who may read one, who may change it, and what stands on it.
//!
//! `access` is who may do what. `lists/`, `links/` and `members/` have an endpoint a file, with its SQL beside it.

pub mod access;
pub mod links;
pub mod lists;
pub mod members;

quarry_sdk::plugin! {
    name: "reading-lists",
    summary: "Keeps reading lists that people share.",
    grants: [AppStore, Notifications, PersonalData, AccountKeeping],
    migrations: ["migrations/0001_lists.sql"],
    tenant_tables: [
        reading_lists__lists { key id as tenant },
        reading_lists__members { list_id as tenant, user_id as caller.user_id },
        reading_lists__links { list_id as tenant },
    ],
    personal_data: [
        reading_lists__members.user_id { export: members::ExportMemberships, erase: rows },
    ],
    keeps_account: [
        owns_reading_lists {
            sentence: "Others read these lists: make somebody else an owner of each first.",
            member: "reading_lists",
            rows: members::SelectListsOwnedAlone,
            tenant: "own",
            tenants: members::SelectListsOf,
        },
    ],
    notifications: [links::replace::LinksReplaced],
    endpoints: [
        lists::list::list_reading_lists,
        lists::create::create_reading_list,
        lists::get::get_reading_list,
        lists::update::update_reading_list,
        links::replace::replace_reading_list_links,
        members::put::put_reading_list_member,
    ],
}
