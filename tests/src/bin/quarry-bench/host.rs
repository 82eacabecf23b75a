//! The host with two native routes and the bench component, in front of the stand-in warehouse.

use crate::{block, cached, keyed, serve, slow_clients};
use anyhow::{Context, Result, ensure};
use futures_util::future::BoxFuture;
use jiff::{SignedDuration, Timestamp};
use quarry::assembly::{KeyBudgets, StoreAuthenticator};
use quarry::budgets::{Budgets, Hosts, system_clock};
use quarry::capabilities::{Given, Stores, migrate_own_tables};
use quarry::contract::{
    Answer, Body, CacheRule, DataSource, Fragment, Grant, Handler, Problem, Readers, Route, keyed_get, keyless_get,
    native,
};
use quarry::edge::cursor::{CursorKey, CursorKeys};
use quarry::edge::{
    AddressLimits, DataVersions, Edge, EdgeConfiguration, ListenerLimits, RequestLimits, serve as listen,
};
use quarry::health::Health;
use quarry::identity::{SessionSettings, Sessions};
use quarry::modules::{ComponentPolicy, KeptNames, Modules, SigningKeys};
use quarry::quarantine::QuarantineSettings;
use quarry::runtime::{ComponentBytes, ComponentLimits, Runtime, RuntimeOptions};
use quarry::shutdown::shutdown_signal;
use quarry::stores::app::AppStore;
use quarry::stores::warehouse::{QuerySettings, Warehouse};
use quarry::web_application::{WebApplication, WebFiles};
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;
use tokio::net::TcpListener;

/// The environment variable in which a server finds the address of its application store.
pub(crate) const APP_STORE: &str = "QUARRY_BENCH_APP_STORE";
/// The number of streams that are open at once, for `event_stream`.
const EVENT_STREAMS: u32 = 1_000;
/// The modes of hosts with so many components, all of one source.
pub(crate) const FIVE: &str = "host-of-5";
pub(crate) const FIVE_HUNDRED: &str = "host-of-500";
pub(crate) const MANY_BASE: usize = 5;
pub(crate) const MANY: usize = 500;
/// A file of the web application, stored compressed.
pub(crate) const PAGE_FILE: &str = "/assets/page-1f3a9c.js";

/// Serves as `mode`: on SQLite, or on the application store that the environment names.
pub(crate) async fn run(mode: &str) -> Result<()> {
    slow_clients::lift_open_files()?;
    let folder = PathBuf::from(std::env::var_os("QUARRY_BENCH_FOLDER").context("QUARRY_BENCH_FOLDER")?);
    let components = folder.join(format!("components-of-{mode}"));
    std::fs::create_dir_all(&components)?;
    let expected = install(mode, &components)?;
    let app_store =
        std::env::var(APP_STORE).unwrap_or_else(|_| format!("sqlite://{}/{mode}.sqlite3", folder.display()));
    let app = AppStore::open(&app_store).await?;
    app.migrate().await?;
    let warehouse = Warehouse::over_unix_socket(&folder.join(block::SOCKET), "quarry");
    let runtime = Runtime::new(&RuntimeOptions {
        max_instances: 512,
        max_event_streams: EVENT_STREAMS,
        max_memory_bytes: 64 << 20,
        // Kept between runs: compiling 500 components takes minutes, and is not what is measured.
        cache_folder: Path::new(env!("CARGO_MANIFEST_DIR")).join("../target/bench/compiled"),
    })?;
    let grants = BTreeSet::from([Grant::Warehouse, Grant::AppStore, Grant::Audit, Grant::Events]);
    let given = Given {
        grants,
        tables: BTreeSet::from(["warehouse.rows".parse()?, "app_store.memberships".parse()?]),
        hooks: None,
    };
    let policy = ComponentPolicy {
        folder: components,
        installed_folder: folder.join("installed"),
        signing_keys: SigningKeys::default(),
        names: KeptNames::default(),
        given: ["bench", "bench-capabilities"].map(|name| (name.to_owned(), given.clone())).into(),
        limits: ComponentLimits { event_streams: EVENT_STREAMS as usize, ..ComponentLimits::default() }.into(),
        quarantine: QuarantineSettings::default(),
        roll_back_within: Duration::ZERO,
    };
    let keys = keyed::mint(&app, &folder, mode).await?;
    let budgets = Budgets::new(app.for_counters(), Hosts::One, system_clock());
    let day = SignedDuration::from_hours(24);
    let settings = SessionSettings { idle: day, longest: day, refresh: day };
    let sessions = Sessions::open(app.clone(), settings, Timestamp::now()).await?;
    // The stand-in cannot be asked about statements, so the components are taken as examined, and their tables made here.
    let stores = Arc::new(Stores::new(app, warehouse.clone()));
    let with_tables = policy.folder.join("bench_capabilities.wasm");
    if with_tables.exists() {
        let file = ComponentBytes::new(std::fs::read(with_tables)?);
        let declared = runtime.declared(file, &ComponentLimits::default(), &stores).await?;
        migrate_own_tables(&stores.app, declared.manifest(), Timestamp::now()).await?;
    }
    let (modules, routes) =
        Modules::start(&runtime, stores, &policy, native_routes(warehouse), Arc::new(Health::new(0, 0))).await?;
    ensure!(modules.components().len() == expected, "not all components of {mode} were loaded");
    let key = CursorKey::new(&[7; 32]);
    let configuration = EdgeConfiguration {
        base_path: "/api/v1".to_owned(),
        public_origin: None,
        limits: RequestLimits::default(),
        cursor_keys: CursorKeys { current: key, previous: Vec::new() },
        trusted_proxies: Vec::new().into(),
        address_limits: AddressLimits::UNLIMITED,
    };
    let authenticator = Arc::new(StoreAuthenticator::new(keys, sessions));
    let edge = Edge::new(configuration, routes, authenticator, Arc::new(KeyBudgets::new(budgets.clone())))
        .with_pages(Arc::new(web_application(&folder)?))
        .with_data_versions(Arc::new(Standing));
    let edge = Arc::new(edge);
    let listener = TcpListener::bind("127.0.0.1:0").await?;
    println!("{}", listener.local_addr()?);
    let (_trigger, shutdown) = shutdown_signal();
    tokio::spawn({
        let shutdown = shutdown.clone();
        async move { budgets.keep(shutdown).await }
    });
    listen(listener, edge, ListenerLimits::default(), shutdown).await;
    Ok(())
}

