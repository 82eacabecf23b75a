//! A new user's own data, by the command line and over HTTP: the page `docs/bring-your-own-data.md` is done as it stands, and
//! what was loaded can be listed, looked at before, contradicted, and taken out again.

use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, OnceLock, PoisonError};

use quarry_tests::browser::Browser;
use quarry_tests::chain_server::ChainServer;
use quarry_tests::server::{Options, Server, app_store_environment, fresh_folder};
use serde_json::{Value as Json, json};

const PAGE: &str = include_str!("../../../docs/bring-your-own-data.md");
const POOL: &str = "0xb4e16d0168e52d35cacd2c6185b44281ec28c9dc";

/// One server for all: nothing is loaded but what these tests load, on chains of their own.
fn server() -> &'static Server {
    static SERVER: OnceLock<Server> = OnceLock::new();
    SERVER.get_or_init(|| {
        let mut environment = app_store_environment("own-data").expect("the application store of the tests");
        environment.push(("QUARRY__RATE_LIMITS__PUBLIC_PER_MINUTE".to_owned(), "0".to_owned()));
        environment.push(("QUARRY__CHAINS__CONFIGURED__ID".to_owned(), "515151".to_owned()));
        Server::start(&Options { no_sample: true, environment, ..Options::default() }).expect("a server")
    })
}

fn folder() -> PathBuf {
    fresh_folder("own-data").expect("a folder")
}

/// One ingest at a time writes to a warehouse, so the tests of the shared server take turns.
fn turn() -> MutexGuard<'static, ()> {
    static TURN: Mutex<()> = Mutex::new(());
    TURN.lock().unwrap_or_else(PoisonError::into_inner)
}

fn write(folder: &Path, name: &str, text: &str) -> String {
    let path = folder.join(name);
    std::fs::write(&path, text).expect("a file");
    path.display().to_string()
}

/// The body of a good answer to the read key.
#[track_caller]
fn good(server: &Server, path: &str) -> Json {
    let answer = server.get(path);
    assert_eq!(answer.status, 200, "{path}: {}", answer.text);
    answer.json()
}

/// The fenced blocks of the page in this language.
fn blocks(language: &str) -> Vec<&'static str> {
    PAGE.split("```").skip(1).step_by(2).filter_map(|block| block.strip_prefix(&format!("{language}\n"))).collect()
}

#[test]
fn the_page_about_ones_own_data_leads_to_the_first_bar() {
    quarry_tests::on_one_engine!();
    // Its own, so that its loads are the first three.
    let environment = app_store_environment("own-data-page").expect("the application store of the tests");
    let server = &Server::start(&Options { no_sample: true, environment, ..Options::default() }).expect("a server");
    let folder = folder();
    for (name, text) in ["tokens.csv", "pools.csv", "logs.csv"].iter().zip(blocks("csv")) {
        write(&folder, name, text);
    }
    let node = ChainServer::start(Path::new(env!("CARGO_BIN_EXE_quarry-chain-server")), 1, 12).expect("a node");
    let mut bars = Json::Null;
    let commands: Vec<&str> = blocks("sh").iter().flat_map(|block| block.lines()).collect();
    assert_eq!(commands.len(), 8, "{commands:?}");
    for command in commands {
        if command.starts_with("curl") {
            let path = command.split("/api/v1").nth(1).expect("a path").trim_end_matches('\'');
            bars = good(server, path);
            continue;
        }
        let words: Vec<String> = command
            .split(' ')
            .skip(1)
            .map(|word| word.replace("http://127.0.0.1:8545", &node.url))
            .map(|word| if word.ends_with(".csv") { folder.join(word).display().to_string() } else { word })
            .collect();
        let words: Vec<&str> = words.iter().map(String::as_str).collect();
        let said = server.command(&words, "");
        if command.contains("--dry-run") {
            assert!(said.contains("nothing was loaded") && said.contains("topic0 -> topics"), "{said}");
            assert!(said.contains("missing: block_hash (unknown then)") && said.contains("row 1:"), "{said}");
        } else if command.contains("--rpc") {
            assert!(said.contains("ethereum: 12 blocks loaded") && said.contains("V2 Sync decoded"), "{said}");
        } else if command.contains("--list") {
            assert!(said.contains("logs.csv") && said.contains("18908895-18908895"), "{said}");
        } else if command.contains("withdraw") {
            assert!(said.contains("goes    1 logs") && said.contains("1 rows are withdrawn"), "{said}");
        }
    }
    // The reserves of the page's log, worked out by hand.
    let (usdc, weth) = (0x2a1a_8bb6_f548_u128 as f64 / 1e6, 0x45f_7a3f_4a1c_9c7d_5e00_u128 as f64 / 1e18);
    let close: f64 = bars["bars"][0]["close"].as_str().expect("a close").parse().expect("a number");
    assert!((close / (usdc / weth) - 1.0).abs() < 1e-14, "{close} is not {}", usdc / weth);
    // After the page's last command it is as if the load had never been there.
    let gone = good(server, &format!("/pools/{POOL}/prices?period=daily"));
    assert_eq!(gone["bars"], json!([]));
    let audit = Browser::of(server, "staff").get("/session/admin/audit?action_filter=data.withdraw").json();
    assert_eq!(audit["entries"][0]["action"], "data.withdraw", "{audit}");
    assert_eq!(audit["entries"][0]["target_id"], "3", "{audit}");
}

