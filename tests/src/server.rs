//! A real host for black-box tests: the installation in `target/dist`, in a process of its own.
//!
//! The process ends with the test process, however that ends: a shell stands between them and waits on a pipe that only
//! the tests hold. The data directory is the server's own and goes with it.

mod ending;

use crate::bounded;
use crate::compiled_code;
use crate::first_start::{self, APP_STORE_URL};
use anyhow::{Context, Result, bail};
use quarry::stores::app::AppStore;
use serde_json::Value as Json;
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use std::sync::OnceLock;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::{Duration, Instant};

/// Starts the host, says its process id, and ends it once standard input is closed.
const SCRIPT: &str = r#"
"$@" </dev/null 2>"$QUARRY_TEST_LOG" >"$QUARRY_TEST_LOG.out" &
echo $!
read -r how
kill -"${how:-TERM}" $! 2>/dev/null
wait $!
echo $?
if [ -z "$how" ]; then rm -rf "$QUARRY_TEST_FOLDER"; fi
"#;

/// A first start compiles every component and loads the sample chain; two busy cores take their time.
const READY_WITHIN: Duration = Duration::from_secs(300);

/// The options with which a server is started.
#[derive(Debug, Clone, Default)]
pub struct Options {
    /// True to start without the sample chain.
    pub no_sample: bool,
    /// A data directory to use again; else a fresh one.
    pub data_dir: Option<PathBuf>,
    /// Environment variables.
    pub environment: Vec<(String, String)>,
    /// `quarry serve --config FILE` instead of `quarry up`.
    pub config: Option<PathBuf>,
}

/// The source of a new data directory's stores.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Stores {
    Copied,
    Made,
}

/// A serving host.
#[derive(Debug)]
pub struct Server {
    shell: Child,
    answers: BufReader<std::process::ChildStdout>,
    pub pid: i32,
    pub base_url: String,
    /// The admin listener, where one was configured.
    pub admin_url: Option<String>,
    pub read_key: String,
    pub full_key: String,
    /// `staff`, `admin` and `member` of the sample organization, each with email and password.
    pub users: Json,
    pub data_dir: PathBuf,
    /// The address of the app store, where it is not SQLite in the data directory.
    pub app_store_url: Option<String>,
    pub(crate) app_store: tokio::sync::OnceCell<AppStore>,
    folder: PathBuf,
}

/// The installation under test.
pub fn installation() -> Result<PathBuf> {
    let dist = match std::env::var_os("QUARRY_DIST") {
        Some(dist) => PathBuf::from(dist),
        None => Path::new(env!("CARGO_MANIFEST_DIR")).join("../target/dist"),
    };
    match dist.join("quarry").exists() {
        true => Ok(dist.canonicalize()?),
        false => bail!("there is no installation at {}: run `just build` first, or set QUARRY_DIST", dist.display()),
    }
}

/// Runs a command of the program to its end.
pub fn quarry(arguments: &[&str]) -> Result<Output> {
    quarry_with_input(arguments, "")
}

/// Runs [`quarry`] with standard input.
pub fn quarry_with_input(arguments: &[&str], input: &str) -> Result<Output> {
    let mut command = Command::new(installation()?.join("quarry"));
    bounded::output_with_input(command.args(arguments), input.as_bytes(), bounded::LONG)
}

/// Makes a folder of this process. The test that made it removes it; the next run removes those that are left, so that runs
/// that failed do not fill the disk.
pub fn fresh_folder(name: &str) -> Result<PathBuf> {
    static NUMBER: AtomicU32 = AtomicU32::new(0);
    static SWEPT: OnceLock<()> = OnceLock::new();
    SWEPT.get_or_init(remove_leftovers);
    let number = NUMBER.fetch_add(1, Ordering::Relaxed);
    let folder = std::env::temp_dir().join(format!("quarry-test-{}-{number}-{name}", std::process::id()));
    std::fs::create_dir_all(&folder)?;
    Ok(folder)
}

