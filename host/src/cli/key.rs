//! `quarry key mint|list|revoke`.

use crate::assembly::policy::environment;
use crate::cli::output;
use crate::cli::store_options::StoreOptions;
use anyhow::bail;
use clap::Subcommand;
use ipnet::IpNet;
use jiff::Timestamp;
use quarry_contract::Scope;
use quarry_identity::{Keys, NewKey};
use quarry_stores::app::{AppStore, Row};
use quarry_stores::result_set::Value;

#[derive(clap::Args, Debug)]
pub(super) struct KeyCommand {
    #[command(subcommand)]
    action: Action,
    #[command(flatten)]
    stores: StoreOptions,
}

#[derive(Subcommand, Debug)]
enum Action {
    /// Mint a key; it is shown this once
    Mint(Mint),
    /// Show the keys of an organization
    List(Owner),
    /// Revoke a key; every host refuses it within a second
    Revoke {
        /// The key's number, as `list` shows it
        id: i64,
    },
}

#[derive(clap::Args, Debug)]
struct Owner {
    /// The organization's number or name
    #[arg(long)]
    organization: String,
}

#[derive(clap::Args, Debug)]
struct Mint {
    #[command(flatten)]
    owner: Owner,
    /// The member who mints it, by email: the key stops when that member leaves
    #[arg(long)]
    member: String,
    /// The purpose of the key
    #[arg(long)]
    name: String,
    /// read, research:write, exports; separated by commas
    #[arg(long, value_delimiter = ',', value_parser = scope, default_value = "read")]
    scopes: Vec<Scope>,
    /// Addresses and networks it may be used from, separated by commas; without it, any
    #[arg(long, value_delimiter = ',', value_parser = network)]
    allow: Vec<IpNet>,
    /// The time at which it stops, RFC 3339
    #[arg(long)]
    expires_at: Option<Timestamp>,
}

fn scope(name: &str) -> Result<Scope, String> {
    Scope::from_name(name).ok_or_else(|| format!("{name} is not a scope: read, research:write or exports"))
}

fn network(text: &str) -> Result<IpNet, String> {
    let single = || text.parse::<std::net::IpAddr>().map(IpNet::from);
    text.parse().or_else(|_| single()).map_err(|_| format!("{text} is neither an address nor a network"))
}

pub(super) async fn run(command: KeyCommand) -> anyhow::Result<()> {
    let configuration = command.stores.configuration()?;
    let app = command.stores.open_app_store(&configuration).await?;
    let keys = Keys::new(app.clone(), environment(&configuration));
    let outcome = match command.action {
        Action::Mint(mint) => mint_key(&app, &keys, mint).await,
        Action::List(owner) => list_keys(&app, &keys, &owner).await,
        Action::Revoke { id } => revoke_key(&keys, id).await,
    };
    app.close().await;
    outcome
}

async fn mint_key(app: &AppStore, keys: &Keys, mint: Mint) -> anyhow::Result<()> {
    let organization_id = find_organization(app, &mint.owner.organization).await?;
    let member = app
        .query(
            "SELECT users.id FROM users JOIN memberships ON memberships.user_id = users.id
             WHERE users.email_key = $1 AND memberships.organization_id = $2",
            &[Value::Text(mint.member.to_lowercase()), Value::Int64(organization_id)],
        )
        .await?;
    let Some(row) = Row::all(&member).next() else {
        bail!("{} is not a member of {}", mint.member, mint.owner.organization);
    };
    let new = NewKey {
        organization_id,
        user_id: row.integer("id")?,
        name: mint.name,
        scopes: mint.scopes,
        ip_allow_list: mint.allow,
        expires_at: mint.expires_at,
    };
    let (record, secret) = keys.mint(new, Timestamp::now()).await?;
    output::line(format!("Key {} of {}: keep it safe, it is not shown again.", record.id, mint.owner.organization));
    output::line(secret.expose());
    Ok(())
}

async fn list_keys(app: &AppStore, keys: &Keys, owner: &Owner) -> anyhow::Result<()> {
    let organization_id = find_organization(app, &owner.organization).await?;
    let rows: Vec<Vec<String>> = keys
        .list(organization_id)
        .await?
        .into_iter()
        .map(|key| {
            let scopes: Vec<&str> = key.scopes.iter().map(|scope| scope.name()).collect();
            let state = match (key.revoked_at, key.expires_at) {
                (Some(time), _) => format!("revoked {time}"),
                (None, Some(time)) if time <= Timestamp::now() => format!("expired {time}"),
                (None, Some(time)) => format!("until {time}"),
                (None, None) => "in use".to_owned(),
            };
            let used = key.last_used_at.map_or_else(|| "never".to_owned(), |time| time.to_string());
            vec![key.id.to_string(), key.name, format!("…{}", key.hint), scopes.join(","), state, used]
        })
        .collect();
    output::table(&["ID", "NAME", "KEY", "SCOPES", "STATE", "LAST USED"], &rows);
    Ok(())
}

async fn revoke_key(keys: &Keys, id: i64) -> anyhow::Result<()> {
    match keys.revoke(id, Timestamp::now()).await? {
        true => output::line(format!("Key {id} is revoked.")),
        false => bail!("there is no key {id} that could be revoked; `quarry key list` shows them"),
    }
    Ok(())
}

pub(super) async fn find_organization(app: &AppStore, organization: &str) -> anyhow::Result<i64> {
    let found = match organization.parse::<i64>() {
        Ok(id) => app.query("SELECT id FROM organizations WHERE id = $1", &[Value::Int64(id)]).await?,
        Err(_) => {
            let name = Value::Text(organization.to_owned());
            app.query("SELECT id FROM organizations WHERE name = $1 ORDER BY id LIMIT 2", &[name]).await?
        }
    };
    let mut rows = Row::all(&found);
    match (rows.next(), rows.next()) {
        (Some(row), None) => Ok(row.integer("id")?),
        (Some(_), Some(_)) => bail!("several organizations are called {organization}: give the number"),
        (None, _) => bail!("there is no organization {organization}"),
    }
}
