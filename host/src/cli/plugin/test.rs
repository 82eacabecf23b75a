//! `quarry plugin test`: the conformance suite and the project's own tests, against the real engines.

use crate::cli::output;
use crate::cli::plugin::counted::counted;
use crate::cli::plugin::published;
use crate::cli::plugin::sandbox::{STORES_OF_A_DEPLOYMENT, Sandbox, SandboxOptions, put_in};
use crate::conformance::{self, Extent};
use crate::plugin_project::{Profile, Project, Shown};
use anyhow::{Context, bail};
use std::ffi::OsString;
use std::net::{Ipv4Addr, SocketAddr};
use std::path::{Path, PathBuf};
use std::process::Stdio;

#[derive(clap::Args, Debug)]
pub(super) struct TestArguments {
    /// The project's folder
    #[arg(long, value_name = "DIR", default_value = ".")]
    project: PathBuf,
    /// Run the conformance suite on this component, and nothing else
    #[arg(long, value_name = "FILE", conflicts_with_all = ["accept", "arguments"])]
    file: Option<PathBuf>,
    /// Take the answers as they are now for the snapshots
    #[arg(long)]
    accept: bool,
    /// For `cargo test`: the name of a test, `-- --nocapture`
    #[arg(trailing_var_arg = true, allow_hyphen_values = true)]
    arguments: Vec<OsString>,
}

pub(super) async fn run(arguments: TestArguments) -> anyhow::Result<()> {
    if let Some(file) = &arguments.file {
        let folder = crate::cli::private_folder::PrivateFolder::make()?;
        put_in(file, folder.path()).await?;
        return conform(folder.path(), file).await;
    }
    let project = Project::open(&arguments.project).await?;
    let built = project.build(Profile::Release, Shown::Problems).await?;
    let data_dir = project.trial_folder("test");
    prepare(&built.file, &data_dir).await?;
    let own = own_tests(&project, &data_dir, &arguments).await?;
    let conformance = conform(&data_dir, &built.file).await;
    match (own, conformance) {
        (true, outcome) => outcome,
        (false, Ok(())) => bail!("tests have failed: see above which"),
        (false, Err(error)) => bail!("tests have failed: see above which; and {error}"),
    }
}

/// A data directory in which a host with the component has served and stopped: each test begins with a copy of it.
async fn prepare(component: &Path, data_dir: &Path) -> anyhow::Result<()> {
    let kept = data_dir.with_extension("cache");
    // Compiled code is as good as before; anything else could hide what a fresh start meets.
    let cache = data_dir.join("cache");
    let _ = std::fs::rename(&cache, &kept);
    match std::fs::remove_dir_all(data_dir) {
        Err(error) if error.kind() != std::io::ErrorKind::NotFound => {
            return Err(error).with_context(|| format!("{} cannot be emptied", data_dir.display()));
        }
        _ => {}
    }
    std::fs::create_dir_all(data_dir).with_context(|| format!("{} cannot be made", data_dir.display()))?;
    let _ = std::fs::rename(&kept, &cache);
    put_in(component, data_dir).await?;
    Sandbox::start(&options(data_dir), Stdio::inherit()).await?.stop().await
}

/// Runs the project's own tests: true when they pass, and where it has no tests.
async fn own_tests(project: &Project, data_dir: &Path, arguments: &TestArguments) -> anyhow::Result<bool> {
    let Some(mut command) = project.tests(&arguments.arguments) else {
        output::line(
            "The project has no package of tests; the one that `quarry plugin new` makes shows how to have one.",
        );
        return Ok(true);
    };
    let program = std::env::current_exe().context("this program cannot find itself")?;
    command.env("QUARRY_TEST_PROGRAM", program).env("QUARRY_TEST_PREPARED", data_dir.canonicalize()?);
    command.envs(STORES_OF_A_DEPLOYMENT.map(|name| (name, "")));
    if arguments.accept {
        command.env("QUARRY_TEST_ACCEPT", "true");
    }
    let status = command.status().await.context("cargo cannot be started")?;
    Ok(status.success())
}

/// Runs the tests that any component must pass.
async fn conform(data_dir: &Path, component: &Path) -> anyhow::Result<()> {
    let manifest = put_in(component, data_dir).await?.manifest;
    let name = &manifest.name;
    let sandbox = Sandbox::start(&options(data_dir), Stdio::inherit()).await?;
    let report = conformance::run(&sandbox.target(), name, Extent::WHOLE).await;
    sandbox.stop().await?;
    let report = report.context("the conformance suite stopped")?;
    if report.operations == 0 && !manifest.routes.is_empty() {
        bail!(
            "the host does not serve {name}, so nothing was checked: see the host's messages about the component above"
        );
    }
    let asked =
        format!("{} of {name}, {}", counted(report.operations, "operation"), counted(report.requests, "request"));
    if !report.never_good.is_empty() {
        output::line(format!(
            "Conformance: asked with the examples of the contract, these answered nothing well, so their good answers were \
             compared with nothing: {}. Examples that name what is there, or what other examples write, would show them.",
            report.never_good.join(", ")
        ));
    }
    if let Some(line) = published::named(&manifest) {
        output::line(line);
    }
    if report.findings.is_empty() {
        output::line(format!("Conformance: {asked}, and every promise was kept."));
        return Ok(());
    }
    let rows = report
        .findings
        .iter()
        .map(|finding| vec![finding.operation.clone(), finding.check.to_owned(), finding.sentence.clone()]);
    output::table(&["OPERATION", "CHECK", "DEVIATION FROM THE CONTRACT"], &rows.collect::<Vec<_>>());
    bail!("{} of {asked}", counted(report.findings.len(), "broken promise"))
}

fn options(data_dir: &Path) -> SandboxOptions {
    SandboxOptions {
        data_dir: data_dir.to_owned(),
        listen: SocketAddr::from((Ipv4Addr::LOCALHOST, 0)),
        sample: false,
        families: false,
        shows_start: false,
        settings: vec![("QUARRY__TELEMETRY__LOG", "error".to_owned())],
    }
}
