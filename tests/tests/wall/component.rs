//! A component on its way into a deployment, as the host takes it in: read, examined by the engines, its tables made.

use jiff::Timestamp;
use quarry::capabilities::{Capabilities, Given, Stores, check_own_tables, migrate_own_tables};
use quarry::contract::{ComponentMigration, Grant, Manifest, StatementSource, Store};
use quarry::stores::app::AppStore;
use quarry::stores::warehouse::Warehouse;
use std::collections::BTreeSet;
use std::path::Path;
use std::sync::Arc;

/// The name of the component that attacks. Its own tables begin with `evil__`.
pub(crate) const NAME: &str = "evil";

/// The texts that it brings.
#[derive(Debug, Clone, Default)]
pub(crate) struct Texts {
    pub(crate) migrations: Vec<String>,
    pub(crate) app_store: Vec<String>,
    pub(crate) warehouse: Vec<String>,
    /// Tables of its own to which rows are only appended.
    pub(crate) append_only: Vec<String>,
}

impl Texts {
    pub(crate) fn migration(sql: &str) -> Texts {
        Texts { migrations: vec![sql.to_owned()], ..Texts::default() }
    }

    pub(crate) fn app_store(sql: &str) -> Texts {
        Texts { app_store: vec![sql.to_owned()], ..Texts::default() }
    }

    fn manifest(&self) -> Manifest {
        let migration = |(index, sql): (usize, &String)| ComponentMigration {
            name: format!("{index:04}"),
            sqlite: sql.clone(),
            postgres: sql.clone(),
        };
        let of = |store, texts: &[String]| -> Vec<StatementSource> {
            let source = |(index, sql): (usize, &String)| StatementSource {
                name: format!("{store:?}_{index}").to_lowercase(),
                store,
                file: format!("sql/{index}.sql"),
                sql: sql.clone(),
                dialects: Vec::new(),
                unguarded: None,
            };
            texts.iter().enumerate().map(source).collect()
        };
        Manifest {
            name: NAME.to_owned(),
            version: "1.0.0".to_owned(),
            grants: vec![Grant::Warehouse, Grant::AppStore],
            migrations: self.migrations.iter().enumerate().map(migration).collect(),
            append_only_tables: self.append_only.clone(),
            statements: [of(Store::AppStore, &self.app_store), of(Store::Warehouse, &self.warehouse)].concat(),
            ..Manifest::default()
        }
    }
}

/// Stores with an app store and no warehouse.
pub(crate) fn stores(app: &AppStore) -> Arc<Stores> {
    Arc::new(Stores::new(app.clone(), Warehouse::over_unix_socket(Path::new("no-warehouse.sock"), "default")))
}

/// Takes the component in as a host does that was given `tables` for it. The sentence of its refusal otherwise.
pub(crate) async fn take_in(stores: &Arc<Stores>, texts: &Texts, tables: &[&str]) -> Result<(), String> {
    let manifest = texts.manifest();
    let given = Given {
        grants: BTreeSet::from([Grant::Warehouse, Grant::AppStore]),
        tables: tables.iter().map(|table| table.parse().expect("a table's name")).collect(),
        hooks: None,
    };
    check_own_tables(&manifest).map_err(|error| error.to_string())?;
    let questioned = Capabilities::questioned(&manifest, &given, Arc::clone(stores));
    let (_, questions) = questioned.map_err(|error| error.to_string())?;
    let mut asked = Vec::new();
    if !texts.app_store.is_empty() || !texts.migrations.is_empty() {
        asked.push(Store::AppStore);
    }
    if !texts.warehouse.is_empty() {
        asked.push(Store::Warehouse);
    }
    questions.ask(&manifest, &given, stores, &asked).await.map_err(|error| error.to_string())?;
    migrate_own_tables(&stores.app, &manifest, Timestamp::UNIX_EPOCH).await.map_err(|error| error.to_string())
}
