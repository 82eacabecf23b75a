//! `quarry up`: a sandbox in one process tree.

use crate::assembly::{Host, Installation, OpenStores, RunningWarehouse, load_sample_chain};
use crate::cli::signals::Signals;
use crate::cli::start_progress::StartProgress;
use crate::cli::store_options::sandbox;
use crate::cli::telemetry::Quiet;
use crate::cli::{output, ready, serve, telemetry};
use crate::sample_content::{
    load_sample_alerts, load_sample_content, load_sample_data_requests, load_sample_library, load_sample_publications,
    load_sample_research, load_sample_spaces,
};
use anyhow::Context;
use jiff::Timestamp;
use quarry_config::Configuration;
use quarry_identity::{Environment, SampleAccess, SamplePerson};
use quarry_ingest::Ingest;
use std::net::SocketAddr;
use std::path::PathBuf;
use tokio::net::TcpListener;

/// The level of the log unless another is asked for: a sandbox runs in a terminal, where lines of each request are in the way.
const LOG: &str = "warn";

#[derive(clap::Args, Debug)]
pub(super) struct UpArguments {
    /// Address and port; port 0 takes a free one
    #[arg(long, env = "QUARRY_LISTEN", value_name = "ADDRESS", default_value = "127.0.0.1:8080")]
    listen: SocketAddr,
    /// The folder of the embedded stores
    #[arg(long, env = "QUARRY_DATA_DIR", value_name = "DIR")]
    data_dir: Option<PathBuf>,
    /// Write a JSON file with base_url, pid, api_keys and users once it serves
    #[arg(long, env = "QUARRY_READY_FILE", value_name = "FILE")]
    ready_file: Option<PathBuf>,
    /// Do not load the sample chain
    #[arg(long, env = "QUARRY_NO_SAMPLE", value_parser = clap::builder::FalseyValueParser::new())]
    no_sample: bool,
    /// Log to standard error: at the level info, or by a filter such as debug or quarry_edge=debug,info
    #[arg(long, value_name = "FILTER", num_args = 0..=1, default_missing_value = "info", require_equals = true)]
    log: Option<String>,
    /// Stop also when standard input ends, for a program that starts it
    #[arg(long, hide = true)]
    until_input_ends: bool,
}

pub(super) async fn run(arguments: UpArguments) -> anyhow::Result<()> {
    let mut configuration = sandbox(arguments.data_dir.as_deref())?;
    configuration.server.listen = arguments.listen;
    match &arguments.log {
        Some(filter) => configuration.telemetry.log.clone_from(filter),
        None if std::env::var_os("QUARRY__TELEMETRY__LOG").is_none() => {
            LOG.clone_into(&mut configuration.telemetry.log)
        }
        None => {}
    }
    let telemetry = telemetry::start(&configuration.telemetry, Quiet::No)?;
    let installation = Installation::find(&configuration).context("the installation cannot be found")?;
    try_port(arguments.listen).await?;
    let stores = OpenStores::open(&configuration, &installation, RunningWarehouse::Refuse).await?;
    let outcome = serve_sandbox(&arguments, &configuration, &installation, &stores).await;
    stores.close().await;
    telemetry.stop().await;
    outcome
}

