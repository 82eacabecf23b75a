//! The cadence that counts is the one in force: whatever people change, each thing is told once at most, and lost only by `off`.

use super::support::{Stage, at, host};
use crate::app_store_support::{Fresh, fresh_stores};
use anyhow::Result;
use proptest::prelude::*;
use proptest::test_runner::{Config, TestRunner};
use quarry::alert_letters::cadence::newest_weekly_due;
use std::collections::BTreeSet;
use std::time::Duration;

#[derive(Debug, Clone)]
enum Step {
    Fire,
    Choose(&'static str),
    Pass {
        hours: u64,
    },
    Look,
    /// Two hosts at once, of which one dies after so many microseconds.
    LookTwice {
        dies_after: u64,
    },
}

fn steps() -> impl Strategy<Value = Vec<Step>> {
    let step = prop_oneof![
        4 => Just(Step::Fire),
        2 => prop::sample::select(vec!["instant", "daily", "weekly", "off"]).prop_map(Step::Choose),
        4 => (1_u64..40).prop_map(|hours| Step::Pass { hours }),
        3 => Just(Step::Look),
        2 => (10_u64..4_000).prop_map(|dies_after| Step::LookTwice { dies_after }),
    ];
    prop::collection::vec(step, 5..40)
}

#[test]
fn whatever_is_chosen_and_whoever_dies_each_thing_is_told_once_and_a_day_has_one_digest() -> Result<()> {
    let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build()?;
    for fresh in runtime.block_on(fresh_stores())? {
        let stage = runtime.block_on(Stage::new(&fresh.store, "2026-11-01T05:00:00Z"))?;
        let mut runner = TestRunner::new(Config { cases: 24, failure_persistence: None, ..Config::default() });
        runner.run(&steps(), |steps| {
            runtime.block_on(holds(&fresh, &stage, &steps)).map_err(|error| TestCaseError::fail(format!("{error:?}")))
        })?;
    }
    Ok(())
}

async fn holds(fresh: &Fresh, stage: &Stage, steps: &[Step]) -> Result<()> {
    for table in ["jobs", "alert_letter_lines", "alert_digests", "alert_email_settings"] {
        fresh.store.execute(&format!("DELETE FROM {table}"), &[]).await?;
    }
    stage.hand.set(at("2026-11-01T05:00:00Z"));
    let (mut cadence, mut chosen_at, mut fired) = ("instant", stage.clock.now(), 0);
    // Those that wait, and those that `off` may have dropped.
    let (mut waiting, mut dropped) = (BTreeSet::new(), BTreeSet::new());
    for step in steps {
        let before = stage.letters().await?.len();
        match step {
            Step::Fire => {
                fired += 1;
                stage.fire(fired).await?;
                waiting.insert(fired);
            }
            Step::Choose(chosen) => {
                stage.choose(chosen).await?;
                if cadence != *chosen {
                    (cadence, chosen_at) = (chosen, stage.clock.now());
                }
            }
            Step::Pass { hours } => stage.hand.advance(Duration::from_secs(3_600 * hours)),
            Step::Look => _ = stage.look().await?,
            Step::LookTwice { dies_after } => {
                let (one, other) = (host(&fresh.store, &stage.clock), host(&fresh.store, &stage.clock));
                let life = async { Ok(one.write_new().await? + one.write_digests().await?) };
                let whole = async { Ok(other.write_new().await? + other.write_digests().await?) };
                let (_, whole): (_, Result<usize>) = tokio::join!(
                    tokio::time::timeout(Duration::from_micros(*dies_after), async {
                        let lived: Result<usize> = life.await;
                        lived
                    }),
                    whole
                );
                whole?;
            }
        }
        if cadence == "off" {
            dropped.append(&mut waiting);
        }
        let told = stage.told().await?;
        for alert in told.iter().flatten() {
            waiting.remove(alert);
        }
        let written = told.len() - before;
        // At once, and a digest of what waited before the change.
        anyhow::ensure!(written <= 1, "{written} letters at once after {step:?}");
        if written == 1 {
            let is_in_force = match cadence {
                "instant" | "daily" => true,
                "weekly" => chosen_at <= newest_weekly_due(stage.clock.now()),
                _ => false,
            };
            anyhow::ensure!(is_in_force, "a letter under {cadence} at {}", stage.clock.now());
        }
        let days = "SELECT coalesce(max(letters), 0) AS number FROM
                    (SELECT count(*) AS letters FROM alert_digests GROUP BY due_at / 86400000000) AS days";
        anyhow::ensure!(stage.number(days).await? <= 1, "two digests of one day");
    }
    stage.choose("instant").await?;
    stage.look().await?;
    let told: Vec<i64> = stage.told().await?.into_iter().flatten().collect();
    let once: BTreeSet<i64> = told.iter().copied().collect();
    anyhow::ensure!(once.len() == told.len(), "told twice: {told:?}");
    let lost: Vec<i64> = (1..=fired).filter(|alert| !once.contains(alert) && !dropped.contains(alert)).collect();
    anyhow::ensure!(lost.is_empty(), "lost: {lost:?}");
    Ok(())
}
