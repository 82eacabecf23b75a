//! The jobs that a host runs at once: long ones of one component leave room for those of the others.

use crate::app_store_support::fresh_stores;
use anyhow::Result;
use futures_util::future::BoxFuture;
use jiff::Timestamp;
use quarry::clock::Clock;
use quarry::contract::JobDeclaration;
use quarry::jobs::{ClaimedJob, Ending, JobComponents, NewJob, Queue, Runner};
use quarry::shutdown::shutdown_signal;
use quarry::stores::app::Row;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::{Duration, Instant};

/// The jobs of `long` end when they may; the one of `short` at once.
#[derive(Default)]
struct TwoComponents {
    running: AtomicUsize,
    most_running: AtomicUsize,
    may_end: AtomicBool,
    short_is_done: AtomicBool,
}

impl JobComponents for TwoComponents {
    fn declared(&self) -> Vec<(String, Vec<JobDeclaration>)> {
        vec![("long".to_owned(), Vec::new()), ("short".to_owned(), Vec::new())]
    }

    fn run<'a>(&'a self, job: &'a ClaimedJob) -> BoxFuture<'a, Ending> {
        Box::pin(async move {
            if job.component == "short" {
                self.short_is_done.store(true, Ordering::SeqCst);
                return Ending::Completed;
            }
            let running = self.running.fetch_add(1, Ordering::SeqCst) + 1;
            self.most_running.fetch_max(running, Ordering::SeqCst);
            while !self.may_end.load(Ordering::SeqCst) {
                tokio::time::sleep(Duration::from_millis(10)).await;
            }
            self.running.fetch_sub(1, Ordering::SeqCst);
            Ending::Completed
        })
    }
}

fn job(component: &str, number: i64) -> NewJob {
    NewJob {
        component: component.to_owned(),
        name: "work".to_owned(),
        arguments: "{}".to_owned(),
        organization_id: None,
        user_id: None,
        run_at: Timestamp::from_second(number).expect("a time"),
        max_attempts: 1,
        unique_key: None,
    }
}

async fn eventually(what: &str, is_so: impl Fn() -> bool) {
    let began = Instant::now();
    while !is_so() {
        assert!(began.elapsed() < Duration::from_secs(20), "{what}");
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn eight_long_exports_hold_up_no_job_of_another_component() -> Result<()> {
    for fresh in fresh_stores().await? {
        let mut transaction = fresh.store.begin().await?;
        for number in 0..8 {
            Queue::enqueue(&mut transaction, &job("long", number), Timestamp::now()).await?;
        }
        Queue::enqueue(&mut transaction, &job("short", 100), Timestamp::now()).await?;
        transaction.commit().await?;
        let components = Arc::new(TwoComponents::default());
        let (trigger, shutdown) = shutdown_signal();
        let running = Arc::clone(&components) as Arc<dyn JobComponents>;
        let runner = tokio::spawn(Runner::new(fresh.store.clone(), running, Vec::new(), Clock::system()).run(shutdown));
        eventually("the short one is done", || components.short_is_done.load(Ordering::SeqCst)).await;
        assert_eq!(components.most_running.load(Ordering::SeqCst), 4);
        components.may_end.store(true, Ordering::SeqCst);
        let began = Instant::now();
        loop {
            let left = "SELECT CAST(count(*) AS BIGINT) AS left_over FROM jobs WHERE state <> 'completed'";
            let left = fresh.store.query(left, &[]).await?;
            if Row::first(&left).expect("a row").integer("left_over")? == 0 {
                break;
            }
            assert!(began.elapsed() < Duration::from_secs(20), "each has its turn");
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
        trigger.fire();
        runner.await?;
    }
    Ok(())
}
