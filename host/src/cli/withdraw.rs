//! `quarry withdraw load|deployment|blocks`: what was loaded, taken out again.

use crate::assembly::OpenStores;
use crate::cli::output;
use crate::cli::store_options::StoreOptions;
use crate::cli::telemetry::Quiet;
use anyhow::{Context, bail};
use clap::Subcommand;
use jiff::Timestamp;
use quarry_identity::outbox::{AccountEntry, record_account_entry};
use quarry_ingest::{Ingest, WithdrawalPlan, WithdrawalTarget};
use quarry_stores::app::AppStore;
use quarry_stores::result_set::Value;
use std::io::{BufRead, IsTerminal};

/// Holds that are named at most.
const NAMED_HOLDS: usize = 20;

#[derive(clap::Args, Debug)]
pub(super) struct WithdrawCommand {
    #[command(subcommand)]
    target: Target,
    /// Withdraw without asking
    #[arg(long, global = true)]
    yes: bool,
    #[command(flatten)]
    stores: StoreOptions,
}

#[derive(Subcommand, Debug)]
enum Target {
    /// The rows of a load, by the number that `quarry ingest --list` shows
    Load { number: u64 },
    /// The registration of a lending deployment; the events of its contracts stay, and belong to no deployment
    Deployment { slug: String },
    /// All that is stored of a chain's blocks, both ends included
    Blocks {
        /// Slug or number
        chain: String,
        first: u64,
        last: u64,
    },
}

pub(super) async fn run(command: WithdrawCommand) -> anyhow::Result<()> {
    let (_, stores) = command.stores.open(Quiet::Yes).await?;
    let outcome = withdraw(&stores, command.target, command.yes).await;
    stores.close().await;
    outcome
}

async fn withdraw(stores: &OpenStores, target: Target, is_agreed: bool) -> anyhow::Result<()> {
    let target = match target {
        Target::Load { number } => WithdrawalTarget::Load(number),
        Target::Deployment { slug } => WithdrawalTarget::Deployment(slug),
        Target::Blocks { chain, first, last } => {
            WithdrawalTarget::Blocks { chain, first_block: first, last_block: last }
        }
    };
    let ingest = Ingest::new(stores.warehouse.clone());
    let plan = ingest.plan_withdrawal(&target).await?;
    show(&plan);
    let holds = holds(&stores.app, &plan).await?;
    for hold in &holds {
        output::line(format!("  rests on them: {hold}"));
    }
    if plan.rows() == 0 {
        output::line("There is nothing to withdraw.");
        return Ok(());
    }
    if !is_agreed {
        ask()?;
    }
    let rows = ingest.withdraw(&target).await?;
    record(&stores.app, &target, &plan, rows)
        .await
        .context("the rows are withdrawn; the audit entry could not be written")?;
    output::line(format!("{rows} rows are withdrawn, with everything that was derived from them."));
    Ok(())
}

fn show(plan: &WithdrawalPlan) {
    for part in &plan.parts {
        let verb = if part.is_derived { "follows" } else { "goes" };
        output::line(format!("  {verb:<8}{} {}", part.rows, part.name));
    }
    for overlap in &plan.overlaps {
        let whose = match overlap.load {
            0 => "rows without a numbered load".to_owned(),
            load => format!("load {load} ({})", overlap.file),
        };
        output::line(format!(
            "  {} of these rows: {whose} {}; they come back when it is repeated",
            overlap.rows, overlap.reason
        ));
    }
}

/// Asks on a terminal; elsewhere nobody could answer.
fn ask() -> anyhow::Result<()> {
    if !std::io::stdin().is_terminal() {
        bail!("nothing was withdrawn: standard input is not a terminal to ask on; --yes withdraws without asking");
    }
    output::line("Withdraw these rows? Type `yes`:");
    let mut answer = String::new();
    std::io::stdin().lock().read_line(&mut answer).context("the answer cannot be read")?;
    match answer.trim() {
        "yes" => Ok(()),
        _ => bail!("nothing was withdrawn"),
    }
}

/// The things that rest on these blocks, by name.
async fn holds(app: &AppStore, plan: &WithdrawalPlan) -> anyhow::Result<Vec<String>> {
    let mut found = Vec::new();
    for (chain_id, first_block, last_block) in &plan.blocks {
        let number = |value: u64| Value::Int64(i64::try_from(value).unwrap_or(i64::MAX));
        let sql = "SELECT kind, name FROM data_holds WHERE chain_id = $1 AND first_block <= $3 AND last_block >= $2 \
                   ORDER BY kind, name LIMIT 21";
        let rows = app.query(sql, &[number(*chain_id), number(*first_block), number(*last_block)]).await?;
        for row in 0..rows.row_count {
            let text = |name: &str| match rows.column(name).map(|column| column.value(row)) {
                Some(Value::Text(text)) => text,
                _ => String::new(),
            };
            found.push(format!("{} {}", text("kind"), text("name")));
        }
    }
    if found.len() > NAMED_HOLDS {
        found.truncate(NAMED_HOLDS);
        found.push("and more".to_owned());
    }
    Ok(found)
}

async fn record(app: &AppStore, target: &WithdrawalTarget, plan: &WithdrawalPlan, rows: u64) -> anyhow::Result<()> {
    let (kind, id) = match target {
        WithdrawalTarget::Load(number) => ("load", number.to_string()),
        WithdrawalTarget::Deployment(slug) => ("lending_deployment", slug.clone()),
        WithdrawalTarget::Blocks { chain, first_block, last_block } => {
            ("blocks", format!("{chain} {first_block} to {last_block}"))
        }
    };
    let parts: serde_json::Map<String, serde_json::Value> =
        plan.parts.iter().map(|part| (part.name.clone(), part.rows.into())).collect();
    let entry = AccountEntry {
        component: "host",
        request_id: "command line",
        user_id: None,
        organization_id: None,
        action: "data.withdraw",
        target_type: kind,
        target_id: id,
        before: Some(parts.into()),
        after: serde_json::json!({ "rows": rows }),
    };
    let mut transaction = app.begin().await?;
    record_account_entry(&mut transaction, &entry, Timestamp::now()).await?;
    transaction.commit().await?;
    Ok(())
}
