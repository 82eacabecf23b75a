//! `quarry chain add|list`: the chains that rows may belong to.

use crate::cli::output;
use crate::cli::store_options::StoreOptions;
use crate::cli::telemetry::Quiet;
use clap::Subcommand;
use quarry_ingest::{Ingest, KnownChain};

#[derive(clap::Args, Debug)]
pub(super) struct ChainCommand {
    #[command(subcommand)]
    action: Action,
    #[command(flatten)]
    stores: StoreOptions,
}

#[derive(Subcommand, Debug)]
enum Action {
    /// Make a chain known, or give a known one another depth or explorer
    Add {
        /// Lowercase word, as --chain and the API take it
        name: String,
        /// EIP-155 chain id
        id: u64,
        /// Blocks below the head that may still be replaced while the chain is followed
        #[arg(long, value_name = "N")]
        finality: Option<u64>,
        /// Address of a block explorer, for people
        #[arg(long, value_name = "URL")]
        explorer: Option<String>,
    },
    /// Show every known chain
    List,
}

pub(super) async fn run(command: ChainCommand) -> anyhow::Result<()> {
    let (_, stores) = command.stores.open(Quiet::Yes).await?;
    let ingest = Ingest::new(stores.warehouse.clone());
    let outcome = match command.action {
        Action::Add { name, id, finality, explorer } => add(&ingest, name, id, finality, explorer).await,
        Action::List => list(&ingest).await,
    };
    stores.close().await;
    outcome
}

async fn add(
    ingest: &Ingest,
    slug: String,
    id: u64,
    finality_depth: Option<u64>,
    explorer_url: Option<String>,
) -> anyhow::Result<()> {
    ingest.add_chain(&KnownChain { id, slug: slug.clone(), finality_depth, explorer_url }).await?;
    output::line(format!("{slug} is the chain {id}."));
    Ok(())
}

async fn list(ingest: &Ingest) -> anyhow::Result<()> {
    let rows: Vec<Vec<String>> = ingest
        .chains()
        .await?
        .into_iter()
        .map(|chain| {
            vec![
                chain.slug,
                chain.id.to_string(),
                chain.finality_depth.map(|depth| depth.to_string()).unwrap_or_default(),
                chain.explorer_url.unwrap_or_default(),
            ]
        })
        .collect();
    output::table(&["CHAIN", "ID", "FINALITY", "EXPLORER"], &rows);
    Ok(())
}
