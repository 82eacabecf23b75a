//! PostgreSQL for the tests: `DATABASE_URL`, or a throw-away cluster made of Debian's programs.
//!
//! The cluster is the test process's own. It listens on a socket in a temporary folder only, and ends with the process,
//! also when that is killed: it watches a pipe that the process holds. `QUARRY_TEST_POSTGRES_PROGRAMS` names the folder of
//! another version's programs.

use crate::bounded::{SHORT, ended};
use anyhow::{Context, Result, bail};
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::{Mutex, PoisonError};

/// The folder in which Debian's packages put each version's programs.
const INSTALLED: &str = "/usr/lib/postgresql";

/// Makes the cluster and waits until its standard input is closed.
const SCRIPT: &str = include_str!("postgres.sh");

/// A running cluster; dropped, it is gone.
#[derive(Debug)]
pub struct Cluster {
    process: Child,
    socket_folder: PathBuf,
}

impl Cluster {
    /// Starts a cluster; a second or two. Root cannot run PostgreSQL, so root starts it as the user `postgres`.
    pub fn start() -> Result<Cluster> {
        let programs = programs()?;
        let mut command = match rustix::process::geteuid().is_root() {
            true => {
                let mut command = Command::new("runuser");
                command.args(["-u", "postgres", "--", "sh"]);
                command
            }
            false => Command::new("sh"),
        };
        // From the root folder: the one of the tests may be closed to the user `postgres`.
        command.args(["-c", SCRIPT, "postgres.sh"]).arg(&programs).current_dir("/");
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::inherit());
        let mut process = command.spawn().context("the PostgreSQL cluster of the tests cannot be started")?;
        let output = process.stdout.take().context("the cluster's script has a standard output")?;
        let mut line = String::new();
        BufReader::new(output).read_line(&mut line)?;
        if line.trim().is_empty() {
            let status = process.wait()?;
            bail!("the PostgreSQL cluster of the tests did not start ({status}); what it said stands above");
        }
        Ok(Cluster { process, socket_folder: PathBuf::from(line.trim()) })
    }

    /// The address of its database `postgres`, whose user may do everything.
    pub fn url(&self) -> String {
        format!("postgres://quarry@localhost/postgres?host={}", self.socket_folder.display())
    }
}

impl Drop for Cluster {
    fn drop(&mut self) {
        // Closing the pipe is what ends it; then it stops the server and removes its folder.
        drop(self.process.stdin.take());
        if !matches!(ended(&mut self.process, SHORT), Ok(Some(_))) {
            let _ = self.process.kill();
        }
    }
}

/// The address of a server that the tests may make schemas in: `DATABASE_URL`, or this process's cluster, which is
/// started when it is first asked for.
pub fn server_url() -> Result<String> {
    static CLUSTER: Mutex<Option<Cluster>> = Mutex::new(None);
    if let Ok(url) = std::env::var("DATABASE_URL")
        && !url.is_empty()
    {
        return Ok(url);
    }
    let mut cluster = CLUSTER.lock().unwrap_or_else(PoisonError::into_inner);
    match &*cluster {
        Some(started) => Ok(started.url()),
        None => Ok(cluster.insert(Cluster::start()?).url()),
    }
}

/// The programs that the environment names, or those of the newest version that is installed.
fn programs() -> Result<PathBuf> {
    if let Some(named) = std::env::var_os("QUARRY_TEST_POSTGRES_PROGRAMS").map(PathBuf::from) {
        if !has_server(&named) {
            bail!("QUARRY_TEST_POSTGRES_PROGRAMS names {}, which has no PostgreSQL server", named.display());
        }
        return Ok(named);
    }
    let versions = std::fs::read_dir(INSTALLED).into_iter().flatten().filter_map(|entry| {
        let folder = entry.ok()?.path();
        let version: u32 = folder.file_name()?.to_str()?.parse().ok()?;
        let programs = folder.join("bin");
        has_server(&programs).then_some((version, programs))
    });
    match versions.max() {
        Some((_, programs)) => Ok(programs),
        None => bail!(
            "PostgreSQL's server is not installed: run `just test`, which installs it, or set DATABASE_URL to a \
             database that the tests may use"
        ),
    }
}

fn has_server(programs: &Path) -> bool {
    ["initdb", "postgres"].iter().all(|program| programs.join(program).exists())
}
