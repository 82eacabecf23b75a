//! A component of a stranger that takes all that it can of one thing, with one grant: `tests/tests/api/harm` asks it, and looks at
//! what another tenant notices. It goes on until it is refused, and its answer says how often it was not.

pub mod stores;
pub mod taking;
pub mod written;

quarry_sdk::plugin! {
    name: "taker",
    summary: "Takes all that it can; for tests only.",
    grants: [
        Warehouse, AppStore, Audit, Events, Jobs, Mail, Notifications, KeyValue, Objects, RowFiles, OutboundHttp, NameLookup, Secrets,
    ],
    migrations: ["migrations/0001_rows.sql"],
    events: [written::Taken],
    notifications: [written::Taken],
    jobs: [written::loiter],
    endpoints: [taking::take],
    outbound_hosts: ["localhost:*"],
}
