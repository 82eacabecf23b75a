//! `just bench-peers`: the small answer of `component_small` from other servers of WebAssembly and JavaScript, under the same
//! load in the same rounds.
//!
//! A peer is measured where its program is found: named in the environment, in `target/peers` (`just peers` puts it there),
//! or on the search path. To add one: its `Peer`, how it is started, and its entry in `entries::OF_PEERS`.

use crate::entries::{self, OF_PEERS};
use crate::report::Report;
use crate::serve::{self, Process, SMALL};
use anyhow::{Context, Result, ensure};
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

pub(crate) const WASMTIME: &str = "wasmtime";
pub(crate) const WORKERD: &str = "workerd";
/// A peer may compile before it serves.
const READY_WITHIN: Duration = Duration::from_secs(60);

struct Peer {
    mode: &'static str,
    /// The environment variable that names its program.
    variable: &'static str,
    /// Below `target/peers`.
    installed: &'static str,
    start: fn(&Path, SocketAddr, &Path) -> Result<Command>,
}

const PEERS: [Peer; 2] = [
    Peer { mode: WASMTIME, variable: "QUARRY_BENCH_WASMTIME", installed: "bin/wasmtime", start: wasmtime },
    Peer {
        mode: WORKERD,
        variable: "QUARRY_BENCH_WORKERD",
        installed: "node_modules/@cloudflare/workerd-linux-64/bin/workerd",
        start: workerd,
    },
];

pub(crate) async fn measure() -> Result<()> {
    let folder = quarry_tests::server::fresh_folder("bench-peers")?;
    let _stand_in = serve::start("stand-in", &folder)?;
    let mut servers = vec![("host", serve::start("host", &folder)?)];
    for peer in PEERS {
        match program(&peer) {
            Some(program) => servers.push((peer.mode, started(&peer, &program, &folder)?)),
            None => println!("{} is not on this machine (`just peers` puts it there): it is left out", peer.mode),
        }
    }
    ensure!(servers.len() > 1, "there is no peer to measure");
    let entries: Vec<_> = OF_PEERS.iter().filter(|entry| servers.iter().any(|(mode, _)| *mode == entry.mode)).collect();
    let mut report = Report::default();
    entries::measure(&entries, &servers, &folder, &mut report).await?;
    drop(servers);
    std::fs::remove_dir_all(&folder)?;
    report.write()
}

fn program(peer: &Peer) -> Option<PathBuf> {
    let named = std::env::var_os(peer.variable).map(PathBuf::from);
    let installed = Path::new(env!("CARGO_MANIFEST_DIR")).join("../target/peers").join(peer.installed);
    let search_path = std::env::var_os("PATH").unwrap_or_default();
    let found = std::env::split_paths(&search_path).map(|folder| folder.join(peer.mode));
    named.into_iter().chain([installed]).chain(found).find(|program| program.is_file())
}

/// Starts a peer and waits until it gives the answer.
fn started(peer: &Peer, program: &Path, folder: &Path) -> Result<Process> {
    // None of them says which port it was given, so one is looked for.
    let address = TcpListener::bind("127.0.0.1:0")?.local_addr()?;
    let mut command = (peer.start)(program, address, folder)?;
    let child = command.stdout(Stdio::null()).stderr(Stdio::null()).spawn();
    let process = Process::new(child.with_context(|| format!("{} cannot be started", program.display()))?, address);
    let began = Instant::now();
    while TcpStream::connect(address).is_err() {
        ensure!(began.elapsed() < READY_WITHIN, "{} does not serve", peer.mode);
        std::thread::sleep(Duration::from_millis(50));
    }
    let answer = ureq::get(format!("http://{address}/")).call()?.body_mut().read_to_string()?;
    ensure!(answer == SMALL, "{} answers {answer}", peer.mode);
    Ok(process)
}

fn wasmtime(program: &Path, address: SocketAddr, _folder: &Path) -> Result<Command> {
    let built = Path::new(env!("CARGO_MANIFEST_DIR")).join("../target/wasm32-wasip2/component/quarry_test_peer.wasm");
    ensure!(built.exists(), "{} is not built", built.display());
    let mut command = Command::new(program);
    command.args(["serve", "-S", "cli", "-O", "pooling-allocator", "--addr", &address.to_string()]).arg(built);
    Ok(command)
}

fn workerd(program: &Path, address: SocketAddr, folder: &Path) -> Result<Command> {
    let script = format!(
        "const headers = {{ \"content-type\": \"application/json\" }};\n\
         export default {{ fetch() {{ return new Response(JSON.stringify({SMALL}), {{ headers }}); }} }};\n"
    );
    std::fs::write(folder.join("small.js"), script)?;
    let configuration = folder.join("workerd.capnp");
    std::fs::write(
        &configuration,
        "using Workerd = import \"/workerd/workerd.capnp\";\n\
         const config :Workerd.Config = (\n\
           services = [(name = \"small\", worker = .small)],\n\
           sockets = [(name = \"http\", address = \"127.0.0.1:0\", http = (), service = \"small\")],\n\
         );\n\
         const small :Workerd.Worker = (\n\
           modules = [(name = \"small.js\", esModule = embed \"small.js\")],\n\
           compatibilityDate = \"2026-01-01\",\n\
         );\n",
    )?;
    let mut command = Command::new(program);
    command.arg("serve").arg(configuration).arg(format!("--socket-addr=http={address}"));
    Ok(command)
}
