//! `quarry ingest`.

use crate::cli::store_options::StoreOptions;
use crate::ingest::command::{self, IngestArguments};

#[derive(clap::Args, Debug)]
pub(super) struct IngestCommand {
    #[command(flatten)]
    arguments: IngestArguments,
    #[command(flatten)]
    stores: StoreOptions,
}

pub(super) async fn run(command: IngestCommand) -> anyhow::Result<()> {
    let (_, stores) = command.stores.open().await?;
    let outcome = command::run(command.arguments, stores.warehouse.clone()).await;
    stores.close().await;
    outcome
}
