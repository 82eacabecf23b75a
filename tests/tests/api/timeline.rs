//! The timeline: each event with its provenance, field by field as its registry has it.

use quarry::stores::app::Row;
use quarry_tests::server::{Options, Server, app_store_environment, quarry, shared};
use serde_json::{Value as Json, json};
use std::collections::HashMap;
use std::path::{Path, PathBuf};

fn body(server: &Server, path: &str) -> Json {
    let answer = server.get_keyless(path);
    assert_eq!(answer.status, 200, "{path}: {}", answer.text);
    answer.json()
}

fn list(body: &Json) -> Vec<Json> {
    body["events"].as_array().expect("events").clone()
}

fn walk(server: &Server, path: &str, limit: usize) -> Vec<Json> {
    let (mut events, mut next) = (Vec::new(), format!("{path}limit={limit}"));
    loop {
        let page = body(server, &next);
        events.extend(list(&page));
        match page["next_cursor"].as_str() {
            Some(cursor) => next = format!("{path}limit={limit}&cursor={cursor}"),
            None => return events,
        }
    }
}

#[test]
fn an_event_carries_its_sources_its_transactions_and_whether_it_was_verified() {
    let page = body(shared(), "/public/timeline?category=exploit&chain=base");
    // Hashes change whenever the sample chain does.
    insta::assert_json_snapshot!(page, { ".events[].transactions[].hash" => "[hash]" });
    let event = &list(&page)[0];
    let alone = body(shared(), &format!("/public/timeline/{}", event["id"]));
    assert_eq!((&alone["event"], &alone["as_of"]), (event, &event["occurred_at"]));
}

#[test]
fn the_keyed_list_is_the_public_one() {
    let keyed = shared().get("/events?limit=500");
    assert_eq!(keyed.status, 200, "{}", keyed.text);
    assert!(keyed.header("cache-control").starts_with("private"));
    assert_eq!(keyed.json()["events"], body(shared(), "/public/timeline?limit=500")["events"]);
    assert_eq!(shared().get_keyless("/events").status, 401);
}

#[test]
fn events_come_newest_first_and_those_without_a_day_last() {
    let events = walk(shared(), "/public/timeline?", 500);
    let times: Vec<&str> = events.iter().map(|event| event["occurred_at"].as_str().unwrap_or("")).collect();
    assert!(times.is_sorted_by(|earlier, later| earlier >= later), "{times:?}");
    assert_eq!(times.last(), Some(&""), "the sample has an event without a day");
    for limit in [1, 4] {
        assert_eq!(walk(shared(), "/public/timeline?", limit), events, "by {limit}");
    }
    let undated = list(&body(shared(), "/public/timeline?from=1971-01-01&limit=500"));
    assert_eq!(undated.len(), events.len() - 1, "an event without a day is in no range of time");
}

/// The test that an event passes a filter.
type Passes = fn(&Json) -> bool;

#[test]
fn filters_leave_what_they_name() {
    let events = walk(shared(), "/public/timeline?", 500);
    let having = |test: Passes| events.iter().filter(|event| test(event)).cloned().collect::<Vec<_>>();
    let cases: [(&str, Passes); 6] = [
        ("category=depeg", |event| event["category"] == "depeg"),
        ("chain=8453", |event| event["chain"] == "base"),
        ("verified=true", |event| event["verified"] == true),
        ("verified=false", |event| event["verified"] == false),
        ("from=2026-09-09&to=2026-09-14", |event| {
            event["occurred_at"].as_str().is_some_and(|at| ("2026-09-09".."2026-09-15").contains(&at))
        }),
        ("to=2026-09-09T10:00:00Z", |event| {
            event["occurred_at"].as_str().is_some_and(|at| at < "2026-09-09T10:00:00Z")
        }),
    ];
    for (filter, test) in cases {
        let expected = having(test);
        assert!(!expected.is_empty() && expected.len() < events.len(), "{filter} is no test");
        assert_eq!(walk(shared(), &format!("/public/timeline?{filter}&"), 500), expected, "{filter}");
    }
}

#[test]
fn the_transactions_of_the_sample_are_on_its_chain() {
    let mut found = 0;
    for event in walk(shared(), "/public/timeline?", 500) {
        for (position, anchor) in event["transactions"].as_array().expect("transactions").iter().enumerate() {
            let (hash, chain) = (anchor["hash"].as_str().expect("a hash"), event["chain"].as_str().expect("a chain"));
            let transaction = body(shared(), &format!("/public/transactions/{hash}?chain={chain}"));
            if position == 0 {
                assert_eq!(
                    (&transaction["as_of"], &transaction["as_of_block"]),
                    (&event["occurred_at"], &event["block_number"])
                );
            }
            found += 1;
        }
    }
    assert!(found > 3, "the sample has anchored events");
}

#[test]
fn bad_input_is_named() {
    for (path, parameter) in [
        ("/public/timeline?category=theft", "category"),
        ("/public/timeline?chain=etherium", "chain"),
        ("/public/timeline?from=2026-02-30", "from"),
        ("/public/timeline?verified=perhaps", "verified"),
        ("/public/timeline?limit=0", "limit"),
        ("/public/timeline/zero", "id"),
        ("/public/timeline/0", "id"),
        ("/public/timeline?chain=18446744073709551615", "chain"),
    ] {
        let refusal = shared().get_keyless(path);
        assert_eq!((refusal.status, refusal.code().as_str()), (422, "invalid_parameter"), "{path}: {}", refusal.text);
        assert_eq!(refusal.json()["parameter"], parameter, "{path}");
    }
    let unknown = shared().get_keyless("/public/timeline/987654321");
    assert_eq!((unknown.status, unknown.code().as_str()), (404, "not_found"), "{}", unknown.text);
    let cursor = body(shared(), "/public/timeline?limit=1")["next_cursor"].as_str().expect("a cursor").to_owned();
    let foreign = shared().get_keyless(&format!("/public/timeline?verified=true&cursor={cursor}"));
    assert_eq!((foreign.status, foreign.code().as_str()), (422, "invalid_cursor"));
}

