//! Receivers that fail: what is promised is tried again, a restart is not ten failures, and a dead endpoint is disabled and told of.

use super::stage::{Endpoint, eventually, header, options, receiver, server};
use crate::organizations::house::{execute, letters, texts};
use jiff::Timestamp;
use quarry::stores::result_set::Value;
use quarry_tests::server::Server;
use serde_json::json;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

/// A receiver that is down until it is switched on.
fn restarting() -> (quarry_tests::outside::Outside, Arc<AtomicBool>) {
    let is_up = Arc::new(AtomicBool::new(false));
    let told = Arc::clone(&is_up);
    let answer = move |_: usize| if told.load(Ordering::SeqCst) { (200, String::new()) } else { (503, String::new()) };
    (receiver(answer), is_up)
}

#[test]
fn a_receiver_that_restarts_is_probed_by_one_delivery_at_a_time_and_stays_enabled() {
    let (receiver, is_up) = restarting();
    let endpoint = Endpoint::of(server(), &receiver);
    let ids: Vec<String> =
        (0..10).map(|number| endpoint.emit("data_export.ready", &json!({ "export_id": number }))).collect();
    eventually("it fails", || endpoint.shown()["consecutive_failures"] == 1);
    // Those that were under way together are one failure, and nothing more is sent before the pause is over.
    let first = receiver.received().len();
    assert!((1..=4).contains(&first), "{first} at once");
    for failures in 2..=3 {
        endpoint.hasten();
        eventually("it is probed", || endpoint.shown()["consecutive_failures"] == failures);
    }
    assert_eq!(receiver.received().len(), first + 2, "one probe at a time");
    is_up.store(true, Ordering::SeqCst);
    endpoint.hasten();
    eventually("all arrive", || endpoint.deliveries().iter().all(|delivery| delivery["state"] == "delivered"));
    let received = receiver.received();
    for id in &ids {
        assert!(received.iter().any(|request| header(request, "webhook-id") == *id), "{id} was lost");
    }
    let shown = endpoint.shown();
    assert_eq!((&shown["enabled"], &shown["consecutive_failures"]), (&json!(true), &json!(0)));
}

#[test]
fn ten_failures_disable_an_endpoint_its_admins_are_told_and_what_waited_arrives_once_it_is_enabled() {
    let (receiver, is_up) = restarting();
    let mut endpoint = Endpoint::of(server(), &receiver);
    let id = endpoint.emit("data_export.ready", &json!({ "export_id": 1 }));
    let waits = endpoint.emit("data_export.ready", &json!({ "export_id": 2 }));
    for failures in 1..=9 {
        eventually("it fails", || endpoint.shown()["consecutive_failures"] == failures);
        endpoint.hasten();
    }
    eventually("it is disabled", || endpoint.shown()["enabled"] == false);
    let tried = receiver.received().len();
    let missed = endpoint.emit("data_export.ready", &json!({ "export_id": 3 }));
    endpoint.hasten();
    let entries = |user_id: i64| {
        let sql = "SELECT excerpt AS text FROM inbox_notifications WHERE user_id = $1 AND kind = 'webhook_disabled'";
        texts(server(), sql, &[Value::Int64(user_id)])
    };
    for (person, told) in [(&endpoint.house.owner, 1), (&endpoint.house.admin, 1), (&endpoint.house.member, 0)] {
        let about = letters(server(), &person.email)
            .into_iter()
            .filter(|letter| letter["subject"] == "A webhook endpoint was disabled");
        assert_eq!((about.count(), entries(person.id).len()), (told, told), "{}", person.email);
    }
    let inbox = endpoint.admin.get("/session/notifications").json();
    let entry = &inbox["notifications"][0];
    assert_eq!(entry["kind"], "webhook_disabled", "{inbox}");
    assert_eq!((&entry["subject_id"], &entry["organization_id"]), (&json!(endpoint.id), &json!(endpoint.house.id)));
    assert!(!inbox.to_string().contains("tenant=7"), "what stands behind the server is often a secret: {inbox}");
    assert_eq!(receiver.received().len(), tried, "a disabled endpoint is left alone");

    is_up.store(true, Ordering::SeqCst);
    assert_eq!(endpoint.admin.write("PATCH", &endpoint.path(""), &json!({})).status, 200);
    let arrived = |id: &str| {
        let is_it = |delivery: &serde_json::Value| delivery["event_id"] == *id && delivery["state"] == "delivered";
        endpoint.deliveries().iter().any(is_it)
    };
    eventually("what waited arrives", || arrived(&id) && arrived(&waits));
    let since = json!({ "since": "2020-01-01T00:00:00Z" });
    let path = endpoint.path("/replay");
    let mut admin = endpoint.house.owner.browser(server());
    let replayed = admin.write("POST", &path, &since);
    assert_eq!((replayed.status, replayed.json()), (202, json!({ "queued": 1 })), "{}", replayed.text);
    eventually("what was missed arrives", || arrived(&missed));
}

