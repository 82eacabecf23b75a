//! A watch list of pools, and each day a digest of what became of them: stored, and posted to the organization's chat.
//!
//! `watch_list/` is what people put on the list, `webhook/` where digests are posted, `digest/` makes them. Each endpoint and each
//! job is a file. Everything belongs to an organization; who did what is forgotten with the account.

pub mod clock;
pub mod digest;
pub mod watch_list;
pub mod webhook;

quarry_sdk::plugin! {
    name: "watch-digest",
    summary: "Keeps a watch list of pools for each organization, and stores and posts a digest of them each day.",
    grants: [Warehouse, AppStore, Jobs, Objects, OutboundHttp, PersonalData],
    migrations: ["migrations/0001_watches.sql"],
    // A server on this machine is for trying it: a host asks itself nothing unless `development.allow_loopback_http` is set.
    outbound_hosts: ["hooks.slack.com", "localhost:*"],
    personal_data: [
        watch_digest__pools.added_by_user_id {
            // The list is the organization's and stays; who put a pool on it is forgotten.
            export: columns(chain, address, pair, note, added_at_seconds), erase: column
        },
        watch_digest__webhooks.set_by_user_id {
            export: columns(server, set_at_seconds), erase: column
        },
    ],
    jobs: [digest::schedule::schedule_digests, digest::make::make_digest],
    endpoints: [
        watch_list::list_pools::list_watch_digest_pools,
        watch_list::watch_pool::watch_watch_digest_pool,
        watch_list::unwatch_pool::unwatch_watch_digest_pool,
        webhook::get_webhook::get_watch_digest_webhook,
        webhook::set_webhook::set_watch_digest_webhook,
        webhook::remove_webhook::remove_watch_digest_webhook,
        digest::start::start_watch_digest,
        digest::list::list_watch_digests,
        digest::get::get_watch_digest,
    ],
}
