//! Pools of a test's own whose prices are loaded as a file of logs, on a server without the sample chain.

use crate::organizations::house::{Person, environment, execute, in_store, texts};
use jiff::Timestamp;
use quarry::stores::app::{AppStoreError, Row};
use quarry::stores::result_set::Value;
use quarry_tests::browser::Browser;
use quarry_tests::server::{Options, Server, app_store_environment, fresh_folder};
use serde_json::{Value as Json, json};
use std::path::PathBuf;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

const SYNC: &str = "0x1c411e9a96e071241c2f21f7726b17ae89e3cab4c78be50e062b03a9fffbbad1";
/// 2026-11-01T00:00:00Z: the data of a sandbox is old.
pub(super) const BEGAN_AT: i64 = 1_793_491_200;

pub(crate) fn options(name: &str) -> Options {
    let environment = environment(app_store_environment(name).expect("a store"));
    Options { no_sample: true, environment, ..Options::default() }
}

/// A server of the case's own: one ingest at a time writes to a warehouse, and what is looked at is counted.
pub(crate) fn server() -> Server {
    static NUMBER: AtomicU64 = AtomicU64::new(1);
    let name = format!("alert_evaluation_{}", NUMBER.fetch_add(1, Ordering::Relaxed));
    Server::start(&options(&name)).expect("a server")
}

/// Runs the job that evaluates alerts now, to its end.
#[track_caller]
pub(crate) fn evaluate(server: &Server) {
    let id = ask_to_evaluate(server);
    await_job(server, id);
}

/// Asks for one more run of the job, with more attempts than it has by itself: those that another host overtakes are tried at once here.
/// Gives its id.
pub(super) fn ask_to_evaluate(server: &Server) -> i64 {
    let sql = "INSERT INTO jobs (component, name, arguments, state, run_at, attempts, max_attempts, is_cancel_asked, progress_done, created_at)
               VALUES ('alerts', 'evaluate_alerts', '{}', 'queued', 1, 0, 50, FALSE, 0, CAST($1 AS BIGINT)) RETURNING id";
    in_store(server, async |store| {
        let asked_at = Instant::now();
        loop {
            match store.query(sql, &[Value::Int64(Timestamp::now().as_microsecond())]).await {
                Ok(rows) => return Ok(Row::first(&rows).expect("a row").integer("id")?),
                // A look that fires thousands of alerts keeps other writes of SQLite out meanwhile.
                Err(AppStoreError::Unavailable { .. }) if asked_at.elapsed() < quarry_tests::bounded::SHORT => {}
                Err(error) => return Err(error.into()),
            }
        }
    })
}

/// Waits for the end of a run, which must be a good one.
#[track_caller]
pub(super) fn await_job(server: &Server, id: i64) {
    let began = Instant::now();
    loop {
        let said = "SELECT state || ' ' || COALESCE(last_failure, 'it waits') AS text FROM jobs WHERE id = $1";
        let state = texts(server, said, &[Value::Int64(id)]).remove(0);
        if state.starts_with("completed") {
            return;
        }
        // A run that a scheduled look overtook is tried again at once. One that failed otherwise waits: the warehouse may be on its way back.
        if state.starts_with("queued") && state.contains("Another host began") {
            hurry(server, id);
        }
        assert!(!state.starts_with("dead") && began.elapsed() < quarry_tests::bounded::SHORT, "{state}");
        std::thread::sleep(Duration::from_millis(50));
    }
}

/// Lets a run that waits begin at once; while a look that fires thousands of alerts keeps other writes of SQLite out, it goes on waiting.
fn hurry(server: &Server, id: i64) {
    let sql = "UPDATE jobs SET run_at = 1 WHERE id = $1 AND state = 'queued'";
    in_store(server, async |store| match store.execute(sql, &[Value::Int64(id)]).await {
        Ok(_) | Err(AppStoreError::Unavailable { .. }) => Ok(()),
        Err(error) => Err(error.into()),
    });
}

/// A price that was set in a block. `fork` tells a block from the one that it replaces.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Point<'a> {
    pub(crate) block: i64,
    pub(crate) fork: u8,
    pub(crate) at: i64,
    pub(crate) price: &'a str,
}

