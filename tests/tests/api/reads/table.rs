//! The table: every read operation, asked so that the sample has something for it.

use super::list::{List, Unpaged};
use quarry_tests::server::shared;
use serde_json::Value as Json;

const V2_POOL: &str = "0xb4e16d0168e52d35cacd2c6185b44281ec28c9dc";
const V3_POOL: &str = "0x8ad599c3a0ff1de082011efddc58f1908eb6e6d8";
const AAVE: &str = "e413a321e8681d831f4dbccbca790d2952b56f977908e45be37335533e005286";
const TRANSFER: &str = "ddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef";
/// A hash that nobody has published: those stores begin empty.
const NOTHING: &str = "0x1212121212121212121212121212121212121212121212121212121212121212";

/// The part of the sample that an operation shows.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Shows {
    /// This member: a list with rows, an object with members, or a text.
    Member(&'static str),
    /// 404: its store is empty until a person fills it.
    NothingYet,
}

/// The behaviour of an operation while the warehouse hangs.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Without {
    /// 503 with `Retry-After`.
    Refused,
    /// It serves as always: it asks no warehouse.
    Served,
    /// 200, with `warehouse.reachable` false.
    SaysSo,
}

#[derive(Clone)]
pub(super) struct Read {
    pub(super) operation: &'static str,
    pub(super) path: String,
    pub(super) shows: Shows,
    pub(super) without_warehouse: Without,
    pub(super) list: Option<List>,
}

impl Read {
    fn new(operation: &'static str, path: impl Into<String>, shows: &'static str) -> Read {
        let (path, shows) = (path.into(), Shows::Member(shows));
        Read { operation, path, shows, without_warehouse: Without::Refused, list: None }
    }

    /// It asks no warehouse.
    fn served(self) -> Read {
        Read { without_warehouse: Without::Served, ..self }
    }

    fn nothing_yet(operation: &'static str, path: &str) -> Read {
        Read { shows: Shows::NothingYet, ..Read::new(operation, path, "").served() }
    }

    /// Its list is this query of the warehouse.
    fn walked(mut self, key: &'static [&'static str], sql: impl Into<String>) -> Read {
        let Shows::Member(rows) = self.shows else { panic!("a list is shown") };
        self.list = Some(List { rows, cursor: "cursor", key, unpaged: Unpaged::Warehouse(sql.into()) });
        self
    }

    fn walked_before(self, key: &'static [&'static str], sql: impl Into<String>) -> Read {
        let walked = self.walked(key, sql);
        Read { list: walked.list.map(|list| List { cursor: "before", ..list }), ..walked }
    }

    /// Its list is this query of the application store.
    fn walked_in_app_store(self, key: &'static [&'static str], sql: &'static str) -> Read {
        let walked = self.walked(key, "").served();
        Read { list: walked.list.map(|list| List { unpaged: Unpaged::AppStore(sql), ..list }), ..walked }
    }
}

/// Every row. The first call asks the shared server for places on its chain.
pub(super) fn reads() -> Vec<Read> {
    [markets(), lending(), explorer(), timeline_and_charts(), status_and_site(), published()].concat()
}

fn found(path: &str) -> Json {
    let answer = shared().get(path);
    assert_eq!(answer.status, 200, "{path}: {}", answer.text);
    answer.json()
}

fn text(value: &Json) -> String {
    value.as_str().unwrap_or_else(|| panic!("{value} is no text")).to_owned()
}

