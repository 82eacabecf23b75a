//! The public status's snapshots: one a minute whoever makes it, the same for every host, and 90 days of counts.

mod app_store_support;
mod ingest_support;

use anyhow::Result;
use app_store_support::fresh_stores;
use ingest_support::{Store, blocks_csv};
use jiff::{SignedDuration, Timestamp};
use quarry::clock::{Clock, ClockHand};
use quarry::ingest::DatasetKind;
use quarry::status_probe::{Look, StatusProbe};
use quarry::stores::app::AppStore;
use quarry::stores::warehouse::Warehouse;
use std::path::Path;
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
        assert_eq!(chains.await?, [format!("ethereum|1|8|{}", ingest_support::time_of(8))]);
    }
    Ok(())
}
