#[derive(clap::Args, Debug)] pub struct AdminCommand {}
pub(super) async fn run(_: AdminCommand) -> anyhow::Result<()> { Ok(()) }
