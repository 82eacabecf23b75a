//! A host of a test's own.

use crate::environment::Environment;
use crate::process::{Turn, copy, fresh_folder, run};
use crate::{Client, Json};
use std::fs::File;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

/// Two busy cores take their time.
const READY_WITHIN: Duration = Duration::from_secs(120);

/// A host that serves the component on embedded stores, empty but for the sample's organization and people. It ends with
/// this handle, and what it kept goes with it.
///
/// ```no_run
/// use quarry_testkit::{Sandbox, json};
///
/// let sandbox = Sandbox::start();
/// let row = json!({
///     "organization_id": sandbox.organization_id(), "title": "Depeg", "text": "", "written_at": 0
/// });
/// sandbox.insert("field_notes__notes", &[row]);
/// assert_eq!(sandbox.key().get("/field-notes/notes").json()["count"], 1);
/// ```
#[derive(Debug)]
pub struct Sandbox {
    host: Child,
    /// The line that the host prints when it serves.
    ready: Json,
    /// The address that it serves, with its base path.
    address: String,
    environment: Environment,
    folder: PathBuf,
    _turn: Turn,
}

/// The options of a sandbox.
///
/// ```no_run
/// use quarry_testkit::{Sandbox, SandboxOptions};
///
/// fn slow(options: SandboxOptions) -> SandboxOptions {
///     options.setting("limits.cpu_milliseconds", "50")
/// }
///
/// let sandbox = slow(Sandbox::with().clock("2026-01-31T12:00:00Z")).start();
/// let with_the_catalogue = Sandbox::with().with_families().start();
/// ```
#[derive(Debug, Clone, Default)]
#[must_use]
pub struct SandboxOptions {
    settings: Vec<(String, String)>,
    has_families: bool,
}

impl SandboxOptions {
    /// The time that the component's clock shows and stands at, in RFC 3339.
    pub fn clock(self, time: &str) -> SandboxOptions {
        self.setting("development.clock", time)
    }

    /// A key of the host's configuration, such as `limits.cpu_milliseconds`.
    pub fn setting(mut self, key: &str, value: &str) -> SandboxOptions {
        self.settings.push((format!("QUARRY__{}", key.to_uppercase().replace('.', "__")), value.to_owned()));
        self
    }

    /// Serves Quarry's own components beside yours, such as the catalogue that shows its datasets; it starts more slowly.
    pub fn with_families(self) -> SandboxOptions {
        SandboxOptions { has_families: true, ..self }
    }

    /// Starts it, and waits until it serves.
    #[track_caller]
    pub fn start(self) -> Sandbox {
        let (environment, turn) = (Environment::get(), Turn::take());
        let folder = fresh_folder();
        let (data, ready, log) = (folder.join("data"), folder.join("ready.json"), folder.join("log"));
        let prepared = copy(&environment.prepared, &data);
        prepared.unwrap_or_else(|error| panic!("the prepared data directory cannot be copied: {error}"));
        // The component is in the data directory; this is where the release's own would be.
        let no_components = folder.join("components");
        let made = std::fs::create_dir(&no_components).and_then(|()| File::create(&log));
        let log_file = made.unwrap_or_else(|error| panic!("{} cannot be written to: {error}", folder.display()));
        let mut command = Command::new(&environment.program);
        if !self.has_families {
            command.env("QUARRY__COMPONENTS__FOLDER", &no_components);
        }
        let host = command
            .args(["up", "--no-sample", "--until-input-ends", "--listen", "127.0.0.1:0", "--data-dir"])
            .arg(&data)
            .arg("--ready-file")
            .arg(&ready)
            .env("QUARRY__RATE_LIMITS__PUBLIC_PER_MINUTE", "0")
            .env("QUARRY__RATE_LIMITS__SESSION_PER_MINUTE", "0")
            .env("QUARRY__DEVELOPMENT__CHECK_ANSWERS", "true")
            .envs(self.settings)
            .stdin(Stdio::piped())
            .stdout(Stdio::null())
            .stderr(log_file)
            .spawn();
        let mut host =
            host.unwrap_or_else(|error| panic!("{} cannot be started: {error}", environment.program.display()));
        let ready = wait_until_ready(&mut host, &ready, &log);
        let address = format!("{}{}", said(&ready, &["base_url"]), said(&ready, &["base_path"]));
        Sandbox { host, ready, address, environment, folder, _turn: turn }
    }
}

impl Sandbox {
    /// Starts a sandbox with the default options.
    #[track_caller]
    pub fn start() -> Sandbox {
        Sandbox::with().start()
    }

    /// Begins the options of a sandbox with settings of its own.
    pub fn with() -> SandboxOptions {
        SandboxOptions::default()
    }

