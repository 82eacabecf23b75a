//! A real OCI registry on loopback, which asks for a user and a password: the one that `host/setup/registry.sh` unpacks.
//!
//! It ends with the test process, however that ends: a shell stands between them and waits on a pipe.

use crate::bounded::{AFTER_A_KILL, ended};
use crate::server::fresh_folder;
use anyhow::{Context, Result, bail};
use std::net::{TcpListener, TcpStream};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

pub const USER: &str = "ada";
pub const PASSWORD: &str = "a-token-of-the-registry";
/// The password, hashed with bcrypt at its lowest cost, as the registry wants it.
const USERS: &str = "ada:$2b$04$jDEPDMjg4YyjFmY4ZeBBM.bW4pgajUbCha3VkXs2ReLFEo18w9Qku\n";

const READY_WITHIN: Duration = Duration::from_secs(20);

const SCRIPT: &str = r#""$@" </dev/null >"$QUARRY_TEST_LOG" 2>&1 & read -r _; kill $!; wait $!"#;

/// A registry that serves.
#[derive(Debug)]
pub struct Registry {
    /// `localhost:5000`
    pub name: String,
    shell: Child,
    folder: PathBuf,
}

impl Registry {
    /// One that speaks plain HTTP, or TLS with this certificate and key.
    pub fn start(tls: Option<(&Path, &Path)>) -> Result<Registry> {
        let program = Path::new(env!("CARGO_MANIFEST_DIR")).join("../target/registry/usr/bin/docker-registry");
        if !program.exists() {
            bail!("there is no registry at {}: run `host/setup/registry.sh`, or `just test`", program.display());
        }
        let folder = fresh_folder("registry")?;
        std::fs::write(folder.join("users"), USERS)?;
        // Free now, and taken a moment later.
        let port = TcpListener::bind("127.0.0.1:0")?.local_addr()?.port();
        let tls = tls.map_or_else(String::new, |(certificate, key)| {
            format!("  tls:\n    certificate: {}\n    key: {}\n", certificate.display(), key.display())
        });
        let configuration = format!(
            "version: 0.1\nlog:\n  level: warn\nstorage:\n  filesystem:\n    rootdirectory: {0}/storage\n\
             auth:\n  htpasswd:\n    realm: tests\n    path: {0}/users\nhttp:\n  addr: 127.0.0.1:{port}\n  secret: tests\n{tls}",
            folder.display()
        );
        std::fs::write(folder.join("config.yml"), configuration)?;
        let mut command = Command::new("sh");
        command.args(["-c", SCRIPT, "registry"]).arg(program).arg("serve").arg(folder.join("config.yml"));
        let shell = command.env("QUARRY_TEST_LOG", folder.join("log")).stdin(Stdio::piped()).spawn()?;
        let registry = Registry { name: format!("localhost:{port}"), shell, folder };
        let began = Instant::now();
        while TcpStream::connect(("127.0.0.1", port)).is_err() {
            if began.elapsed() > READY_WITHIN {
                let log = std::fs::read_to_string(registry.folder.join("log")).unwrap_or_default();
                return Err(anyhow::anyhow!("{log}")).context("the registry does not serve");
            }
            std::thread::sleep(Duration::from_millis(20));
        }
        Ok(registry)
    }
}

impl Drop for Registry {
    fn drop(&mut self) {
        drop(self.shell.stdin.take());
        if !matches!(ended(&mut self.shell, AFTER_A_KILL), Ok(Some(_))) {
            let _ = self.shell.kill();
        }
        let _ = std::fs::remove_dir_all(&self.folder);
    }
}
