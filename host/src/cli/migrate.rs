//! `quarry migrate`.

use crate::cli::output;
use crate::cli::store_options::StoreOptions;

#[derive(clap::Args, Debug)]
pub(super) struct MigrateArguments {
    #[command(flatten)]
    stores: StoreOptions,
}

pub(super) async fn run(arguments: MigrateArguments) -> anyhow::Result<()> {
    let (_, stores) = arguments.stores.open().await?;
    stores.close().await;
    output::line("Both schemas are up to date.");
    Ok(())
}
