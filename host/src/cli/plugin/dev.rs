//! `quarry plugin dev`: builds at each save, and serves what was built in a sandbox of the project's own.

use crate::cli::output;
use crate::cli::plugin::dev_jobs::{DevJobs, Typed};
use crate::cli::plugin::dev_log::{self, Awaited};
use crate::cli::plugin::dev_offer::Offer;
use crate::cli::plugin::sandbox::{Sandbox, SandboxOptions, put_in};
use crate::cli::serve::wait_for_signal;
use crate::cli::store_options;
use crate::plugin_project::{Profile, Project, Shown, Sources};
use anyhow::Context;
use jiff::Timestamp;
use quarry_contract::Manifest;
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::process::Stdio;
use std::time::Duration;

/// The time between two looks at the sources.
const LOOK: Duration = Duration::from_millis(100);

#[derive(clap::Args, Debug)]
pub(super) struct DevArguments {
    /// The project's folder
    #[arg(long, value_name = "DIR", default_value = ".")]
    project: PathBuf,
    /// Address and port of the sandbox; port 0 takes a free one
    #[arg(long, value_name = "ADDRESS", default_value = "127.0.0.1:8080")]
    listen: SocketAddr,
    /// Do not load the sample chain
    #[arg(long)]
    no_sample: bool,
    /// Serve Quarry's own components beside
    #[arg(long)]
    families: bool,
    /// Begin with empty stores: after a migration that was applied has been edited, for example
    #[arg(long)]
    fresh: bool,
}

pub(super) async fn run(arguments: DevArguments) -> anyhow::Result<()> {
    let project = Project::open(&arguments.project).await?;
    let data_dir = project.trial_folder("dev");
    if arguments.fresh && data_dir.exists() {
        std::fs::remove_dir_all(&data_dir).with_context(|| format!("{} cannot be emptied", data_dir.display()))?;
    }
    std::fs::create_dir_all(&data_dir).with_context(|| format!("{} cannot be made", data_dir.display()))?;
    let mut sources = Sources::of(project.folder());
    let mut manifest = loop {
        output::line("building … (the first build compiles the SDK and takes a minute or two)");
        match build(&project, &data_dir).await {
            Ok((_, manifest)) => break manifest,
            Err(error) => output::line(format!("{error:#}\nwaiting for a change …")),
        }
        tokio::select! {
            signalled = wait_for_signal() => return signalled,
            () = changed(&project, &mut sources) => {}
        }
    };
    output::line("starting the sandbox; its first start makes the stores and loads the sample chain …");
    let options = SandboxOptions {
        data_dir: data_dir.clone(),
        listen: arguments.listen,
        sample: !arguments.no_sample,
        families: arguments.families,
        shows_start: true,
        settings: vec![
            ("QUARRY__TELEMETRY__LOG", dev_log::FILTER.to_owned()),
            ("QUARRY__TELEMETRY__LOG_FORMAT", "json".to_owned()),
        ],
    };
    let mut sandbox = Sandbox::start(&options, Stdio::piped()).await?;
    let clients = store_options::sandbox(Some(&data_dir))?.sign_in.service_clients.0;
    let client = clients.first().map_or("", String::as_str);
    let offer = Offer::of(&sandbox, &manifest, client);
    let awaited = Awaited::of(&manifest, offer.clone());
    let log = sandbox.take_log().map(|log| tokio::spawn(dev_log::print(log, awaited.clone())));
    greet(&sandbox, &manifest, &offer);
    let (jobs, mut typed) = (DevJobs::new(&data_dir, &sandbox), Typed::new());
    let outcome = loop {
        tokio::select! {
            signalled = wait_for_signal() => break signalled,
            ended = sandbox.ended() => return ended,
            () = changed(&project, &mut sources) => {
                let saved = sources.newest().unwrap_or_else(Timestamp::now);
                // Before the file is in place: the host may be faster than this process.
                let built = project.build(Profile::Dev, Shown::Problems).await;
                match built {
                    Ok(built) => match put_in(&built.file, &data_dir).await {
                        Ok(report) => {
                            manifest = report.manifest;
                            awaited.note(&report.digest, saved, &manifest, Offer::of(&sandbox, &manifest, client));
                        }
                        Err(error) => output::line(format!("{error:#}")),
                    },
                    Err(error) => output::line(error.to_string()),
                }
            }
            wanted = typed.next() => {
                if let Err(error) = jobs.run(&manifest, &wanted).await {
                    output::line(format!("{error:#}"));
                }
            }
        }
    };
    sandbox.stop().await?;
    if let Some(log) = log {
        log.await.context("the sandbox's log was lost")?;
    }
    outcome
}

/// Builds the component and puts it where the sandbox serves from; gives its digest too.
async fn build(project: &Project, data_dir: &Path) -> anyhow::Result<(String, Manifest)> {
    let built = project.build(Profile::Dev, Shown::Progress).await?;
    let report = put_in(&built.file, data_dir).await?;
    Ok((report.digest, report.manifest))
}

/// Waits until a source changed, and is not being written any more.
async fn changed(project: &Project, sources: &mut Sources) {
    loop {
        tokio::time::sleep(LOOK).await;
        let now = Sources::of(project.folder());
        if now == *sources {
            continue;
        }
        tokio::time::sleep(LOOK / 2).await;
        let later = Sources::of(project.folder());
        if later == now {
            *sources = later;
            return;
        }
    }
}

/// Prints its address, a request for each operation, and the jobs.
fn greet(sandbox: &Sandbox, manifest: &Manifest, offer: &Offer) {
    let (base, key) = (sandbox.base_url(), sandbox.key());
    output::line(format!("\n{} {} serves at {base}\n  key  {key}", manifest.name, manifest.version));
    offer.print();
    output::line("\nEach save is built and served. Stop with Ctrl-C.\n");
}
