//! Nothing that the app store holds of a person is left out of an export or left behind by a deletion unsaid.

use crate::app_store_support::fresh_stores;
use anyhow::{Context, Result};
use jiff::Timestamp;
use quarry::assembly::{Inspector, Installation, unconnected_stores};
use quarry::capabilities::migrate_own_tables;
use quarry::config::Configuration;
use quarry::contract::{Erasure, Manifest};
use quarry::personal_data::{HOST_DATA, HostErasure, names_a_person};
use quarry::runtime::Compiler;
use quarry::stores::app::{AppStore, AppStoreDialect, Row};
use quarry::stores::result_set::Value;
use quarry_tests::compiled_code;
use std::collections::BTreeSet;
use std::sync::Arc;

/// Table and column of everything in the store's own schema; a view holds nothing of its own.
async fn columns(store: &AppStore) -> Result<Vec<(String, String)>> {
    let sql = match store.dialect() {
        AppStoreDialect::Sqlite => {
            "SELECT tables.name AS table_name, columns.name AS column_name
             FROM sqlite_schema AS tables JOIN pragma_table_info(tables.name) AS columns WHERE tables.type = 'table'"
        }
        AppStoreDialect::Postgres => {
            // Of a view the tables are looked at that it is made of.
            "SELECT table_name::TEXT AS table_name, columns.column_name::TEXT AS column_name
             FROM information_schema.columns JOIN information_schema.tables USING (table_schema, table_name)
             WHERE table_schema = current_schema() AND table_type = 'BASE TABLE'"
        }
    };
    let rows = store.query(sql, &[]).await?;
    Row::all(&rows).map(|row| Ok((row.text("table_name")?.to_owned(), row.text("column_name")?.to_owned()))).collect()
}

/// The manifests of every family, and of the test component that has tables of its own.
async fn manifests() -> Result<&'static [Arc<Manifest>]> {
    static MANIFESTS: tokio::sync::OnceCell<Vec<Arc<Manifest>>> = tokio::sync::OnceCell::const_new();
    Ok(MANIFESTS.get_or_try_init(inspect).await?)
}

async fn inspect() -> Result<Vec<Arc<Manifest>>> {
    let folder = quarry_tests::server::fresh_folder("personal-data")?;
    let components = folder.join("components");
    std::fs::create_dir(&components)?;
    for entry in std::fs::read_dir(quarry_tests::server::installation()?.join("components"))? {
        let file = entry?;
        std::fs::copy(file.path(), components.join(file.file_name()))?;
    }
    quarry_tests::complete::copy(&components, &[]);
    let config = folder.join("quarry.toml");
    std::fs::write(&config, quarry_tests::complete::given(""))?;
    let mut configuration = Configuration::load(Some(&config))?;
    configuration.components.folder.clone_from(&components);
    configuration.paths.data_dir = folder.join("data");
    compiled_code::give(&configuration.paths.data_dir);
    // It was copied with the families.
    let release_list = components.join("SHA256SUMS");
    let installation = Installation { components, release_list, ..Installation::find(&configuration)? };
    let stores = Arc::new(unconnected_stores(&configuration)?);
    let verdicts = Inspector::new(&configuration, &installation, stores)?
        .with_compiler(Compiler::ThisProcess)
        .components()
        .await?;
    verdicts.into_iter().map(|(_, verdict)| Ok(verdict.map_err(anyhow::Error::msg)?.manifest().clone())).collect()
}

#[tokio::test]
async fn every_column_that_names_a_person_is_covered() -> Result<()> {
    let manifests = manifests().await?;
    assert!(manifests.iter().any(|manifest| !manifest.personal_data.is_empty()), "the test has something to look at");
    for fresh in fresh_stores().await? {
        for manifest in manifests {
            migrate_own_tables(&fresh.store, manifest, Timestamp::now()).await?;
        }
        let host = HOST_DATA.iter().map(|data| (data.table.to_owned(), data.user_column.to_owned()));
        let components = manifests.iter().flat_map(|manifest| &manifest.personal_data);
        let components = components.map(|data| (data.table.clone(), data.user_column.clone()));
        let covered: BTreeSet<(String, String)> = host.chain(components).collect();
        let columns: BTreeSet<(String, String)> = columns(&fresh.store).await?.into_iter().collect();
        let naming = columns.iter().filter(|(_, column)| names_a_person(column));
        let uncovered: Vec<_> = naming.filter(|column| !covered.contains(*column)).collect();
        assert!(uncovered.is_empty(), "no manifest and no line of HOST_DATA covers {uncovered:?}");
        let unknown: Vec<_> = covered.difference(&columns).collect();
        assert!(unknown.is_empty(), "{unknown:?} is covered and does not exist");
    }
    Ok(())
}

#[tokio::test]
async fn every_statement_for_a_persons_data_runs() -> Result<()> {
    for fresh in fresh_stores().await? {
        for data in HOST_DATA {
            let rows = fresh.store.query(data.export, &[Value::Int64(1)]).await;
            rows.with_context(|| format!("the export of {}", data.table))?;
            match data.erasure {
                HostErasure::Statement(sql) => {
                    let erased = fresh.store.execute(sql, &[Value::Int64(1)]).await;
                    erased.with_context(|| format!("the erasure of {}", data.table))?;
                }
                HostErasure::Kept(reason) => assert!(reason.ends_with('.'), "{}: {reason}", data.table),
            }
        }
    }
    for manifest in manifests().await? {
        for data in &manifest.personal_data {
            if let Erasure::Kept(reason) = &data.erasure {
                assert!(reason.ends_with('.'), "{}: {reason}", data.table);
            }
        }
    }
    Ok(())
}