#[test]
fn the_one_event_whose_tenth_failure_disables_an_endpoint_arrives_once_it_is_enabled() {
    let (receiver, is_up) = restarting();
    let mut endpoint = Endpoint::of(server(), &receiver);
    let id = endpoint.emit("data_export.ready", &json!({ "export_id": 1 }));
    for failures in 1..=9 {
        eventually("it fails", || endpoint.shown()["consecutive_failures"] == failures);
        endpoint.hasten();
    }
    eventually("it is disabled", || endpoint.shown()["enabled"] == false);
    assert_eq!(endpoint.deliveries()[0]["attempts"], 10, "each failure was this event's");
    assert_eq!(endpoint.deliveries()[0]["state"], "waiting");
    // Still down when it is enabled: the event has its attempts again.
    assert_eq!(endpoint.admin.write("PATCH", &endpoint.path(""), &json!({})).status, 200);
    eventually("it fails again", || endpoint.shown()["consecutive_failures"] == 1);
    is_up.store(true, Ordering::SeqCst);
    endpoint.hasten();
    eventually("it arrives", || endpoint.deliveries()[0]["state"] == "delivered");
    assert_eq!(endpoint.deliveries()[0]["event_id"], id);
}

#[test]
fn what_an_admin_sends_to_a_failing_endpoint_is_tried_at_once_and_the_rest_waits() {
    let (receiver, is_up) = restarting();
    let mut endpoint = Endpoint::of(server(), &receiver);
    let held = endpoint.emit("data_export.ready", &json!({ "export_id": 1 }));
    eventually("it fails", || endpoint.shown()["consecutive_failures"] == 1);
    let number = endpoint.deliveries()[0]["id"].clone();
    let other = endpoint.emit("data_export.ready", &json!({ "export_id": 2 }));
    // The next probe is hours away, and what waits is held until then.
    let mut failures = 1;
    let hold = |endpoint: &Endpoint<'_>| {
        let in_hours = Timestamp::now().as_microsecond() + 6 * 3_600_000_000;
        for sql in [
            "UPDATE webhook_endpoints SET probe_at = CAST($1 AS BIGINT) WHERE id = CAST($2 AS BIGINT)",
            "UPDATE webhook_deliveries SET due_at = CAST($1 AS BIGINT) WHERE endpoint_id = CAST($2 AS BIGINT) AND state = 'waiting'",
        ] {
            execute(server(), sql, &[Value::Int64(in_hours), Value::Int64(endpoint.id)]);
        }
    };
    let replay = ("/replay".to_owned(), json!({ "since": "2020-01-01T00:00:00Z" }));
    let resend = (format!("/deliveries/{number}/resend"), json!({}));
    for (path, body) in [("/test".to_owned(), json!({})), resend, replay] {
        hold(&endpoint);
        if path == "/replay" {
            let sql = "UPDATE webhook_deliveries SET state = 'failed', due_at = NULL WHERE id = CAST($1 AS BIGINT)";
            execute(server(), sql, &[Value::Int64(number.as_i64().expect("a number"))]);
        }
        let tried = receiver.received().len();
        let sent = endpoint.admin.write("POST", &endpoint.path(&path), &body);
        assert!([200, 202].contains(&sent.status), "{path}: {}", sent.text);
        failures += 1;
        eventually(&path, || endpoint.shown()["consecutive_failures"] == failures);
        assert_eq!(receiver.received().len(), tried + 1, "{path}: one probe");
    }
    is_up.store(true, Ordering::SeqCst);
    hold(&endpoint);
    assert_eq!(endpoint.admin.write("POST", &endpoint.path("/test"), &json!({})).status, 202);
    // It is well again, so what waited for the probe need not.
    let state =
        |id: &str| endpoint.deliveries().iter().find(|one| one["event_id"] == *id).map(|one| one["state"].clone());
    eventually("the rest arrives", || {
        [state(&held), state(&other)] == [Some(json!("delivered")), Some(json!("delivered"))]
    });
}

#[test]
fn an_endpoint_that_says_it_is_gone_is_disabled_at_once() {
    let receiver = receiver(|_| (410, String::new()));
    let endpoint = Endpoint::of(server(), &receiver);
    endpoint.emit("data_export.ready", &json!({}));
    eventually("it is disabled", || endpoint.shown()["enabled"] == false);
    assert_eq!(receiver.received().len(), 1);
}

#[test]
fn a_redirect_is_a_failure_and_leads_nowhere() {
    let elsewhere = receiver(|_| (200, String::new()));
    let to = format!("location: http://{}/elsewhere\r\n", elsewhere.address);
    let moved = receiver(move |_| (307, to.clone()));
    let endpoint = Endpoint::of(server(), &moved);
    endpoint.emit("data_export.ready", &json!({}));
    eventually("it fails", || endpoint.deliveries()[0]["status"] == 307);
    assert!(
        endpoint.deliveries()[0]["failure"]
            .as_str()
            .is_some_and(|failure| failure.contains("redirects are not followed"))
    );
    assert!(elsewhere.received().is_empty());
}

