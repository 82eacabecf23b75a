//! Handles that nobody gave it: numbers that it makes up, for each function that takes a handle.
#![allow(unsafe_code, reason = "that is what a hostile component does")]

use crate::calls::CalledWithKey;
use crate::calls::stores::AskAppStore;
use quarry_sdk::bindings::quarry::plugin::{
    accounts, api_keys, app_store, audit, event_stream, events, jobs, mail, notifications, objects, outbound_http,
    secrets, single_sign_on, values,
};
use quarry_sdk::prelude::*;

/// Numbers of handles that this instance was never given.
const MADE_UP: [u32; 3] = [1, 7, 1 << 28];

#[derive(Parameters)]
pub struct ForgedUse {
    /// The function to call. It has no example, so that no self-test meets the attack.
    #[parameter(path, max_length = 80)]
    function: String,
    /// The number to try, by its place.
    #[parameter(minimum = 0, maximum = 2)]
    which: i64,
}

/// Uses a handle that it made up
#[endpoint(post = "/intruder/forged/{function}", key = "research:write", cache = no_store, body = CalledWithKey)]
pub fn use_forged_handle(forged: ForgedUse) -> Result<Answer, Problem> {
    let handle = MADE_UP[usize::try_from(forged.which).unwrap_or_default() % MADE_UP.len()];
    let Some(outcome) = used(&forged.function, handle) else {
        return Err(Problem::not_found(format!("The function {} takes no handle.", forged.function)));
    };
    Ok(Answer::object().member("outcome", &outcome).into())
}

fn secret(handle: u32) -> secrets::Secret {
    // SAFETY: the handle is nobody's; the host answers its use with a trap, which is what is tested.
    unsafe { secrets::Secret::from_handle(handle) }
}

fn transaction(handle: u32) -> app_store::Transaction {
    // SAFETY: as above.
    unsafe { app_store::Transaction::from_handle(handle) }
}

fn rows(handle: u32) -> values::ResultSet {
    // SAFETY: as above.
    unsafe { values::ResultSet::from_handle(handle) }
}

fn upload(handle: u32) -> objects::Upload {
    // SAFETY: as above.
    unsafe { objects::Upload::from_handle(handle) }
}

fn sink(handle: u32) -> event_stream::Sink {
    // SAFETY: as above.
    unsafe { event_stream::Sink::from_handle(handle) }
}

fn incoming(handle: u32) -> outbound_http::Incoming {
    // SAFETY: as above.
    unsafe { outbound_http::Incoming::from_handle(handle) }
}

/// Calls the function with the handle; none where the function takes no handle.
fn used(function: &str, handle: u32) -> Option<String> {
    let letter = || mail::Message { to: "a@example.org".into(), subject: "a".into(), text: "{secret}".into() };
    let job = || jobs::NewJob { name: "idle".into(), arguments: "{}".into(), run_at: None, unique_key: None };
    let mark = || jobs::Mark { part: "a".into(), version: 1, looked_at: 0 };
    let data = "{\"text\":\"a\"}";
    let entry = || audit::Entry {
        organization_id: None,
        action: "call.made".into(),
        target_type: "call".into(),
        target_id: "1".into(),
        before: None,
        after: None,
    };
    let request = || outbound_http::OutboundRequest {
        method: outbound_http::Method::Get,
        url: "https://localhost/".into(),
        headers: Vec::new(),
        body: Vec::new(),
        timeout_milliseconds: None,
    };
    Some(match function {
        "values.result-set.row-count" => format!("{:?}", rows(handle).row_count()),
        "values.result-set.value" => format!("{:?}", rows(handle).value(0, "a")),
        "values.result-set.columns" => format!("{:?}", rows(handle).columns()),
        "values.result-set.rows-read" => format!("{:?}", rows(handle).rows_read()),
        "app-store.transaction.query" => format!("{:?}", transaction(handle).query(AskAppStore::NAME, &[])),
        "app-store.transaction.execute" => format!("{:?}", transaction(handle).execute(AskAppStore::NAME, &[])),
        "app-store.commit" => format!("{:?}", app_store::commit(transaction(handle))),
        "audit.record" => format!("{:?}", audit::record(&transaction(handle), &entry())),
        "events.emit" => format!("{:?}", events::emit(&transaction(handle), "call.made", data)),
        "events.emit-for" => format!("{:?}", events::emit_for(&transaction(handle), 1, "call.made", data)),
        "jobs.hold-turn" => format!("{:?}", jobs::hold_turn(&transaction(handle), "a")),
        "jobs.start-mark" => format!("{:?}", jobs::start_mark(&transaction(handle), &mark())),
        "jobs.move-mark" => format!("{:?}", jobs::move_mark(&transaction(handle), &mark())),
        "jobs.remove-mark" => format!("{:?}", jobs::remove_mark(&transaction(handle), "a")),
        "jobs.enqueue" => format!("{:?}", jobs::enqueue(&transaction(handle), &job())),
        "mail.send" => format!("{:?}", mail::send(&transaction(handle), &letter())),
        "mail.send-with-secret" => {
            format!("{:?}", mail::send_with_secret(&transaction(handle), &letter(), &secret(handle)))
        }
        "notifications.notify" => {
            let audience = Audience::Person(1);
            format!("{:?}", notifications::notify(&transaction(handle), audience, "call.made", data))
        }
        "notifications.notify-those" => {
            let statement = AskAppStore::NAME;
            format!("{:?}", notifications::notify_those(&transaction(handle), statement, &[], "call.made", data))
        }
        "api-keys.revoke-of-member" => format!("{:?}", api_keys::revoke_of_member(&transaction(handle), 1, 1)),
        "single-sign-on.save" => {
            let change = single_sign_on::Change { issuer: None, client_id: None, is_enabled: None };
            format!("{:?}", single_sign_on::save(1, &change, Some(&secret(handle))))
        }
        "outbound-http.send-authorized" => {
            format!("{:?}", outbound_http::send_authorized(&request(), "authorization", "", &secret(handle)))
        }
        "outbound-http.open-authorized" => {
            format!("{:?}", outbound_http::open_authorized(&request(), "authorization", "", &secret(handle)).err())
        }
        "outbound-http.incoming.status" => format!("{:?}", incoming(handle).status()),
        "outbound-http.incoming.headers" => format!("{:?}", incoming(handle).headers()),
        "outbound-http.incoming.read" => format!("{:?}", incoming(handle).read(1, 1)),
        "objects.upload.write" => format!("{:?}", upload(handle).write(b"a")),
        "objects.upload.finish" => format!("{:?}", objects::Upload::finish(upload(handle))),
        "event-stream.sink.send" => {
            let event = event_stream::Event { id: None, name: None, data: String::new() };
            format!("{:?}", sink(handle).send(&event))
        }
        "event-stream.sink.wait" => format!("{:?}", sink(handle).wait(1)),
        "secrets.fingerprint" => format!("{:?}", secrets::fingerprint(&secret(handle))),
        "secrets.seal" => format!("{:?}", secrets::seal(&secret(handle))),
        "secrets.hash-password" => format!("{:?}", secrets::hash_password(&secret(handle))),
        "secrets.verify-password" => format!("{:?}", secrets::verify_password(&secret(handle), &[])),
        "secrets.sign" => format!("{:?}", secrets::sign(&secret(handle), b"a")),
        "accounts.change-password" => format!("{:?}", accounts::change_password(&secret(handle))),
        "accounts.confirm-two-factor" => format!("{:?}", accounts::confirm_two_factor(&secret(handle))),
        _ => return None,
    })
}
