//! Hosts that die, and hosts that look at once: what fired is told by exact count.

use super::stage::{Pool, ask_to_evaluate, await_job, evaluate, events, options, point, server, some_blocks, somebody};
use super::watches::watch;
use crate::account_support::eventually;
use crate::failures::signal;
use crate::organizations::house::{Person, execute, texts};
use jiff::Timestamp;
use quarry::stores::result_set::Value;
use quarry_tests::server::{Options, Server, fresh_folder};
use serde_json::json;
use std::time::Duration;

/// Alerts, firings, entries and events of somebody.
fn counts(server: &Server, person: &Person) -> Vec<String> {
    let sql = "SELECT CAST(count(*) AS TEXT) AS text FROM price_alerts WHERE created_by_user_id = $1 AND state = 'fired'
               UNION ALL SELECT CAST(count(DISTINCT firing.alert_id) AS TEXT) FROM alert_firings AS firing
                   JOIN price_alerts AS alert ON alert.id = firing.alert_id WHERE alert.created_by_user_id = $1 AND firing.alert_type = 'price'
               UNION ALL SELECT CAST(count(*) AS TEXT) FROM inbox_notifications WHERE user_id = $1 AND kind = 'price_alert'
               UNION ALL SELECT CAST(count(*) AS TEXT) FROM events WHERE organization_id = $2 AND name = 'price_alert.triggered'";
    texts(server, sql, &[Value::Int64(person.id), Value::Int64(person.own_organization_id)])
}

/// Keeps the hourly job away that leaves each inbox its newest hundred entries: the cases count what was told.
fn keep_inboxes_whole(server: &Server) {
    let sql = "INSERT INTO job_schedules (component, name, enqueued_for) VALUES ('workspace', 'trim_inboxes', 4102444800000000)
               ON CONFLICT (component, name) DO UPDATE SET enqueued_for = excluded.enqueued_for";
    execute(server, sql, &[]);
    // The one that the server's start enqueued may still wait: it would keep a hundred of the entries that are written meanwhile.
    execute(
        server,
        "DELETE FROM jobs WHERE component = 'workspace' AND name = 'trim_inboxes' AND state = 'queued'",
        &[],
    );
    let trimming =
        "SELECT name AS text FROM jobs WHERE component = 'workspace' AND name = 'trim_inboxes' AND state = 'running'";
    eventually("no inbox is trimmed", || texts(server, trimming, &[]).is_empty());
}

#[test]
fn a_host_that_is_killed_at_it_loses_no_crossing_and_tells_none_twice() {
    quarry_tests::in_the_whole_suite!();
    const ALERTS: i64 = 3_000;
    let options = Options { data_dir: Some(fresh_folder("alert-kill").expect("a folder")), ..options("alert_kill") };
    let mut server = Server::start(&options).expect("a server");
    keep_inboxes_whole(&server);
    let (person, _) = somebody(&server, "institution");
    let (pool, block) = (Pool::new(&server), some_blocks());
    pool.sets(&server, &[point(block, "1990")]);
    pool.many_alerts(&server, &person, ALERTS);
    pool.load(&server, &[point(block + 1, "2001")]);
    for milliseconds in [350, 500] {
        ask_to_evaluate(&server);
        std::thread::sleep(Duration::from_millis(milliseconds));
        server.stop("KILL").expect("it is killed");
        server = Server::start(&options).expect("a server");
        let counted = counts(&server, &person);
        assert!(counted.iter().all(|count| *count == counted[0]), "all of a firing or nothing: {counted:?}");
    }
    evaluate(&server);
    pool.sets(&server, &[point(block + 1, "2001")]);
    assert_eq!(counts(&server, &person), [ALERTS.to_string().as_str(); 4]);
}

#[test]
fn looks_that_are_made_at_once_tell_each_crossing_once() {
    quarry_tests::in_the_whole_suite!();
    const ALERTS: i64 = 2_500;
    let server = &server();
    let (person, _) = somebody(server, "institution");
    let (pool, block) = (Pool::new(server), some_blocks());
    pool.sets(server, &[point(block, "1990")]);
    pool.many_alerts(server, &person, ALERTS);
    pool.load(server, &[point(block + 1, "2001")]);
    let looks: Vec<i64> = (0..6).map(|_| ask_to_evaluate(server)).collect();
    for look in looks {
        await_job(server, look);
    }
    assert_eq!(counts(server, &person), [ALERTS.to_string().as_str(); 4]);
}

#[test]
fn two_hosts_that_load_and_look_at_the_same_tell_each_crossing_once() {
    quarry_tests::on_postgres!();
    const ALERTS: i64 = 2_500;
    let options = options("alert_two_hosts");
    let start = || Server::start(&options).expect("a server");
    let hosts = [start(), start()];
    keep_inboxes_whole(&hosts[0]);
    let (person, _) = somebody(&hosts[0], "institution");
    let (pool, block) = (Pool::new(&hosts[0]), some_blocks());
    pool.register(&hosts[1]);
    let load = |at: i64, price: &str| hosts.iter().for_each(|host| pool.load(host, &[point(at, price)]));
    load(block, "1990");
    evaluate(&hosts[0]);
    pool.many_alerts(&hosts[0], &person, ALERTS);
    load(block + 1, "2001");
    let looks: Vec<i64> = (0..6).map(|_| ask_to_evaluate(&hosts[0])).collect();
    for look in looks {
        await_job(&hosts[0], look);
    }
    load(block + 1, "2001");
    evaluate(&hosts[0]);
    assert_eq!(counts(&hosts[0], &person), [ALERTS.to_string().as_str(); 4]);
}

#[test]
fn an_event_of_the_timeline_is_told_while_the_warehouse_is_down() {
    let server = &Server::start(&options("alert_outage")).expect("a server");
    let (person, mut browser) = somebody(server, "researcher");
    evaluate(server);
    watch(&mut browser, json!({ "kind": "chain_event" }));
    let warehouse = server.warehouse_pid().expect("a warehouse");
    // Stopped, not ended: it would be back at once.
    signal(warehouse, "STOP");
    let added = "INSERT INTO chain_events (key, category, ordered_at, is_verified, created_at, updated_at, version)
                 VALUES ('outage', 'exploit', 0, FALSE, CAST($1 AS BIGINT), CAST($1 AS BIGINT), 1)";
    execute(server, added, &[Value::Int64(Timestamp::now().as_microsecond())]);
    ask_to_evaluate(server);
    eventually("it is told", || events(server, person.own_organization_id, "chain_event.created").len() == 1);
    signal(warehouse, "CONT");
}
