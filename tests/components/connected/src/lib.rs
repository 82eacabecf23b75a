//! A component that keeps values, asks servers outside and uses clocks and randomness, for the tests: what a test sends
//! is what it does, and what the host said of it is the answer.

pub mod instance;
pub mod requests;
pub mod values;

quarry_sdk::plugin! {
    name: "connected",
    summary: "Keeps values and asks servers outside; for tests only.",
    grants: [KeyValue, OutboundHttp],
    endpoints: [values::use_values, requests::send_requests, instance::show_instance],
    outbound_hosts: ["localhost:*", "inside.example:*", "named.example", "mapped.example:*"],
}
