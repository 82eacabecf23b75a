//! The public status's snapshots: one a minute no matter which host makes it, the same for every host, and 90 days of counts.

use crate::app_store_support::fresh_stores;
use crate::ingest_support::{Store, address, blocks_csv, etl_csv, fresh_folder, sync, transfer, v2_swap};
use anyhow::Result;
use jiff::{SignedDuration, Timestamp};
use quarry::clock::{Clock, ClockHand};
use quarry::health::Health;
use quarry::ingest::DatasetKind;
use quarry::status_probe::{Look, StatusProbe};
use quarry::stores::app::AppStore;
use quarry::stores::objects::{ObjectQuotas, Objects, ObjectsSettings};
use quarry::stores::warehouse::Warehouse;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

/// 2026-11-21T08:00:00Z.
const MINUTE: i64 = 1_795_248_000;

fn at(seconds: i64) -> (Clock, ClockHand) {
    Clock::stepped(Timestamp::from_second(MINUTE + seconds).expect("a time"))
}

/// Nobody serves there.
fn dead_warehouse() -> Warehouse {
    Warehouse::over_unix_socket(Path::new("/nonexistent/warehouse.sock"), "quarry")
}

/// Every row of a statement as text, values joined by `|`.
async fn rows(app: &AppStore, sql: &str) -> Result<Vec<String>> {
    let set = app.query(sql, &[]).await?;
    let cell = |value| match value {
        quarry::stores::result_set::Value::Int64(number) => number.to_string(),
        quarry::stores::result_set::Value::Boolean(truth) => i64::from(truth).to_string(),
        quarry::stores::result_set::Value::Text(text) => text,
        other => format!("{other:?}"),
    };
    let row = |row: usize| set.columns.iter().map(|column| cell(column.value(row))).collect::<Vec<_>>().join("|");
    Ok((0..set.row_count).map(row).collect())
}

const SNAPSHOTS: &str = "SELECT shown_from / 1000000 AS shown_from, checked_at / 1000000 AS checked_at, \
                         warehouse_reachable, day_probes, day_reachable_probes FROM status_snapshots ORDER BY 1";

#[tokio::test]
async fn a_snapshot_is_made_ahead_of_its_minute_and_once() -> Result<()> {
    for fresh in fresh_stores().await? {
        let (clock, hand) = at(20);
        let probe = StatusProbe::new(fresh.store.clone(), dead_warehouse(), clock);
        assert_eq!(probe.look().await?, Look::Probed, "a new deployment has one at once");
        assert_eq!(probe.look().await?, Look::NotDue);
        hand.advance(Duration::from_secs(24));
        assert_eq!(probe.look().await?, Look::NotDue);
        hand.advance(Duration::from_secs(1));
        assert_eq!(probe.look().await?, Look::Probed, "a quarter of a minute before it is shown");
        let expected = [format!("{MINUTE}|{}|0|1|0", MINUTE + 20), format!("{}|{}|0|2|0", MINUTE + 60, MINUTE + 45)];
        assert_eq!(rows(&fresh.store, SNAPSHOTS).await?, expected);
    }
    Ok(())
}

#[tokio::test]
async fn a_start_at_the_end_of_a_minute_has_something_to_show_at_once() -> Result<()> {
    for fresh in fresh_stores().await? {
        let (clock, hand) = at(50);
        let probe = StatusProbe::new(fresh.store.clone(), dead_warehouse(), clock);
        assert_eq!(probe.look().await?, Look::Probed);
        hand.advance(Duration::from_secs(2));
        assert_eq!(probe.look().await?, Look::Probed, "and the coming minute is due already");
        let expected = [format!("{MINUTE}|{}|0|1|0", MINUTE + 50), format!("{}|{}|0|2|0", MINUTE + 60, MINUTE + 52)];
        assert_eq!(rows(&fresh.store, SNAPSHOTS).await?, expected);
    }
    Ok(())
}

