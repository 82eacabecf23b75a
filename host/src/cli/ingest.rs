//! `quarry ingest`.

use crate::cli::output;
use crate::cli::store_options::StoreOptions;
use crate::event_registry;
use crate::ingest::command::{self, IngestArguments};
use anyhow::Context;
use clap::Subcommand;
use jiff::Timestamp;
use std::path::PathBuf;

#[derive(clap::Args, Debug)]
#[command(args_conflicts_with_subcommands = true, subcommand_negates_reqs = true)]
pub(super) struct IngestCommand {
    #[command(subcommand)]
    registry: Option<Registry>,
    #[command(flatten)]
    arguments: Option<IngestArguments>,
    #[command(flatten)]
    stores: StoreOptions,
}

/// What is loaded into the application store and not into the warehouse.
#[derive(Subcommand, Debug)]
enum Registry {
    /// Load a registry of chain events, the timeline: CSV or newline JSON, plain, gzip or zstd
    Events {
        /// Files, loaded one after the other; a file is loaded whole or not at all.
        #[arg(required = true)]
        files: Vec<PathBuf>,
    },
}

pub(super) async fn run(command: IngestCommand) -> anyhow::Result<()> {
    match (command.registry, command.arguments) {
        (Some(Registry::Events { files }), _) => load_events(&command.stores, &files).await,
        (None, Some(arguments)) => {
            let (_, stores) = command.stores.open().await?;
            let outcome = command::run(arguments, stores.warehouse.clone()).await;
            stores.close().await;
            outcome
        }
        (None, None) => anyhow::bail!("say what to load: quarry ingest logs FILE, or quarry ingest events FILE"),
    }
}

async fn load_events(stores: &StoreOptions, files: &[PathBuf]) -> anyhow::Result<()> {
    let app = stores.open_app_store(&stores.configuration()?).await?;
    let outcome = async {
        for file in files {
            let summary = event_registry::load_file(&app, file, Timestamp::now())
                .await
                .with_context(|| format!("loading {} stopped", file.display()))?;
            output::line(format!("{}: {summary}", file.display()));
        }
        Ok(())
    }
    .await;
    app.close().await;
    outcome
}
