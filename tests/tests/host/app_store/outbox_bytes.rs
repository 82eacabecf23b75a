//! What components write for others to act on: who writes letters, jobs and audit entries without end fills no disk that others need, and
//! keeps no other component from writing its own. On both engines.

use crate::app_store_support::{Fresh, fresh_stores};
use anyhow::{Context, Result};
use jiff::{SignedDuration, Timestamp};
use quarry::capabilities::{Call, Capabilities, Given, JobRequest, StatementFailure, Stores};
use quarry::contract::{Caller, Grant, JobCaller, JobDeclaration, Manifest};
use quarry::outbox::{AuditEntry, remove_old};
use quarry::stores::app::{AppStore, Row};
use quarry::stores::result_set::Value;
use quarry::stores::stored::Stored;
use quarry::stores::warehouse::Warehouse;
use std::collections::BTreeSet;
use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// The most bytes of a component in thirty days.
const MOST: i64 = 256 << 20;
/// The organization for which the job runs.
const ORGANIZATION: i64 = 41;

struct Writer {
    capabilities: Arc<Capabilities>,
}

/// The four things that are written, each in a transaction of its own.
#[derive(Debug, Clone, Copy)]
enum Written {
    Letter,
    Job,
    JobWithKey,
    AuditEntry,
}

impl Writer {
    fn new(fresh: &Fresh, name: &str, is_first_party: bool) -> Result<Writer> {
        let mut grants = vec![Grant::AppStore, Grant::Mail, Grant::Jobs, Grant::Audit];
        if is_first_party {
            grants.push(Grant::FirstParty);
        }
        let given = Given { grants: grants.iter().copied().collect(), tables: BTreeSet::new(), hooks: None };
        let job = JobDeclaration {
            name: "tidy".to_owned(),
            summary: "Tidies.".to_owned(),
            timeout: Duration::from_secs(60),
            max_attempts: 3,
            every: None,
            follows: None,
        };
        let manifest = Manifest {
            name: name.to_owned(),
            version: "1.0.0".to_owned(),
            grants,
            jobs: vec![job],
            ..Manifest::default()
        };
        let warehouse = Warehouse::over_unix_socket(Path::new("no-warehouse.sock"), "default");
        let stores = Arc::new(Stores::new(fresh.store.clone(), warehouse));
        Ok(Writer { capabilities: Arc::new(Capabilities::new(&manifest, &given, stores)?) })
    }

    async fn writes(&self, what: Written, bytes: usize) -> Result<(), StatementFailure> {
        let job = JobCaller { job_id: 1, organization_id: Some(ORGANIZATION), user_id: None };
        let ends = Instant::now() + Duration::from_secs(30);
        let mut call = Call::new(Arc::clone(&self.capabilities), Caller::Job(job), None, Arc::from("request"), ends);
        let mut transaction = call.begin().await?;
        let text = "7".repeat(bytes);
        let arguments = format!("\"{text}\"");
        let tidy = |unique_key: Option<String>| JobRequest {
            name: "tidy".to_owned(),
            arguments: arguments.clone(),
            run_at: None,
            unique_key,
        };
        match what {
            Written::Letter => {
                let (to, subject) = ("ada@example.org".to_owned(), "News".to_owned());
                call.outbox().send_mail(&mut transaction, to, subject, text).await?;
            }
            Written::Job => drop(call.outbox().enqueue(&mut transaction, tidy(None)).await?),
            Written::JobWithKey => drop(call.outbox().enqueue(&mut transaction, tidy(Some("k".to_owned()))).await?),
            Written::AuditEntry => {
                let entry = AuditEntry {
                    organization_id: None,
                    action: "thing.made".to_owned(),
                    target_type: "thing".to_owned(),
                    target_id: "1".to_owned(),
                    before: None,
                    after: Some(arguments.clone()),
                };
                call.outbox().audit(&mut transaction, entry).await?;
            }
        }
        call.commit(transaction).await
    }
}

async fn number(store: &AppStore, sql: &str, values: &[Value]) -> Result<i64> {
    let rows = store.query(sql, values).await?;
    Row::first(&rows).context("a row")?.integer("number").map_err(Into::into)
}

/// The bytes that count for the payer.
async fn counted(store: &AppStore, payer: &str) -> Result<i64> {
    let sql = "SELECT CAST(COALESCE(SUM(size_bytes), 0) AS BIGINT) AS number FROM outbox_bytes WHERE payer = $1";
    number(store, sql, &[Value::Text(payer.to_owned())]).await
}