fn markets() -> Vec<Read> {
    let ranked = "WITH (SELECT toStartOfHour(max(last_event_at)) FROM price_bars FINAL WHERE period = 'daily') AS until \
                  SELECT toString(listed.chain_id), lower(hex(listed.address)) FROM (SELECT * FROM pools FINAL) AS listed LEFT JOIN \
                  (SELECT chain_id, pool, sum(trades) AS swaps FROM price_bars FINAL WHERE period = 'hourly' \
                  AND start >= until - 86400 AND start < until GROUP BY chain_id, pool) AS active \
                  ON active.chain_id = listed.chain_id AND active.pool = listed.address \
                  ORDER BY active.swaps DESC, listed.chain_id, listed.address";
    let bars = |pool: &str| {
        format!(
            "SELECT formatDateTime(start, '%Y-%m-%dT%H:%i:%SZ') FROM price_bars FINAL WHERE chain_id = 1 \
             AND pool = unhex('{}') AND period = 'hourly' AND start >= toDateTime('2026-10-20 00:00:00', 'UTC') ORDER BY start",
            &pool[2..]
        )
    };
    let range = "period=hourly&from=2026-10-20";
    vec![
        Read::new("list_tokens", "/tokens", "tokens").walked(
            &["chain_id", "address"],
            "SELECT toString(chain_id), lower(hex(address)) FROM tokens FINAL WHERE (chain_id, address) IN \
             (SELECT chain_id, arrayJoin([token0, token1]) FROM pools FINAL) ORDER BY symbol, chain_id, address",
        ),
        Read::new("list_pairs", "/pairs", "pools").walked(&["chain_id", "address"], ranked),
        Read::new("list_public_prices", "/public/prices", "pools").walked(&["chain_id", "address"], ranked),
        Read::new("get_pool_prices", format!("/pools/{V2_POOL}/prices?{range}"), "bars")
            .walked(&["start"], bars(V2_POOL)),
        Read::new("get_public_pool_prices", format!("/public/prices/{V3_POOL}?{range}"), "bars")
            .walked(&["start"], bars(V3_POOL)),
        Read::new("list_datasets", "/datasets", "datasets"),
    ]
}

fn lending() -> Vec<Read> {
    const EVENT: &[&str] = &["transaction_hash", "log_index"];
    let events = |table: &str, filter: &str| {
        format!(
            "SELECT lower(hex(transaction_hash)), toString(log_index) FROM {table} FINAL WHERE {filter} \
             ORDER BY block_timestamp DESC, chain_id DESC, block_number DESC, log_index DESC"
        )
    };
    let of_aave =
        "(chain_id, address) IN (SELECT chain_id, address FROM lending_deployments FINAL WHERE slug = 'aave-v3')";
    let newest = found("/public/tracking/aave-v3/liquidations?chain=ethereum&limit=500")["liquidations"].clone();
    // Who was liquidated most often there.
    let mut borrowers: Vec<String> =
        newest.as_array().expect("a list").iter().map(|row| text(&row["borrower"])).collect();
    borrowers.sort();
    let groups = borrowers.chunk_by(|one, other| one == other);
    let borrower = groups.max_by_key(|group| group.len()).expect("a borrower")[0].clone();
    let of_borrower = format!("{of_aave} AND borrower = unhex('{}')", &borrower[2..]);
    vec![
        Read::new("list_liquidations", "/liquidations", "liquidations").walked(EVENT, events("liquidations", "TRUE")),
        Read::new("list_absorptions", "/absorptions", "absorptions").walked(EVENT, events("absorptions", "TRUE")),
        Read::new("list_health_factors", "/health_factors", "health_factors").walked(
            &["protocol", "account"],
            "SELECT protocol, lower(hex(account)) FROM health_factors FINAL WHERE (chain_id, block_number) IN \
             (SELECT chain_id, block_number FROM health_factor_snapshots FINAL \
             ORDER BY block_timestamp DESC, chain_id, block_number DESC LIMIT 1) \
             ORDER BY isNull(health_factor), health_factor, protocol, account",
        ),
        Read::new("list_tracking", "/public/tracking", "deployments").walked(
            &["slug", "chain_id"],
            "SELECT DISTINCT slug, toString(chain_id) FROM lending_deployments FINAL ORDER BY slug, chain_id",
        ),
        Read::new("get_tracking", "/public/tracking/aave-v3?range=all", "days"),
        Read::new("list_tracking_liquidations", "/public/tracking/aave-v3/liquidations", "liquidations")
            .walked(EVENT, events("liquidations", of_aave)),
        Read::new("get_tracking_account", format!("/public/tracking/aave-v3/accounts/{borrower}"), "liquidations")
            .walked(EVENT, events("liquidations", &of_borrower)),
    ]
}

