//! `--ready-file`: tells a program that started the host where it serves.

use anyhow::Context;
use serde_json::{Value as Json, json};
use std::net::SocketAddr;
use std::os::unix::fs::OpenOptionsExt;
use std::path::Path;

/// What an address is written as in a link: a wildcard address is reached through loopback.
pub(super) fn base_url(address: SocketAddr) -> String {
    let port = address.port();
    match address.ip() {
        ip if ip.is_unspecified() => format!("http://127.0.0.1:{port}"),
        std::net::IpAddr::V6(ip) => format!("http://[{ip}]:{port}"),
        ip => format!("http://{ip}:{port}"),
    }
}

/// Writes the file whole or not at all, readable by its owner alone: it holds keys.
pub(super) fn write(path: &Path, address: SocketAddr, api_keys: Json) -> anyhow::Result<()> {
    let content = json!({ "base_url": base_url(address), "pid": std::process::id(), "api_keys": api_keys });
    let temporary = path.with_extension(format!("{}.tmp", std::process::id()));
    let written = std::fs::OpenOptions::new()
        .write(true)
        .create(true)
        .truncate(true)
        .mode(0o600)
        .open(&temporary)
        .and_then(|mut file| std::io::Write::write_all(&mut file, content.to_string().as_bytes()))
        .and_then(|()| std::fs::rename(&temporary, path));
    written.with_context(|| format!("the ready file {} cannot be written", path.display()))
}
