//! A component that was granted nothing of what it tries.

pub mod attempts;

quarry_sdk::plugin! {
    name: "intruder",
    summary: "Tries what it was not granted; for tests only.",
    grants: [AppStore],
    jobs: [attempts::Nothing],
    events: [attempts::Happened],
    endpoints: [attempts::attempt_ungranted],
}
