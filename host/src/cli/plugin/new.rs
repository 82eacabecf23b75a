//! `quarry plugin new`.

use crate::cli::output;
use crate::plugin_project::{ProjectName, SdkFolder, create};
use anyhow::{Context, bail};
use quarry_config::Configuration;
use std::path::PathBuf;

#[derive(clap::Args, Debug)]
pub(super) struct NewArguments {
    /// The component's name: lowercase words joined by `-`
    name: ProjectName,
    /// The project's folder, which must not be there yet; by default, of the component's name here
    #[arg(long, value_name = "DIR")]
    path: Option<PathBuf>,
    /// The folder with the SDK's crates, of a release or a checkout; by default `sdk` beside this program
    #[arg(long, env = "QUARRY_SDK", value_name = "DIR")]
    sdk: Option<PathBuf>,
}

pub(super) fn run(arguments: &NewArguments) -> anyhow::Result<()> {
    let name = arguments.name.kebab();
    if Configuration::release_components()?.contains(name) {
        bail!(
            "{name} is the name of a component of the release, which no other one may have: choose another, such as my-{name}"
        );
    }
    let sdk = match &arguments.sdk {
        Some(folder) => folder.clone(),
        None => {
            let program = std::env::current_exe().and_then(|program| program.canonicalize());
            program.context("this program cannot find itself; name the SDK's folder with --sdk")?.with_file_name("sdk")
        }
    };
    let folder = arguments.path.clone().unwrap_or_else(|| PathBuf::from(arguments.name.kebab()));
    create(&arguments.name, &folder, &SdkFolder::open(&sdk)?)?;
    output::line(format!("{} is in {}. Next:", arguments.name, folder.display()));
    for line in [
        format!("  cd {}", folder.display()),
        "  quarry plugin dev     # builds at each save and serves it, with a key to try it".to_owned(),
        "  quarry plugin test    # the tests that any component must pass, then those in tests/".to_owned(),
    ] {
        output::line(line);
    }
    Ok(())
}