/// A pool of a test's own, on the chain gnosis.
pub(crate) struct Pool {
    pub(crate) address: String,
    tokens: String,
    folder: PathBuf,
}

impl Pool {
    /// Registers a pool of two tokens, the first of which has these decimals.
    pub(crate) fn with_decimals(server: &Server, decimals: &str) -> Pool {
        static NUMBER: AtomicU64 = AtomicU64::new(1);
        let number = NUMBER.fetch_add(1, Ordering::Relaxed) + (u64::from(std::process::id()) << 24);
        let address = |kind: u64| format!("0x{kind:08x}{number:032x}");
        let tokens = format!("address,symbol,decimals\n{},USD,{decimals}\n{},ETH,18\n", address(2), address(3));
        let folder = fresh_folder("alert-pool").expect("a folder");
        let made = Pool { address: address(1), tokens, folder };
        made.register(server);
        made
    }

    pub(crate) fn new(server: &Server) -> Pool {
        Pool::with_decimals(server, "18")
    }

    /// Makes pool and tokens known to another warehouse too.
    pub(super) fn register(&self, server: &Server) {
        self.ingest(server, "tokens", &self.tokens);
        let tokens: Vec<&str> = self.tokens.lines().skip(1).filter_map(|line| line.split(',').next()).collect();
        let pools = format!("address,protocol,token0,token1\n{},uniswap_v2,{}\n", self.address, tokens.join(","));
        self.ingest(server, "pools", &pools);
    }

    /// Makes alerts past HTTP, each for a price above 2000; the maker's space and organization are those of the person.
    pub(super) fn many_alerts(&self, server: &Server, person: &Person, count: i64) {
        let sql = "INSERT INTO price_alerts (space_id, created_by_user_id, organization_id, chain_id, chain, pool, condition, threshold,
                       threshold_exponent, threshold_mantissa, sentence, state, arming, waits_for_crossing, created_at)
                   WITH RECURSIVE numbers (number) AS (SELECT 1 UNION ALL SELECT number + 1 FROM numbers WHERE number < CAST($1 AS BIGINT))
                   SELECT spaces.id, spaces.personal_user_id, CAST($2 AS BIGINT), 100, 'gnosis', $3, 'above', '2000', 4,
                       '2000000000000000000', 'It rises.', 'watching', 1, FALSE, 1
                   FROM numbers CROSS JOIN spaces WHERE spaces.personal_user_id = CAST($4 AS BIGINT)";
        let bytes: Vec<u8> =
            (2..42).step_by(2).map(|at| u8::from_str_radix(&self.address[at..at + 2], 16).expect("hex")).collect();
        let values = [
            Value::Int64(count),
            Value::Int64(person.own_organization_id),
            Value::Bytes(bytes.clone()),
            Value::Int64(person.id),
        ];
        assert_eq!(execute(server, sql, &values), count.unsigned_abs());
        let sql = "INSERT INTO alert_pools (chain_id, pool) VALUES (100, $1) ON CONFLICT (chain_id, pool) DO NOTHING";
        execute(server, sql, &[Value::Bytes(bytes)]);
    }

    pub(super) fn ingest(&self, server: &Server, dataset: &str, text: &str) {
        let path = self.folder.join(format!("{dataset}.csv"));
        std::fs::write(&path, text).expect("a file");
        server.command(&["ingest", dataset, &path.display().to_string(), "--chain", "gnosis"], "");
    }

    /// Loads prices and evaluates.
    #[track_caller]
    pub(super) fn sets(&self, server: &Server, points: &[Point<'_>]) {
        self.load(server, points);
        evaluate(server);
    }

    pub(crate) fn load(&self, server: &Server, points: &[Point<'_>]) {
        let header = "block_number,block_hash,block_timestamp,transaction_hash,transaction_index,log_index,address,topic0,topic1,topic2,topic3,data";
        let mut text = format!("{header}\n");
        for Point { block, fork, at, price } in points {
            let reserve = scaled(price);
            let hash = format!("0x{fork:02x}{block:062x}");
            let place = format!("{block},{hash},{at},0x{fork:02x}{block:022x}{}", &self.address[2..]);
            text += &format!("{place},0,0,{},{SYNC},,,,0x{reserve:064x}{:064x}\n", self.address, 10_u128.pow(18));
        }
        self.ingest(server, "logs", &text);
    }

    /// Makes an alert over HTTP; gives its id.
    #[track_caller]
    pub(super) fn alert(&self, browser: &mut Browser<'_>, condition: &str, threshold: &str) -> Json {
        let body = json!({ "pool_address": self.address, "condition": condition, "threshold": threshold });
        let made = browser.write("POST", "/session/alerts/prices", &body);
        assert_eq!(made.status, 201, "{}", made.text);
        made.json()
    }
}

/// The block of a test's own, above those of the tests before it.
pub(crate) fn some_blocks() -> i64 {
    static NEXT: AtomicU64 = AtomicU64::new(1);
    let next = NEXT.fetch_add(1, Ordering::Relaxed);
    i64::try_from(next * 1_000).expect("a number")
}

/// A price at a block, twelve seconds a block.
pub(crate) fn point(block: i64, price: &str) -> Point<'_> {
    Point { block, fork: 1, at: BEGAN_AT + block * 12, price }
}

