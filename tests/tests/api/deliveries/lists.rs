//! What admins see and do: the list of deliveries, sending again, replaying, a test.

use super::stage::{Endpoint, body, eventually, header, receiver, server};
use crate::organizations::house::execute;
use quarry::stores::result_set::Value;
use serde_json::{Value as Json, json};
use std::time::Duration;

#[test]
fn a_test_goes_to_one_endpoint_and_shows_what_came_of_it() {
    let receiver = receiver(|_| (200, String::new()));
    let mut endpoint = Endpoint::of(server(), &receiver);
    let other = json!({ "url": format!("http://{}/other", receiver.address) });
    endpoint.admin.write("POST", &endpoint.house.path("/webhooks"), &other);
    let sent = endpoint.admin.write("POST", &endpoint.path("/test"), &json!({}));
    assert_eq!((sent.status, &sent.json()["event"]), (202, &json!("webhook.test")), "{}", sent.text);
    eventually("it arrives", || endpoint.deliveries()[0]["state"] == "delivered");
    let received = receiver.received();
    assert_eq!(received.len(), 1, "to one endpoint: {received:?}");
    let payload: Json = serde_json::from_str(body(&received[0])).expect("JSON");
    assert_eq!(payload["data"], json!({ "webhook_id": endpoint.id }));
}

#[test]
fn a_delivery_is_sent_again_under_its_id() {
    let receiver = receiver(|_| (200, String::new()));
    let mut endpoint = Endpoint::of(server(), &receiver);
    let id = endpoint.emit("data_export.ready", &json!({ "export_id": 4 }));
    eventually("it arrives", || endpoint.deliveries()[0]["state"] == "delivered");
    let number = endpoint.deliveries()[0]["id"].clone();
    let path = endpoint.path(&format!("/deliveries/{number}/resend"));
    assert_eq!(endpoint.admin.write("POST", &path, &json!({})).status, 200);
    eventually("it arrives again", || receiver.received().len() == 2);
    let received = receiver.received();
    assert_eq!((header(&received[1], "webhook-id"), body(&received[0])), (id, body(&received[1])));
    let elsewhere = Endpoint::of(server(), &receiver);
    let of_another = elsewhere.path(&format!("/deliveries/{number}/resend"));
    let mut stranger = elsewhere.house.admin.browser(server());
    assert_eq!(stranger.write("POST", &of_another, &json!({})).status, 404);
}

#[test]
fn a_delivery_that_is_sent_again_before_its_answer_is_there_is_sent_again() {
    let (answers, waits) = std::sync::mpsc::channel::<()>();
    let waits = std::sync::Mutex::new(waits);
    let receiver = receiver(move |before| {
        if before == 0 {
            // The host's own limit is ten seconds.
            let _ = waits.lock().expect("one waits").recv_timeout(Duration::from_secs(8));
        }
        (200, String::new())
    });
    let mut endpoint = Endpoint::of(server(), &receiver);
    endpoint.emit("data_export.ready", &json!({ "export_id": 5 }));
    eventually("it is under way", || receiver.received().len() == 1);
    let path = endpoint.path(&format!("/deliveries/{}/resend", endpoint.deliveries()[0]["id"]));
    assert_eq!(endpoint.admin.write("POST", &path, &json!({})).status, 200);
    answers.send(()).expect("the receiver waits");
    eventually("it arrives again", || receiver.received().len() == 2);
    eventually("it is taken", || endpoint.deliveries()[0]["state"] == "delivered");
    assert_eq!(endpoint.deliveries()[0]["attempts"], 1, "counted anew");
}

