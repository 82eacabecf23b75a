//! Every function called by a GET that does not say why it writes: those that write are refused with a sentence for the author, the
//! others are answered as anywhere, and nothing has happened.

use super::assert_complete;
use super::contract::functions;
use super::stage::{State, alone, browser, staff, targets};
use quarry_tests::browser::Browser;

/// The functions that write, or have something written elsewhere.
const WRITE: &[&str] = &[
    "accounts.begin-two-factor",
    "accounts.change-password",
    "accounts.confirm-two-factor",
    "accounts.delete-account",
    "accounts.end-two-factor",
    "accounts.keep-two-factor",
    "accounts.rename",
    "accounts.renew-recovery-codes",
    "accounts.request-export",
    "accounts.sign-out-elsewhere",
    "api-keys.mint",
    "api-keys.revoke",
    "api-keys.revoke-of-member",
    "api-keys.rotate",
    "app-store.begin",
    "app-store.commit",
    "app-store.transaction.execute",
    "app-store.transaction.query",
    "audit.record",
    "datasets.write-parts",
    "events.emit",
    "events.emit-for",
    "invitations.invite",
    "invitations.withdraw",
    "jobs.cancel",
    "jobs.enqueue",
    "jobs.hold-turn",
    "jobs.move-mark",
    "jobs.remove-mark",
    "jobs.start-mark",
    "key-value.compare-and-set",
    "key-value.delete",
    "key-value.increment",
    "key-value.set",
    "mail.send",
    "mail.send-with-secret",
    "modules.switch-module",
    "notifications.notify",
    "notifications.notify-those",
    "objects.begin-upload",
    "objects.remove",
    "objects.sign-upload",
    "objects.upload.finish",
    "objects.upload.write",
    "outbound-http.open",
    "outbound-http.open-authorized",
    "outbound-http.send",
    "outbound-http.send-authorized",
    "people.begin-acting",
    "people.end-acting",
    "people.reset-second-factor",
    "people.revoke-keys",
    "people.set-disabled",
    "people.set-standing",
    "people.sign-out-everywhere",
    "row-files.write",
    "row-files.write-parts",
    "single-sign-on.save",
    "single-sign-on.test",
];

/// The functions that read, or give what the component alone has.
const READ: &[&str] = &[
    "accounts.show-deletion",
    "accounts.show-standing",
    "app-store.query",
    "datasets.count-rows",
    "datasets.published",
    "datasets.query",
    "deployment.addresses",
    "deployment.base-path",
    "event-stream.open",
    "event-stream.sink.send",
    "event-stream.sink.wait",
    "identity.caller-profile",
    "identity.organization-profile",
    "jobs.begin-turn",
    "jobs.marks",
    "jobs.newest-version",
    "jobs.report-progress",
    "jobs.shares-left",
    "jobs.status",
    "key-value.get",
    "key-value.list-keys",
    "log.emit",
    "modules.get-overview",
    "name-lookup.check-url",
    "name-lookup.txt-records",
    "objects.head",
    "objects.list-objects",
    "objects.read",
    "objects.sign-link",
    "outbound-http.incoming.headers",
    "outbound-http.incoming.read",
    "outbound-http.incoming.status",
    "secrets.configured",
    "secrets.fingerprint",
    "secrets.hash-password",
    "secrets.mint",
    "secrets.seal",
    "secrets.sign",
    "secrets.unseal",
    "secrets.verify-password",
    "settings.read",
    "values.result-set.columns",
    "values.result-set.row-count",
    "values.result-set.rows-read",
    "values.result-set.value",
    "warehouse.count-rows",
    "warehouse.defer-query",
    "warehouse.query",
];

/// The failure of a call that a GET makes; empty where it was answered.
fn failure(browser: &Browser<'_>, function: &str) -> String {
    let answer = browser.get(&format!("/session/intruder/{function}"));
    assert_eq!(answer.status, 200, "{function}: {}", answer.text);
    answer.json()["failure"].as_str().unwrap_or_default().to_owned()
}

#[test]
fn a_get_that_does_not_say_why_it_writes_writes_by_no_function() {
    assert_complete("reading", &functions(), &[WRITE, READ].concat());
    let _alone = alone();
    let targets = targets();
    // Staff may call what nobody else may: what is refused is refused to the route.
    let (owner, staff) = (browser(&targets.house.owner), browser(&staff()));
    let before = State::of(&targets.house);
    const REFUSAL: &str = "intrude_by_looking is a GET that does not say why it writes, so it cannot ";
    for function in WRITE {
        let is_of_staff = function.starts_with("people.") || function.starts_with("modules.");
        let sentence = failure(if is_of_staff { &staff } else { &owner }, function);
        assert!(sentence.contains(REFUSAL), "{function}: {sentence}");
    }
    for function in READ {
        let sentence = failure(&owner, function);
        assert!(!sentence.contains("is a GET that"), "{function}: {sentence}");
    }
    assert_eq!(State::of(&targets.house), before);
}
