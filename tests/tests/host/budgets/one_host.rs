//! The counts of one host: exact, over restarts, clocks that go wrong and a store that goes away.

use crate::app_store_support::fresh_stores;
use crate::budgets::support::{HOUR, TestClock, granted, host, key, remaining};
use anyhow::Result;
use quarry::contract::{Problem, Spending};
use std::collections::BTreeSet;
use std::time::Duration;

#[tokio::test]
async fn on_one_host_what_remains_falls_by_one_to_the_refusal() -> Result<()> {
    for fresh in fresh_stores().await? {
        let (clock, key) = (TestClock::new(), key(&fresh.store).await?);
        clock.set(HOUR, 3_000);
        for limit in [1, 7, 100, 257, 700] {
            let budgets = host(&fresh.store, &clock);
            clock.advance_hour();
            for expected in (0..limit).rev() {
                let before = budgets.budget_state(key, Some(limit)).await?.expect("a number");
                assert_eq!(before.remaining, expected + 1, "looking takes nothing");
                let Spending::Granted(budget_state) = budgets.spend(key, Some(limit)).await? else {
                    panic!("{expected} of {limit} are left")
                };
                assert_eq!((budget_state.limit, budget_state.remaining), (limit, expected));
                assert_eq!(budget_state.resets_at_seconds, clock.hour_end());
            }
            for _ in 0..3 {
                let Spending::Refused { budget_state, retry_after_seconds } = budgets.spend(key, Some(limit)).await?
                else {
                    panic!("nothing of {limit} is left")
                };
                assert_eq!((budget_state.limit, budget_state.remaining, retry_after_seconds), (limit, 0, 600));
            }
        }
        let budgets = host(&fresh.store, &clock);
        assert_eq!(budgets.spend(key, None).await?, Spending::Unlimited);
        assert!(matches!(budgets.spend(key, Some(0)).await?, Spending::Refused { .. }));
    }
    Ok(())
}

#[tokio::test]
async fn requests_that_come_together_are_each_counted_once() -> Result<()> {
    for fresh in fresh_stores().await? {
        let key = key(&fresh.store).await?;
        let budgets = host(&fresh.store, &TestClock::new());
        let mut together = tokio::task::JoinSet::new();
        for _ in 0..300 {
            let budgets = budgets.clone();
            together.spawn(async move { budgets.spend(key, Some(250)).await });
        }
        let (mut seen, mut refused) = (BTreeSet::new(), 0);
        while let Some(spending) = together.join_next().await {
            match spending?? {
                Spending::Granted(budget_state) => {
                    assert!(seen.insert(budget_state.remaining), "{}", budget_state.remaining)
                }
                Spending::Refused { .. } => refused += 1,
                Spending::Unlimited => panic!("there is a limit"),
            }
        }
        assert_eq!(seen, (0..250).collect());
        assert_eq!(refused, 50);
    }
    Ok(())
}

#[tokio::test]
async fn a_killed_host_gives_nothing_back_and_a_stopped_one_does() -> Result<()> {
    for fresh in fresh_stores().await? {
        let (clock, key) = (TestClock::new(), key(&fresh.store).await?);
        let killed = host(&fresh.store, &clock);
        for _ in 0..5 {
            granted(&killed, key, 1_000).await?;
        }
        drop(killed);
        let second = host(&fresh.store, &clock);
        let after_kill = remaining(&second, key, 1_000).await?;
        assert!((995 - 32..=995).contains(&after_kill), "{after_kill}");
        granted(&second, key, 1_000).await?;
        second.close().await;
        assert_eq!(remaining(&host(&fresh.store, &clock), key, 1_000).await?, after_kill - 1, "nothing is lost");
    }
    Ok(())
}

#[tokio::test]
async fn what_lies_idle_is_there_for_other_hosts() -> Result<()> {
    for fresh in fresh_stores().await? {
        let (clock, key) = (TestClock::new(), key(&fresh.store).await?);
        let (here, there) = (host(&fresh.store, &clock), host(&fresh.store, &clock));
        granted(&here, key, 400).await?;
        here.return_idle(Duration::from_secs(60)).await;
        assert_eq!(remaining(&there, key, 400).await?, 368, "a lease in use is kept");
        tokio::time::sleep(Duration::from_millis(20)).await;
        here.return_idle(Duration::from_millis(10)).await;
        here.return_idle(Duration::from_millis(10)).await;
        assert_eq!(remaining(&host(&fresh.store, &clock), key, 400).await?, 399, "returned once");
        assert_eq!(granted(&here, key, 400).await?, 398);
    }
    Ok(())
}

