//! `quarry openapi`: the written contract of an installation, without a server and without its stores.

use crate::assembly::{Installation, inspect_components, unconnected_stores};
use crate::cli::output;
use crate::config::Configuration;
use crate::openapi::{self, Interface, Service};
use anyhow::Context;
use std::path::PathBuf;
use std::sync::Arc;

#[derive(clap::Args, Debug)]
pub(super) struct OpenapiArguments {
    /// The deployment's configuration file, as given to `quarry serve`
    #[arg(long, env = "QUARRY_CONFIG", value_name = "FILE")]
    config: Option<PathBuf>,
    /// The session interface instead of the keyed and public one
    #[arg(long)]
    session: bool,
}

pub(super) async fn run(arguments: OpenapiArguments) -> anyhow::Result<()> {
    let mut configuration = Configuration::load(arguments.config.as_deref())?;
    let installation = Installation::find(&configuration).context("the installation cannot be found")?;
    let stores = Arc::new(unconnected_stores(&configuration)?);
    // Compiled components are native code: they are kept where nobody else can write, and go when this ends.
    let folder = private_folder()?;
    configuration.paths.data_dir = folder.clone();
    let inspected = inspect_components(&configuration, &installation, stores).await;
    std::fs::remove_dir_all(&folder).with_context(|| format!("{} cannot be removed", folder.display()))?;
    let components = inspected?.into_iter().collect::<Result<Vec<_>, String>>().map_err(anyhow::Error::msg)?;
    let operations = openapi::declarations(components.iter().map(|component| &**component.manifest()));
    let interface = match arguments.session {
        true => Interface::Session,
        false => Interface::Api,
    };
    let origin = configuration.server.public_url.trim_end_matches('/');
    let service = Service {
        base_path: configuration.server.base_path.trim_end_matches('/').to_owned(),
        public_origin: (!origin.is_empty()).then(|| origin.to_owned()),
    };
    output::line(serde_json::to_string_pretty(&openapi::document(&operations, interface, &service))?);
    Ok(())
}

/// A folder of this process that its user alone can read.
fn private_folder() -> anyhow::Result<PathBuf> {
    use std::os::unix::fs::DirBuilderExt;
    let name = format!("quarry-openapi-{}-{:016x}", std::process::id(), rand::random::<u64>());
    let folder = std::env::temp_dir().join(name);
    std::fs::DirBuilder::new()
        .mode(0o700)
        .create(&folder)
        .with_context(|| format!("{} cannot be made", folder.display()))?;
    Ok(folder)
}
