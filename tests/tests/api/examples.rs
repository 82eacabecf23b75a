//! The examples as their readers meet them: each is taken out of this project as `examples/README.md` says, built and tested by
//! `quarry plugin test` (`just test` builds all and tests one), and installed into one host, which gives it what its own README names and
//! nothing else.
//!
//! The tests run once for both engines of the app store: everything here runs in sandboxes.

use crate::first_hour_page as page;
use crate::lifecycle::wait_for;
use quarry::modules::InstallationRecord;
use quarry_tests::bounded;
use quarry_tests::compiled_code;
use quarry_tests::extent;
use quarry_tests::http::Answer;
use quarry_tests::outside::Outside;
use quarry_tests::server::{Options, Server, fresh_folder, quarry_with_input};
use serde_json::{Value as Json, json};
use std::collections::BTreeSet;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Instant;

const RUST: [&str; 5] = ["large-swaps", "pool-bars-csv", "reading-lists", "timeline-feed", "watch-digest"];
const JAVASCRIPT: &str = "notes-in-javascript";

const POOL: &str = "0x000000000000000000000000000000000000000a";
const SYNC: &str = "0x1c411e9a96e071241c2f21f7726b17ae89e3cab4c78be50e062b03a9fffbbad1";
/// 2026-01-30T12:00:00Z.
const NOON: u64 = 1_769_774_400;

fn example(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../examples").join(name)
}

/// The JavaScript one, as `just example-javascript` leaves it.
fn javascript() -> PathBuf {
    let built = Path::new(env!("CARGO_MANIFEST_DIR")).join("../target/examples/notes_in_javascript.wasm");
    built.canonicalize().unwrap_or_else(|error| panic!("{}: {error}; run `just example-javascript`", built.display()))
}

