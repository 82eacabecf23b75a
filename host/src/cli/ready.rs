//! `--ready-file`: tells a program that started the host where it serves.

use crate::assembly::Host;
use anyhow::Context;
use serde_json::{Value as Json, json};
use std::fs::Permissions;
use std::io::Write;
use std::net::SocketAddr;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;

/// The address at which the host is reached from this machine.
pub(super) fn base_url(host: &Host) -> String {
    url(if host.is_tls() { "https" } else { "http" }, host.address())
}

/// The form of an address in a link: a wildcard address is reached through loopback.
fn url(scheme: &str, address: SocketAddr) -> String {
    let port = address.port();
    match address.ip() {
        ip if ip.is_unspecified() => format!("{scheme}://127.0.0.1:{port}"),
        std::net::IpAddr::V6(ip) => format!("{scheme}://[{ip}]:{port}"),
        ip => format!("{scheme}://{ip}:{port}"),
    }
}

/// Writes the file whole or not at all, readable by its owner alone: it holds keys and passwords. The members of `further` stand
/// beside the addresses.
pub(super) fn write(path: &Path, host: &Host, further: Json) -> anyhow::Result<()> {
    let admin_url = host.admin_address().map(|address| url("http", address));
    let mut content = json!({
        "base_url": base_url(host),
        "admin_url": admin_url,
        "pid": std::process::id(),
    });
    if let (Some(content), Json::Object(further)) = (content.as_object_mut(), further) {
        content.extend(further);
    }
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    // Made anew under a name that nobody can guess: a link that somebody laid in its way is not followed.
    let written = tempfile::Builder::new()
        .prefix(".quarry-ready-")
        .permissions(Permissions::from_mode(0o600))
        .tempfile_in(folder)
        .and_then(|mut file| {
            file.write_all(content.to_string().as_bytes())?;
            file.persist(path).map(|_| ()).map_err(|refused| refused.error)
        });
    written.with_context(|| format!("the ready file {} cannot be written", path.display()))
}