fn explorer() -> Vec<Read> {
    const PLACE: &[&str] = &["block_number", "log_index"];
    let lens = found(&format!("/public/explorer/address/{V2_POOL}?chain=ethereum&topic0={TRANSFER}&limit=500"));
    let logs = lens["logs"].as_array().expect("logs");
    let payment = logs.iter().find(|log| log["roles"] == Json::from(vec!["recipient"])).expect("a payment to the pool");
    let trader = text(&payment["parameters"][0]["value"]);
    let transaction = text(&payment["transaction_hash"]);
    let second = logs.iter().find(|log| log["transaction_index"] == 1).expect("a block with two transactions");
    let block = &second["block_number"];
    let concerns = format!(
        "address = unhex('{0}') OR topic0 = unhex('{TRANSFER}') AND topic_count = 3 AND length(data) = 32 \
         AND unhex(concat(repeat('00', 12), '{0}')) IN (topic1, topic2)",
        &trader[2..]
    );
    let logs = |filter: &str| {
        format!(
            "SELECT toString(block_number), toString(log_index) FROM logs FINAL WHERE chain_id = 1 AND ({filter}) \
             ORDER BY block_number DESC, log_index DESC"
        )
    };
    vec![
        Read::new("resolve", "/public/resolve?q=23479210", "kind").served(),
        Read::new("get_explorer_overview", "/public/explorer", "chains"),
        Read::new("get_address_lens", format!("/public/explorer/address/{trader}?chain=ethereum"), "logs")
            .walked_before(PLACE, logs(&concerns)),
        Read::new("get_event_lens", format!("/public/explorer/events/{AAVE}?chain=ethereum"), "logs")
            .walked_before(PLACE, logs(&format!("topic0 = unhex('{AAVE}')"))),
        Read::new("get_block", format!("/public/blocks/{block}?chain=ethereum"), "transactions").walked(
            &["hash"],
            format!(
                "SELECT lower(hex(transaction_hash)) FROM transactions FINAL WHERE chain_id = 1 AND block_number = {block} \
                 ORDER BY transaction_index"
            ),
        ),
        Read::new("get_transaction", format!("/public/transactions/{transaction}?chain=ethereum"), "logs").walked(
            &["log_index"],
            format!(
                "SELECT toString(log_index) FROM logs FINAL WHERE chain_id = 1 AND transaction_hash = unhex('{digits}') ORDER BY log_index",
                digits = transaction.trim_start_matches("0x")
            ),
        ),
    ]
}

fn timeline_and_charts() -> Vec<Read> {
    let events =
        "SELECT key FROM chain_events WHERE removed_at IS NULL ORDER BY COALESCE(occurred_at, 0) DESC, id DESC";
    let event = found("/public/timeline?limit=1")["events"][0]["id"].clone();
    let chart = |query: &str| Read::new("get_chart", format!("/charts/{query}"), "series");
    vec![
        Read::new("list_events", "/events", "events").walked_in_app_store(&["key"], events),
        Read::new("list_public_timeline", "/public/timeline", "events").walked_in_app_store(&["key"], events),
        Read::new("get_public_timeline_event", format!("/public/timeline/{event}"), "event").served(),
        chart(&format!("prices?pool={V2_POOL}")),
        chart("volume"),
        chart("liquidations"),
        chart("absorptions"),
        chart("health_factors"),
        chart("events?from=2026-09-01&to=2026-10-31").served(),
    ]
}

fn status_and_site() -> Vec<Read> {
    let says_so = |read: Read| Read { without_warehouse: Without::SaysSo, ..read };
    let page = |operation, path, shows| Read::new(operation, path, shows).served();
    let post = text(&found("/public/blog")["posts"][0]["slug"]);
    vec![
        says_so(Read::new("get_status", "/status", "chains")),
        // It shows the snapshot of its minute: `api::status` waits for the next one.
        page("get_public_status", "/public/status", "platform_tiers"),
        Read::new("get_public_home", "/public/home", "chains"),
        page("get_public_site", "/public/site", "modules"),
        page("get_public_auth", "/public/auth", "providers"),
        page("list_public_plans", "/public/plans", "plans"),
        page("get_public_about", "/public/about", "html"),
        page("list_public_docs", "/public/docs?q=cursor", "docs"),
        page("get_public_doc", "/public/docs/paging", "html"),
        page("list_public_legal", "/public/legal", "legal"),
        page("get_public_legal_document", "/public/legal/privacy", "html"),
        page("list_public_blog", "/public/blog", "posts").walked_in_app_store(
            &["slug"],
            "SELECT slug AS key FROM blog_posts WHERE status = 'published' ORDER BY published_at DESC, id DESC",
        ),
        Read::new("get_public_blog_post", format!("/public/blog/{post}"), "html").served(),
    ]
}

fn published() -> Vec<Read> {
    vec![
        Read::nothing_yet("get_citation", &format!("/citations/{NOTHING}")),
        Read::nothing_yet("get_public_citation", &format!("/public/citations/{NOTHING}")),
        Read::nothing_yet("get_published_page", "/public/published_pages/nothing-yet"),
        Read::nothing_yet("get_published_file", "/public/published_pages/nothing-yet/files/1"),
        Read::nothing_yet("get_review_page", "/public/review/rv_nothing_yet"),
    ]
}