async fn serve_sandbox(
    arguments: &UpArguments,
    configuration: &Configuration,
    installation: &Installation,
    stores: &OpenStores,
) -> anyhow::Result<()> {
    let progress = StartProgress::new();
    progress.step("making the stores ready");
    stores.migrate(configuration).await?;
    if stores.runs_warehouse() {
        // It has just been started by this process: no other ingest can be at work.
        Ingest::new(stores.warehouse.clone()).recover().await.context("an interrupted ingest cannot be cleared")?;
    }
    if !arguments.no_sample {
        load_sample_chain(&stores.warehouse, |step| progress.table(step)).await?;
        load_sample_content(&stores.app, &stores.warehouse).await?;
    }
    let keys = quarry_identity::Keys::new(stores.app.clone(), Environment::Sandbox);
    let file = configuration.paths.data_dir.join("sample-keys.json");
    let access = quarry_identity::seed_sample(&stores.app, &keys, &file, Timestamp::now())
        .await
        .context("the sample keys cannot be made")?;
    let file = configuration.paths.data_dir.join("sample-people.json");
    let people = quarry_identity::seed_sample_people(&stores.app, access.organization_id, &file, Timestamp::now())
        .await
        .context("the sample people cannot be made")?;
    if !arguments.no_sample {
        load_sample_spaces(&stores.app).await.context("the sample space cannot be made")?;
        let loaded = load_sample_research(&stores.app, &stores.warehouse, &stores.objects).await;
        loaded.context("the sample project cannot be made")?;
        load_sample_publications(&stores.app).await.context("the sample page cannot be published")?;
        load_sample_data_requests(&stores.app).await.context("the sample export cannot be drafted")?;
        load_sample_library(&stores.app).await.context("the sample library cannot be filled")?;
        load_sample_alerts(&stores.app).await.context("the sample alerts cannot be made")?;
    }
    progress.step("loading the components, which the first start compiles");
    let mut signals = Signals::take()?;
    let host = tokio::select! {
        host = Host::start(configuration, installation, stores, Vec::new()) => host?,
        () = signals.next() => return Ok(()),
    };
    drop(progress);
    if let Some(path) = &arguments.ready_file {
        let api_keys = serde_json::json!({ "read": access.read.expose(), "full": access.full.expose() });
        let users = people.iter().map(|person| {
            let sign_in = serde_json::json!({ "email": person.email, "password": person.password.expose() });
            (person.kind.to_owned(), sign_in)
        });
        let further = serde_json::json!({
            "base_path": configuration.server.base_path.trim_end_matches('/'),
            "api_keys": api_keys,
            "users": serde_json::Value::Object(users.collect()),
            "organization_id": access.organization_id,
        });
        ready::write(path, &host, further)?;
    }
    greet(&host, configuration, &access, &people, arguments.no_sample);
    tokio::select! {
        () = signals.next() => {}
        () = input_ends(), if arguments.until_input_ends => {}
    }
    serve::stop(host, configuration).await;
    Ok(())
}

/// Tries the port before the stores are made, which takes minutes the first time; the host takes it when it serves, so that nobody
/// is connected to something that does not answer.
async fn try_port(address: SocketAddr) -> anyhow::Result<()> {
    let tried = TcpListener::bind(address).await;
    let advice = "another program may have it: choose another one with --listen, port 0 takes a free one";
    tried.map(drop).with_context(|| format!("cannot listen on {address} ({advice})"))
}

/// Waits in a thread of its own, which ends with the process where the input never does.
async fn input_ends() {
    let (sender, receiver) = tokio::sync::oneshot::channel();
    std::thread::spawn(move || {
        // Whatever breaks the input ends it.
        let _ = std::io::copy(&mut std::io::stdin(), &mut std::io::sink());
        let _ = sender.send(());
    });
    let _ = receiver.await;
}

/// The address, a key, somebody who can sign in, where the others stand, and three things to try.
fn greet(host: &Host, configuration: &Configuration, access: &SampleAccess, people: &[SamplePerson], no_sample: bool) {
    let base = format!("{}{}", ready::base_url(host), configuration.server.base_path);
    let key = access.read.expose();
    output::line(format!("\nQuarry serves {base}\n  key  {key}"));
    if let (Some(person), Some(client)) = (people.first(), configuration.sign_in.service_clients.0.first()) {
        let (email, password) = (person.email, person.password.expose());
        output::line(format!("  {}  {email}, password {password} (X-SERVICE-Client: {client})", person.kind));
    }
    let folder = configuration.paths.data_dir.display();
    output::line(format!("  more {folder}/sample-keys.json and {folder}/sample-people.json"));
    let origin = ready::base_url(host);
    output::line(format!("\nOpen:\n  {origin}\n  {origin}/docs\n  {origin}/staff"));
    output::line("\nTry:");
    output::line(format!("  curl -H 'Authorization: Bearer {key}' '{base}/pairs?limit=3'"));
    output::line(format!("  curl -H 'Authorization: Bearer {key}' '{base}/me'"));
    match no_sample {
        true => output::line(format!("  curl -H 'Authorization: Bearer {key}' '{base}/status'")),
        false => output::line(format!(
            "  curl '{base}/public/prices/0x8ad599c3a0ff1de082011efddc58f1908eb6e6d8?period=hourly&range=24h'"
        )),
    }
    output::line("\nStop it with Ctrl-C.");
}