/// Runs `quarry` in a folder as somebody who has the release, and gives what it prints.
fn quarry(folder: &Path, words: &[&str]) -> String {
    let began = Instant::now();
    let program = quarry_tests::server::installation().expect("a release").join("quarry");
    let mut command = Command::new(program);
    command.args(words).current_dir(folder).envs(page::environment());
    let output = bounded::output(&mut command, bounded::LONG).expect("it ends");
    eprintln!("{:5.1} s  {}", began.elapsed().as_secs_f64(), words.join(" "));
    let said = format!("{}{}", String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    assert!(output.status.success(), "{words:?}: {said}");
    said
}

fn copy(from: &Path, to: &Path) {
    std::fs::create_dir_all(to).expect("a folder");
    for entry in std::fs::read_dir(from).expect("a folder").flatten() {
        match entry.path().is_dir() {
            true => copy(&entry.path(), &to.join(entry.file_name())),
            false => drop(std::fs::copy(entry.path(), to.join(entry.file_name())).expect("copied")),
        }
    }
}

/// A project of the example's name with the example's files in it, on the SDK that `quarry plugin new` brought. All have that of the
/// first, so that it is compiled once.
fn taken_out(folder: &Path, name: &str) -> PathBuf {
    const PATCH: &str = "[patch.crates-io]";
    quarry(folder, &["plugin", "new", name]);
    let project = folder.join(name);
    let manifest = project.join("Cargo.toml");
    let of_release = std::fs::read_to_string(&manifest).expect("a manifest");
    for place in ["src", "sql", "migrations", "tests"] {
        std::fs::remove_dir_all(project.join(place)).expect("the template's own");
    }
    copy(&example(name), &project);
    let of_example = std::fs::read_to_string(&manifest).expect("a manifest");
    let (own, _) = of_example.split_once(PATCH).expect("it says where the SDK is");
    let (_, patch) = of_release.split_once(PATCH).expect("so does the project");
    let (brought, shared) = (project.join("sdk"), folder.join("sdk"));
    match shared.exists() {
        false => std::fs::rename(brought, shared).expect("it is in the project"),
        true => std::fs::remove_dir_all(brought).expect("it is in the project"),
    }
    let patch = patch.replace("\"sdk/", "\"../sdk/");
    std::fs::write(manifest, format!("{own}{PATCH}{patch}")).expect("written");
    project
}

/// Gives the needs of the component by its README, grants and tables.
fn asked_for(name: &str) -> (BTreeSet<String>, BTreeSet<String>) {
    let readme = std::fs::read_to_string(example(name).join("README.md")).expect("a README");
    let (_, section) = readme.split_once("## What it asks for").expect("it says so");
    let section = section.split("\n## ").next().unwrap_or_default();
    let quoted = |line: &str| line.split('`').skip(1).step_by(2).map(str::to_owned).collect::<Vec<_>>();
    let lines: Vec<Vec<String>> = section.lines().filter(|line| line.starts_with("| `")).map(quoted).collect();
    let grants = lines.iter().filter_map(|words| words.first().cloned()).collect();
    let is_table = |word: &&String| word.starts_with("warehouse.") || word.starts_with("app_store.");
    let tables = lines.iter().flatten().filter(is_table).cloned().collect();
    (grants, tables)
}

/// Gives the grants of a host to it, by the record of its installation.
fn given(data: &Path, name: &str) -> (BTreeSet<String>, BTreeSet<String>) {
    let record = InstallationRecord::beside(&data.join("components").join(format!("{name}.wasm")));
    let record = record.expect("it can be read").expect("it was installed");
    (record.grants.into_iter().collect(), record.tables.into_iter().collect())
}

/// A pool whose price was 2 and is 2.5, and an event of the timeline.
fn fill(folder: &Path, data: &str) {
    let ingest = |dataset: &str, rows: &[Json]| {
        let file = folder.join(format!("{dataset}.jsonl"));
        std::fs::write(&file, rows.iter().map(|row| format!("{row}\n")).collect::<String>()).expect("written");
        quarry(folder, &["ingest", dataset, &file.display().to_string(), "--data-dir", data]);
    };
    let token = |number: u64, symbol: &str, decimals: u64| json!({ "chain_id": 1, "address": format!("0x{number:040x}"), "symbol": symbol, "name": symbol, "decimals": decimals });
    let sync = |number: u64, reserve0: u64| {
        json!({
            "chain_id": 1, "block_number": number, "block_hash": format!("0x{number:064x}"),
            "block_timestamp": NOON + (number - 2) * 86_400, "transaction_hash": format!("0x{number:064x}"),
            "transaction_index": 0, "log_index": 0, "address": POOL, "topics": [SYNC],
            "data": format!("0x{reserve0:064x}{:064x}", 1_000_000_000_000_000_000_u64),
        })
    };
    ingest("tokens", &[token(1, "USDC", 6), token(2, "WETH", 18)]);
    let (token0, token1) = (format!("0x{:040x}", 1), format!("0x{:040x}", 2));
    ingest(
        "pools",
        &[json!({ "chain_id": 1, "address": POOL, "protocol": "uniswap_v2", "token0": token0, "token1": token1 })],
    );
    ingest("logs", &[sync(2, 2_500_000), sync(1, 2_000_000)]);
    let event = json!({
        "key": "test/drained", "category": "exploit", "title": "A router is drained", "ordered_at": 0,
        "is_verified": true, "created_at": 0, "updated_at": 0, "version": 1,
    });
    insert(data, "chain_events", &[event]);
}

fn insert(data: &str, table: &str, rows: &[Json]) {
    let lines: String = rows.iter().map(|row| format!("{row}\n")).collect();
    let output = quarry_with_input(&["plugin", "insert-rows", table, "--data-dir", data], &lines).expect("runs");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
}

fn send(server: &Server, method: &str, path: &str, body: &Json) -> Answer {
    let authorization = format!("Bearer {}", server.full_key);
    let headers = [("authorization", authorization.as_str()), ("content-type", "application/json")];
    server.send_body(method, path, &headers, body.to_string().as_bytes())
}

#[test]
fn each_example_is_built_outside_of_this_project_and_one_host_serves_them_all() {
    quarry_tests::on_one_engine!();
    let folder = fresh_folder("examples").expect("a folder");
    let data_dir = folder.join("data");
    let data = data_dir.display().to_string();
    let environment = vec![("QUARRY__DEVELOPMENT__ALLOW_LOOPBACK_HTTP".to_owned(), "true".to_owned())];
    let options = Options { no_sample: true, data_dir: Some(data_dir.clone()), environment, ..Options::default() };
    let server = Server::start(&options).expect("a host");
    fill(&folder, &data);
    for name in RUST {
        let project = taken_out(&folder, name);
        // One of them is tried beside the families: their code is compiled once for the whole suite.
        compiled_code::give(&page::target_folder().join("quarry").join(name).join("test"));
        if extent::of(name == "watch-digest", true) {
            let said = quarry(&project, &["plugin", "test"]);
            assert!(said.contains("every promise was kept") && !said.contains("warning"), "{said}");
        } else {
            page::build(&project);
        }
        let file = page::target_folder().join(format!("wasm32-wasip2/release/{}.wasm", name.replace('-', "_")));
        quarry(&folder, &["plugin", "install", &file.display().to_string(), "--data-dir", &data, "--accept"]);
    }
    let built = javascript().display().to_string();
    quarry(&folder, &["plugin", "install", &built, "--data-dir", &data, "--accept"]);
    for name in RUST.iter().chain([&JAVASCRIPT]) {
        assert_eq!(given(&data_dir, name), asked_for(name), "{name}: what it is given, and what its README says");
    }

    let csv = format!("/pool-bars-csv/{POOL}?from=2026-01-29&to=2026-01-30");
    wait_for("the bars are served", || server.get(&csv).status == 200);
    let lines: Vec<String> = server.get(&csv).text.split("\r\n").map(str::to_owned).collect();
    assert_eq!(lines[1..3], ["2026-01-29T00:00:00Z,2,2,2,2,0,0,0", "2026-01-30T00:00:00Z,2.5,2.5,2.5,2.5,0,0,0"]);
    wait_for("the feed is served", || server.get_keyless("/timeline-feed").status == 200);
    let feed = server.get_keyless("/timeline-feed/feed.json");
    assert_eq!(feed.header("content-type"), "application/feed+json");
    assert_eq!(feed.json()["items"][0]["id"], "quarry-timeline:test/drained", "{}", feed.text);
    assert_eq!(server.get_keyless("/session/reading-lists").status, 401, "served, for whoever is signed in");
    let has_dataset = || {
        let catalogue = server.get("/datasets").json();
        catalogue["datasets"].as_array().is_some_and(|all| all.iter().any(|one| one["key"] == "large-swaps.swaps"))
    };
    wait_for("the dataset is in the catalogue", has_dataset);
    digests(&server);
    notes_in_javascript(&server, &data);
    let _ = std::fs::remove_dir_all(&folder);
}

/// A pool is watched, and its digest reaches a chat.
fn digests(server: &Server) {
    let chat = Outside::start(|_, stream| {
        // The host reads the status, or has gone.
        let _ = stream.write_all(b"HTTP/1.1 200 OK\r\ncontent-length: 0\r\n\r\n");
    })
    .expect("a server");
    wait_for("the watch list is served", || server.get("/watch-digest/pools").status == 200);
    let watched = send(server, "PUT", &format!("/watch-digest/pools/ethereum/{POOL}"), &json!({ "note": "Ours" }));
    assert_eq!(watched.json()["pool"]["pair"], "USDC/WETH", "{}", watched.text);
    let url = format!("http://localhost:{}/hook", chat.address.port());
    let set = send(server, "PUT", "/watch-digest/webhook", &json!({ "url": url }));
    assert_eq!(set.status, 200, "{}", set.text);
    let started = send(server, "POST", "/watch-digest/digests?day=2026-01-30", &Json::Null);
    assert_eq!(started.status, 202, "{}", started.text);
    let digest = "*Watched pools on 2026-01-30*\n- USDC/WETH (ethereum): 2.5 (+25.0 %), 0 trades\n";
    let is_posted = || chat.received().iter().any(|sent| sent.ends_with(&json!({ "text": digest }).to_string()));
    wait_for("the digest is posted", is_posted);
    assert_eq!(server.get("/watch-digest/digests/2026-01-30").text, digest);
}

/// The endpoint of the template, written in another language: the same answers on the same rows.
fn notes_in_javascript(server: &Server, data: &str) {
    wait_for("the JavaScript one is served", || server.get("/notes-in-javascript/notes").status == 200);
    let organization_id = server.get("/me").json()["organization"]["id"].clone();
    let row = |title: &str, organization_id: &Json| json!({ "organization_id": organization_id, "title": title, "text": "", "written_at": 1_769_860_800_000_000_i64 });
    let rows = [row("a", &organization_id), row("b", &organization_id), row("another's", &json!(-1))];
    insert(data, "notes_in_javascript__notes", &rows);
    let first = server.get("/notes-in-javascript/notes?limit=1").json();
    let cursor = first["next_cursor"].as_str().expect("a next page");
    let note = |title: &str| json!({ "title": title, "text": "", "written_at": "2026-01-31T12:00:00Z" });
    assert_eq!(first, json!({ "count": 1, "next_cursor": cursor, "limit": 1, "max_rows": 500, "notes": [note("a")] }));
    let second = server.get(&format!("/notes-in-javascript/notes?limit=1&cursor={cursor}")).json();
    assert_eq!((&second["notes"], &second["next_cursor"]), (&json!([note("b")]), &Json::Null));
    assert_eq!(server.get("/notes-in-javascript/notes?start=b").json()["count"], 1);
    assert_eq!(server.get_keyless("/notes-in-javascript/notes").status, 401);
}