#[tokio::test]
async fn two_hosts_on_one_store_probe_once_a_minute() -> Result<()> {
    for fresh in fresh_stores().await? {
        let (clock, hand) = at(0);
        let hosts = [
            StatusProbe::new(fresh.store.clone(), dead_warehouse(), clock.clone()),
            StatusProbe::new(fresh.store.clone(), dead_warehouse(), clock.clone()),
        ];
        for minute in 1..=5 {
            let (one, other) = tokio::join!(hosts[0].look(), hosts[1].look());
            let probed = [one?, other?].iter().filter(|look| **look == Look::Probed).count();
            assert_eq!(probed, 1, "in minute {minute}");
            hand.advance(Duration::from_secs(60));
        }
        assert_eq!(rows(&fresh.store, "SELECT probes, reachable_probes FROM status_days").await?, ["5|0"]);
        assert_eq!(rows(&fresh.store, "SELECT count(*) AS snapshots FROM status_snapshots").await?, ["5"]);
    }
    Ok(())
}

#[tokio::test]
async fn a_host_that_died_while_it_probed_is_stood_in_for() -> Result<()> {
    for fresh in fresh_stores().await? {
        let (clock, hand) = at(0);
        let now = clock.now().as_microsecond();
        let taken = format!("INSERT INTO status_probe_lease VALUES (1, 'a dead host', {})", now + 20_000_000);
        fresh.store.execute(&taken, &[]).await?;
        let probe = StatusProbe::new(fresh.store.clone(), dead_warehouse(), clock);
        assert_eq!(probe.look().await?, Look::HeldElsewhere);
        hand.advance(Duration::from_secs(20));
        assert_eq!(probe.look().await?, Look::Probed);
    }
    Ok(())
}

#[tokio::test]
async fn a_clock_that_is_set_back_does_not_stop_the_probe() -> Result<()> {
    for fresh in fresh_stores().await? {
        let (clock, hand) = at(0);
        let probe = StatusProbe::new(fresh.store.clone(), dead_warehouse(), clock.clone());
        assert_eq!(probe.look().await?, Look::Probed);
        hand.set(clock.now() - SignedDuration::from_hours(1));
        assert_eq!(probe.look().await?, Look::Probed);
        assert_eq!(rows(&fresh.store, SNAPSHOTS).await?, [format!("{0}|{0}|0|2|0", MINUTE - 3600)]);
    }
    Ok(())
}

#[tokio::test]
async fn days_are_counted_and_those_before_the_last_ninety_forgotten() -> Result<()> {
    for fresh in fresh_stores().await? {
        let (clock, hand) = at(0);
        let probe = StatusProbe::new(fresh.store.clone(), dead_warehouse(), clock);
        for _ in 0..100 {
            assert_eq!(probe.look().await?, Look::Probed);
            hand.advance(Duration::from_secs(86_400));
        }
        let kept = "SELECT count(*) AS days, sum(probes) AS probes, (max(day_starts_at) - min(day_starts_at)) \
                    / 86400000000 AS span FROM status_days";
        let kept = rows(&fresh.store, &kept.replace("sum(probes)", "CAST(sum(probes) AS BIGINT)")).await?;
        assert_eq!(kept, ["91|91|90"]);
        let snapshots = "SELECT count(*) AS snapshots FROM status_snapshots";
        assert_eq!(rows(&fresh.store, snapshots).await?, ["1"], "older ones than an hour are of no use");
        let tiers = "SELECT tier, count(*) AS days FROM status_tier_days GROUP BY tier ORDER BY tier";
        assert_eq!(rows(&fresh.store, tiers).await?, ["app_store|91", "ingest|91", "warehouse|91"]);
        let probes = "SELECT count(DISTINCT checked_at) AS probes FROM status_probes";
        assert_eq!(rows(&fresh.store, probes).await?, ["2"], "single probes of two days");
    }
    Ok(())
}

#[tokio::test]
async fn a_snapshot_has_the_head_of_each_chain() -> Result<()> {
    let ingested = Store::new("status_probe").await;
    ingested.load(DatasetKind::Blocks, blocks_csv(&[(7, 0), (8, 0)])).await;
    for fresh in fresh_stores().await? {
        let (clock, _hand) = at(0);
        let probe = StatusProbe::new(fresh.store.clone(), ingested.warehouse.clone(), clock);
        assert_eq!(probe.look().await?, Look::Probed);
        assert_eq!(rows(&fresh.store, SNAPSHOTS).await?, [format!("{MINUTE}|{MINUTE}|1|1|1")]);
        let chains = rows(
            &fresh.store,
            "SELECT chain, chain_id, latest_block, latest_block_at / 1000000 AS latest_block_at \
             FROM status_snapshot_chains",
        );
        assert_eq!(chains.await?, [format!("ethereum|1|8|{}", crate::ingest_support::time_of(8))]);
    }
    Ok(())
}

