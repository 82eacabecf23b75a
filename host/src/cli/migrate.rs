//! `quarry migrate`.

use crate::cli::output;
use crate::cli::store_options::StoreOptions;
use crate::cli::telemetry::Quiet;

#[derive(clap::Args, Debug)]
pub(super) struct MigrateArguments {
    #[command(flatten)]
    stores: StoreOptions,
}

pub(super) async fn run(arguments: MigrateArguments) -> anyhow::Result<()> {
    let (_, stores) = arguments.stores.open(Quiet::Yes).await?;
    stores.close().await;
    output::line("Both schemas are up to date.");
    Ok(())
}
