//! What a first start leaves, passed on from one server of the tests to the next: the warehouse with its migrations and the
//! sample chain, the app store with its own and with the examination of every statement, the keys and people of the sample.
//! Each takes seconds of a processor and is not what the tests are about.
//!
//! The program under test makes it and has stopped when it is copied; another program, or another component, makes its own.
//! An app store on PostgreSQL is made anew.

use crate::server::{Options, Server, installation};
use anyhow::{Context, Result, bail};
use sha2::{Digest, Sha256};
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, SystemTime};

/// The variable that says where the app store is.
pub(crate) const APP_STORE_URL: &str = "QUARRY__APP_STORE__URL";

/// The app store and what belongs to it, in a data directory.
const OF_THE_APP_STORE: &[&str] =
    &["app.sqlite3", "app.sqlite3-wal", "objects", "sample-keys.json", "sample-people.json"];

/// A first start is done again after a day: what the sample says of "yesterday" is to be so.
const SECONDS_OF_A_DAY: u64 = 86_400;

/// The time for which a first start of another program is kept.
const KEPT_FOR: Duration = Duration::from_secs(3_600);

/// Gives a new data directory what `quarry up` makes there, with the sample or without. An app store that is there already
/// stays, and so does one that somebody else has at the address of the environment.
pub(crate) fn give(data_dir: &Path, options: &Options) -> Result<()> {
    let has_sample = !options.no_sample;
    std::fs::create_dir_all(data_dir)?;
    let kept = kept(has_sample)?;
    let is_elsewhere = options.environment.iter().any(|(name, _)| name == APP_STORE_URL);
    if !is_elsewhere && !data_dir.join("app.sqlite3").exists() {
        copy_app_store(&kept, data_dir)?;
    }
    copy(&kept.join("warehouse"), &data_dir.join("warehouse"))
}

/// The data directory of a first start on SQLite, made where this program has none of today yet.
fn kept(has_sample: bool) -> Result<PathBuf> {
    static MAKING: Mutex<()> = Mutex::new(());
    // A poisoned lock guards nothing that could be half made: a rename ends the making.
    let _making = MAKING.lock().unwrap_or_else(PoisonError::into_inner);
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
    Server::start_anew(&options)?.stop("TERM")?;
    // Another process may have been quicker; its folder is as good.
    if let Err(error) = std::fs::rename(&data_dir, &kept)
        && !kept.exists()
    {
        return Err(error).context("what a first start made cannot be kept");
    }
    std::fs::remove_dir_all(&folder)?;
    Ok(kept)
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

fn copy(from: &Path, to: &Path) -> Result<()> {
    let copied = Command::new("cp").args(["--archive", "--reflink=auto"]).arg(from).arg(to).status()?;
    match copied.success() {
        true => Ok(()),
        false => bail!("{} cannot be copied to {}", from.display(), to.display()),
    }
}
