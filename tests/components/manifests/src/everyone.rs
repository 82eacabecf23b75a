//! The mistakes of routes that answer everyone.

use crate::good::{GET, POST};
use quarry_sdk::bindings::quarry::plugin::manifest::{CacheRule, Manifest, Readers, RouteGuard};

/// Makes the mistake; tells whether it is one of these.
pub fn make(case: &str, manifest: &mut Manifest) -> bool {
    if !case.starts_with("everyone_") {
        return false;
    }
    let read = &mut manifest.routes[GET];
    read.answers = Readers::Everyone;
    read.cache = CacheRule::Private;
    match case {
        "everyone_by_a_write" => {
            read.answers = Readers::Caller;
            manifest.routes[POST].answers = Readers::Everyone;
        }
        "everyone_that_nobody_may_keep" => read.cache = CacheRule::NoStore,
        "everyone_behind_a_guard" => {
            read.guard = Some(RouteGuard {
                guard: "row_access".to_owned(),
                least_rank: None,
                paths: Vec::new(),
                or_permission: None,
                changes_ranks: false,
            });
        }
        "everyone_of_the_caller" => {
            read.statements.push("all_rows".to_owned());
            manifest.statements[2].sql =
                "SELECT text FROM mistake__rows WHERE user_id = {caller.user_id:int64}".to_owned();
        }
        "everyone_of_a_table_of_its_own" => read.statements.push("all_rows".to_owned()),
        _ => return false,
    }
    true
}
