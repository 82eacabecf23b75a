//! What a first start leaves, passed on from one server of the tests to the next: the warehouse with its migrations and the
//! sample chain, the app store with its own and with the examination of every statement, the keys and people of the sample, and
//! what its first jobs made of them: exports, releases of each month, the index of the pages. Each takes seconds of a processor
//! and is not what the tests are about.
//!
//! The program under test makes it and has stopped when it is copied; another program, or another component, makes its own.
//! On PostgreSQL the app store is a database of its own, made of the first start's as a template.

use crate::server::{Options, Server, fresh_folder, installation};
use anyhow::{Context, Result, bail};
use quarry::stores::app::{AppStore, Row};
use quarry::stores::result_set::Value;
use sha2::{Digest, Sha256};
use std::os::unix::fs::{MetadataExt, symlink};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant, SystemTime};

/// The variable that says where the app store is.
pub(crate) const APP_STORE_URL: &str = "QUARRY__APP_STORE__URL";

/// The app store and what belongs to it, in a data directory.
const OF_THE_APP_STORE: &[&str] =
    &["app.sqlite3", "app.sqlite3-wal", "objects", "sample-keys.json", "sample-people.json"];

/// A first start is done again after a day: what the sample says of "yesterday" is to be so.
const SECONDS_OF_A_DAY: u64 = 86_400;

/// The time that the jobs of a first start may take.
const IDLE_WITHIN: Duration = Duration::from_secs(180);

/// The time for which a first start of another program is kept.
const KEPT_FOR: Duration = Duration::from_secs(3_600);

/// Gives a server that is about to start what `quarry up` makes, with the sample or without. Files that are there already stay, and so
/// does an app store that somebody else has at the address of the environment.
pub(crate) fn give(data_dir: &Path, options: &Options) -> Result<()> {
    let has_sample = !options.no_sample;
    let is_new = !data_dir.join("warehouse").exists();
    if is_new {
        std::fs::create_dir_all(data_dir)?;
        copy_warehouse(&kept(has_sample)?.join("warehouse"), &data_dir.join("warehouse"))?;
    }
    match options.environment.iter().find(|(name, _)| name == APP_STORE_URL) {
        None if is_new && !data_dir.join("app.sqlite3").exists() => copy_app_store(&kept(has_sample)?, data_dir),
        Some((_, url)) => give_on_postgres(url, is_new.then_some(has_sample), data_dir),
        _ => Ok(()),
    }
}

/// Makes the database of a new server, once: hosts that share it have the same address. Beside an older warehouse it is empty.
fn give_on_postgres(url: &str, sample: Option<bool>, data_dir: &Path) -> Result<()> {
    static MADE: Mutex<Vec<String>> = Mutex::new(Vec::new());
    let mut made = one_at_a_time(&MADE);
    if !database_of(url)?.starts_with(&prefix()) || made.iter().any(|other| other == url) {
        return Ok(());
    }
    match sample {
        Some(has_sample) => {
            let first = made_on_postgres(has_sample)?;
            create_database(url, Some(&first.database))?;
            copy_app_store(&first.data_dir, data_dir)?;
        }
        None => create_database(url, None)?,
    }
    made.push(url.to_owned());
    Ok(())
}

/// The address of a database of this process on the tests' server. Nothing is there yet: the first server that is started with it
/// makes it.
pub(crate) fn database_url(name: &str) -> Result<String> {
    let mut url = url::Url::parse(&crate::postgres::server_url()?)?;
    url.set_path(&format!("{}{}", prefix(), name.replace('-', "_")));
    Ok(url.into())
}

/// Makes the database of an address: empty, or as a copy of another.
pub(crate) fn create_database(url: &str, template: Option<&str>) -> Result<()> {
    let template = template.map(|template| format!(" TEMPLATE {template}")).unwrap_or_default();
    let sql = format!("CREATE DATABASE {}{template}", database_of(url)?);
    let server = crate::postgres::server_url()?;
    tokio::runtime::Builder::new_current_thread().enable_all().build()?.block_on(async {
        let store = AppStore::open(&server).await?;
        store.execute(&sql, &[]).await?;
        store.close().await;
        Ok(())
    })
}

/// The beginning of the names of this process's databases.
fn prefix() -> String {
    format!("quarry_api_{}_", std::process::id())
}

fn database_of(url: &str) -> Result<String> {
    Ok(url::Url::parse(url)?.path().trim_start_matches('/').to_owned())
}

/// Waits for its turn. A poisoned lock guards nothing that could be half made: what is kept is there whole or not at all.
fn one_at_a_time<T>(lock: &Mutex<T>) -> MutexGuard<'_, T> {
    lock.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The data directory of a first start on SQLite, made where this program has none of today yet.
fn kept(has_sample: bool) -> Result<PathBuf> {
    static MAKING: Mutex<()> = Mutex::new(());
    let _making = one_at_a_time(&MAKING);
    let all = Path::new(env!("CARGO_MANIFEST_DIR")).join("../target/tmp/first-starts");
    let version = version()?;
    let kept = all.join(format!("{version}-{}", content(has_sample)));
    if kept.exists() {
        return Ok(kept);
    }
    remove_others(&all, &version);
    let folder = all.join(format!("{version}.{}", std::process::id()));
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder)?;
    let data_dir = folder.join("data");
    let options = Options { no_sample: !has_sample, data_dir: Some(data_dir.clone()), ..Options::default() };
    start_until_idle(&options)?;
    // Another process may have been quicker; its folder is as good.
    if let Err(error) = std::fs::rename(&data_dir, &kept)
        && !kept.exists()
    {
        return Err(error).context("what a first start made cannot be kept");
    }
    std::fs::remove_dir_all(&folder)?;
    Ok(kept)
}

