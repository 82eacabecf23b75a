//! Stores, what is written with a transaction, what is kept and asked outside, objects and secrets.

use super::{Stage, Use};
use crate::account_support::{FEED_TOKEN, PASSWORD, deployment, eventually};
use crate::capabilities::stage::{browser, call, none, outcome, shown};
use crate::own_shelves::OWN_SHELF;
use serde_json::{Value as Json, json};

/// Streams are written where a route declares them; the text of a short one.
fn streamed(_: &mut Stage) {
    let text = deployment().server.get_keyless("/archive/count?count=2&pause=1").text;
    assert!(text.ends_with("data: {\"number\":1}\n\n"), "{text}");
}

/// Marks are moved by a job that follows the warehouse: `followed_jobs` reads what comes of it.
fn followed(stage: &mut Stage) {
    let parts = |condition: &str| {
        let sql = format!(
            "SELECT COUNT(*) AS number FROM job_marks
             WHERE component = 'complete' AND job = 'keep_loads' AND CAST($1 AS BIGINT) > 0 AND {condition}"
        );
        stage.number(&sql)
    };
    eventually("its mark moves", || parts("part = '' AND version > 0 AND turn > 0") == 1);
    assert_eq!(parts("part <> ''"), 0, "a part that it has done with leaves nothing");
}

/// The calls of both stores, and of their rows.
pub(super) const STORES: &[Use] = &[
    ("warehouse.query", |stage| assert_eq!(outcome(&stage.asked("warehouse.query", none()))["rows"], 1)),
    ("warehouse.defer-query", |stage| {
        assert_eq!(outcome(&stage.asked("warehouse.defer-query", none())), "deferred");
    }),
    ("warehouse.count-rows", |stage| assert_eq!(outcome(&stage.asked("warehouse.count-rows", none())), 1)),
    ("app-store.query", |stage| assert_eq!(outcome(&stage.asked("app-store.query", none()))["rows"], 1)),
    ("app-store.begin", |stage| assert_eq!(outcome(&stage.asked("app-store.begin", none())), "done")),
    ("app-store.commit", |stage| assert_eq!(outcome(&stage.asked("app-store.commit", none())), "done")),
    ("app-store.transaction.query", |stage| {
        assert_eq!(outcome(&stage.asked("app-store.transaction.query", none()))["rows"], 1);
    }),
    ("app-store.transaction.execute", |stage| {
        assert!(outcome(&stage.asked("app-store.transaction.execute", none())).is_u64());
    }),
    ("values.result-set.row-count", |stage| {
        assert_eq!(outcome(&stage.asked("values.result-set.row-count", none())), 1);
    }),
    ("values.result-set.value", |stage| {
        let own = format!("Some(Value::Int64({}))", stage.own_organization());
        assert_eq!(outcome(&stage.asked("values.result-set.value", none())), own, "who is asking is bound by the host");
    }),
    ("values.result-set.columns", |stage| {
        let columns = outcome(&stage.asked("values.result-set.columns", none()));
        assert_eq!(columns, json!(["organization_id", "user_id"]));
    }),
    ("values.result-set.rows-read", |stage| {
        assert_eq!(outcome(&stage.asked("values.result-set.rows-read", none())), 0, "the app store does not count");
    }),
];