#[tokio::test(flavor = "multi_thread")]
async fn a_component_that_writes_without_end_is_refused_and_others_write_on() -> Result<()> {
    for fresh in fresh_stores().await? {
        let store = &fresh.store;
        let writer = Writer::new(&fresh, "evil", false)?;
        for what in [Written::Letter, Written::Job, Written::JobWithKey, Written::AuditEntry] {
            let before = counted(store, "component:evil").await?;
            writer.writes(what, 5_000).await.map_err(|failure| anyhow::anyhow!("{what:?}: {failure:?}"))?;
            let more = counted(store, "component:evil").await? - before;
            assert!((5_000..6_000).contains(&more), "{what:?}: {more}");
        }
        let told = Stored::by(store, "evil").await?.outbox_bytes;
        assert_eq!(i64::try_from(told)?, counted(store, "component:evil").await?, "`quarry plugin list` tells it");
        // As if it had done so for a month.
        store.execute("DELETE FROM outbox_bytes", &[]).await?;
        let fill = "INSERT INTO outbox_bytes (payer, gone_at, size_bytes) VALUES ('component:evil', $1, $2)";
        let in_a_week = Timestamp::now() + SignedDuration::from_hours(7 * 24);
        store.execute(fill, &[Value::Timestamp(in_a_week.as_microsecond()), Value::Int64(MOST - 4_000)]).await?;
        let there = "SELECT (SELECT COUNT(*) FROM jobs) + (SELECT COUNT(*) FROM audit_entries) AS number";
        let rows = number(store, there, &[]).await?;
        for what in [Written::Letter, Written::Job, Written::JobWithKey, Written::AuditEntry] {
            let refused = writer.writes(what, 5_000).await;
            let Err(StatementFailure::LimitExceeded(sentence)) = refused else {
                anyhow::bail!("{what:?}: {refused:?}")
            };
            assert!(sentence.starts_with("The component evil has written"), "{sentence}");
            assert!(sentence.contains("268435456 are the most (outbox_bytes)"), "{sentence}");
        }
        assert_eq!(number(store, there, &[]).await?, rows, "each transaction is undone");
        writer.writes(Written::Letter, 100).await.map_err(|failure| anyhow::anyhow!("what fits: {failure:?}"))?;

        let neighbour = Writer::new(&fresh, "neighbour", false)?;
        neighbour.writes(Written::Letter, 5_000).await.map_err(|failure| anyhow::anyhow!("{failure:?}"))?;
        // What the counts stood for is gone by then.
        remove_old(store, Timestamp::now() + SignedDuration::from_hours(32 * 24)).await?;
        assert_eq!(counted(store, "component:evil").await?, 0);
    }
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn what_a_part_of_the_service_writes_counts_for_the_organization_that_it_acts_for() -> Result<()> {
    for fresh in fresh_stores().await? {
        let store = &fresh.store;
        let service = Writer::new(&fresh, "service", true)?;
        let payer = format!("organization:{ORGANIZATION}");
        for (what, least) in [
            (Written::Letter, 5_000),
            (Written::Job, 5_000),
            // Of these one waits, however often it is asked for.
            (Written::JobWithKey, 0),
            // The record of what was done is refused to nobody.
            (Written::AuditEntry, 0),
        ] {
            let before = counted(store, &payer).await?;
            service.writes(what, 5_000).await.map_err(|failure| anyhow::anyhow!("{what:?}: {failure:?}"))?;
            let more = counted(store, &payer).await? - before;
            assert!((least..=least + least / 5).contains(&more), "{what:?}: {more}");
        }
        assert_eq!(counted(store, "component:service").await?, 0);
    }
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn no_job_waits_for_longer_than_its_bytes_can_be_counted() -> Result<()> {
    for fresh in fresh_stores().await? {
        let writer = Writer::new(&fresh, "evil", false)?;
        let ends = Instant::now() + Duration::from_secs(30);
        let mut call = Call::new(Arc::clone(&writer.capabilities), Caller::Nobody, None, Arc::from("request"), ends);
        let mut transaction = call.begin().await.map_err(|failure| anyhow::anyhow!("{failure:?}"))?;
        let mut ask = async |run_at: Timestamp| {
            let request = JobRequest {
                name: "tidy".to_owned(),
                arguments: "{}".to_owned(),
                run_at: Some(run_at.as_microsecond()),
                unique_key: None,
            };
            call.outbox().enqueue(&mut transaction, request).await
        };
        let now = Timestamp::now();
        for run_at in [367, 36_500].map(|days| now + SignedDuration::from_hours(days * 24)) {
            let refused = ask(run_at).await;
            assert!(
                matches!(&refused, Err(StatementFailure::Rejected(sentence)) if sentence.contains("more than 366 days ahead")),
                "{refused:?}"
            );
        }
        let taken = ask(now + SignedDuration::from_hours(365 * 24)).await;
        assert!(taken.is_ok(), "{taken:?}");
    }
    Ok(())
}