const TIERS: &str = "SELECT tier, state FROM status_snapshot_tiers ORDER BY shown_from, tier";
const TIER_DAYS: &str = "SELECT (day_starts_at - 1795219200000000) / 86400000000 AS day, tier, probes, operational_probes \
                         FROM status_tier_days WHERE probes > 0 ORDER BY day, tier";

/// Writes the record of a process that follows the chain: its head, and the time at which it was seen.
async fn follow(store: &Store, head: u64, seen_at: i64) {
    let sql = format!(
        "INSERT INTO followed_chains SELECT 1, 1, {head}, {head}, {head}, toDateTime({}, 'UTC'), \
         toDateTime({seen_at}, 'UTC'), 64, '', {}",
        crate::ingest_support::time_of(head),
        seen_at
    );
    store.warehouse.execute(&sql).await.expect("a row");
}

#[tokio::test]
async fn a_followed_chain_has_its_head_its_gaps_and_what_became_of_its_logs() -> Result<()> {
    let ingested = Store::new("status_probe_followed").await;
    let pool = address(10);
    let mut misshapen = sync(7, 2, &pool, 1, 1);
    misshapen.data.truncate(66);
    let mut waiting = sync(8, 1, &pool, 1, 1).untimed();
    waiting.block = 9;
    let logs = [sync(7, 0, &pool, 2, 1), v2_swap(7, 1, &pool, 5, 2), misshapen, transfer(8, 0), waiting];
    ingested.load(DatasetKind::Logs, etl_csv(&logs)).await;
    ingested.load(DatasetKind::Blocks, blocks_csv(&[(7, 0), (8, 0), (10, 0)])).await;
    follow(&ingested, 20, MINUTE - 3).await;
    let gaps = "INSERT INTO completeness_gaps SELECT 1, number, number + 2, 'missing_block', \
                toDateTime(1795247000, 'UTC'), if(number = 30, NULL, toDateTime(1795247900, 'UTC')), 1, number = 60 \
                FROM values('number UInt64', 30, 40, 60)";
    ingested.warehouse.execute(gaps).await?;
    for fresh in fresh_stores().await? {
        let (clock, _hand) = at(0);
        let probe = StatusProbe::new(fresh.store.clone(), ingested.warehouse.clone(), clock);
        assert_eq!(probe.look().await?, Look::Probed);
        let chain = "SELECT latest_block, head_block, head_block_at / 1000000 AS head_block_at, \
                     head_seen_at / 1000000 AS head_seen_at, coverage_first_block, recent_logs, decoded_logs, \
                     undecoded_logs, waiting_logs FROM status_snapshot_chains";
        let head_at = crate::ingest_support::time_of(20);
        assert_eq!(rows(&fresh.store, chain).await?, [format!("10|20|{head_at}|{}|0|5|2|1|1", MINUTE - 3)]);
        let gaps = "SELECT chain, first_block, last_block, reason, opened_at / 1000000 AS opened_at, \
                    coalesce(closed_at, 0) / 1000000 AS closed_at FROM status_snapshot_gaps ORDER BY first_block";
        let expected =
            ["ethereum|30|32|missing_block|1795247000|0", "ethereum|40|42|missing_block|1795247000|1795247900"];
        assert_eq!(rows(&fresh.store, gaps).await?, expected);
    }
    Ok(())
}

