//! Every function that takes a handle, with one that nobody gave: the call ends, and the neighbours do not notice.

use super::assert_complete;
use super::contract::functions_with_handles;
use super::stage::{State, alone, targets};
use crate::account_support::deployment;

/// The functions that take a handle; no others do.
const FUNCTIONS: &[&str] = &[
    "accounts.change-password",
    "accounts.confirm-two-factor",
    "api-keys.revoke-of-member",
    "app-store.commit",
    "app-store.transaction.execute",
    "app-store.transaction.query",
    "audit.record",
    "event-stream.sink.send",
    "event-stream.sink.wait",
    "events.emit",
    "events.emit-for",
    "jobs.enqueue",
    "jobs.hold-turn",
    "jobs.move-mark",
    "jobs.remove-mark",
    "jobs.start-mark",
    "mail.send",
    "mail.send-with-secret",
    "notifications.notify",
    "notifications.notify-those",
    "objects.upload.finish",
    "objects.upload.write",
    "outbound-http.incoming.headers",
    "outbound-http.incoming.read",
    "outbound-http.incoming.status",
    "outbound-http.open-authorized",
    "outbound-http.send-authorized",
    "secrets.fingerprint",
    "secrets.hash-password",
    "secrets.seal",
    "secrets.sign",
    "secrets.verify-password",
    "single-sign-on.save",
    "values.result-set.columns",
    "values.result-set.row-count",
    "values.result-set.rows-read",
    "values.result-set.value",
];

#[test]
fn a_handle_that_was_made_up_opens_nothing_and_harms_nobody() {
    let _alone = alone();
    assert_complete("with a forged handle", &functions_with_handles(), FUNCTIONS);
    let (server, key) = (&deployment().server, &deployment().key);
    let before = State::of(&targets().house);
    let authorization = format!("Bearer {key}");
    for function in FUNCTIONS {
        for which in 0..3 {
            let path = format!("/intruder/forged/{function}?which={which}");
            let answer = server.send("POST", &path, &[("authorization", &authorization)]);
            let code = (answer.status, answer.code());
            assert_eq!(code, (503, "plugin_failed".to_owned()), "{function}: {}", answer.text);
        }
    }
    assert_eq!(server.get_with_key("/me", key).status, 200, "the neighbours serve");
    assert_eq!(State::of(&targets().house), before);
}
