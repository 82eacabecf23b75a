//! PostgreSQL: its own reading of texts, in a transaction that is rolled back.
//!
//! Migrations run on two empty schemas of random names, one statement at a time; after each, the catalogue says what was made.
//! The other texts are never run: PostgreSQL analyses each as the body of a function and keeps the tree with every name
//! resolved. To admit one more construct: `nodes` for texts, `heads` and `catalogue` for migrations.

mod catalogue;
mod heads;
mod migrations;
mod names;
mod nodes;
mod pieces;
mod scratch;
mod texts;
mod tree;
mod uses;

use crate::app::AppStoreError;
use crate::app::error::Operation;
use crate::app::rehearsal::{IsOwn, RehearsalError, RehearsedMigration, RehearsedText};
use crate::report::Report;
use catalogue::{Place, Problem};
use names::Names;
pub(super) use pieces::pieces;
use scratch::Scratch;
use sqlx::PgPool;
use std::time::Duration;
use tokio::sync::Semaphore;

/// The longest that a rehearsal takes, the wait for others included.
const LIMIT: Duration = Duration::from_secs(60);
/// Rehearsals at a time in one host: each has a connection of its own beside the pool's.
const AT_ONCE: usize = 2;

static TURNS: Semaphore = Semaphore::const_new(AT_ONCE);

pub(super) async fn rehearse(
    pool: &PgPool,
    migrations: &[RehearsedMigration<'_>],
    texts: Vec<RehearsedText>,
    is_own: IsOwn<'_>,
) -> Result<Vec<Report>, RehearsalError> {
    let work = async {
        // Nobody closes it; without a turn the rehearsal goes on all the same.
        let _turn = TURNS.acquire().await.ok();
        let mut scratch = Scratch::begin(pool).await?;
        let mut names = Names::new(vec![scratch.schema.clone(), scratch.probe.clone(), scratch.deployment.clone()]);
        migrations::run(&mut scratch, &mut names, migrations, is_own).await?;
        let there = Place { schema: scratch.deployment_object, others: &[], is_scratch: false };
        if let Some(Problem { table, reason }) =
            catalogue::examine(&mut scratch.connection, &mut names, there, is_own).await?
        {
            return Err(RehearsalError::Table { table, reason });
        }
        let reports = texts::read(&mut scratch, &mut names, &texts).await?;
        scratch.end().await?;
        Ok(reports)
    };
    match tokio::time::timeout(LIMIT, Box::pin(work)).await {
        Ok(done) => done,
        Err(_) => Err(AppStoreError::DeadlineExceeded { operation: Operation::Rehearse, limit: LIMIT }.into()),
    }
}
