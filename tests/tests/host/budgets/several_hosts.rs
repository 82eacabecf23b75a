//! One budget over several hosts: never more than it in sum, hardly less, and no host says more than is left.

use crate::app_store_support::fresh_stores;
use crate::budgets::support::{TestClock, granted, key};
use anyhow::Result;
use proptest::prelude::*;
use proptest::test_runner::{Config, TestRunner};
use quarry::budgets::{Budgets, Hosts};
use quarry::contract::Spending;
use quarry::stores::app::AppStore;
use std::time::Duration;

fn hosts(store: &AppStore, count: usize) -> Vec<Budgets> {
    let clock = TestClock::new();
    (0..count).map(|_| Budgets::new(store.clone(), Hosts::Several, clock.clock())).collect()
}

/// The next event, and the host of the three on which it happens.
#[derive(Debug, Clone, Copy)]
enum Step {
    Spend(usize),
    ReturnIdle(usize),
    /// `kill -9` and a start.
    Kill(usize),
}

fn steps() -> impl Strategy<Value = Vec<Step>> {
    let step = prop_oneof![
        20 => (0..3_usize).prop_map(Step::Spend),
        1 => (0..3_usize).prop_map(Step::ReturnIdle),
        1 => (0..3_usize).prop_map(Step::Kill),
    ];
    prop::collection::vec(step, 1..120)
}

#[test]
fn no_order_of_events_grants_more_than_the_budget_or_promises_what_is_gone() -> Result<()> {
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
    for fresh in runtime.block_on(fresh_stores())? {
        let mut runner = TestRunner::new(Config { cases: 24, failure_persistence: None, ..Config::default() });
        runner.run(&(1..90_u64, steps()), |(limit, steps)| {
            let spent = runtime.block_on(async {
                let key = key(&fresh.store).await?;
                let mut hosts = hosts(&fresh.store, 3);
                let mut spent = 0;
                for step in steps {
                    match step {
                        Step::Spend(host) => match hosts[host].spend(key, Some(limit)).await? {
                            Spending::Granted(budget_state) => {
                                spent += 1;
                                anyhow::ensure!(
                                    spent + budget_state.remaining <= limit,
                                    "{spent} spent, {budget_state:?}"
                                );
                            }
                            Spending::Refused { budget_state, .. } => anyhow::ensure!(budget_state.remaining == 0),
                            Spending::Unlimited => anyhow::bail!("there is a limit"),
                        },
                        Step::ReturnIdle(host) => hosts[host].return_idle(Duration::ZERO).await,
                        Step::Kill(host) => hosts[host] = hosts_again(&fresh.store),
                    }
                }
                anyhow::Ok(spent)
            });
            let spent = spent.map_err(|error| TestCaseError::fail(error.to_string()))?;
            prop_assert!(spent <= limit);
            Ok(())
        })?;
    }
    Ok(())
}

fn hosts_again(store: &AppStore) -> Budgets {
    Budgets::new(store.clone(), Hosts::Several, TestClock::new().clock())
}

#[tokio::test(flavor = "multi_thread")]
async fn three_busy_hosts_spend_the_budget_and_no_more() -> Result<()> {
    const LIMIT: u64 = 1_000;
    for fresh in fresh_stores().await? {
        let key = key(&fresh.store).await?;
        let mut asking = tokio::task::JoinSet::new();
        for host in hosts(&fresh.store, 3) {
            // Each host is asked over four connections until it refuses.
            for _ in 0..4 {
                let host = host.clone();
                asking.spawn(async move {
                    let mut granted = 0;
                    while let Spending::Granted(_) = host.spend(key, Some(LIMIT)).await? {
                        granted += 1;
                    }
                    anyhow::Ok(granted)
                });
            }
        }
        let mut sum = 0;
        while let Some(granted) = asking.join_next().await {
            sum += granted??;
        }
        assert!(sum <= LIMIT, "{sum} were granted");
        assert!(sum * 20 >= LIMIT * 19, "{sum} of {LIMIT}: 5% may be wasted");
    }
    Ok(())
}

#[tokio::test]
async fn hosts_notice_each_other_come_and_go() -> Result<()> {
    for fresh in fresh_stores().await? {
        let (clock, key) = (TestClock::new(), key(&fresh.store).await?);
        let several = || Budgets::new(fresh.store.clone(), Hosts::Several, clock.clock());
        let here = several();
        here.announce().await;
        assert_eq!(granted(&here, key, 1_000).await?, 999);
        let there = several();
        there.announce().await;
        here.announce().await;
        assert_eq!(granted(&there, key, 1_000).await?, 967, "what the other holds may be spent at any time");
        assert_eq!(granted(&here, key, 1_000).await?, 966, "998 less the 32 of the other");
        there.close().await;
        here.announce().await;
        assert_eq!(granted(&here, key, 1_000).await?, 965);
        assert_eq!(granted(&several(), key, 1_000).await?, 966, "less the 32 of the first and the one of the second");
    }
    Ok(())
}
