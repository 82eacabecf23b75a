//! `quarry serve`: the stores of a configuration file.

use crate::assembly::{Host, Installation, OpenStores, RunningWarehouse};
use crate::cli::signals::{self, Signals};
use crate::cli::telemetry::Quiet;
use crate::cli::{output, ready, telemetry};
use anyhow::Context;
use quarry_config::Configuration;
use std::path::PathBuf;
use std::time::Duration;

#[derive(clap::Args, Debug)]
pub(super) struct ServeArguments {
    /// The configuration file
    #[arg(long, env = "QUARRY_CONFIG", value_name = "FILE")]
    config: Option<PathBuf>,
    /// Show the configuration in force, secrets masked, and stop
    #[arg(long)]
    print_config: bool,
    /// Write a JSON file with base_url and pid once it serves
    #[arg(long, env = "QUARRY_READY_FILE", value_name = "FILE")]
    ready_file: Option<PathBuf>,
}

pub(super) async fn run(arguments: ServeArguments) -> anyhow::Result<()> {
    let configuration = Configuration::load(arguments.config.as_deref())?;
    if arguments.print_config {
        output::line(configuration.print()?);
        return Ok(());
    }
    let telemetry = telemetry::start(&configuration.telemetry, Quiet::No)?;
    let installation = Installation::find(&configuration).context("the installation cannot be found")?;
    let stores = OpenStores::open(&configuration, &installation, RunningWarehouse::Refuse).await?;
    let outcome = async {
        stores.migrate(&configuration).await?;
        let mut signals = Signals::take()?;
        let host = tokio::select! {
            host = Host::start(&configuration, &installation, &stores, Vec::new()) => host?,
            () = signals.next() => return Ok(()),
        };
        if let Some(path) = &arguments.ready_file {
            ready::write(path, &host, serde_json::json!({ "api_keys": {}, "users": {} }))?;
        }
        signals.next().await;
        stop(host, &configuration).await;
        Ok(())
    }
    .await;
    stores.close().await;
    telemetry.stop().await;
    outcome
}

/// Lets the requests in flight end, and all that runs beside them.
pub(super) async fn stop(host: Host, configuration: &Configuration) {
    tracing::info!("stopping: requests in flight are let to end");
    let server = &configuration.server;
    signals::end_after(Duration::from_secs(server.drain_delay_seconds + server.drain_seconds));
    host.stop().await;
}