/// The calls that write with a transaction.
pub(super) const WRITTEN: &[Use] = &[
    ("audit.record", |stage| {
        outcome(&stage.house("audit.record", json!({ "id": 17 })));
        let entries = "SELECT COUNT(*) AS number FROM audit_entries
                       WHERE organization_id = $1 AND action = 'call.made' AND component = 'complete'";
        assert_eq!(stage.number(entries), 1);
    }),
    ("events.emit", |stage| {
        outcome(&stage.asked("events.emit", none()));
        let events = "SELECT COUNT(*) AS number FROM events WHERE organization_id = $1 AND name = 'call.made'";
        assert_eq!(deployment().number(events, stage.own_organization()), 1);
    }),
    ("events.emit-for", |stage| {
        let own = stage.own_organization();
        outcome(&stage.asked("events.emit-for", json!({ "organization_id": own })));
        let events = "SELECT COUNT(*) AS number FROM events WHERE organization_id = $1 AND name = 'call.made'";
        assert_eq!(deployment().number(events, own), 2);
    }),
    ("jobs.enqueue", |stage| {
        stage.id = outcome(&stage.asked("jobs.enqueue", none())).as_i64().expect("an id");
    }),
    ("jobs.status", |stage| {
        let own = json!({ "id": stage.id });
        eventually("the job is done", || {
            let mut owner = browser(&stage.house.owner);
            outcome(&call(&mut owner, "complete", "jobs.status", &own)) == "JobState::Completed"
        });
    }),
    ("jobs.cancel", |stage| {
        let own = json!({ "id": stage.id });
        assert_eq!(outcome(&stage.asked("jobs.cancel", own)), false, "it is done");
    }),
    ("jobs.report-progress", |_| {
        let (server, key) = (&deployment().server, &deployment().key);
        let authorization = format!("Bearer {key}");
        let headers = [("authorization", authorization.as_str()), ("content-type", "application/json")];
        let started = server.send_body("POST", "/notebook/work", &headers, br#"{"how":"wait"}"#);
        let path = format!("/notebook/work/{}", started.json()["id"]);
        eventually("it reports", || server.get_with_key(&path, key).json()["progress_done"].as_i64() > Some(0));
        assert_eq!(server.send("DELETE", &path, &headers[..1]).json()["cancelled"], true);
    }),
    ("jobs.shares-left", |stage| {
        let left = outcome(&stage.asked("jobs.shares-left", none()));
        assert_eq!(left, json!({ "statements": 50, "events": 100 }));
    }),
    ("jobs.newest-version", followed),
    ("jobs.marks", followed),
    ("jobs.begin-turn", followed),
    ("jobs.hold-turn", followed),
    ("jobs.start-mark", followed),
    ("jobs.move-mark", followed),
    ("jobs.remove-mark", followed),
    ("mail.send", |stage| {
        let email = stage.house.member.email.clone();
        outcome(&stage.asked("mail.send", json!({ "text": email })));
        eventually("the letter is sent", || deployment().letters_to(&email).len() == 1);
    }),
    ("mail.send-with-secret", |stage| {
        let email = stage.house.member.email.clone();
        outcome(&stage.asked("mail.send-with-secret", json!({ "text": email })));
        eventually("the letter is sent", || {
            deployment().letters_to(&email).iter().any(|letter| letter.contains("tok_"))
        });
    }),
    ("notifications.notify", |stage| {
        let own = json!({ "id": stage.house.owner.user_id });
        assert_eq!(outcome(&stage.asked("notifications.notify", own)), 1);
    }),
    // By a route with a guard: `own_shelves` reads what comes of it.
    ("notifications.notify-those", |stage| {
        let path = format!("/session/shelves/{}/announcements", OWN_SHELF + stage.house.owner.user_id);
        eventually("every account has a shelf", || stage.owner.write("POST", &path, &none()).status == 200);
    }),
];

/// The calls that keep, ask and tell something outside of a transaction.
pub(super) const OUTSIDE: &[Use] = &[
    ("key-value.set", |stage| {
        assert!(outcome(&stage.asked("key-value.set", json!({ "text": "uses", "size": 5 }))).is_u64());
    }),
    ("key-value.get", |stage| {
        assert_eq!(outcome(&stage.asked("key-value.get", json!({ "text": "uses" }))), 5, "bytes");
    }),
    ("key-value.compare-and-set", |stage| {
        let set = outcome(&stage.asked("key-value.compare-and-set", json!({ "text": "uses" })));
        assert_eq!(set, false, "there is a value");
    }),
    ("key-value.list-keys", |stage| {
        let keys = outcome(&stage.asked("key-value.list-keys", json!({ "text": "uses", "size": 10 })));
        assert_eq!(keys, json!(["uses"]));
    }),
    ("key-value.delete", |stage| {
        assert_eq!(outcome(&stage.asked("key-value.delete", json!({ "text": "uses" }))), true);
    }),
    ("key-value.increment", |stage| {
        let twice = json!({ "text": "uses-count", "times": 2 });
        assert_eq!(outcome(&stage.asked("key-value.increment", twice)), 2);
    }),
    ("outbound-http.send", |stage| {
        let url = format!("http://localhost:{}/plain", stage.outside.address.port());
        assert_eq!(outcome(&stage.asked("outbound-http.send", json!({ "text": url }))), 201);
    }),
    ("outbound-http.open", |stage| {
        let url = format!("http://localhost:{}/opened", stage.outside.address.port());
        assert_eq!(outcome(&stage.asked("outbound-http.open", json!({ "text": url }))), 201);
    }),
    ("outbound-http.open-authorized", |stage| {
        let url = format!("http://localhost:{}/open-authorized", stage.outside.address.port());
        assert_eq!(outcome(&stage.asked("outbound-http.open-authorized", json!({ "text": url }))), 201);
        let received = stage.outside.received();
        let authorized = received.iter().find(|request| request.contains("/open-authorized")).expect("it came");
        assert!(authorized.contains(&format!("Bearer {FEED_TOKEN}")), "{authorized}");
    }),
    ("outbound-http.incoming.status", |stage| {
        let url = format!("http://localhost:{}/status", stage.outside.address.port());
        assert_eq!(outcome(&stage.asked("outbound-http.incoming.status", json!({ "text": url }))), 201);
    }),
    ("outbound-http.incoming.headers", |stage| {
        let url = format!("http://localhost:{}/headers", stage.outside.address.port());
        let headers = outcome(&stage.asked("outbound-http.incoming.headers", json!({ "text": url })));
        assert_eq!(headers, json!([["content-length", "2"]]));
    }),
    ("outbound-http.incoming.read", |stage| {
        let url = format!("http://localhost:{}/read", stage.outside.address.port());
        assert_eq!(outcome(&stage.asked("outbound-http.incoming.read", json!({ "text": url }))), "hi");
    }),
    ("outbound-http.send-authorized", |stage| {
        let url = format!("http://localhost:{}/authorized", stage.outside.address.port());
        assert_eq!(outcome(&stage.asked("outbound-http.send-authorized", json!({ "text": url }))), 201);
        let received = stage.outside.received();
        let authorized = received.iter().find(|request| request.contains("/authorized")).expect("it came");
        assert!(authorized.contains(&format!("Bearer {FEED_TOKEN}")), "{authorized}");
    }),
    ("name-lookup.txt-records", |stage| {
        let texts = outcome(&stage.asked("name-lookup.txt-records", json!({ "text": "proof.example" })));
        assert_eq!(texts, json!(["quarry=proof"]));
    }),
    ("name-lookup.check-url", |stage| {
        let url = json!({ "text": "https://hook.example/" });
        assert_eq!(outcome(&stage.asked("name-lookup.check-url", url)), "done");
    }),
    ("settings.read", |stage| {
        let group = outcome(&stage.asked("settings.read", json!({ "text": "complete" })));
        let written =
            json!({ "provider": "none", "grace_days": 14, "prices": { "EUR": 2900 }, "countries": ["DE", "GR"] });
        assert_eq!(group, written);
    }),
    ("log.emit", |stage| {
        outcome(&stage.asked("log.emit", json!({ "text": "a line of the uses" })));
        assert!(deployment().server.log().contains("logged a line of the uses"));
    }),
    ("deployment.addresses", |stage| {
        assert_eq!(outcome(&stage.asked("deployment.addresses", none())), Json::Null, "it does not say");
    }),
    ("deployment.base-path", |stage| {
        assert_eq!(outcome(&stage.asked("deployment.base-path", none())), "/api/v1");
    }),
    ("event-stream.open", streamed),
    ("event-stream.sink.send", streamed),
    ("event-stream.sink.wait", streamed),
];

/// Objects and files.
pub(super) const FILES: &[Use] = &[
    ("objects.begin-upload", |stage| {
        assert_eq!(outcome(&stage.asked("objects.begin-upload", json!({ "text": "uses/a" }))), "done");
    }),
    ("objects.upload.write", |stage| {
        let given_up = json!({ "text": "uses/a", "size": 10 });
        assert_eq!(outcome(&stage.asked("objects.upload.write", given_up)), "done");
    }),
    ("objects.upload.finish", |stage| {
        let whole = json!({ "text": "uses/b", "size": 10 });
        assert_eq!(outcome(&stage.asked("objects.upload.finish", whole)), 10);
    }),
    ("objects.head", |stage| {
        assert_eq!(outcome(&stage.asked("objects.head", json!({ "text": "uses/b" }))), 10);
        assert_eq!(outcome(&stage.asked("objects.head", json!({ "text": "uses/a" }))), Json::Null, "it was given up");
    }),
    ("objects.read", |stage| {
        assert_eq!(outcome(&stage.asked("objects.read", json!({ "text": "uses/b", "size": 4 }))), 4);
    }),
    ("objects.list-objects", |stage| {
        let listed = outcome(&stage.asked("objects.list-objects", json!({ "text": "uses/", "size": 10 })));
        assert_eq!(listed, json!(["uses/b"]));
    }),
    ("objects.sign-link", |stage| {
        let link = outcome(&stage.asked("objects.sign-link", json!({ "text": "uses/b", "size": 60 })));
        let loaded = deployment().server.send_to_root("GET", link.as_str().expect("a path"), &[]);
        assert_eq!((loaded.status, loaded.text.as_str()), (200, "xxxxxxxxxx"));
    }),
    ("objects.sign-upload", |stage| {
        let path = outcome(&stage.asked("objects.sign-upload", json!({ "text": "uses/c", "size": 60 })));
        let path = path.as_str().and_then(|path| path.strip_prefix("/api/v1")).expect("a path").to_owned();
        let sent = deployment().server.send_body("PUT", &path, &[("content-type", "text/csv")], b"a,b");
        assert_eq!(sent.status, 204, "{}", sent.text);
        assert_eq!(outcome(&stage.asked("objects.head", json!({ "text": "uses/c" }))), 3);
    }),
    ("objects.remove", |stage| {
        assert_eq!(outcome(&stage.asked("objects.remove", json!({ "text": "uses/b" }))), true);
    }),
    ("row-files.write", |stage| {
        let rows = outcome(&stage.asked("row-files.write", json!({ "text": "uses/rows.csv", "size": 1_000 })));
        assert_eq!(rows, 1);
    }),
    ("row-files.write-parts", |stage| {
        let parts = outcome(&stage.asked("row-files.write-parts", json!({ "text": "uses/parts", "size": 1_000 })));
        assert_eq!(parts, 1);
    }),
    ("datasets.published", |stage| {
        let keys = outcome(&stage.asked("datasets.published", none()));
        assert!(keys.as_array().is_some_and(|keys| keys.contains(&json!("complete.ones"))), "{keys}");
    }),
    ("datasets.query", |stage| assert_eq!(outcome(&stage.asked("datasets.query", none())), 1)),
    ("datasets.count-rows", |stage| assert_eq!(outcome(&stage.asked("datasets.count-rows", none())), 1)),
    ("datasets.write-parts", |stage| {
        let parts = outcome(&stage.asked("datasets.write-parts", json!({ "text": "uses/ones", "size": 1_000 })));
        assert_eq!(parts, 1);
    }),
];

/// Secrets.
pub(super) const SECRETS: &[Use] = &[
    ("secrets.mint", |stage| assert!(shown(&stage.asked("secrets.mint", none())).starts_with("tok_"))),
    ("secrets.fingerprint", |stage| {
        let sent = json!({ "password": PASSWORD });
        let first = outcome(&stage.asked("secrets.fingerprint", sent.clone()));
        assert_eq!(outcome(&stage.asked("secrets.fingerprint", sent)), first);
    }),
    ("secrets.seal", |stage| {
        let sealed = outcome(&stage.asked("secrets.seal", none()));
        sealed.as_str().expect("bytes").clone_into(&mut stage.text);
    }),
    ("secrets.unseal", |stage| {
        let sealed = json!({ "hex": stage.text });
        assert_eq!(outcome(&stage.asked("secrets.unseal", sealed)), "done");
    }),
    ("secrets.hash-password", |stage| {
        let hash = outcome(&stage.asked("secrets.hash-password", json!({ "password": PASSWORD })));
        hash.as_str().expect("bytes").clone_into(&mut stage.text);
    }),
    ("secrets.verify-password", |stage| {
        for (password, is_it) in [(PASSWORD, true), ("another ostrich trumpet 71", false)] {
            let arguments = json!({ "hex": stage.text, "password": password });
            assert_eq!(outcome(&stage.asked("secrets.verify-password", arguments)), is_it);
        }
    }),
    ("secrets.sign", |stage| {
        let signature = outcome(&stage.asked("secrets.sign", none()));
        assert_eq!(signature.as_str().map(str::len), Some(64));
    }),
    ("secrets.configured", |stage| {
        assert_eq!(outcome(&stage.asked("secrets.configured", json!({ "text": "feed" }))), "done");
    }),
];