/// Data that never change.
struct Standing;

impl DataVersions for Standing {
    fn data_version(&self, _: DataSource) -> BoxFuture<'_, Option<u64>> {
        Box::pin(async { Some(1) })
    }
}

/// Pages with one file, whose compressed form has the bytes that `cached_get` sends.
fn web_application(folder: &Path) -> Result<WebApplication> {
    let web = folder.join("web");
    std::fs::create_dir_all(web.join("assets"))?;
    let file = web.join(&PAGE_FILE[1..]);
    for (path, body) in [(web.join("index.html"), ""), (web.join("routes.json"), "[]"), (file.clone(), "\n")] {
        std::fs::write(path, body)?;
    }
    std::fs::write(file.with_extension("js.br"), cached::body())?;
    Ok(WebApplication::new(WebFiles::open(&web)?, "/api/v1", "quarry-web")?)
}

/// Puts the components of `mode` into its folder, and gives their number.
fn install(mode: &str, folder: &Path) -> Result<usize> {
    let built = Path::new(env!("CARGO_MANIFEST_DIR")).join("../target/wasm32-wasip2/component");
    let read = |name: &str| {
        let file = built.join(format!("quarry_test_{name}.wasm"));
        std::fs::read(&file).with_context(|| format!("{} is not built", file.display()))
    };
    let count = match mode {
        FIVE => MANY_BASE,
        FIVE_HUNDRED => MANY,
        _ => {
            for name in ["bench", "bench_capabilities"] {
                std::fs::write(folder.join(format!("{name}.wasm")), read(name)?)?;
            }
            return Ok(2);
        }
    };
    let one = read("many")?;
    for number in 0..count {
        std::fs::write(folder.join(format!("many-{number:06}.wasm")), numbered(&one, number))?;
    }
    Ok(count)
}

/// The component with another number in its names: as long as before, so everything stays where it is.
fn numbered(component: &[u8], number: usize) -> Vec<u8> {
    let mut bytes = component.to_vec();
    for name in ["many-", "many_"] {
        let (from, to) = (format!("{name}000000"), format!("{name}{number:06}"));
        let length = from.len();
        let places: Vec<usize> =
            bytes.windows(length).enumerate().filter(|(_, part)| *part == from.as_bytes()).map(|(at, _)| at).collect();
        places.into_iter().for_each(|at| bytes[at..at + length].copy_from_slice(to.as_bytes()));
    }
    bytes
}

/// The native twins of the component's routes.
fn native_routes(warehouse: Warehouse) -> Vec<(Arc<Route>, Arc<dyn Handler>)> {
    let route = |name: &str| {
        let route = keyless_get(name, &format!("/bench/{name}"), "A benchmark");
        Arc::new(Route { cache: CacheRule::None, ..route })
    };
    let answer = |fragments| Answer {
        status: 200,
        body: Body::Json(fragments),
        pinned: Vec::new(),
        headers: Vec::new(),
        version: None,
    };
    let small = move || native(move |_| async move { Ok(answer(vec![Fragment::Text(serve::SMALL.to_owned())])) });
    let keyed = keyed_get("keyed_small", "/bench/keyed_small", "A benchmark");
    let keyed = Arc::new(Route { cache: CacheRule::None, ..keyed });
    let rows = native(move |_| {
        let warehouse = warehouse.clone();
        async move {
            let settings = QuerySettings {
                deadline: Duration::from_secs(30),
                max_rows: 50_000,
                max_memory_bytes: 1 << 30,
                readonly: true,
            };
            let set = warehouse.query("SELECT * FROM rows", &[], settings).await;
            let set = set.map_err(|error| Problem::data_source_unavailable(error.to_string()))?.rows;
            let text = |text: &str| Fragment::Text(text.to_owned());
            Ok(answer(vec![text("{\"protocol\":\"all\",\"rows\":"), Fragment::Rows(set), text("}")]))
        }
    });
    let kept = native(move |_| async move { Ok(answer(vec![Fragment::Text(cached::body())])) });
    let cached = Arc::new(keyless_get("cached", "/bench/cached", "A benchmark"));
    let kept_keyed = Arc::new(Route {
        answers: Readers::Everyone,
        rests_on: vec![DataSource::Warehouse],
        ..keyed_get("kept_keyed", "/bench/kept_keyed", "A benchmark")
    });
    vec![
        (route("native_small"), small()),
        (keyed, small()),
        (kept_keyed, small()),
        (route("native_rows_500"), rows),
        (cached, kept),
    ]
}
