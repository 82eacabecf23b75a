//! `alerts_100k`: 100,000 price alerts over 5,000 pools, all of which move at once; one alert in twenty fires.
//!
//! An installation of its own, `target/dist`, on SQLite. The time is that of the job from its row in the queue to its end: what the
//! warehouse is asked, and 5,000 alerts fired with their entries in the inbox, lines for letters and events.

use crate::report::Report;
use anyhow::{Context, Result, ensure};
use jiff::Timestamp;
use quarry::identity::{NewUser, Passwords, Users};
use quarry::stores::app::{AppStore, Row};
use quarry::stores::result_set::Value;
use quarry_tests::server::{Options, Server};
use std::time::{Duration, Instant};

pub(crate) const FIGURES: &[&str] = &["alerts_100k"];
const POOLS: i64 = 5_000;
const ALERTS_OF_A_POOL: i64 = 20;
const SYNC: &str = "0x1c411e9a96e071241c2f21f7726b17ae89e3cab4c78be50e062b03a9fffbbad1";
const BLOCKS_OF_A_DAY: i64 = 7_200;

pub(crate) async fn measure(report: &mut Report) -> Result<()> {
    let options = Options { no_sample: true, ..Options::default() };
    let server = tokio::task::block_in_place(|| Server::start(&options))?;
    tokio::task::block_in_place(|| -> Result<()> {
        load(
            &server,
            "tokens",
            "address,symbol,decimals\n0x00000000000000000000000000000000000000a1,USD,18\n0x00000000000000000000000000000000000000a2,ETH,18\n",
        )?;
        let pools: String = (0..POOLS)
            .map(|pool| format!("{},uniswap_v2,0x00000000000000000000000000000000000000a1,0x00000000000000000000000000000000000000a2\n", address(pool)))
            .collect();
        load(&server, "pools", &format!("address,protocol,token0,token1\n{pools}"))?;
        load(&server, "logs", &syncs(1, 900))?;
        load(&server, "logs", &syncs(BLOCKS_OF_A_DAY, 1_000))
    })?;
    let store = AppStore::open(&format!("sqlite://{}/app.sqlite3", server.data_dir.display())).await?;
    evaluate(&store).await?;
    fill(&store).await?;
    tokio::task::block_in_place(|| load(&server, "logs", &syncs(BLOCKS_OF_A_DAY + 1, 1_001)))?;
    let seconds = evaluate(&store).await?;
    let fired = store.query("SELECT count(*) AS fired FROM alert_firings", &[]).await?;
    let fired = Row::first(&fired).context("a count")?.integer("fired")?;
    ensure!(fired == POOLS, "{fired} alerts fired, and {POOLS} should have");
    store.close().await;
    report.add(
        "alerts_100k",
        seconds,
        "seconds to evaluate 100,000 alerts over 5,000 moved pools, of which 5,000 fire",
    );
    println!("{:<42} {seconds:>8.2} s", "alerts_100k");
    Ok(())
}

fn address(pool: i64) -> String {
    format!("0x{:040x}", 0x1_0000 + pool)
}

fn load(server: &Server, dataset: &str, text: &str) -> Result<()> {
    let path = server.data_dir.join(format!("bench-{dataset}.csv"));
    std::fs::write(&path, text)?;
    server.command(&["ingest", dataset, &path.display().to_string(), "--chain", "ethereum"], "");
    Ok(())
}

/// A price of each pool, in one block.
fn syncs(block: i64, price: u128) -> String {
    let at = 1_793_491_200 + block * 12;
    let (reserve0, reserve1) = (price * 10_u128.pow(18) + 5 * 10_u128.pow(17), 10_u128.pow(18));
    let mut text = "block_number,block_hash,block_timestamp,transaction_hash,transaction_index,log_index,address,topic0,topic1,topic2,topic3,data\n".to_owned();
    for pool in 0..POOLS {
        text += &format!(
            "{block},0x{block:064x},{at},0x{block:032x}{pool:032x},{pool},{pool},{},{SYNC},,,,0x{reserve0:064x}{reserve1:064x}\n",
            address(pool)
        );
    }
    text
}

/// Runs the job, and gives the seconds from its row to its end.
async fn evaluate(store: &AppStore) -> Result<f64> {
    let sql = "INSERT INTO jobs (component, name, arguments, state, run_at, attempts, max_attempts, is_cancel_asked, progress_done, created_at)
               VALUES ('alerts', 'evaluate_alerts', '{}', 'queued', 1, 0, 9, FALSE, 0, $1) RETURNING id";
    let mut transaction = store.begin().await?;
    let rows = transaction.query(sql, &[Value::Int64(Timestamp::now().as_microsecond())]).await?;
    let id = Row::first(&rows).context("a row")?.integer("id")?;
    transaction.commit().await?;
    let began = Instant::now();
    loop {
        let sql = "SELECT state, ended_at - created_at AS took FROM jobs WHERE id = $1";
        let rows = store.query(sql, &[Value::Int64(id)]).await?;
        let row = Row::first(&rows).context("the job")?;
        if row.text("state")? == "completed" {
            return Ok(row.integer("took")? as f64 / 1e6);
        }
        ensure!(began.elapsed() < Duration::from_secs(300), "the job does not end: {}", row.text("state")?);
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
}

/// Makes the alerts of one person, past every check: of each pool for a price above 1001, 1002 and so on.
async fn fill(store: &AppStore) -> Result<()> {
    let users = Users::new(store.clone(), Passwords::default());
    let new = NewUser { email: "alerts@bench.example".to_owned(), name: "Alerts".to_owned(), password: None };
    let made = users.create_user(new, Timestamp::now()).await?;
    let began = Instant::now();
    loop {
        let sql = "SELECT id FROM spaces WHERE personal_user_id = $1";
        if store.query(sql, &[Value::Int64(made.user_id)]).await?.row_count > 0 {
            break;
        }
        ensure!(began.elapsed() < Duration::from_secs(30), "the account has no space of its own");
        tokio::time::sleep(Duration::from_millis(100)).await;
    }
    let sql = "INSERT INTO price_alerts (space_id, created_by_user_id, organization_id, chain_id, chain, pool, condition, threshold,
                   threshold_exponent, threshold_mantissa, sentence, state, arming, waits_for_crossing, created_at)
               WITH RECURSIVE numbers (number) AS (SELECT 0 UNION ALL SELECT number + 1 FROM numbers WHERE number < $1 - 1)
               SELECT spaces.id, $2, $3, 1, 'ethereum', unhex(printf('%040x', 65536 + number / $4)), 'above',
                   CAST(1001 + number % $4 AS TEXT), 4, (1001 + number % $4) || '000000000000000', 'The price rises.', 'watching', 1, FALSE, 1
               FROM numbers CROSS JOIN spaces WHERE spaces.personal_user_id = $2";
    let values = [POOLS * ALERTS_OF_A_POOL, made.user_id, made.organization_id, ALERTS_OF_A_POOL].map(Value::Int64);
    store.execute(sql, &values).await?;
    let sql = "INSERT INTO alert_pools (chain_id, pool) SELECT DISTINCT chain_id, pool FROM price_alerts";
    store.execute(sql, &[]).await?;
    Ok(())
}