const SYNC: &str = "0x1c411e9a96e071241c2f21f7726b17ae89e3cab4c78be50e062b03a9fffbbad1";
const TRANSFER: &str = "0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef";
const LOGS_HEADER: &str =
    "block_number,block_timestamp,transaction_hash,transaction_index,log_index,address,topic0,topic1,topic2,data";

fn address(number: u64) -> String {
    format!("0x{number:040x}")
}

fn word(number: u64) -> String {
    format!("{number:064x}")
}

/// One line of a file of logs, of the transaction `hash`.
fn log(block: u64, at: u64, hash: u64, index: u64, emitter: u64, rest: &str) -> String {
    format!("{block},{at},0x{},0,{index},{},{rest}\n", word(hash), address(emitter))
}

#[test]
fn a_transaction_of_three_thousand_logs_is_walked_with_each_log_and_movement_once() {
    quarry_tests::on_one_engine!();
    let (_turn, server, folder) = (turn(), server(), folder());
    let mut text = format!("{LOGS_HEADER}\n");
    for index in 0..3000 {
        let (from, to) = (word(201), word(202));
        text += &log(9, 1_700_000_000, 77, index, 60, &format!("{TRANSFER},0x{from},0x{to},0x{}", word(index)));
    }
    server.command(&["ingest", "logs", &write(&folder, "large.csv", &text), "--chain", "gnosis"], "");
    let path = format!("/public/transactions/0x{}?chain=gnosis", word(77));
    let (mut logs, mut movements, mut next, mut pages) = (Vec::new(), Vec::new(), path.clone(), 0);
    loop {
        let page = good(server, &next);
        assert_eq!((page["log_count"].as_u64(), page["limit"].as_u64()), (Some(3000), Some(500)));
        let indexes = |list: &str| -> Vec<u64> {
            page[list]
                .as_array()
                .expect("a list")
                .iter()
                .map(|row| row["log_index"].as_u64().expect("an index"))
                .collect()
        };
        logs.extend(indexes("logs"));
        movements.extend(indexes("movements"));
        pages += 1;
        match page["next_cursor"].as_str() {
            Some(cursor) => next = format!("{path}&cursor={cursor}"),
            None => break,
        }
    }
    assert_eq!((logs, movements, pages), ((0..3000).collect(), (0..3000).collect(), 6));
    // The block is known by these logs alone, and is shown with what they tell.
    let block = good(server, "/public/blocks/9?chain=gnosis");
    assert_eq!((&block["source"], &block["log_count"]), (&json!("logs"), &json!(3000)));
    assert_eq!(block["block"]["miner"], Json::Null);
    assert_eq!(block["as_of"], "2023-11-14T22:13:20Z");
    let shown = block["transactions"].as_array().expect("transactions");
    assert_eq!((shown.len(), &shown[0]["hash"]), (1, &json!(format!("0x{}", word(77)))));
}

