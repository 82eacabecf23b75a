//! Names that people give to tokens, exchanges and deployments, and names that no door lets in but that a warehouse of before may hold:
//! none of them takes a list, a search, a page's data or an export from anybody.
//!
//! `just hostile-names 1000000` takes a million.

use crate::data::exports::{completed, csv_rows, file, on_plan};
use crate::small_chain::{SYNC, load_file, load_logs, write};
use quarry_tests::server::{Options, Server, app_store_environment};
use serde_json::{Value as Json, json};

/// Names beside those that are loaded, written past the door.
const PAST_THE_DOOR: u64 = 200;
/// A token that is the other side of every pool, above all of them.
const ANCHOR: &str = "0xff00000000000000000000000000000000000000";
const PIECES: [&str; 32] = [
    "=HYPERLINK(\"http://x\",\"y\")",
    "<b onclick=x>X</b>",
    "'; DROP TABLE tokens; --",
    "\u{202e}",
    "\u{200b}",
    "\u{feff}",
    "🦄",
    "e\u{301}",
    "{{7*7}}",
    "${x}",
    "%00",
    "%s%n",
    "\\",
    "\"",
    "'",
    ",",
    "null",
    "nan",
    "0x4d4b52",
    "../..",
    "\u{2028}",
    "ﬀ",
    "İ",
    "ẞ",
    "\u{fdfa}",
    "WETH",
    "  ",
    "`",
    "a\u{300}\u{301}\u{302}\u{303}",
    "\u{10ffff}",
    "\u{fffd}",
    "C:\\x",
];
/// What the door refuses, as the engine writes it.
const REFUSED: &str = "[unhex('4dff52'), 'A\\nB', 'MKR\\0\\0', repeat('L', 5000), unhex('c3'), unhex('eda080'), '\\t=1+1', unhex('00ff00')]";

fn names() -> u64 {
    std::env::var("QUARRY_HOSTILE_NAMES").ok().and_then(|count| count.parse().ok()).unwrap_or(2_000)
}

fn address(number: u64) -> String {
    format!("0x{number:040x}")
}

/// The same text for the same number.
fn name(number: u64) -> String {
    let mut state = number.wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ 0x5bd1_e995;
    let mut text = format!("T{number}");
    for _ in 0..1 + number % 4 {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        let piece = usize::try_from((state >> 33) % 32).expect("a place");
        text.push_str(PIECES[piece]);
    }
    text
}

fn cell(text: &str) -> String {
    format!("\"{}\"", text.replace('"', "\"\""))
}

/// Walks a list to its end; gives its rows.
fn walked(server: &Server, path: &str, list: &str) -> u64 {
    let (mut rows, mut next) = (0, path.to_owned());
    loop {
        let answer = server.get(&next);
        assert_eq!(answer.status, 200, "{next}: {}", answer.text);
        let body: Json = answer.json();
        rows += body[list].as_array().unwrap_or_else(|| panic!("{list} in {body}")).len() as u64;
        match body["next_cursor"].as_str() {
            Some(cursor) => next = format!("{path}&cursor={cursor}"),
            None => return rows,
        }
    }
}

fn encoded(text: &str) -> String {
    text.bytes().map(|byte| format!("%{byte:02X}")).collect()
}

