//! `quarry plugin dev`: builds at each save, and serves what was built in a sandbox of the project's own.

use crate::cli::output;
use crate::cli::plugin::dev_jobs::{DevJobs, Typed};
use crate::cli::plugin::dev_log::{self, Awaited};
use crate::cli::plugin::dev_offer::Offer;
use crate::cli::plugin::sandbox::{Sandbox, SandboxOptions, put_in};
use crate::cli::signals::Signals;
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

/// The time for the last lines of the sandbox that has ended.
const LAST_LINES: Duration = Duration::from_secs(5);

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
    let mut signals = Signals::take()?;
    let mut manifest = loop {
        output::line("building … (the first build compiles the SDK and takes a minute or two)");
        let built = tokio::select! {
            built = build(&project, &data_dir) => built,
            () = signals.next() => return Ok(()),
        };
        match built {
            Ok((_, manifest)) => break manifest,
            Err(error) => output::line(format!("{error:#}\nwaiting for a change …")),
        }
        tokio::select! {
            () = signals.next() => return Ok(()),
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
    let mut sandbox = tokio::select! {
        sandbox = Sandbox::start(&options, Stdio::piped()) => sandbox?,
        () = signals.next() => return Ok(()),
    };
    let clients = store_options::sandbox(Some(&data_dir))?.sign_in.service_clients.0;
    let client = clients.first().map_or("", String::as_str);
    let offer = Offer::of(&sandbox, &manifest, client);
    let awaited = Awaited::of(&manifest, offer.clone());
    let log = sandbox.take_log().map(|log| tokio::spawn(dev_log::print(log, awaited.clone())));
    greet(&sandbox, &manifest, &offer);
    let (jobs, mut typed) = (DevJobs::new(&data_dir, &sandbox), Typed::new());
    loop {
        // Nothing where a source was saved.
        let wanted = tokio::select! {
            () = signals.next() => break,
            ended = sandbox.ended() => return ended,
            () = changed(&project, &mut sources) => None,
            wanted = typed.next() => Some(wanted),
        };
        let work = async {
            let Some(wanted) = wanted else {
                let saved = sources.newest().unwrap_or_else(Timestamp::now);
                // Before the file is in place: the host may be faster than this process.
                let built = project.build(Profile::Dev, Shown::Problems).await?;
                let report = put_in(&built.file, &data_dir).await?;
                manifest = report.manifest;
                awaited.note(&report.digest, saved, &manifest, Offer::of(&sandbox, &manifest, client));
                return Ok(());
            };
            jobs.run(&manifest, &wanted).await
        };
        tokio::select! {
            () = signals.next() => break,
            done = work => if let Err(error) = done {
                output::line(format!("{error:#}"));
            },
        }
    }
    sandbox.stop().await?;
    if let Some(log) = log {
        // Its warehouse may hold the log open for a moment.
        let _ = tokio::time::timeout(LAST_LINES, log).await;
    }
    Ok(())
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