/// Removes the folders of processes that have ended.
fn remove_leftovers() {
    let Ok(entries) = std::fs::read_dir(std::env::temp_dir()) else { return };
    for entry in entries.flatten() {
        let name = entry.file_name().to_string_lossy().into_owned();
        let process = name.strip_prefix("quarry-test-").and_then(|rest| rest.split('-').next());
        let has_ended = process
            .and_then(|process| process.parse::<u32>().ok())
            .is_some_and(|process| !Path::new(&format!("/proc/{process}")).exists());
        if has_ended {
            // Another run may be at it too.
            let _ = std::fs::remove_dir_all(entry.path());
        }
    }
}

/// The server that most tests share: the sample chain on SQLite, or on PostgreSQL with
/// `QUARRY_TEST_APP_STORE=postgres`.
pub fn shared() -> &'static Server {
    static SERVER: OnceLock<Server> = OnceLock::new();
    SERVER.get_or_init(|| {
        let mut environment = app_store_environment("shared").expect("the application store of the tests");
        // All tests ask from one address.
        environment.push(("QUARRY__RATE_LIMITS__PUBLIC_PER_MINUTE".to_owned(), "0".to_owned()));
        environment.push(("QUARRY__RATE_LIMITS__PUBLIC_STATUS_PER_MINUTE".to_owned(), "0".to_owned()));
        environment.push(("QUARRY__RATE_LIMITS__EXPLORER_LENS_PER_MINUTE".to_owned(), "0".to_owned()));
        environment.push(("QUARRY__DEVELOPMENT__CHECK_ANSWERS".to_owned(), "true".to_owned()));
        let data_dir = std::env::var_os("QUARRY_TEST_DATA_DIR").map(PathBuf::from);
        Server::start(&Options { environment, data_dir, ..Options::default() }).expect("the shared server starts")
    })
}

/// The environment that puts a server on the engine under test: on PostgreSQL, in a database of its own, made by the
/// first server that is started with it.
pub fn app_store_environment(name: &str) -> Result<Vec<(String, String)>> {
    match std::env::var("QUARRY_TEST_APP_STORE").as_deref() {
        Ok("postgres") => Ok(vec![(APP_STORE_URL.to_owned(), first_start::database_url(name)?)]),
        Ok("sqlite") | Err(_) => Ok(Vec::new()),
        Ok(other) => bail!("QUARRY_TEST_APP_STORE is {other}: sqlite or postgres"),
    }
}

/// True where the app stores of the servers under test are on PostgreSQL.
pub fn is_on_postgres() -> bool {
    std::env::var("QUARRY_TEST_APP_STORE").is_ok_and(|engine| engine == "postgres")
}

/// Ends the case here where the servers under test are on PostgreSQL, and says so: the engine of the app store does not decide it, so
/// the run on SQLite is enough. For servers that are always on SQLite, for answers of the warehouse, and for what a stranger's program
/// makes of an answer that both engines give alike.
#[macro_export]
macro_rules! on_one_engine {
    () => {
        if $crate::server::is_on_postgres() {
            println!("not on PostgreSQL: the engine of the app store does not decide it, and it runs on SQLite");
            return;
        }
    };
}

/// Ends the case here where the servers under test are on SQLite, and says so: several hosts share an app store on PostgreSQL alone.
#[macro_export]
macro_rules! on_postgres {
    () => {
        if !$crate::server::is_on_postgres() {
            println!("not on SQLite: several hosts need PostgreSQL (QUARRY_TEST_APP_STORE=postgres)");
            return;
        }
    };
}

/// As [`app_store_environment`], for servers with configurations of their own: on PostgreSQL an empty database.
pub fn empty_app_store_environment(name: &str) -> Result<Vec<(String, String)>> {
    let environment = app_store_environment(name)?;
    for (_, url) in &environment {
        first_start::create_database(url, None)?;
    }
    Ok(environment)
}

impl Server {
    /// Starts a host and waits until it serves. A new data directory gets copies of the stores of a first start.
    pub fn start(options: &Options) -> Result<Server> {
        Server::start_with(options, Stores::Copied)
    }

    /// Starts a host that makes its own stores.
    pub(crate) fn start_anew(options: &Options) -> Result<Server> {
        Server::start_with(options, Stores::Made)
    }

