//! `quarry admin create-user|set-plan|grant|storage`.

use crate::cli::output;
use crate::cli::store_options::StoreOptions;
use anyhow::{Context, bail};
use clap::Subcommand;
use jiff::Timestamp;
use quarry_contract::Secret;
use quarry_identity::{NewUser, Passwords, Users};
use quarry_stores::app::AppStore;
use quarry_stores::result_set::Value;
use quarry_stores::space_usage::{self, LargeSpace};
use std::io::Read;

/// Far above the longest password; the rest of standard input is not read.
const MAX_PASSWORD_BYTES: u64 = 4_096;
/// Spaces that are listed.
const MOST_SPACES: u16 = 20;

#[derive(clap::Args, Debug)]
pub(super) struct AdminCommand {
    #[command(subcommand)]
    action: Action,
    #[command(flatten)]
    stores: StoreOptions,
}

#[derive(Subcommand, Debug)]
enum Action {
    /// Make a user with a personal organization on the free plan
    CreateUser {
        #[arg(long)]
        email: String,
        /// Shown to others; without it the part of the address before the @
        #[arg(long)]
        name: Option<String>,
        /// Read the password from standard input, to the end of its first line
        #[arg(long, required = true)]
        password_stdin: bool,
    },
    /// Put an organization on a plan
    SetPlan {
        /// The organization's number or name
        #[arg(long)]
        organization: String,
        /// free, researcher, team or institution
        #[arg(long)]
        plan: String,
    },
    /// Give a user a staff permission, or the tier alpha
    Grant {
        #[arg(long)]
        email: String,
        /// plans_manage, modules_manage, billing_manage, audit_view, orgs_manage, users_manage, editorial, alpha
        #[arg(long)]
        permission: String,
    },
    /// List the spaces that hold most, with what each may hold
    Storage,
}

pub(super) async fn run(command: AdminCommand) -> anyhow::Result<()> {
    let configuration = command.stores.configuration()?;
    let app = command.stores.open_app_store(&configuration).await?;
    let users = Users::new(app.clone(), Passwords::default());
    let outcome = match command.action {
        Action::CreateUser { email, name, password_stdin: _ } => create_user(&users, email, name).await,
        Action::SetPlan { organization, plan } => set_plan(&app, &organization, &plan).await,
        Action::Grant { email, permission } => grant(&users, &email, &permission).await,
        Action::Storage => storage(&app, configuration.limits.space_bytes).await,
    };
    app.close().await;
    outcome
}

async fn create_user(users: &Users, email: String, name: Option<String>) -> anyhow::Result<()> {
    let name = name.unwrap_or_else(|| email.split('@').next().unwrap_or(&email).to_owned());
    let new = NewUser { email: email.clone(), name, password: Some(read_password()?) };
    let created = users.create_user(new, Timestamp::now()).await?;
    output::line(format!("User {} ({email}) with organization {}.", created.user_id, created.organization_id));
    Ok(())
}

async fn set_plan(app: &AppStore, organization: &str, plan: &str) -> anyhow::Result<()> {
    let id = super::key::find_organization(app, organization).await?;
    let changed = app
        .execute(
            "UPDATE organizations SET plan_key = $2 WHERE id = $1 AND EXISTS (SELECT 1 FROM plans WHERE key = $2)",
            &[Value::Int64(id), Value::Text(plan.to_owned())],
        )
        .await?;
    if changed == 0 {
        bail!("there is no plan {plan}: free, researcher, team or institution");
    }
    output::line(format!("{organization} is on the plan {plan}."));
    Ok(())
}

async fn grant(users: &Users, email: &str, permission: &str) -> anyhow::Result<()> {
    match permission {
        "alpha" => users.grant_alpha(email).await?,
        permission => users.grant_permission(email, permission).await?,
    }
    output::line(format!("{email} has {permission}."));
    Ok(())
}

/// Lists the largest spaces. `most`: the bytes that any space may hold; 0 is no bound.
async fn storage(app: &AppStore, most: u64) -> anyhow::Result<()> {
    let most = (most > 0).then_some(most);
    let spaces = space_usage::largest(app, MOST_SPACES, Timestamp::now()).await?;
    let row = |space: LargeSpace| {
        let limit = space.room.limit(most).map_or_else(|| "none".to_owned(), |bytes| bytes.to_string());
        let owner = space.owner.unwrap_or_else(|| "nobody".to_owned());
        vec![space.id.to_string(), space.name, owner, space.room.used.to_string(), limit]
    };
    let rows: Vec<Vec<String>> = spaces.into_iter().map(row).collect();
    output::table(&["SPACE", "NAME", "OWNER", "BYTES", "LIMIT"], &rows);
    Ok(())
}

/// The first line of standard input.
fn read_password() -> anyhow::Result<Secret> {
    let mut text = String::new();
    std::io::stdin()
        .take(MAX_PASSWORD_BYTES)
        .read_to_string(&mut text)
        .context("the password cannot be read from standard input")?;
    match text.lines().next() {
        Some(password) if !password.is_empty() => Ok(Secret::new(password)),
        _ => bail!(
            "standard input has no password: pipe it in, as in `printf %s \"$PASSWORD\" | quarry admin create-user …`"
        ),
    }
}
