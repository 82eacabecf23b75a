//! The cost of looking a key up among ten and among a million, on SQLite. Each lookup is of another key, so none comes from the
//! cache of keys.

use crate::keyed;
use crate::report::Report;
use anyhow::{Result, ensure};
use jiff::Timestamp;
use quarry::contract::{Scope, Secret};
use quarry::identity::{Environment, Keys, NewKey};
use quarry::stores::app::AppStore;
use quarry::stores::result_set::Value;
use std::net::{IpAddr, Ipv4Addr};
use std::path::Path;
use std::time::Instant;

pub(crate) const FIGURES: &[&str] = &["keys_ten", "keys_million"];
const MANY: i64 = 1_000_000;
const LOOKED_UP: usize = 1_000;
const ROUNDS: usize = 5;

pub(crate) async fn measure(folder: &Path, report: &mut Report) -> Result<()> {
    let few = prepare(folder, "keys-few", 0).await?;
    let many = prepare(folder, "keys-many", MANY).await?;
    let mut figures = [Vec::new(), Vec::new()];
    for _ in 0..ROUNDS {
        for (store, measured) in [&few, &many].into_iter().zip(&mut figures) {
            measured.push(lookup_microseconds(store).await?);
        }
    }
    let [few, many] = figures;
    report.rounds("keys_ten", few, "microseconds to look a key up among some ten", None);
    report.rounds("keys_million", many, "microseconds to look a key up among 1,000,000", Some("keys_ten"));
    Ok(())
}

struct Prepared {
    store: AppStore,
    keys: Vec<Secret>,
}

/// A store with ten keys; or with `others` that are not asked for, and so many that are that no page of the index stays
/// the same.
async fn prepare(folder: &Path, name: &str, others: i64) -> Result<Prepared> {
    let store = AppStore::open(&format!("sqlite://{}/{name}.sqlite3", folder.display())).await?;
    store.migrate().await?;
    let (organization_id, user_id) = keyed::organization(&store).await?;
    if others > 0 {
        let sql = "INSERT INTO api_keys (organization_id, user_id, name, hint, hash, scopes, environment, created_at)
                   WITH RECURSIVE numbers (number) AS (
                       SELECT 1 UNION ALL SELECT number + 1 FROM numbers WHERE number < $3)
                   SELECT $1, $2, 'other', 'none', randomblob(32), 'read', 'sandbox', 0 FROM numbers";
        // In steps that end within the time limit of a statement.
        for _ in 0..20 {
            let step = Value::Int64(others / 20);
            store.execute(sql, &[Value::Int64(organization_id), Value::Int64(user_id), step]).await?;
        }
    }
    let minter = Keys::new(store.clone(), Environment::Sandbox);
    let mut keys = Vec::new();
    let count = if others > 0 { LOOKED_UP } else { 10 };
    for _ in 0..count {
        let new = NewKey {
            organization_id,
            user_id,
            name: "asked".to_owned(),
            scopes: vec![Scope::Read],
            ip_allow_list: Vec::new(),
            expires_at: None,
        };
        keys.push(minter.mint(new, Timestamp::now()).await?.1);
    }
    Ok(Prepared { store, keys })
}

/// The mean of a round; a host without a cache for each pass over the keys.
async fn lookup_microseconds(prepared: &Prepared) -> Result<f64> {
    let began = Instant::now();
    for _ in 0..LOOKED_UP / prepared.keys.len() {
        let host = Keys::new(prepared.store.clone(), Environment::Sandbox);
        for key in &prepared.keys {
            let found = host.authenticate(key.expose(), IpAddr::V4(Ipv4Addr::LOCALHOST), Timestamp::now()).await;
            ensure!(found.is_ok(), "a key is known");
        }
    }
    Ok(began.elapsed().as_secs_f64() * 1e6 / LOOKED_UP as f64)
}
