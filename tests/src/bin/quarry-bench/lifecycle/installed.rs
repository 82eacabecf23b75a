//! The installation, with a folder of components that may be changed.

use anyhow::{Context, Result};
use quarry_tests::server::{Options, Server, fresh_folder, installation};
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

/// Longer than any change takes on a busy machine.
const WITHIN: Duration = Duration::from_secs(60);

pub(super) struct Installed {
    pub(super) server: Server,
    pub(super) folder: PathBuf,
}

impl Installed {
    /// All families, and the first version of the component that is changed.
    pub(super) fn start(name: &str) -> Result<Installed> {
        let folder = fresh_folder(name)?;
        for entry in std::fs::read_dir(installation()?.join("components"))? {
            let entry = entry?;
            std::fs::copy(entry.path(), folder.join(entry.file_name()))?;
        }
        put("version_one", &folder)?;
        let environment = vec![
            ("QUARRY__COMPONENTS__FOLDER".to_owned(), folder.display().to_string()),
            // All ask from one address.
            ("QUARRY__RATE_LIMITS__PUBLIC_PER_MINUTE".to_owned(), "0".to_owned()),
            // What the component of the soak's faults asks for.
            ("QUARRY__COMPONENTS__GRANTS__HOSTILE".to_owned(), "warehouse".to_owned()),
        ];
        let server = Server::start(&Options { no_sample: true, environment, ..Options::default() })?;
        Ok(Installed { server, folder })
    }

    pub(super) fn address(&self) -> Result<SocketAddr> {
        let host = self.server.base_url.trim_start_matches("http://").split('/').next();
        Ok(host.context("an address")?.parse()?)
    }

    /// Puts another version in the place of the one that serves.
    pub(super) fn put(&self, component: &str) -> Result<()> {
        put(component, &self.folder)
    }

    /// Waits until that path is served.
    pub(super) fn wait_for(&self, path: &str) -> Result<()> {
        let began = Instant::now();
        while self.server.get_keyless(path).status != 200 {
            anyhow::ensure!(began.elapsed() < WITHIN, "{path} is not served");
            std::thread::sleep(Duration::from_millis(20));
        }
        Ok(())
    }

    /// Waits until that version answers.
    pub(super) fn wait_for_version(&self, version: u64) -> Result<()> {
        let began = Instant::now();
        loop {
            let answer = self.server.get_keyless("/version");
            if answer.status == 200 && answer.json()["version"] == version {
                return Ok(());
            }
            anyhow::ensure!(began.elapsed() < WITHIN, "version {version} does not answer: {}", answer.text);
            std::thread::sleep(Duration::from_millis(5));
        }
    }

    /// Waits until nothing that was taken out is left: the log names as many as have gone.
    pub(super) fn wait_for_drained(&self, gone: usize) -> Result<()> {
        let began = Instant::now();
        loop {
            let log = self.server.log();
            if log.matches("a component has drained and is gone").count() >= gone {
                return Ok(());
            }
            anyhow::ensure!(began.elapsed() < WITHIN, "not all that was taken out has drained");
            std::thread::sleep(Duration::from_millis(100));
        }
    }

    /// Resident memory of the host in MiB.
    pub(super) fn memory(&self) -> Result<f64> {
        let status = std::fs::read_to_string(format!("/proc/{}/status", self.server.pid))?;
        let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:")).context("VmRSS")?;
        let kibibytes: f64 = line.split_whitespace().next().context("a number")?.parse()?;
        Ok(kibibytes / 1024.0)
    }
}

impl Drop for Installed {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.folder);
    }
}

/// The built component of the tests.
pub(super) fn built(component: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .join(format!("../target/wasm32-wasip2/component/quarry_test_{component}.wasm"))
}

fn put(component: &str, folder: &Path) -> Result<()> {
    // Copied beside and moved: what is there is whole.
    let beside = folder.join("version.part");
    std::fs::copy(built(component), &beside).with_context(|| format!("{component} is not built"))?;
    std::fs::rename(beside, folder.join("version.wasm"))?;
    Ok(())
}
