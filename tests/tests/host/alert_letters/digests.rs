//! Digests: at 08:00 UTC, once a person and day, whoever writes them and however they end.

use super::support::{MONDAY, Stage, at, host};
use crate::app_store_support::fresh_stores;
use anyhow::Result;
use jiff::SignedDuration;
use quarry::alert_letters::cadence::{newest_due, newest_weekly_due};
use std::time::Duration;

#[test]
fn digests_are_due_at_eight_and_weekly_ones_on_mondays() {
    const WEEK_BEFORE: &str = "2026-10-26T08:00:00Z";
    for (now, due, weekly) in [
        ("2026-11-02T07:59:59Z", "2026-11-01T08:00:00Z", WEEK_BEFORE),
        (MONDAY, MONDAY, MONDAY),
        ("2026-11-03T07:59:59Z", MONDAY, MONDAY),
        ("2026-11-03T08:00:00Z", "2026-11-03T08:00:00Z", MONDAY),
        ("2026-11-09T07:59:59Z", "2026-11-08T08:00:00Z", MONDAY),
        ("2024-02-29T23:59:59Z", "2024-02-29T08:00:00Z", "2024-02-26T08:00:00Z"),
        ("2027-01-01T00:00:00Z", "2026-12-31T08:00:00Z", "2026-12-28T08:00:00Z"),
    ] {
        assert_eq!((newest_due(at(now)), newest_weekly_due(at(now))), (at(due), at(weekly)), "{now}");
    }
}

#[tokio::test]
async fn a_daily_digest_has_what_happened_before_eight_and_nothing_is_sent_where_nothing_did() -> Result<()> {
    for fresh in fresh_stores().await? {
        let stage = Stage::new(&fresh.store, "2026-11-03T09:00:00Z").await?;
        stage.choose("daily").await?;
        for alert in 1..=3 {
            stage.hand.advance(Duration::from_secs(3_600));
            stage.fire(alert).await?;
            assert_eq!(stage.look().await?, 0, "it waits for the morning");
        }
        stage.hand.set(at("2026-11-04T07:59:59Z"));
        assert_eq!(stage.look().await?, 0);
        stage.hand.set(at("2026-11-04T08:00:00Z"));
        stage.fire(4).await?;
        assert_eq!(stage.look().await?, 1);
        assert_eq!(stage.told().await?, [[3, 2, 1]], "the newest first, and nothing of the new day");
        assert_eq!(stage.look().await?, 0, "once");
        stage.hand.set(at("2026-11-05T12:00:00Z"));
        assert_eq!(stage.look().await?, 1, "hosts that were away at eight write it when they are back");
        stage.hand.set(at("2026-11-06T08:00:00Z"));
        assert_eq!(stage.look().await?, 0, "nothing to tell");
        assert_eq!(stage.told().await?, [vec![3, 2, 1], vec![4]]);
        assert_eq!(stage.number("SELECT count(*) AS number FROM alert_digests").await?, 2, "none of an empty day");
    }
    Ok(())
}

#[tokio::test]
async fn a_weekly_digest_comes_on_monday_alone() -> Result<()> {
    for fresh in fresh_stores().await? {
        let stage = Stage::new(&fresh.store, "2026-11-03T09:00:00Z").await?;
        stage.choose("weekly").await?;
        for alert in 1..=6 {
            stage.fire(alert).await?;
            assert_eq!(stage.look().await?, 0, "{}", stage.clock.now());
            stage.hand.advance(Duration::from_secs(86_400));
        }
        stage.hand.set(at("2026-11-09T07:59:59Z"));
        assert_eq!(stage.look().await?, 0);
        stage.hand.set(at("2026-11-09T08:00:00Z"));
        assert_eq!(stage.look().await?, 1);
        assert_eq!(stage.told().await?, [[6, 5, 4, 3, 2, 1]]);
        // No host runs on the next Monday: those that are back on Wednesday write what was due then, once.
        stage.fire(7).await?;
        assert_eq!(stage.look().await?, 0);
        stage.hand.set(at("2026-11-18T12:00:00Z"));
        stage.fire(8).await?;
        assert_eq!(stage.look().await?, 1);
        assert_eq!(stage.look().await?, 0);
        assert_eq!(stage.told().await?, [vec![6, 5, 4, 3, 2, 1], vec![7]]);
    }
    Ok(())
}

#[tokio::test]
async fn hosts_that_look_at_once_write_one_letter_a_person() -> Result<()> {
    for fresh in fresh_stores().await? {
        let stage = Stage::new(&fresh.store, "2026-11-03T09:00:00Z").await?;
        for day in 4..=8 {
            stage.choose(if day == 6 { "instant" } else { "daily" }).await?;
            stage.fire(day).await?;
            stage.hand.set(at(&format!("2026-11-0{day}T08:00:00Z")));
            let hosts: Vec<_> = (0..6).map(|_| host(&fresh.store, &stage.clock)).collect();
            let looks = hosts.iter().map(async |host| Ok(host.write_new().await? + host.write_digests().await?));
            let written: Result<Vec<usize>> = futures_util::future::join_all(looks).await.into_iter().collect();
            assert_eq!(written?.iter().sum::<usize>(), 1, "on day {day}");
        }
        assert_eq!(stage.told().await?, [[4], [5], [6], [7], [8]]);
    }
    Ok(())
}

#[tokio::test]
async fn a_host_that_dies_at_any_point_loses_nothing_and_writes_nothing_twice() -> Result<()> {
    for fresh in fresh_stores().await? {
        let stage = Stage::new(&fresh.store, "2026-11-03T09:00:00Z").await?;
        stage.choose("daily").await?;
        let (mut deaths, mut time) = (0, Duration::from_micros(50));
        for alert in 1..=20 {
            stage.fire(alert).await?;
            stage.hand.set(stage.clock.now() + SignedDuration::from_hours(24));
            // Each time it lives a little longer, until it comes to the end.
            while tokio::time::timeout(time, stage.look()).await.is_err() {
                deaths += 1;
                time += Duration::from_micros(150);
            }
            time = Duration::from_micros(50 + 37 * u64::try_from(alert)?);
            stage.look().await?;
        }
        assert!(deaths > 20, "it died {deaths} times");
        let expected: Vec<Vec<i64>> = (1..=20).map(|alert| vec![alert]).collect();
        assert_eq!(stage.told().await?, expected);
    }
    Ok(())
}
