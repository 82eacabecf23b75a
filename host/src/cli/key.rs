#[derive(clap::Args, Debug)] pub struct KeyCommand {}
pub(super) async fn run(_: KeyCommand) -> anyhow::Result<()> { Ok(()) }