#[tokio::test]
async fn each_tier_is_asked_and_every_probe_is_counted() -> Result<()> {
    let folder = fresh_folder("status-objects");
    for (number, fresh) in fresh_stores().await?.into_iter().enumerate() {
        let (clock, hand) = at(0);
        let folder = folder.join(number.to_string());
        let settings = ObjectsSettings {
            url: String::new(),
            folder: folder.clone(),
            endpoint: String::new(),
            region: String::new(),
            access_key_id: String::new(),
            secret_access_key: None,
            allow_http: false,
            quotas: ObjectQuotas::default(),
        };
        let objects = Objects::open(&settings, fresh.store.clone(), clock.clone())?;
        let probe = StatusProbe::new(fresh.store.clone(), dead_warehouse(), clock)
            .with_objects(objects)
            .with_health(Arc::new(Health::new(4, 1)));
        assert_eq!(probe.look().await?, Look::Probed);
        let whole =
            ["api|degraded", "app_store|operational", "ingest|unknown", "objects|operational", "warehouse|down"];
        assert_eq!(rows(&fresh.store, TIERS).await?, whole, "one component of five was left out");
        // The object store breaks.
        std::fs::remove_dir_all(&folder)?;
        std::fs::write(&folder, "no folder")?;
        hand.advance(Duration::from_secs(60));
        assert_eq!(probe.look().await?, Look::Probed);
        assert_eq!(rows(&fresh.store, TIERS).await?[5..][3], "objects|down");
        let days = ["0|api|2|0", "0|app_store|2|2", "0|objects|2|1", "0|warehouse|2|0"];
        assert_eq!(rows(&fresh.store, TIER_DAYS).await?, days, "what cannot be told does not count");
        let asked = "SELECT count(*) AS probes, CAST(sum(CASE WHEN response_microseconds > 0 THEN 1 ELSE 0 END) AS BIGINT) \
                     AS timed FROM status_probes";
        assert_eq!(rows(&fresh.store, asked).await?, ["10|6"], "three tiers are asked by themselves");
    }
    Ok(())
}

#[tokio::test]
async fn minutes_in_which_nobody_served_count_against_the_api() -> Result<()> {
    for fresh in fresh_stores().await? {
        let (clock, hand) = at(0);
        let probe =
            StatusProbe::new(fresh.store.clone(), dead_warehouse(), clock).with_health(Arc::new(Health::new(1, 0)));
        assert_eq!(probe.look().await?, Look::Probed);
        hand.advance(Duration::from_secs(300));
        assert_eq!(probe.look().await?, Look::Probed);
        hand.advance(Duration::from_secs(86_400));
        assert_eq!(probe.look().await?, Look::Probed);
        // From 08:00, with 4 minutes and then a day without a snapshot, until 08:05 of the next day.
        let api: Vec<String> =
            rows(&fresh.store, TIER_DAYS).await?.into_iter().filter(|row| row.contains("api")).collect();
        assert_eq!(api, [format!("0|api|{}|2", 16 * 60), format!("1|api|{}|1", 8 * 60 + 6)]);
    }
    Ok(())
}

#[tokio::test]
async fn the_ingest_tier_is_what_the_followers_do() -> Result<()> {
    let ingested = Store::new("status_probe_ingest").await;
    let block_at = |block: u64| i64::try_from(crate::ingest_support::time_of(block)).expect("a time");
    ingested.load(DatasetKind::Blocks, blocks_csv(&[(8, 0)])).await;
    let (clock, hand) = at(0);
    for fresh in fresh_stores().await? {
        let probe = StatusProbe::new(fresh.store.clone(), ingested.warehouse.clone(), clock.clone());
        let state = "SELECT state FROM status_snapshot_tiers WHERE tier = 'ingest' ORDER BY shown_from DESC LIMIT 1";
        ingested.warehouse.execute("TRUNCATE TABLE followed_chains").await?;
        let now = |clock: &Clock| clock.now().as_second();
        for (head, seen_seconds_ago, expected) in
            [(None, 0, "unused"), (Some(9), 4, "operational"), (Some(400), 4, "degraded"), (Some(9), 301, "down")]
        {
            hand.advance(Duration::from_secs(600));
            if let Some(head) = head {
                follow(&ingested, head, now(&clock) - seen_seconds_ago).await;
            }
            assert_eq!(probe.look().await?, Look::Probed);
            assert_eq!(rows(&fresh.store, state).await?, [expected], "head {head:?}, made at {:?}", head.map(block_at));
        }
    }
    Ok(())
}
