//! `quarry openapi`: the written contract of an installation, without a server and without its stores.

use crate::assembly::{Inspector, Installation, unconnected_stores};
use crate::cli::output;
use crate::cli::private_folder::PrivateFolder;
use crate::openapi::{self, Interface, Service};
use anyhow::Context;
use quarry_config::Configuration;
use std::path::PathBuf;
use std::sync::Arc;

#[derive(clap::Args, Debug)]
pub(super) struct OpenapiArguments {
    /// The deployment's configuration file, as given to `quarry serve`
    #[arg(long, env = "QUARRY_CONFIG", value_name = "FILE")]
    config: Option<PathBuf>,
    /// The data directory whose compiled components are used and kept; without it all are compiled
    #[arg(long, value_name = "DIR")]
    data_dir: Option<PathBuf>,
    /// The session interface instead of the keyed and public one
    #[arg(long)]
    session: bool,
}

pub(super) async fn run(arguments: OpenapiArguments) -> anyhow::Result<()> {
    let mut configuration = Configuration::load(arguments.config.as_deref())?;
    let installation = Installation::find(&configuration).context("the installation cannot be found")?;
    let stores = Arc::new(unconnected_stores(&configuration)?);
    let (_folder, data_dir) = match arguments.data_dir {
        Some(data_dir) => (None, data_dir),
        None => {
            let folder = PrivateFolder::make()?;
            let data_dir = folder.path().to_owned();
            (Some(folder), data_dir)
        }
    };
    configuration.paths.data_dir = data_dir;
    let inspected = Inspector::new(&configuration, &installation, stores)?.components().await?;
    let verdicts = inspected.into_iter().map(|(_, verdict)| verdict);
    let components = verdicts.collect::<Result<Vec<_>, String>>().map_err(anyhow::Error::msg)?;
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
    output::document(serde_json::to_string_pretty(&openapi::document(&operations, interface, &service))?);
    Ok(())
}
