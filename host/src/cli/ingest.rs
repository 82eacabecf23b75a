//! `quarry ingest`.

use crate::cli::output;
use crate::cli::store_options::StoreOptions;
use crate::cli::telemetry::Quiet;
use crate::event_registry;
use anyhow::Context;
use clap::Subcommand;
use jiff::Timestamp;
use quarry_ingest::command::{self, IngestArguments};
use std::path::PathBuf;

#[derive(clap::Args, Debug)]
#[command(args_conflicts_with_subcommands = true, subcommand_negates_reqs = true)]
pub(super) struct IngestCommand {
    #[command(subcommand)]
    registry: Option<Registry>,
    #[command(flatten)]
    arguments: IngestArguments,
    #[command(flatten)]
    stores: StoreOptions,
}

/// Data that is loaded into the application store and not into the warehouse.
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
    if let Some(Registry::Events { files }) = command.registry {
        return load_events(&command.stores, &files).await;
    }
    if command.arguments.example {
        let Some(example) = command.arguments.dataset.and_then(quarry_ingest::example_of) else {
            anyhow::bail!(
                "--example prints a file of lending_deployments; the columns of the others are in docs/ingest.md"
            );
        };
        output::line(example.trim_end());
        return Ok(());
    }
    // Files are loaded in a while; a chain is followed for weeks, and its log is where that is seen.
    let quiet = if command.arguments.follow.rpc.is_empty() || command.arguments.list { Quiet::Yes } else { Quiet::No };
    let (configuration, stores) = command.stores.open(quiet).await?;
    let (warehouse, app) = (stores.warehouse.clone(), stores.app.clone());
    let outcome = command::run(command.arguments, &configuration.follow, warehouse, app).await;
    stores.close().await;
    outcome
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
