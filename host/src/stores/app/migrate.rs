//! Bringing the schema up to date, from migrations that are part of the binary.
//!
//! To add one: a file of the same number and name in both folders of `migrations/app/` (its README tells the rules) and
//! a line in both lists below. A migration that was released is never edited: the store keeps its checksum and refuses.

use crate::stores::app::error::Operation;
use crate::stores::app::open::Pool;
use crate::stores::app::{AppStore, AppStoreError, folder_lock};
use sqlx::SqlSafeStr;
use sqlx::migrate::{Migration, MigrationType, Migrator};

struct Source {
    version: i64,
    name: &'static str,
    sql: &'static str,
}

macro_rules! migrations {
    ($folder:literal: $($version:literal $name:literal $file:literal,)*) => {
        &[$(Source {
            version: $version,
            name: $name,
            sql: include_str!(concat!("../../../../migrations/app/", $folder, "/", $file)),
        },)*]
    };
}

const SQLITE: &[Source] = migrations! { "sqlite":
    1 "plans" "0001_plans.sql",
    2 "people" "0002_people.sql",
    3 "api keys" "0003_api_keys.sql",
    4 "modules" "0004_modules.sql",
    5 "deployment secrets" "0005_deployment_secrets.sql",
};

const POSTGRES: &[Source] = migrations! { "postgres":
    1 "plans" "0001_plans.sql",
    2 "people" "0002_people.sql",
    3 "api keys" "0003_api_keys.sql",
    4 "modules" "0004_modules.sql",
    5 "deployment secrets" "0005_deployment_secrets.sql",
};

impl AppStore {
    /// Applies what the store lacks, each migration in a transaction of its own. Processes that start together on one
    /// store wait for each other. Fails when the store was made by a newer binary, or from other files.
    pub async fn migrate(&self) -> Result<(), AppStoreError> {
        let refused = |source| AppStoreError::from_sqlx(Operation::Migrate, source);
        match &self.pool {
            Pool::Sqlite(pool) => {
                let _lock = folder_lock::lock(pool.connect_options().get_filename(), Operation::Migrate).await?;
                migrator(SQLITE).run(pool).await.map_err(AppStoreError::from_migrate)
            }
            Pool::Postgres(pool) => {
                // A connection of its own, closed afterwards: a migration may take longer than a statement.
                let mut connection = pool.acquire().await.map_err(refused)?.detach();
                sqlx::query("SET statement_timeout = 0").execute(&mut connection).await.map_err(refused)?;
                let migrated = migrator(POSTGRES).run_direct(None, &mut connection, false).await;
                migrated.map_err(AppStoreError::from_migrate)
            }
        }
    }
}

fn migrator(sources: &[Source]) -> Migrator {
    let migrations = sources.iter().map(|source| {
        Migration::new(source.version, source.name.into(), MigrationType::Simple, source.sql.into_sql_str(), false)
    });
    Migrator::with_migrations(migrations.collect())
}
