//! A real server that speaks S3, on loopback (`host/setup/s3.sh` installs it), with the bucket `quarry-test`.

use crate::bounded::SHORT;
use anyhow::{Result, bail};
use std::net::{TcpListener, TcpStream};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::{Mutex, OnceLock, PoisonError};
use std::time::{Duration, Instant};

/// Its address. One is started for each process of the tests, and ends with it.
pub fn url() -> Result<&'static str> {
    static SERVER: OnceLock<(Mutex<Child>, String)> = OnceLock::new();
    if let Some((_, url)) = SERVER.get() {
        return Ok(url);
    }
    static STARTING: Mutex<()> = Mutex::new(());
    let _one = STARTING.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some((_, url)) = SERVER.get() {
        return Ok(url);
    }
    let port = TcpListener::bind("127.0.0.1:0")?.local_addr()?.port();
    let program = Path::new(env!("CARGO_MANIFEST_DIR")).join("../target/s3/bin/moto_server");
    // A shell stands between, and ends the server when the pipe that only this process holds is closed.
    let script = "\"$@\" >/dev/null 2>&1 </dev/null & server=$!; read -r _; kill $server";
    let shell = Command::new("sh")
        .args(["-c", script, "s3"])
        .arg(&program)
        .args(["-H", "127.0.0.1", "-p", &port.to_string()])
        .stdin(Stdio::piped())
        .spawn()?;
    let began = Instant::now();
    while TcpStream::connect(("127.0.0.1", port)).is_err() {
        if began.elapsed() > Duration::from_secs(60) {
            bail!("{} does not serve: run host/setup/s3.sh", program.display());
        }
        std::thread::sleep(Duration::from_millis(50));
    }
    let url = format!("http://127.0.0.1:{port}");
    ureq::put(format!("{url}/quarry-test")).config().timeout_global(Some(SHORT)).build().send_empty()?;
    Ok(&SERVER.get_or_init(|| (Mutex::new(shell), url)).1)
}