    /// Somebody without any credentials.
    pub fn nobody(&self) -> Client<'_> {
        Client::nobody(&self.address)
    }

    /// The holder of a key with every scope, of the sample's organization.
    pub fn key(&self) -> Client<'_> {
        Client::with_key(&self.address, said(&self.ready, &["api_keys", "full"]))
    }

    /// The holder of a key with the scope `read`.
    ///
    /// ```no_run
    /// # let sandbox = quarry_testkit::Sandbox::start();
    /// sandbox.read_key().post("/field-notes/notes", &quarry_testkit::json!({})).expect_status(403);
    /// ```
    pub fn read_key(&self) -> Client<'_> {
        Client::with_key(&self.address, said(&self.ready, &["api_keys", "read"]))
    }

    /// A member of the sample's organization who has signed in.
    #[track_caller]
    pub fn member(&self) -> Client<'_> {
        self.signed_in("member")
    }

    /// An admin of the sample's organization who has signed in.
    #[track_caller]
    pub fn admin(&self) -> Client<'_> {
        self.signed_in("admin")
    }

    /// One of staff, with every permission, who has signed in.
    #[track_caller]
    pub fn staff(&self) -> Client<'_> {
        self.signed_in("staff")
    }

    /// The sample's organization, which every caller belongs to: what `{caller.organization_id:int64}` is in a statement.
    pub fn organization_id(&self) -> i64 {
        self.ready["organization_id"]
            .as_i64()
            .unwrap_or_else(|| panic!("the host said no organization: {}", self.ready))
    }

    /// Puts rows into a table of the app store, such as one of the component's own. A member of a row is a column: text, a
    /// whole number, true, false or null.
    #[track_caller]
    pub fn insert(&self, table: &str, rows: &[Json]) {
        let mut command = Command::new(&self.environment.program);
        command.args(["plugin", "insert-rows", table, "--data-dir"]).arg(self.data_dir());
        run(&mut command, &lines(rows));
    }

    /// Loads chain data into the warehouse as `quarry ingest` does: `dataset` is `tokens`, `pools`, `blocks`, `logs` and so on,
    /// and the members of a row are the columns of its files.
    ///
    /// ```no_run
    /// # use quarry_testkit::{Sandbox, json};
    /// # let sandbox = Sandbox::start();
    /// let token = json!({ "address": "0xc02aaa39b223fe8d0a0e5c4f27ead9083c756cc2", "symbol": "WETH", "name": "Wrapped Ether", "decimals": 18 });
    /// sandbox.ingest("tokens", &[token]);
    /// ```
    #[track_caller]
    pub fn ingest(&self, dataset: &str, rows: &[Json]) {
        let file = self.folder.join(format!("{dataset}.jsonl"));
        let written = std::fs::write(&file, lines(rows));
        written.unwrap_or_else(|error| panic!("{} cannot be written: {error}", file.display()));
        let mut command = Command::new(&self.environment.program);
        command.args(["ingest", dataset]).arg(&file).arg("--data-dir").arg(self.data_dir());
        run(&mut command, "");
    }

    /// Everything that the host and the component have logged so far.
    pub fn log(&self) -> String {
        std::fs::read_to_string(self.folder.join("log")).unwrap_or_default()
    }

    #[track_caller]
    fn signed_in(&self, who: &str) -> Client<'_> {
        let (email, password) =
            (said(&self.ready, &["users", who, "email"]), said(&self.ready, &["users", who, "password"]));
        Client::signed_in(&self.address, email, password)
    }

    fn data_dir(&self) -> PathBuf {
        self.folder.join("data")
    }
}

impl Drop for Sandbox {
    fn drop(&mut self) {
        // The end of its input is what ends it, as it also does where this process is killed.
        drop(self.host.stdin.take());
        let _ = self.host.wait();
        let _ = std::fs::remove_dir_all(&self.folder);
    }
}

#[track_caller]
fn wait_until_ready(host: &mut Child, ready: &Path, log: &Path) -> Json {
    let started = Instant::now();
    loop {
        if let Some(said) = std::fs::read_to_string(ready).ok().and_then(|text| serde_json::from_str(&text).ok()) {
            return said;
        }
        let has_ended = host.try_wait().is_ok_and(|status| status.is_some());
        if has_ended || started.elapsed() > READY_WITHIN {
            let _ = host.kill();
            let _ = host.wait();
            panic!("the sandbox does not serve: {}", std::fs::read_to_string(log).unwrap_or_default());
        }
        std::thread::sleep(Duration::from_millis(10));
    }
}

/// A text that the host said when it was ready.
fn said<'a>(ready: &'a Json, path: &[&str]) -> &'a str {
    let found = path.iter().fold(ready, |value, name| &value[*name]);
    found.as_str().unwrap_or_else(|| panic!("the host did not say {}", path.join(".")))
}

/// One JSON object a line.
fn lines(rows: &[Json]) -> String {
    rows.iter().map(|row| format!("{row}\n")).collect()
}