#[test]
fn a_replay_sends_what_an_endpoint_has_not_taken_and_nothing_twice() {
    let receiver = receiver(|_| (200, String::new()));
    let mut endpoint = Endpoint::of(server(), &receiver);
    endpoint.emit("data_export.ready", &json!({ "export_id": 1 }));
    eventually("it arrives", || endpoint.deliveries()[0]["state"] == "delivered");
    let late = json!({ "url": format!("http://{}/late", receiver.address) });
    let late = endpoint.admin.write("POST", &endpoint.house.path("/webhooks"), &late).json()["webhook"]["id"].clone();
    let replay = |endpoint: &mut Endpoint<'_>, id: &Json| {
        let path = endpoint.house.path(&format!("/webhooks/{id}/replay"));
        endpoint.admin.write("POST", &path, &json!({ "since": "2020-01-01T00:00:00Z" })).json()["queued"].clone()
    };
    let first = json!(endpoint.id);
    assert_eq!((replay(&mut endpoint, &first), replay(&mut endpoint, &late)), (json!(0), json!(1)));
    eventually("the new one hears of it", || {
        receiver.received().iter().any(|request| request.starts_with("POST /late"))
    });
    assert_eq!(replay(&mut endpoint, &late), json!(0));
    let wrong = endpoint.admin.write("POST", &endpoint.path("/replay"), &json!({ "since": "yesterday" }));
    assert_eq!(wrong.status, 422, "{}", wrong.text);
}

#[test]
fn a_replay_of_more_events_than_it_queues_at_once_goes_on_where_it_ended() {
    let receiver = receiver(|_| (503, String::new()));
    let mut endpoint = Endpoint::of(server(), &receiver);
    endpoint.emit("data_export.ready", &json!({ "export_id": 1 }));
    eventually("it fails", || endpoint.shown()["consecutive_failures"] == 1);
    let sql = "INSERT INTO events (id, organization_id, name, data, component, created_at)
               WITH RECURSIVE numbers (number) AS (SELECT 1 UNION ALL SELECT number + 1 FROM numbers WHERE number < 2003)
               SELECT 'evt_many_' || CAST($1 AS BIGINT) || '_' || number, CAST($1 AS BIGINT), 'data_export.ready', '{}', 'datasets', CAST($2 AS BIGINT)
               FROM numbers";
    let now = jiff::Timestamp::now().as_microsecond();
    execute(server(), sql, &[Value::Int64(endpoint.house.id), Value::Int64(now)]);
    let path = endpoint.path("/replay");
    let mut queued = || {
        let replayed = endpoint.admin.write("POST", &path, &json!({ "since": "2020-01-01T00:00:00Z" }));
        assert_eq!(replayed.status, 202, "{}", replayed.text);
        replayed.json()["queued"].clone()
    };
    assert_eq!([queued(), queued(), queued()], [2_000, 3, 0]);
}

#[test]
fn a_list_of_deliveries_gives_each_once_while_events_are_added() {
    let receiver = receiver(|_| (200, String::new()));
    let endpoint = Endpoint::of(server(), &receiver);
    let mut ids: Vec<String> = (0..7).map(|_| endpoint.emit("data_export.ready", &json!({}))).collect();
    let (mut seen, mut cursor) = (Vec::new(), None::<String>);
    loop {
        let after = cursor.map(|cursor| format!("&cursor={cursor}")).unwrap_or_default();
        let page = endpoint.admin.get(&endpoint.path(&format!("/deliveries?limit=2{after}"))).json();
        seen.extend(
            page["deliveries"]
                .as_array()
                .expect("a list")
                .iter()
                .map(|one| one["event_id"].as_str().expect("an id").to_owned()),
        );
        endpoint.emit("data_export.ready", &json!({}));
        match page["next_cursor"].as_str() {
            Some(next) => cursor = Some(next.to_owned()),
            None => break,
        }
    }
    ids.reverse();
    assert_eq!(seen, ids);
}

#[test]
fn nothing_is_sent_to_a_disabled_endpoint_by_hand() {
    let receiver = receiver(|_| (410, String::new()));
    let mut endpoint = Endpoint::of(server(), &receiver);
    endpoint.emit("data_export.ready", &json!({}));
    eventually("it is disabled", || endpoint.shown()["enabled"] == false);
    let number = endpoint.deliveries()[0]["id"].clone();
    for (path, sent) in [
        ("/test".to_owned(), json!({})),
        ("/replay".to_owned(), json!({ "since": "2020-01-01T00:00:00Z" })),
        (format!("/deliveries/{number}/resend"), json!({})),
    ] {
        let refused = endpoint.admin.write("POST", &endpoint.path(&path), &sent);
        assert_eq!((refused.status, refused.code().as_str()), (409, "webhook_disabled"), "{path}: {}", refused.text);
    }
    assert_eq!(receiver.received().len(), 1);
}