#[test]
fn no_name_of_anything_takes_a_list_a_search_or_an_export_from_anybody() {
    quarry_tests::on_one_engine!();
    let count = names();
    let mut environment = app_store_environment("hostile_names").expect("a store");
    environment.push(("QUARRY__CACHE__MEMORY_BYTES".to_owned(), "0".to_owned()));
    let server = Server::start(&Options { no_sample: true, environment, ..Options::default() }).expect("a host");
    let number = format!("toFixedString(unhex(leftPad(lower(hex(toUInt64({} + number))), 40, '0')), 20)", count + 1);
    let refused = format!("arrayElement({REFUSED}, number % 8 + 1)");
    write(
        &server,
        &format!(
            "INSERT INTO tokens (chain_id, address, symbol, name, decimals, version) SELECT 1, {number}, {refused}, {refused}, 18, 1 FROM numbers({PAST_THE_DOOR})"
        ),
    );
    write(
        &server,
        &format!(
            "INSERT INTO lending_deployments (chain_id, address, protocol, slug, name, version) SELECT 1, {number}, {refused}, concat('slug-', toString(number)), {refused}, 1 FROM numbers({PAST_THE_DOOR})"
        ),
    );

    let mut tokens = format!("address,symbol,name,decimals\n{ANCHOR},WETH,Wrapped Ether,18\n");
    let mut pools = "address,protocol,source,token0,token1\n".to_owned();
    for token in 1..=count + PAST_THE_DOOR {
        let text = cell(&name(token));
        if token <= count {
            tokens += &format!("{},{text},{text},18\n", address(token));
        }
        pools += &format!("0x70{token:038x},{text},v2,{},{ANCHOR}\n", address(token));
    }
    load_file(&server, "tokens", &tokens);
    load_file(&server, "pools", &pools);
    let logs: String = (1..=200_u64.min(count))
        .map(|pool| {
            format!(
                "{pool},0x{pool:064x},1704067200,0x{pool:064x},0,0,0x70{pool:038x},{SYNC},0x{:064x}{:064x}\n",
                2_000, 1_000
            )
        })
        .collect();
    load_logs(
        &server,
        &format!(
            "block_number,block_hash,block_timestamp,transaction_hash,transaction_index,log_index,address,topic0,data\n{logs}"
        ),
    );

    let all = count + PAST_THE_DOOR;
    let lists = [
        ("/tokens?limit=500", "tokens", all + 1),
        ("/pairs?limit=500", "pools", all),
        ("/public/prices?limit=500", "pools", all),
    ];
    for (path, list, rows) in lists {
        assert_eq!(walked(&server, path, list), rows, "{path}");
    }
    assert_eq!(walked(&server, "/public/tracking?limit=500", "deployments"), PAST_THE_DOOR);
    // Rows that are served as they are kept, as an earlier release may have made them.
    let damaged = "REPLACE (unhex('4dff52') AS {}, version + 1 AS version)";
    for (table, column, key) in [("ranked_tokens", "symbol", "token"), ("ranked_pools", "symbol0", "pool")] {
        let columns = damaged.replace("{}", column);
        write(&server, &format!("INSERT INTO {table} SELECT * {columns} FROM {table} FINAL ORDER BY {key} LIMIT 5"));
    }
    for (path, list, _) in lists {
        assert!(walked(&server, path, list) > 0, "{path}");
    }
    for token in 1..=40.min(count) {
        let text = encoded(&name(token).chars().take(60).collect::<String>());
        for path in [
            format!("/pairs?base={text}"),
            format!("/tokens?q={text}"),
            format!("/pairs?q={text}"),
            format!("/public/prices?q={text}"),
        ] {
            let answer = server.get(&path);
            assert!(answer.status < 500, "{path}: {}", answer.text);
        }
    }

    let (_, mut browser) = on_plan(&server, "team");
    let record = completed(&mut browser, "tokens", &json!({ "formats": ["csv", "ndjson", "parquet"] }));
    assert_eq!(record["row_count"], json!(all + 1), "{record}");
    let csv = file(&server, &browser, &record, "csv");
    assert!(std::str::from_utf8(&csv).is_ok(), "a file of text is text");
    assert_eq!(csv_rows(&csv).len() as u64, all + 1);
    let lines = file(&server, &browser, &record, "ndjson");
    let lines = std::str::from_utf8(&lines).expect("text");
    assert!(lines.lines().all(|line| serde_json::from_str::<Json>(line).is_ok()));
    assert!(!file(&server, &browser, &record, "parquet").is_empty());
}
