//! A component that was granted nothing of what it tries.

pub mod attempts;
pub mod forged;

quarry_sdk::plugin! {
    name: "intruder",
    summary: "Tries what it was not granted; for tests only.",
    grants: [AppStore],
    jobs: [attempts::Nothing],
    events: [attempts::Happened],
    notifications: [attempts::Happened],
    endpoints: [attempts::attempt_ungranted, forged::use_forged_handle],
}