#[test]
fn what_a_file_does_not_say_is_null_in_the_answers() {
    quarry_tests::on_one_engine!();
    let (_turn, server, folder) = (turn(), server(), folder());
    let hash = |number: u64| format!("0x{}", word(number));
    let blocks = format!("number,timestamp,hash\n5,1700000000,{}\n", hash(5));
    let without =
        format!("block_number,transaction_index,hash,from_address,value\n5,0,{},{},5\n", hash(500), address(3));
    let creation = format!(
        "block_number,transaction_index,hash,from_address,value,to_address\n5,1,{},{},5,\n",
        hash(501),
        address(3)
    );
    server.command(&["ingest", "blocks", &write(&folder, "b.csv", &blocks), "--chain", "cronos"], "");
    for (name, text) in [("t.csv", &without), ("c.csv", &creation)] {
        server.command(&["ingest", "transactions", &write(&folder, name, text), "--chain", "cronos"], "");
    }
    let block = good(server, "/public/blocks/5?chain=cronos");
    for field in ["miner", "gas_limit", "gas_used", "extra_data", "parent_hash"] {
        assert_eq!(block["block"][field], Json::Null, "{field}: {block}");
    }
    let [unknown, made] =
        [500, 501].map(|number| good(server, &format!("/public/transactions/{}", hash(number)))["transaction"].clone());
    for field in ["to_address", "creates_contract", "nonce", "input"] {
        assert_eq!(unknown[field], Json::Null, "{field}: {unknown}");
    }
    assert_eq!((&made["to_address"], &made["creates_contract"]), (&Json::Null, &json!(true)));
}

#[test]
fn a_chain_that_somebody_adds_is_loaded_asked_for_and_listed() {
    quarry_tests::on_one_engine!();
    let (_turn, server, folder) = (turn(), server(), folder());
    let file = write(&folder, "tokens.csv", &format!("address,symbol,decimals\n{},NEW,6\n", address(1)));
    let unknown = server.refused_command(&["ingest", "tokens", &file]).1;
    assert!(
        unknown.contains("--chain") && unknown.contains("ethereum (1)") && unknown.contains("quarry chain add"),
        "{unknown}"
    );
    server.command(
        &["chain", "add", "own-net", "424242", "--finality", "12", "--explorer", "https://explorer.example.org"],
        "",
    );
    server.command(&["ingest", "tokens", &file, "--chain", "own-net"], "");
    let listed = server.command(&["chain", "list"], "");
    assert!(
        listed.lines().any(|line| line.split_whitespace().eq([
            "own-net",
            "424242",
            "12",
            "https://explorer.example.org"
        ])),
        "{listed}"
    );
    assert!(listed.lines().any(|line| line.split_whitespace().eq(["configured", "515151"])), "{listed}");
    for (words, expected) in [
        (["chain", "add", "own-net", "7"], "`own-net` already"),
        (["chain", "add", "ethereum-two", "1"], "the chain 1 is `ethereum` already"),
        (["chain", "add", "Own Net", "8"], "name of a chain"),
    ] {
        let said = server.refused_command(&words).1;
        assert!(said.contains(expected), "{said}");
    }
    // The serving host takes its name within a few seconds, and by number at once.
    assert_eq!(server.get("/pairs?chain=424242").status, 200);
    let mut status = 0;
    for _ in 0..60 {
        status = server.get("/pairs?chain=own-net").status;
        if status == 200 {
            break;
        }
        std::thread::sleep(std::time::Duration::from_millis(200));
    }
    assert_eq!(status, 200);
    assert_eq!(server.get("/pairs?chain=configured").status, 200);
}

#[test]
fn rows_that_contradict_each_other_are_shown_to_staff_with_both_files() {
    quarry_tests::on_one_engine!();
    let (_turn, server, folder) = (turn(), server(), folder());
    let sync = |reserve: u64| log(3, 1_700_000_000, 33, 0, 61, &format!("{SYNC},,,0x{}{}", word(reserve), word(1)));
    let first = write(&folder, "first.csv", &format!("{LOGS_HEADER}\n{}", sync(2)));
    let second = write(&folder, "second.csv", &format!("{LOGS_HEADER}\n{}", sync(9)));
    server.command(&["ingest", "logs", &first, "--chain", "fantom"], "");
    let said = server.command(&["ingest", "logs", &second, "--chain", "fantom"], "");
    assert!(said.contains("conflicts           1") && said.contains("first.csv"), "{said}");
    let listed = Browser::of(server, "staff").get("/session/admin/load_conflicts");
    assert_eq!(listed.status, 200, "{}", listed.text);
    let conflicts = listed.json()["conflicts"].clone();
    let conflict = conflicts
        .as_array()
        .expect("a list")
        .iter()
        .find(|row| row["chain"] == "fantom")
        .expect("the conflict")
        .clone();
    assert_eq!(
        (&conflict["dataset"], &conflict["block_number"], &conflict["columns"], &conflict["replaced"]),
        (&json!("logs"), &json!(3), &json!(["data"]), &json!(false))
    );
    assert!(conflict["file"].as_str().is_some_and(|file| file.ends_with("second.csv")), "{conflict}");
    assert!(conflict["stored_file"].as_str().is_some_and(|file| file.ends_with("first.csv")), "{conflict}");
}