    fn start_with(options: &Options, stores: Stores) -> Result<Server> {
        let folder = fresh_folder("server")?;
        let ready = folder.join("ready.json");
        let data_dir = options.data_dir.clone().unwrap_or_else(|| folder.join("data"));
        let program = installation()?.join("quarry");
        if options.config.is_none() && stores == Stores::Copied {
            first_start::give(&data_dir, options)?;
        }
        // After the warehouse: the server that makes the first one compiles all components, and others wait for it.
        // Of a server with a configuration of its own the folder is known where the test says it.
        let is_known = options.config.is_none() || options.data_dir.is_some();
        if is_known {
            compiled_code::give(&data_dir);
        }
        let mut command = Command::new("sh");
        command.args(["-c", SCRIPT, "server"]).arg(&program);
        match &options.config {
            Some(config) => command.arg("serve").arg("--config").arg(config),
            None => command.args(["up", "--listen", "127.0.0.1:0", "--data-dir"]).arg(&data_dir),
        };
        command
            .arg("--ready-file")
            .arg(&ready)
            .env("QUARRY_TEST_LOG", folder.join("log"))
            .env("QUARRY_TEST_FOLDER", &folder)
            // All tests sign in from one address.
            .env("QUARRY__RATE_LIMITS__SESSION_PER_MINUTE", "0")
            .env("QUARRY__RATE_LIMITS__PERSON_WRITES_PER_MINUTE", "0")
            .env("QUARRY__RATE_LIMITS__PERSON_READS_PER_MINUTE", "0");
        if options.config.is_none() {
            // Else `up` logs what is wrong, and no more.
            command.env("QUARRY__TELEMETRY__LOG", "info");
        }
        if options.no_sample {
            command.env("QUARRY_NO_SAMPLE", "true");
        }
        command.envs(options.environment.iter().cloned());
        let mut shell = command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn()?;
        let mut answers = BufReader::new(shell.stdout.take().context("the shell's standard output")?);
        let mut line = String::new();
        answers.read_line(&mut line)?;
        let pid = line.trim().parse().context("the shell says the process id")?;
        let started = Instant::now();
        let content = loop {
            if let Ok(content) = std::fs::read_to_string(&ready) {
                break content;
            }
            if !Path::new(&format!("/proc/{pid}")).exists() || started.elapsed() > READY_WITHIN {
                let log = std::fs::read_to_string(folder.join("log")).unwrap_or_default();
                bail!("the server does not serve:\n{log}");
            }
            std::thread::sleep(Duration::from_millis(20));
        };
        if is_known {
            compiled_code::keep(&data_dir);
        }
        let url = options.environment.iter().find(|(name, _)| name == APP_STORE_URL);
        let app_store_url = url.map(|(_, url)| url.clone());
        let content: Json = serde_json::from_str(&content)?;
        let text = |value: &Json| value.as_str().unwrap_or_default().to_owned();
        Ok(Server {
            shell,
            answers,
            pid,
            base_url: text(&content["base_url"]),
            admin_url: content["admin_url"].as_str().map(str::to_owned),
            read_key: text(&content["api_keys"]["read"]),
            full_key: text(&content["api_keys"]["full"]),
            users: content["users"].clone(),
            data_dir,
            app_store_url,
            app_store: tokio::sync::OnceCell::new(),
            folder,
        })
    }

    /// Gives the lines that it has written to its log.
    pub fn log(&self) -> String {
        std::fs::read_to_string(self.folder.join("log")).unwrap_or_default()
    }

    /// The process id of its warehouse.
    pub fn warehouse_pid(&self) -> Result<i32> {
        let children = std::fs::read_to_string(format!("/proc/{0}/task/{0}/children", self.pid)).unwrap_or_default();
        let mut pids: Vec<i32> = children.split_whitespace().filter_map(|pid| pid.parse().ok()).collect();
        // A child belongs to the thread that made it.
        for task in std::fs::read_dir(format!("/proc/{}/task", self.pid))? {
            let children = std::fs::read_to_string(task?.path().join("children")).unwrap_or_default();
            pids.extend(children.split_whitespace().filter_map(|pid| pid.parse::<i32>().ok()));
        }
        pids.into_iter()
            .find(|pid| {
                std::fs::read_to_string(format!("/proc/{pid}/cmdline"))
                    .is_ok_and(|line| line.contains("quarry-warehouse"))
            })
            .context("the server has a warehouse")
    }
}