#[test]
fn a_receiver_is_asked_no_sooner_than_it_says() {
    let receiver = receiver(|_| (429, "retry-after: 7200\r\n".to_owned()));
    let endpoint = Endpoint::of(server(), &receiver);
    endpoint.emit("data_export.ready", &json!({}));
    eventually("it fails", || endpoint.deliveries()[0]["status"] == 429);
    let due: jiff::Timestamp = endpoint.deliveries()[0]["due_at"].as_str().expect("a time").parse().expect("a time");
    let wait = due.duration_since(jiff::Timestamp::now()).as_secs();
    assert!((7_100..=7_200).contains(&wait), "{wait} s");
}

#[test]
fn an_event_that_an_endpoint_never_takes_keeps_no_other_back_and_disables_nothing() {
    // The receiver refuses the first event that it sees for ever.
    let poison = Arc::new(std::sync::Mutex::new(String::new()));
    let seen = Arc::clone(&poison);
    let receiver = quarry_tests::outside::Outside::start(move |request: &str, stream: &mut std::net::TcpStream| {
        use std::io::Write;
        let id = header(request, "webhook-id");
        let mut poison = seen.lock().expect("no test panics here");
        if poison.is_empty() {
            poison.clone_from(&id);
        }
        let status = if *poison == id { 500 } else { 200 };
        let _ = write!(stream, "HTTP/1.1 {status} Told\r\ncontent-length: 0\r\n\r\n");
    })
    .expect("a receiver");
    let endpoint = Endpoint::of(server(), &receiver);
    let bad = endpoint.emit("data_export.ready", &json!({ "export_id": 0 }));
    eventually("it fails", || endpoint.deliveries()[0]["attempts"] == 1);
    for attempt in 2..=10 {
        endpoint.emit("data_export.ready", &json!({ "export_id": attempt }));
        endpoint.hasten();
        eventually("others arrive", || endpoint.deliveries()[0]["state"] == "delivered");
        let tried = |endpoint: &Endpoint<'_>| endpoint.deliveries().iter().find(|one| one["event_id"] == *bad).cloned();
        eventually("it is tried again", || {
            endpoint.hasten();
            tried(&endpoint).is_some_and(|bad| bad["attempts"].as_i64() >= Some(attempt))
        });
    }
    eventually("it is given up", || {
        endpoint.deliveries().iter().any(|one| one["event_id"] == *bad && one["state"] == "failed")
    });
    assert_eq!(endpoint.shown()["enabled"], true);
}

#[test]
fn a_host_that_is_killed_in_the_middle_loses_no_delivery() {
    let hanging = quarry_tests::outside::Outside::start(|_: &str, _: &mut std::net::TcpStream| {
        std::thread::sleep(Duration::from_secs(30));
    })
    .expect("a receiver");
    let options = options("deliveries_killed");
    let server = Server::start(&options).expect("a server");
    let id = Endpoint::of(&server, &hanging).emit("data_export.ready", &json!({ "export_id": 1 }));
    eventually("it is under way", || !hanging.received().is_empty());
    server.stop("KILL").expect("it is killed");
    let again = Server::start(&options).expect("a server");
    // The lease of the dead host would end by itself.
    execute(&again, "UPDATE webhook_endpoints SET leased_until = 1", &[]);
    eventually("it is sent again", || hanging.received().len() > 1);
    assert_eq!(header(&hanging.received()[1], "webhook-id"), id, "under the same id");
}

#[test]
fn an_event_whose_host_is_killed_right_after_it_was_written_arrives_under_its_id() {
    let receiver = receiver(|_| (200, String::new()));
    let options = options("deliveries_committed");
    let server = Server::start(&options).expect("a server");
    let mut endpoint = Endpoint::of(&server, &receiver);
    // A restart is longer than the quarter of a second between two looks: the lease keeps this host from being quicker than the kill.
    let lease = "UPDATE webhook_endpoints SET lease_holder = 'another host', leased_until = CAST($1 AS BIGINT) WHERE id = CAST($2 AS BIGINT)";
    let until = Timestamp::now().as_microsecond() + 4_000_000;
    execute(&server, lease, &[Value::Int64(until), Value::Int64(endpoint.id)]);
    let path = endpoint.path("/test");
    let written = endpoint.admin.write("POST", &path, &json!({}));
    assert_eq!(written.status, 202, "{}", written.text);
    drop(endpoint);
    server.stop("KILL").expect("it is killed");
    assert!(receiver.received().is_empty(), "it was killed before the first attempt");
    let _again = Server::start(&options).expect("a server");
    eventually("it arrives", || !receiver.received().is_empty());
    let id = written.json()["event_id"].as_str().expect("an id").to_owned();
    assert_eq!(header(&receiver.received()[0], "webhook-id"), id);
}
