//! The key that the keyed entries ask with, and what it costs to be asked with one.

use crate::report::Report;
use anyhow::{Context, Result};
use jiff::Timestamp;
use quarry::contract::Scope;
use quarry::identity::{Environment, Keys, NewKey, NewUser, Passwords, Users};
use quarry::stores::app::AppStore;
use quarry::stores::result_set::Value;
use std::path::{Path, PathBuf};

pub(crate) const FIGURES: &[&str] = &["edge_overhead"];
/// Gives the file in the folder of the benchmark, for each server by its mode.
fn file(folder: &Path, mode: &str) -> PathBuf {
    folder.join(format!("key-of-{mode}"))
}

/// More requests an hour than any run sends, and counted all the same.
const BUDGET: &str = "1000000000";

/// An organization with a member who may mint keys, and with a budget that lasts.
pub(crate) async fn organization(store: &AppStore) -> Result<(i64, i64)> {
    let users = Users::new(store.clone(), Passwords::default());
    let new = NewUser { email: "bench@example.org".to_owned(), name: "Bench".to_owned(), password: None };
    let created = users.create_user(new, Timestamp::now()).await?;
    for (name, value) in [("api_access", "true"), ("api_requests_per_hour", BUDGET)] {
        let sql = "INSERT INTO entitlement_overrides (organization_id, name, value, set_by, set_at)
                   VALUES ($1, $2, $3, 'bench', 0)";
        let text = |text: &str| Value::Text(text.to_owned());
        store.execute(sql, &[Value::Int64(created.organization_id), text(name), text(value)]).await?;
    }
    Ok((created.organization_id, created.user_id))
}

/// Mints the key of the server and leaves it for the load.
pub(crate) async fn mint(store: &AppStore, folder: &Path, mode: &str) -> Result<Keys> {
    let (organization_id, user_id) = organization(store).await?;
    let keys = Keys::new(store.clone(), Environment::Sandbox);
    let new = NewKey {
        organization_id,
        user_id,
        name: "bench".to_owned(),
        scopes: vec![Scope::Read, Scope::ResearchWrite],
        ip_allow_list: Vec::new(),
        expires_at: None,
    };
    let (_, secret) = keys.mint(new, Timestamp::now()).await?;
    std::fs::write(file(folder, mode), secret.expose())?;
    Ok(keys)
}

/// The value of `Authorization` for the server of this folder and mode.
pub(crate) fn authorization(folder: &Path, mode: &str) -> Result<String> {
    Ok(format!("Bearer {}", std::fs::read_to_string(file(folder, mode)).context("the server minted its key")?))
}

/// Reports the cost that the key, its budget and its headers add to a request.
pub(crate) fn report_overhead(report: &mut Report) {
    let unit = "microseconds of CPU for key, budget and headers";
    report.difference("edge_overhead", "keyed_small", "native_small", unit);
}