#[test]
fn a_chain_that_lags_is_ranked_at_its_own_hour_and_unknown_decimals_are_null() {
    quarry_tests::on_one_engine!();
    let (_turn, server, folder) = (turn(), server(), folder());
    // Two chains a year apart, a pool each, with a swap in the last hour but one.
    let swap = "0xd78ad95fa46c994b6551d0da85fc275fe613ce37657fb8d5e3d130840159d822";
    for (chain, begins, decimals) in [("metis", 1_700_000_000_u64, ""), ("kava", 1_731_600_000, "6")] {
        let tokens = format!("address,symbol,decimals\n{},AAA,{decimals}\n{},BBB,{decimals}\n", address(1), address(2));
        let pools =
            format!("address,protocol,token0,token1\n{},uniswap_v2,{},{}\n", address(70), address(1), address(2));
        let parties = format!("0x{},0x{}", word(201), word(202));
        let mut logs = format!("{LOGS_HEADER}\n");
        for (hour, index) in [(0, 0), (1, 2)] {
            let at = begins + hour * 3600;
            logs += &log(
                10 + hour,
                at,
                90 + hour,
                index,
                70,
                &format!("{SYNC},,,0x{}{}", word(2_000_000 + hour), word(1_000_000)),
            );
            logs += &log(
                10 + hour,
                at,
                90 + hour,
                index + 1,
                70,
                &format!("{swap},{parties},0x{}{}{}{}", word(500), word(0), word(0), word(250)),
            );
        }
        for (dataset, text) in [("tokens", tokens), ("pools", pools), ("logs", logs)] {
            let file = write(&folder, &format!("{chain}-{dataset}.csv"), &text);
            server.command(&["ingest", dataset, &file, "--chain", chain], "");
        }
    }
    let pairs = good(server, "/pairs?limit=500");
    let of = |chain: &str| {
        pairs["pools"].as_array().expect("pools").iter().find(|pool| pool["chain"] == chain).expect("a pool").clone()
    };
    let (lagging, newer) = (of("metis"), of("kava"));
    assert_eq!((&lagging["trades_24h"], &newer["trades_24h"]), (&json!(1), &json!(1)), "{lagging}");
    assert_ne!(lagging["ranked_at"], newer["ranked_at"]);
    assert_eq!(
        (&lagging["volume_token0_24h"], &lagging["price"], &lagging["price_reason"]),
        (&Json::Null, &Json::Null, &json!("decimals_unknown"))
    );
    assert_eq!(
        (&newer["volume_token0_24h"], &newer["price"], &newer["price_reason"]),
        (&json!("0.0005"), &json!("2"), &Json::Null)
    );
    let newest = pairs["pools"]
        .as_array()
        .expect("pools")
        .iter()
        .filter_map(|pool| pool["price_at"].as_str())
        .max()
        .expect("a price");
    assert!(
        pairs["as_of"].as_str().expect("a time") <= newest
            || pairs["pools"].to_string().contains(pairs["as_of"].as_str().expect("a time")),
        "{pairs}"
    );
    assert_eq!(pairs["source"], "price_bars");
    // Both sides are asked for, whichever way round.
    let found = |query: &str| good(server, &format!("/pairs?chain=kava&{query}"))["count"].clone();
    assert_eq!(
        [found("base=AAA&quote=BBB"), found("base=BBB&quote=AAA"), found("base=AAA&quote=AAA"), found("base=AAA")],
        [1, 1, 0, 1].map(|count| json!(count))
    );
    assert_eq!(found(&format!("q={}", &address(70)[2..12])), json!(1));
}

