//! A host of the author's own: `quarry up` as a child of this process, in a data directory with the component.

use crate::assembly::FileReport;
use crate::cli::output;
use crate::cli::plugin::deployment::Deployment;
use crate::cli::plugin::source::read;
use crate::conformance::{Person, Target};
use crate::modules::InstallationRecord;
use anyhow::{Context, bail};
use jiff::Timestamp;
use serde_json::Value as Json;
use std::collections::BTreeMap;
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::process::Stdio;
use std::time::{Duration, Instant};
use tokio::io::{AsyncBufReadExt, BufReader};
use tokio::process::{Child, ChildStderr, ChildStdin, ChildStdout, Command};

/// The first start makes both schemas, and may load the sample chain.
const READY_WITHIN: Duration = Duration::from_secs(300);

/// The time that it may take to end the requests that it serves.
const ENDS_WITHIN: Duration = Duration::from_secs(30);

/// Stores that an environment may name. A sandbox has its own: nobody gave a deployment's to the component of somebody who tries it.
pub(super) const STORES_OF_A_DEPLOYMENT: [&str; 3] =
    ["QUARRY__APP_STORE__URL", "QUARRY__WAREHOUSE__URL", "QUARRY__OBJECTS__URL"];

/// The options by which a sandbox is started.
#[derive(Debug, Clone)]
pub(super) struct SandboxOptions {
    pub(super) data_dir: PathBuf,
    pub(super) listen: SocketAddr,
    /// With the sample chain.
    pub(super) sample: bool,
    /// With the release's own components beside.
    pub(super) families: bool,
    /// True to show the messages of its start.
    pub(super) shows_start: bool,
    /// Environment variables beside.
    pub(super) settings: Vec<(&'static str, String)>,
}

/// A sandbox that serves. It ends with this process.
pub(super) struct Sandbox {
    child: Child,
    /// The sandbox ends when this closes. It is kept apart because waiting for a child closes its input.
    input: Option<ChildStdin>,
    /// The line that it printed when it served.
    pub(super) ready: Json,
}

/// Puts a component into a sandbox's data directory with all that it asks for: the sandbox is the author's own.
pub(super) async fn put_in(file: &Path, data_dir: &Path) -> anyhow::Result<FileReport> {
    let bytes = read(file)?;
    // The sandbox finds the compiled code.
    let deployment = Deployment::none_compiling_into(data_dir)?;
    let report = deployment.inspector.file(bytes.clone()).await;
    deployment.close().await;
    let report = report.with_context(|| format!("a host would refuse {}", file.display()))?;
    if !report.refusals.is_empty() {
        bail!("a host would refuse it: {}", report.refusals.join("; "));
    }
    let record = InstallationRecord {
        component: report.manifest.name.clone(),
        version: report.manifest.version.clone(),
        digest: report.digest.clone(),
        origin: file.display().to_string(),
        installed_by: "quarry plugin".to_owned(),
        installed_at: Timestamp::now().to_string(),
        ..InstallationRecord::default()
    };
    record.giving(&report.asked).install(&data_dir.join("components"), &bytes, None)?;
    Ok(report)
}

impl Sandbox {
    /// Starts one and waits until it serves. Its log goes to `log`: inherited, or a file.
    pub(super) async fn start(options: &SandboxOptions, log: Stdio) -> anyhow::Result<Sandbox> {
        let program = std::env::current_exe().context("this program cannot find itself")?;
        let ready = options.data_dir.join("ready.json");
        match std::fs::remove_file(&ready) {
            Err(error) if error.kind() != std::io::ErrorKind::NotFound => {
                return Err(error).with_context(|| format!("{} cannot be removed", ready.display()));
            }
            _ => {}
        }
        let mut command = Command::new(program);
        command
            .args(["up", "--until-input-ends", "--listen"])
            .arg(options.listen.to_string())
            .arg("--data-dir")
            .arg(&options.data_dir)
            .arg("--ready-file")
            .arg(&ready)
            .env("QUARRY_NO_SAMPLE", (!options.sample).to_string())
            .env("QUARRY__RATE_LIMITS__PUBLIC_PER_MINUTE", "0")
            .env("QUARRY__RATE_LIMITS__SESSION_PER_MINUTE", "0")
            .env("QUARRY__DEVELOPMENT__CHECK_ANSWERS", "true")
            .envs(options.settings.iter().cloned())
            .envs(STORES_OF_A_DEPLOYMENT.map(|name| (name, "")))
            .stdin(Stdio::piped())
            .stdout(if options.shows_start { Stdio::piped() } else { Stdio::null() })
            .stderr(log)
            .kill_on_drop(true);
        if !options.families {
            let none = options.data_dir.join("no-components");
            std::fs::create_dir_all(&none).with_context(|| format!("{} cannot be made", none.display()))?;
            command.env("QUARRY__COMPONENTS__FOLDER", none);
        }
        let mut child = command.spawn().context("the sandbox cannot be started")?;
        let input = child.stdin.take();
        if let Some(said) = child.stdout.take() {
            tokio::spawn(show_start(said));
        }
        let started = Instant::now();
        loop {
            if let Some(said) = std::fs::read_to_string(&ready).ok().and_then(|text| serde_json::from_str(&text).ok()) {
                return Ok(Sandbox { child, input, ready: said });
            }
            if let Some(status) = child.try_wait().context("the sandbox was lost")? {
                bail!("the sandbox does not serve ({status}): see its messages above");
            }
            if started.elapsed() > READY_WITHIN {
                bail!("the sandbox does not serve within {} s", READY_WITHIN.as_secs());
            }
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    }

    /// Its log, where it was piped.
    pub(super) fn take_log(&mut self) -> Option<ChildStderr> {
        self.child.stderr.take()
    }

    /// The base path, with scheme and authority before it.
    pub(super) fn base_url(&self) -> String {
        format!("{}{}", self.text(&["base_url"]), self.text(&["base_path"]))
    }

    /// A key with every scope.
    pub(super) fn key(&self) -> String {
        self.text(&["api_keys", "full"])
    }

    /// The host that the conformance suite asks, and the people as whom it asks.
    pub(super) fn target(&self) -> Target {
        Target {
            base_url: self.base_url(),
            key: self.key(),
            people: ["staff", "admin", "member"].map(|user| self.person(user)).into(),
            service_client: "quarry-web".to_owned(),
            there: BTreeMap::new(),
        }
    }

    /// One of its people: `staff`, `admin` or `member`.
    pub(super) fn person(&self, user: &str) -> Person {
        Person { email: self.text(&["users", user, "email"]), password: self.text(&["users", user, "password"]) }
    }

    /// Waits until it ends of itself.
    pub(super) async fn ended(&mut self) -> anyhow::Result<()> {
        let status = self.child.wait().await.context("the sandbox was lost")?;
        bail!("the sandbox has ended ({status}): see its messages above")
    }

    /// Ends it, and waits for that.
    pub(super) async fn stop(mut self) -> anyhow::Result<()> {
        drop(self.input.take());
        match tokio::time::timeout(ENDS_WITHIN, self.child.wait()).await {
            Ok(ended) => ended.map(drop).context("the sandbox was lost"),
            Err(_) => self.child.kill().await.context("the sandbox does not end"),
        }
    }

    fn text(&self, path: &[&str]) -> String {
        let found = path.iter().fold(&self.ready, |value, name| &value[*name]);
        found.as_str().unwrap_or_default().to_owned()
    }
}

/// Shows the steps of a start, which end in an ellipsis, and reads the rest, which is for people who start a host by hand.
async fn show_start(said: ChildStdout) {
    let mut lines = BufReader::new(said).lines();
    while let Ok(Some(line)) = lines.next_line().await {
        if line.ends_with('…') {
            output::line(format!("  {line}"));
        }
    }
}
