//! `quarry ingest --rpc`: the command line over [`follow`].

use std::io::Write;

use anyhow::Context;
use tokio::signal::unix::{SignalKind, signal};

use super::{FollowSettings, RpcEndpoint, follow_and_look_up};
use quarry_config::FollowSection;
use quarry_stores::app::AppStore;
use quarry_stores::shutdown::shutdown_signal;
use quarry_stores::warehouse::Warehouse;
use std::time::Duration;

/// Follow chains over JSON-RPC instead.
#[derive(Debug, Clone, clap::Args)]
pub struct FollowArguments {
    /// Follow the chain of a JSON-RPC server instead of loading files; once for each chain. The chain is a slug or a number
    /// and need not be given. Such addresses often hold a key: the variable keeps it out of the list of processes.
    #[arg(long, env = "QUARRY_RPC", hide_env_values = true, value_name = "[CHAIN=]URL", value_delimiter = ',')]
    pub rpc: Vec<RpcEndpoint>,
    /// The first block of a chain that was never followed; without it the chain begins at its head. A lower block than before
    /// fetches what is missing.
    #[arg(long, value_name = "BLOCK", requires = "rpc")]
    pub from_block: Option<u64>,
    /// Stop at the head that the server has now.
    #[arg(long, requires = "rpc")]
    pub once: bool,
}

/// Follows until SIGTERM, SIGINT or, with `--once`, the head. A range that is being loaded is loaded to its end.
pub async fn run(
    arguments: FollowArguments,
    section: &FollowSection,
    warehouse: Warehouse,
    app: AppStore,
) -> anyhow::Result<()> {
    let (trigger, shutdown) = shutdown_signal();
    let mut terminate = signal(SignalKind::terminate()).context("SIGTERM cannot be waited for")?;
    let mut interrupt = signal(SignalKind::interrupt()).context("SIGINT cannot be waited for")?;
    let listening = tokio::spawn(async move {
        tokio::select! {
            _ = terminate.recv() => {}
            _ = interrupt.recv() => {}
        }
        tracing::info!("stopping: the current range is loaded to its end");
        trigger.fire();
    });
    let settings = settings(&arguments, section);
    let outcome = follow_and_look_up(warehouse, Some(app), arguments.rpc, settings, shutdown).await;
    listening.abort();
    for followed in outcome? {
        writeln!(std::io::stdout(), "{followed}")?;
    }
    Ok(())
}

fn settings(arguments: &FollowArguments, section: &FollowSection) -> FollowSettings {
    FollowSettings {
        first_block: arguments.from_block,
        once: arguments.once,
        receipts: section.receipts,
        batch_blocks: section.batch_blocks,
        finality_depth: section.finality_depth,
        concurrent_requests: section.concurrent_requests.max(1),
        attempts: section.attempts.max(1),
        poll: Duration::from_millis(section.poll_milliseconds),
        request_timeout: Duration::from_millis(section.request_milliseconds),
        shortest_wait: Duration::from_millis(section.shortest_wait_milliseconds),
        longest_wait: Duration::from_millis(section.longest_wait_milliseconds),
        gap_wait: Duration::from_millis(section.gap_wait_milliseconds),
    }
}