/// Runs a server until no job is due in its app store.
fn start_until_idle(options: &Options) -> Result<()> {
    let server = Server::start_anew(options)?;
    server.in_app_store(async |store| {
        let mut looks_without_a_job = 0;
        let deadline = Instant::now() + IDLE_WITHIN;
        // A job may enqueue others, and the scheduler enqueues one after the other: none in one look may be some in the next.
        while looks_without_a_job < 3 {
            if Instant::now() > deadline {
                bail!("the jobs of a first start have not ended after {IDLE_WITHIN:?}");
            }
            tokio::time::sleep(Duration::from_millis(500)).await;
            let sql = "SELECT COUNT(*) AS due FROM jobs WHERE state = 'running' OR state = 'queued' AND run_at <= CAST($1 AS BIGINT)";
            let now = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH)?.as_micros();
            let rows = store.query(sql, &[Value::Int64(i64::try_from(now)?)]).await?;
            let due = Row::first(&rows).context("a count has a row")?.integer("due")?;
            looks_without_a_job = if due == 0 { looks_without_a_job + 1 } else { 0 };
        }
        Ok(())
    })?;
    server.stop("TERM")?;
    Ok(())
}

/// A first start on PostgreSQL. Both end with this process: its server does.
#[derive(Clone)]
struct OnPostgres {
    data_dir: PathBuf,
    database: String,
}

fn made_on_postgres(has_sample: bool) -> Result<OnPostgres> {
    static MADE: [Mutex<Option<OnPostgres>>; 2] = [Mutex::new(None), Mutex::new(None)];
    let mut made = one_at_a_time(&MADE[usize::from(has_sample)]);
    if let Some(made) = &*made {
        return Ok(made.clone());
    }
    let name = format!("first_start_{}", content(has_sample));
    let url = database_url(&name)?;
    create_database(&url, None)?;
    let data_dir = fresh_folder(&name)?;
    copy_warehouse(&kept(has_sample)?.join("warehouse"), &data_dir.join("warehouse"))?;
    let database = database_of(&url)?;
    let options = Options {
        no_sample: !has_sample,
        data_dir: Some(data_dir.clone()),
        environment: vec![(APP_STORE_URL.to_owned(), url)],
        ..Options::default()
    };
    start_until_idle(&options)?;
    Ok(made.insert(OnPostgres { data_dir, database }).clone())
}

fn content(has_sample: bool) -> &'static str {
    if has_sample { "sample" } else { "empty" }
}

/// Names the program, its components and the day.
fn version() -> Result<String> {
    let dist = installation()?;
    let mut files: Vec<PathBuf> = vec![dist.join("quarry"), dist.join("quarry.default.toml")];
    for entry in std::fs::read_dir(dist.join("components"))? {
        files.push(entry?.path());
    }
    files.sort();
    let mut hash = Sha256::new();
    for file in files {
        let about = std::fs::metadata(&file)?;
        hash.update(format!("{} {} {} {}\n", file.display(), about.len(), about.mtime(), about.mtime_nsec()));
    }
    let day = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH)?.as_secs() / SECONDS_OF_A_DAY;
    let digest = hash.finalize();
    Ok(format!("{:016x}-{day}", u64::from_be_bytes(digest[..8].try_into()?)))
}

/// Removes what programs before this one made, but for those of the last hour: one may be under test beside this.
fn remove_others(all: &Path, version: &str) {
    for entry in std::fs::read_dir(all).into_iter().flatten().flatten() {
        let made = entry.metadata().and_then(|about| about.modified());
        let is_old = made.is_ok_and(|made| made.elapsed().is_ok_and(|age| age > KEPT_FOR));
        if is_old && !entry.file_name().to_string_lossy().starts_with(version) {
            let _ = std::fs::remove_dir_all(entry.path());
        }
    }
}

fn copy_app_store(from: &Path, to: &Path) -> Result<()> {
    for name in OF_THE_APP_STORE {
        if from.join(name).exists() && !to.join(name).exists() {
            copy(&from.join(name), &to.join(name))?;
        }
    }
    Ok(())
}

/// Copies a warehouse, and links what is in the parts of its tables, most of its 1,500 files: the engine writes a part once and links
/// its files itself, for `ALTER TABLE … FREEZE`.
fn copy_warehouse(from: &Path, to: &Path) -> Result<()> {
    std::fs::create_dir_all(to)?;
    std::fs::set_permissions(to, std::fs::metadata(from)?.permissions())?;
    let is_part = from.join("checksums.txt").exists();
    for entry in std::fs::read_dir(from)? {
        let entry = entry?;
        let (kind, source, target) = (entry.file_type()?, entry.path(), to.join(entry.file_name()));
        if kind.is_dir() {
            copy_warehouse(&source, &target)?;
        } else if kind.is_symlink() {
            symlink(std::fs::read_link(&source)?, &target)?;
        } else if !(is_part && std::fs::hard_link(&source, &target).is_ok()) {
            // Also where the temporary folder is on another file system.
            std::fs::copy(&source, &target)?;
        }
    }
    Ok(())
}

fn copy(from: &Path, to: &Path) -> Result<()> {
    let copied = Command::new("cp").args(["--archive", "--reflink=auto"]).arg(from).arg(to).status()?;
    match copied.success() {
        true => Ok(()),
        false => bail!("{} cannot be copied to {}", from.display(), to.display()),
    }
}