#[tokio::test]
async fn the_keeper_returns_after_a_second() -> Result<()> {
    for fresh in fresh_stores().await? {
        let (clock, key) = (TestClock::new(), key(&fresh.store).await?);
        let here = host(&fresh.store, &clock);
        let (trigger, shutdown) = quarry::shutdown::shutdown_signal();
        let keeping = tokio::spawn({
            let here = here.clone();
            async move { here.keep(shutdown).await }
        });
        granted(&here, key, 400).await?;
        let began = std::time::Instant::now();
        while remaining(&host(&fresh.store, &clock), key, 400).await? != 399 {
            assert!(began.elapsed() < Duration::from_secs(10), "the lease comes back");
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
        assert!(began.elapsed() >= Duration::from_millis(900), "not while it may be used: {:?}", began.elapsed());
        trigger.fire();
        keeping.await?;
    }
    Ok(())
}

#[tokio::test]
async fn a_clock_that_steps_back_refills_nothing() -> Result<()> {
    for fresh in fresh_stores().await? {
        let (clock, key) = (TestClock::new(), key(&fresh.store).await?);
        let budgets = host(&fresh.store, &clock);
        for _ in 0..40 {
            granted(&budgets, key, 40).await?;
        }
        assert!(matches!(budgets.spend(key, Some(40)).await?, Spending::Refused { .. }));
        let end = clock.hour_end();
        clock.set(HOUR - 1, 1_800);
        for host in [budgets, host(&fresh.store, &clock)] {
            let Spending::Refused { budget_state, retry_after_seconds } = host.spend(key, Some(40)).await? else {
                panic!("the hour before was not refilled")
            };
            assert_eq!((budget_state.remaining, budget_state.resets_at_seconds), (0, end));
            assert_eq!(i64::from(retry_after_seconds), end - clock.seconds());
        }
        // Hosts whose clocks disagree share the newer hour.
        clock.set(HOUR + 1, 0);
        let late = host(&fresh.store, &clock);
        assert_eq!(granted(&late, key, 40).await?, 39);
        late.close().await;
        let behind = TestClock::new();
        assert_eq!(granted(&host(&fresh.store, &behind), key, 40).await?, 38);
    }
    Ok(())
}

#[tokio::test]
async fn another_plan_is_felt_by_the_next_request() -> Result<()> {
    for fresh in fresh_stores().await? {
        let (clock, key) = (TestClock::new(), key(&fresh.store).await?);
        let budgets = host(&fresh.store, &clock);
        for _ in 0..10 {
            granted(&budgets, key, 1_000).await?;
        }
        assert_eq!(granted(&budgets, key, 5_000).await?, 4_989, "what was in hand is not lost");
        assert_eq!(granted(&budgets, key, 20).await?, 8);
        assert!(
            matches!(budgets.spend(key, Some(5)).await?, Spending::Refused { budget_state, .. } if budget_state.remaining == 0)
        );
        assert_eq!(granted(&budgets, key, 13).await?, 0, "a refusal of the smaller plan is not held against it");
    }
    Ok(())
}

#[tokio::test]
async fn without_the_store_only_what_is_in_hand_is_spent() -> Result<()> {
    for fresh in fresh_stores().await? {
        let (clock, key) = (TestClock::new(), key(&fresh.store).await?);
        let budgets = host(&fresh.store, &clock);
        granted(&budgets, key, 1_000).await?;
        fresh.store.close().await;
        for expected in (968..999).rev() {
            assert_eq!(granted(&budgets, key, 1_000).await?, expected);
        }
        let refused = budgets.spend(key, Some(1_000)).await.expect_err("nothing is in hand");
        let problem = Problem::from(refused);
        assert_eq!((problem.status, problem.code.as_str()), (503, "data_source_unavailable"));
        assert!(problem.retry_after.is_some());
    }
    Ok(())
}

#[tokio::test]
async fn a_client_that_leaves_takes_no_lease_with_it() -> Result<()> {
    for fresh in fresh_stores().await? {
        let (clock, key) = (TestClock::new(), key(&fresh.store).await?);
        let budgets = host(&fresh.store, &clock);
        for _ in 0..20 {
            let spending = budgets.spend(key, Some(1_000));
            let _ = tokio::time::timeout(Duration::from_micros(50), spending).await;
        }
        let left = granted(&budgets, key, 1_000).await?;
        assert!(left >= 1_000 - 21, "{left}: each costs one request at the most");
    }
    Ok(())
}

#[tokio::test]
async fn old_counters_are_removed() -> Result<()> {
    for fresh in fresh_stores().await? {
        let clock = TestClock::new();
        let (old, young) = (key(&fresh.store).await?, key(&fresh.store).await?);
        granted(&host(&fresh.store, &clock), old, 10).await?;
        clock.set(HOUR + 30, 0);
        granted(&host(&fresh.store, &clock), young, 10).await?;
        clock.set(HOUR + 60, 0);
        let (trigger, shutdown) = quarry::shutdown::shutdown_signal();
        let keeper = host(&fresh.store, &clock);
        let keeping = tokio::spawn(async move { keeper.keep(shutdown).await });
        let count = async || {
            let rows = fresh.store.query("SELECT key_id FROM request_budgets ORDER BY key_id", &[]).await?;
            anyhow::Ok(
                quarry::stores::app::Row::all(&rows).map(|row| row.integer("key_id")).collect::<Result<Vec<_>, _>>()?,
            )
        };
        let began = std::time::Instant::now();
        while count().await? != [young] {
            assert!(began.elapsed() < Duration::from_secs(10));
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
        trigger.fire();
        keeping.await?;
    }
    Ok(())
}
