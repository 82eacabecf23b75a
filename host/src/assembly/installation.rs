//! The places of an installation's parts: beside the program, unless the configuration says otherwise.

use quarry_config::Configuration;
use std::path::{Path, PathBuf};

/// The files that the host needs beside itself.
#[derive(Debug, Clone)]
pub struct Installation {
    /// The program `quarry-warehouse`.
    pub warehouse_program: PathBuf,
    /// The engine library that it loads.
    pub warehouse_library: PathBuf,
    pub components: PathBuf,
    /// The digests of the release's own components, as `sha256sum` writes them: beside the program, whichever folder is served.
    pub release_list: PathBuf,
    /// The folder in which `quarry plugin install` puts components: it is the deployment's, and outlasts the release.
    pub installed_components: PathBuf,
    /// The program that shows the OpenAPI document in a browser; may be absent.
    pub reader: PathBuf,
    /// The pages for people; may be absent.
    pub web: PathBuf,
}

impl Installation {
    /// Finds the installation as configured, else beside the running program.
    pub fn find(configuration: &Configuration) -> std::io::Result<Installation> {
        let program = std::env::current_exe()?.canonicalize()?;
        let folder = program.parent().unwrap_or(Path::new("/"));
        let beside = |configured: &Path, name: &str| match configured.as_os_str().is_empty() {
            true => folder.join(name),
            false => configured.to_owned(),
        };
        Ok(Installation {
            warehouse_program: beside(&configuration.warehouse.program, "quarry-warehouse"),
            warehouse_library: beside(&configuration.warehouse.library, "lib/libchdb.so"),
            components: beside(&configuration.components.folder, "components"),
            release_list: folder.join("components/SHA256SUMS"),
            installed_components: configuration.paths.data_dir.join("components"),
            reader: folder.join("reader"),
            web: folder.join("web"),
        })
    }
}