/// An absorption counts once, whichever of its logs were loaded; more than 500 days are cut and said to be.
#[test]
fn an_absorption_that_is_known_by_its_collateral_alone_is_counted() {
    quarry_tests::on_one_engine!();
    let (_turn, server, folder) = (turn(), server(), folder());
    let topic = "0x9850ab1af75177e4a9201c65a2cf7976d5d28e40ef63494b44366f86b2f9412e";
    let deployments = format!("address,protocol,slug,name\n{},compound_v3,own-comet,Own Comet\n", address(80));
    server
        .command(&["ingest", "lending_deployments", &write(&folder, "d.csv", &deployments), "--chain", "moonbeam"], "");
    let mut text = format!("{},topic3\n", LOGS_HEADER);
    for day in 0..502 {
        let parties = format!("0x{},0x{}", word(4), word(3));
        let row = log(
            100 + day,
            1_600_000_000 + day * 86_400,
            800 + day,
            0,
            80,
            &format!("{topic},{parties},0x{}{}", word(101), word(300)),
        );
        text += &format!("{},0x{}\n", row.trim_end(), word(1));
    }
    let said = server.command(&["ingest", "logs", &write(&folder, "l.csv", &text), "--chain", "moonbeam"], "");
    assert!(said.contains("absorption decoded  502"), "{said}");
    let page = good(server, "/public/tracking/own-comet?range=all");
    assert_eq!((&page["totals"]["absorptions"], &page["complete"]), (&json!(502), &json!(false)));
    let days = page["days"].as_array().expect("days");
    assert_eq!((days.len(), &days[0]["absorptions"]), (500, &json!(1)));
    assert!(days[0]["day"].as_str() < days[499]["day"].as_str(), "oldest first");
    let listed = good(server, "/public/tracking");
    let own = listed["deployments"]
        .as_array()
        .expect("a list")
        .iter()
        .find(|row| row["slug"] == "own-comet")
        .expect("it")
        .clone();
    assert_eq!(own["absorptions"], json!(502));
    // Counts are right when the load ends.
    let overview = good(server, "/public/explorer?chain=moonbeam");
    assert_eq!(overview["chains"][0]["logs"], json!(502), "{overview}");
}

/// A citation that rests on some blocks of Mantle.
fn hold(server: &Server) {
    server.in_app_store(async |store| {
        let hold = "INSERT INTO data_holds (kind, name, chain_id, first_block, last_block, created_at) \
                    VALUES ('citation', '0xfeed', 5000, 6, 9, 1)";
        store.execute(hold, &[]).await.expect("a hold");
    });
}

/// The command names the data that rest on rows before they go, and without a terminal to ask on nothing goes.
#[test]
fn what_rests_on_rows_is_named_before_they_are_withdrawn() {
    quarry_tests::on_one_engine!();
    let (_turn, server, folder) = (turn(), server(), folder());
    hold(server);
    let text = "number,timestamp\n5,1700000000\n7,1700000012\n";
    server.command(&["ingest", "blocks", &write(&folder, "held.csv", text), "--chain", "mantle"], "");
    let range = ["withdraw", "blocks", "mantle", "7", "7"];
    let (shown, said) = server.refused_command(&range);
    assert!(shown.contains("goes    1 blocks") && shown.contains("rests on them: citation 0xfeed"), "{shown}");
    assert!(said.contains("--yes withdraws without asking"), "{said}");
    assert_eq!(server.get_keyless("/public/blocks/7?chain=mantle").status, 200);
    server.command(&[&range[..], &["--yes"]].concat(), "");
    // Asked in another way: the answer of before is kept for its minute.
    assert_eq!(server.get_keyless("/public/blocks/7?chain=mantle&limit=3").status, 404);
    let (_, said) = server.refused_command(&["withdraw", "load", "99999"]);
    assert!(said.contains("there is no load 99999; `quarry ingest --list` lists them"), "{said}");
}

/// The example of deployments loads as it is printed.
#[test]
fn the_example_of_deployments_is_a_file_that_loads() {
    quarry_tests::on_one_engine!();
    let (_turn, server, folder) = (turn(), server(), folder());
    let example = server.command(&["ingest", "lending_deployments", "--example"], "");
    let said = server.command(&["ingest", "lending_deployments", &write(&folder, "example.csv", &example)], "");
    assert!(said.contains("18 lending_deployments loaded"), "{said}");
    let listed = good(server, "/public/tracking?limit=500");
    let slugs: Vec<&str> =
        listed["deployments"].as_array().expect("a list").iter().filter_map(|row| row["slug"].as_str()).collect();
    for slug in ["aave-v3", "aave-v2", "aave-v2-amm", "aave-v1", "spark", "compound-v2", "compound-v3-usdc"] {
        assert!(slugs.contains(&slug), "{slugs:?}");
    }
    let undecoded = server.command(&["ingest", "--undecoded"], "");
    assert!(!undecoded.is_empty());
}
