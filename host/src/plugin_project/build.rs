//! Building a component with cargo.

use serde_json::Value as Json;
use std::ffi::OsString;
use std::io::{IsTerminal, Write};
use std::path::{Path, PathBuf};
use std::process::Stdio;
use thiserror::Error;
use tokio::io::{AsyncRead, AsyncReadExt};
use tokio::process::Command;

/// The target that components are built for.
const TARGET: &str = "wasm32-wasip2";
/// Columns of the line that says how far a build is.
const PROGRESS_WIDTH: &str = "80";

/// The profile by which a component is built.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Profile {
    /// Quickly.
    Dev,
    /// As it is installed.
    Release,
}

/// The part of a build's messages that is shown.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Shown {
    /// Only errors of code that does not compile.
    Problems,
    /// Also how far it is.
    Progress,
}

/// A component's project.
#[derive(Debug, Clone)]
pub struct Project {
    folder: PathBuf,
    /// The package's name.
    package: String,
    target_folder: PathBuf,
    /// The package of its tests, if it has one.
    tests: Option<String>,
}

/// The component that a build has made.
#[derive(Debug, Clone)]
pub struct BuiltComponent {
    pub file: PathBuf,
}

/// A project that cannot be built.
#[derive(Debug, Error)]
pub enum BuildError {
    #[error(
        "{0} has no Cargo.toml: go to the folder of a component's project, or name it with --project; `quarry plugin new` makes one"
    )]
    NoProject(PathBuf),
    #[error("cargo cannot be started: {0}; install Rust with rustup, https://rustup.rs")]
    NoCargo(std::io::Error),
    #[error("cargo cannot read the project: {0}")]
    Metadata(String),
    #[error("{0} makes no component: its Cargo.toml needs `[lib] crate-type = [\"cdylib\"]`")]
    NoComponent(PathBuf),
    #[error("the component does not compile: see cargo's messages above")]
    Failed,
    #[error(
        "this machine cannot build for {TARGET}: run `rustup target add {TARGET}` in the project's folder, and build again"
    )]
    NoTarget,
}

impl Project {
    /// The project in `folder`, as cargo sees it.
    pub async fn open(folder: &Path) -> Result<Project, BuildError> {
        let manifest = folder.join("Cargo.toml");
        if !manifest.is_file() {
            return Err(BuildError::NoProject(folder.to_owned()));
        }
        let output = cargo(folder)
            .args(["metadata", "--format-version", "1", "--no-deps"])
            .stdin(Stdio::null())
            .output()
            .await
            .map_err(BuildError::NoCargo)?;
        if !output.status.success() {
            return Err(BuildError::Metadata(String::from_utf8_lossy(&output.stderr).trim().to_owned()));
        }
        let metadata: Json =
            serde_json::from_slice(&output.stdout).map_err(|error| BuildError::Metadata(error.to_string()))?;
        let packages = metadata["packages"].as_array().map(Vec::as_slice).unwrap_or_default();
        let root = folder.canonicalize().unwrap_or_else(|_| folder.to_owned()).join("Cargo.toml");
        let of_folder = packages.iter().find(|package| package["manifest_path"].as_str().map(Path::new) == Some(&root));
        let name = of_folder.filter(|package| makes_component(package)).and_then(|package| package["name"].as_str());
        let name = name.ok_or_else(|| BuildError::NoComponent(folder.to_owned()))?.to_owned();
        let tests = format!("{name}-tests");
        let has_tests = packages.iter().any(|package| package["name"] == tests.as_str());
        Ok(Project {
            folder: folder.to_owned(),
            package: name,
            target_folder: PathBuf::from(metadata["target_directory"].as_str().unwrap_or("target")),
            tests: has_tests.then_some(tests),
        })
    }

    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// The data directory of a trial with the component: its own, as projects may share one folder of built files.
    pub fn trial_folder(&self, trial: &str) -> PathBuf {
        self.target_folder.join("quarry").join(&self.package).join(trial)
    }

    /// Builds it; cargo's own lines go to standard error, as they come.
    pub async fn build(&self, profile: Profile, shown: Shown) -> Result<BuiltComponent, BuildError> {
        let mut command = cargo(&self.folder);
        command.args(["build", "--target", TARGET, "--package", &self.package]);
        match (shown, std::io::stderr().is_terminal()) {
            (Shown::Problems, _) => _ = command.arg("--quiet"),
            // Cargo writes into a pipe: it would take nobody to watch.
            (Shown::Progress, true) => {
                let watched = [("WHEN", "always"), ("WIDTH", PROGRESS_WIDTH)];
                command.envs(watched.map(|(name, value)| (format!("CARGO_TERM_PROGRESS_{name}"), value)));
            }
            (Shown::Progress, false) => {}
        }
        let folder = match profile {
            Profile::Dev => "debug",
            Profile::Release => {
                command.arg("--release");
                "release"
            }
        };
        let started = command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::piped()).spawn();
        let mut cargo = started.map_err(BuildError::NoCargo)?;
        let said = match cargo.stderr.take() {
            Some(stderr) => pass_on(stderr).await.map_err(BuildError::NoCargo)?,
            None => String::new(),
        };
        let status = cargo.wait().await.map_err(BuildError::NoCargo)?;
        match status.success() {
            true => {
                let file = format!("{}.wasm", self.package.replace('-', "_"));
                Ok(BuiltComponent { file: self.target_folder.join(TARGET).join(folder).join(file) })
            }
            false if said.contains("target may not be installed") => Err(BuildError::NoTarget),
            false => Err(BuildError::Failed),
        }
    }

    /// The command that runs its tests; none where it has none.
    pub fn tests(&self, arguments: &[OsString]) -> Option<Command> {
        let mut command = cargo(&self.folder);
        command.args(["test", "--package", self.tests.as_deref()?]).args(arguments);
        Some(command)
    }
}

/// Writes what comes to standard error, and gives it when it has ended.
async fn pass_on(mut from: impl AsyncRead + Unpin) -> std::io::Result<String> {
    let (mut said, mut piece) = (Vec::new(), [0; 4096]);
    loop {
        let length = from.read(&mut piece).await?;
        if length == 0 {
            return Ok(String::from_utf8_lossy(&said).into_owned());
        }
        // There is nobody to tell that standard error is gone.
        let _ = std::io::stderr().write_all(&piece[..length]);
        said.extend_from_slice(&piece[..length]);
    }
}

fn makes_component(package: &Json) -> bool {
    let targets = package["targets"].as_array().map(Vec::as_slice).unwrap_or_default();
    targets
        .iter()
        .any(|target| target["crate_types"].as_array().is_some_and(|types| types.iter().any(|kind| kind == "cdylib")))
}

/// Cargo in that folder. It ends when the command that waits for it ends.
fn cargo(folder: &Path) -> Command {
    let mut command = Command::new("cargo");
    command.current_dir(folder).kill_on_drop(true);
    command
}
