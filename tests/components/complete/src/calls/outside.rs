//! Values kept by key, servers and names outside, the log, settings, and where the deployment is.

use crate::calls::{Arguments, Done, Outcome, done, failed, given};
use quarry_sdk::key_value::{self, Expected, Lifetime};
use quarry_sdk::outbound_http::{IncomingPiece, Outbound, OutboundMethod};
use quarry_sdk::prelude::*;
use quarry_sdk::serde_json::{Value as Json, json};
use quarry_sdk::{deployment, log, name_lookup, settings};

pub fn call(interface: &str, name: &str, arguments: &Arguments) -> Option<Outcome> {
    let key = arguments.text();
    Some(match (interface, name) {
        ("key-value", "get") => given(key_value::get(key), |entry| json!(entry.map(|entry| entry.value.len()))),
        ("key-value", "set") => {
            given(key_value::set(key, &arguments.bytes(), Lifetime::Seconds(60)), |version| json!(version))
        }
        ("key-value", "compare-and-set") => {
            let set = key_value::compare_and_set(key, Expected::Absent, &arguments.bytes(), Lifetime::Seconds(60));
            given(set, |version| json!(version.is_some()))
        }
        ("key-value", "increment") => given(key_value::increment(key, 1, Lifetime::Seconds(60)), |sum| json!(sum)),
        ("key-value", "delete") => given(key_value::delete(key), |was_there| json!(was_there)),
        ("key-value", "list-keys") => {
            let limit = u32::try_from(arguments.size()).unwrap_or(u32::MAX);
            given(key_value::list_keys(key, None, limit), |page| json!(page.keys))
        }
        ("outbound-http", "send") => given(request(arguments).send(), |answer| json!(answer.status)),
        ("outbound-http", "open") => given(request(arguments).open(), |answer| json!(answer.status())),
        ("outbound-http", "open-authorized") => {
            let open = |secret: &Secret| {
                let opened = request(arguments).open_authorized("authorization", "Bearer ", secret);
                given(opened, |answer| json!(answer.status()))
            };
            match configured(arguments) {
                Ok(secret) => open(&secret),
                Err(_) => arguments.secret_to_use(open),
            }
        }
        ("outbound-http", "incoming.status") => given(Outbound::get(key).open(), |answer| json!(answer.status())),
        ("outbound-http", "incoming.headers") => given(Outbound::get(key).open(), |answer| json!(answer.headers())),
        ("outbound-http", "incoming.read") => {
            let piece = Outbound::get(key).open().and_then(|mut answer| answer.read(1_024, 5_000));
            given(piece, |piece| match piece {
                IncomingPiece::Bytes(bytes) => json!(String::from_utf8_lossy(&bytes)),
                IncomingPiece::Nothing | IncomingPiece::End => Json::Null,
            })
        }
        ("outbound-http", "send-authorized") => match configured(arguments) {
            Ok(secret) => {
                let sent = request(arguments).send_authorized("authorization", "Bearer ", &secret);
                given(sent, |answer| json!(answer.status))
            }
            Err(_) => arguments.secret_to_use(|secret| {
                let sent = request(arguments).send_authorized("authorization", "Bearer ", secret);
                given(sent, |answer| json!(answer.status))
            }),
        },
        ("name-lookup", "txt-records") => given(name_lookup::txt_records(key), |texts| json!(texts)),
        ("name-lookup", "check-url") => done(name_lookup::check_url(key)),
        ("settings", "read") => given(settings::read::<Json>(key), |group| group),
        ("log", "emit") => {
            log::emit(log::Level::Info, &format!("logged {key}"));
            Ok(Done::Value(json!("done")))
        }
        ("deployment", "addresses") => Ok(Done::Value(json!(deployment::addresses().service))),
        ("deployment", "base-path") => Ok(Done::Value(json!(deployment::base_path()))),
        _ => return None,
    })
}

fn request(arguments: &Arguments) -> Outbound {
    Outbound::new(OutboundMethod::Post, arguments.text()).body(arguments.bytes())
}

fn configured(arguments: &Arguments) -> Result<Secret, String> {
    match arguments.password {
        Some(_) => Err("a person's secret is sent".to_owned()),
        None => Secret::configured("feed").map_err(failed),
    }
}