/// A decimal, in units of 18 decimals.
fn scaled(price: &str) -> u128 {
    let (whole, fraction) = price.split_once('.').unwrap_or((price, ""));
    format!("{whole}{fraction:0<18}").parse().expect("a price")
}

/// Somebody new with a plan, whose own space has come.
pub(crate) fn somebody<'a>(server: &'a Server, plan: &str) -> (Person, Browser<'a>) {
    let person = Person::new(server, "Ada");
    let values = [Value::Int64(person.own_organization_id), Value::Text(plan.to_owned())];
    execute(server, "UPDATE organizations SET plan_key = $2 WHERE id = $1", &values);
    let browser = person.browser(server);
    let own = || browser.get("/session/spaces").json()["spaces"][0]["id"].as_i64();
    crate::account_support::eventually("every account has a space of its own", || own().is_some());
    (person, browser)
}

/// The alert as its centre shows it.
pub(super) fn shown(browser: &Browser<'_>, list: &str, id: &Json) -> Json {
    let centre = browser.get("/session/alerts").json();
    centre[list].as_array().expect("a list").iter().find(|alert| alert["id"] == *id).cloned().unwrap_or_default()
}

#[track_caller]
pub(super) fn rearm(browser: &mut Browser<'_>, path: &str, id: &Json) -> Json {
    let answer = browser.write("PATCH", &format!("/session/alerts/{path}/{id}/rearm"), &json!({}));
    assert_eq!(answer.status, 200, "{}", answer.text);
    answer.json()
}

/// What somebody was told: the kinds of their inbox's entries about alerts, the oldest first.
pub(super) fn inbox(browser: &Browser<'_>) -> Vec<String> {
    let entries = browser.get("/session/notifications").json();
    let entries = entries["notifications"].as_array().expect("a list").iter().rev();
    entries.map(|entry| entry["kind"].as_str().expect("a word").to_owned()).collect()
}

/// The data of an organization's events of a name, the oldest first.
pub(super) fn events(server: &Server, organization_id: i64, name: &str) -> Vec<Json> {
    let sql = "SELECT data AS text FROM events WHERE organization_id = $1 AND name = $2 ORDER BY created_at, id";
    let values = [Value::Int64(organization_id), Value::Text(name.to_owned())];
    texts(server, sql, &values).iter().map(|data| serde_json::from_str(data).expect("JSON")).collect()
}

/// Armings for which an alert fired.
pub(super) fn armings(server: &Server, alert_type: &str, id: &Json) -> Vec<String> {
    let sql = "SELECT CAST(arming AS TEXT) AS text FROM alert_firings WHERE alert_type = $1 AND alert_id = $2 ORDER BY arming";
    texts(server, sql, &[Value::Text(alert_type.to_owned()), Value::Int64(id.as_i64().expect("a number"))])
}