/// The file of incidents: `QUARRY_REAL_DATA`, or `../shared/data` beside the project.
fn incidents() -> Option<PathBuf> {
    let beside = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../shared/data");
    let folder = std::env::var_os("QUARRY_REAL_DATA").map_or(beside, PathBuf::from);
    let path = folder.join("timeline/incidents_extracted.csv");
    if !path.exists() {
        println!("skipped: {} is absent (QUARRY_REAL_DATA names the folder of real chain data)", path.display());
        return None;
    }
    Some(path)
}

/// One row of the file, by column.
type Incident = HashMap<String, String>;

/// Maps a row as docs/timeline.md does.
fn mapped(row: &Incident) -> Json {
    let given = |column: &str| Some(row[column].as_str()).filter(|text| !text.is_empty());
    let chain = given("fork_chain").map(|chain| match chain {
        "mainnet" => "ethereum",
        "moonriver" => "1285",
        other => other,
    });
    let day = given("date").map(|date| format!("{}-{}-{}", &date[..4], &date[4..6], &date[6..]));
    let items =
        |column: &str| row[column].split(';').filter(|item| !item.is_empty()).map(str::to_owned).collect::<Vec<_>>();
    json!({
        "key": row["file"], "category": "exploit", "title": given("title"), "occurred_at": day, "chain": chain,
        "block_number": given("fork_block"), "reported_loss": given("lost"), "sources": items("explorers"),
        "transactions": items("tx_hashes"),
    })
}

/// The same members of an event as the API shows it.
fn shown(event: &Json) -> Json {
    let each = |list: &str, member: &str| {
        event[list].as_array().expect("a list").iter().map(|item| item[member].clone()).collect::<Vec<_>>()
    };
    let day = event["occurred_at"].as_str().map(|at| {
        assert_eq!((&at[10..], &event["time_precision"]), ("T00:00:00Z", &json!("day")), "{event}");
        at[..10].to_owned()
    });
    json!({
        "key": event["key"], "category": event["category"], "title": event["title"], "occurred_at": day,
        "chain": event["chain"], "block_number": event["block_number"].as_u64().map(|block| block.to_string()),
        "reported_loss": event["reported_loss"], "sources": each("sources", "name"),
        "transactions": each("transactions", "hash"),
    })
}

fn rows_of(path: &Path) -> Vec<Incident> {
    let mut reader = csv::Reader::from_path(path).expect("the file");
    reader.deserialize().map(|row| row.expect("a row")).collect()
}

#[test]
fn real_incidents_come_back_field_by_field() {
    let Some(path) = incidents() else { return };
    let rows = rows_of(&path);
    let mut environment = app_store_environment("timeline").expect("an application store");
    environment.push(("QUARRY__RATE_LIMITS__PUBLIC_PER_MINUTE".to_owned(), "0".to_owned()));
    let server = Server::start(&Options { no_sample: true, environment, ..Options::default() }).expect("a server");
    let file = server.data_dir.join("incidents.ndjson");
    let lines: Vec<String> = rows.iter().map(|row| mapped(row).to_string()).collect();
    std::fs::write(&file, lines.join("\n")).expect("the mapped file");
    for expected in [
        format!("{0} added, 0 changed, 0 unchanged", rows.len()),
        format!("0 added, 0 changed, {} unchanged", rows.len()),
    ] {
        let said = load(&server, &file);
        assert!(said.contains(&expected), "{said}");
    }
    let walked = walk(&server, "/public/timeline?", 97);
    assert_eq!(walked, walk(&server, "/public/timeline?", 500));
    let expected: HashMap<String, Json> = rows.iter().map(|row| (row["file"].clone(), mapped(row))).collect();
    assert_eq!(walked.len(), expected.len());
    for event in &walked {
        let key = event["key"].as_str().expect("a key");
        assert_eq!(Some(&shown(event)), expected.get(key), "{key}");
    }
    let keys: Vec<&str> = walked.iter().filter_map(|event| event["key"].as_str()).collect();
    assert_eq!(keys, unpaged_keys(&server), "a walk is one unpaged query of the store");
}

/// `quarry ingest events` for the server's application store.
fn load(server: &Server, file: &Path) -> String {
    let config = server.data_dir.join("commands.toml");
    let url = server.app_store_url.clone().unwrap_or_default();
    let data_dir = server.data_dir.display();
    std::fs::write(&config, format!("[app_store]\nurl = \"{url}\"\n[paths]\ndata_dir = \"{data_dir}\"\n"))
        .expect("a file");
    let (file, config) = (file.display().to_string(), config.display().to_string());
    let output = quarry(&["ingest", "events", &file, "--config", &config]).expect("the command runs");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8_lossy(&output.stdout).into_owned()
}

fn unpaged_keys(server: &Server) -> Vec<String> {
    server.in_app_store(async |store| {
        let sql = "SELECT key FROM chain_events ORDER BY COALESCE(occurred_at, 0) DESC, id DESC";
        let rows = store.query(sql, &[]).await.expect("the keys");
        Row::all(&rows).map(|row| row.text("key").expect("a key")).collect()
    })
}
