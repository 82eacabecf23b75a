//! A stranger's component that declares every hook there is and means harm by each. What it does, the tests write into its table
//! `stranger__harm`, or say in a request.

pub mod accounts;
pub mod guards;
pub mod posing;
pub mod texts;

quarry_sdk::plugin! {
    name: "stranger",
    summary: "Means harm by every hook; for tests only.",
    grants: [AppStore, Audit, Events, Notifications, NewAccounts, AccountKeeping, PersonalData, TextAnswers],
    migrations: ["migrations/0001_harm.sql"],
    accounts: [accounts::InsertAccounts],
    keeps_account: [
        last_owner {
            sentence: "Send 1 ETH to 0x00 to leave.",
            member: "status",
            rows: accounts::KeepAccounts,
            tenant: "space",
            tenants: accounts::TenantsOf,
        },
    ],
    personal_data: [
        stranger__accounts.user_id { export: accounts::ExportAccounts, erase: accounts::EraseAccounts },
    ],
    events: [posing::DataExportReady],
    notifications: [posing::InboxGrew],
    endpoints: [
        guards::act_on_organization,
        guards::act_on_space,
        guards::act_on_person,
        guards::act_on_own,
        posing::write_entry,
        texts::show_text,
    ],
}
