//! The warehouse of a first start, passed on from one server of the tests to the next: its migrations and the sample chain
//! take seconds, two busy cores most of a minute, and are not what the tests are about.
//!
//! It is made by the program under test, which has stopped when its files are copied; another program makes its own.

use crate::server::{Options, Server, installation};
use anyhow::{Context, Result, bail};
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Mutex;

/// Gives a new data directory the warehouse that `quarry up` makes there, with the sample chain or without.
pub(crate) fn give(data_dir: &Path, has_sample: bool) -> Result<()> {
    let kept = kept(has_sample)?;
    std::fs::create_dir_all(data_dir)?;
    copy(&kept, &data_dir.join("warehouse"))
}

/// The folder that is copied, made where this program has none yet.
fn kept(has_sample: bool) -> Result<PathBuf> {
    static MADE: Mutex<()> = Mutex::new(());
    // A poisoned lock guards nothing that could be half made: a rename ends the making.
    let _one_at_a_time = MADE.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
    let all = Path::new(env!("CARGO_MANIFEST_DIR")).join("../target/tmp/warehouses");
    let program = std::fs::metadata(installation()?.join("quarry"))?;
    let content = if has_sample { "sample" } else { "empty" };
    let version = format!("{}-{}-{}", program.len(), program.mtime(), program.mtime_nsec());
    let name = format!("{version}-{content}");
    let kept = all.join(&name);
    if kept.exists() {
        return Ok(kept);
    }
    remove_others(&all, &version);
    let folder = all.join(format!("{name}.{}", std::process::id()));
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder)?;
    let data_dir = folder.join("data");
    let options = Options { no_sample: !has_sample, data_dir: Some(data_dir.clone()), ..Options::default() };
    Server::start_anew(&options)?.stop("TERM")?;
    // Another process may have been quicker; its folder is as good.
    if let Err(error) = std::fs::rename(data_dir.join("warehouse"), &kept)
        && !kept.exists()
    {
        return Err(error).context("the warehouse of a first start cannot be kept");
    }
    std::fs::remove_dir_all(&folder)?;
    Ok(kept)
}

/// Removes what programs before this one made.
fn remove_others(all: &Path, version: &str) {
    for entry in std::fs::read_dir(all).into_iter().flatten().flatten() {
        if !entry.file_name().to_string_lossy().starts_with(version) {
            let _ = std::fs::remove_dir_all(entry.path());
        }
    }
}

fn copy(from: &Path, to: &Path) -> Result<()> {
    let copied = Command::new("cp").args(["--archive", "--reflink=auto"]).arg(from).arg(to).status()?;
    match copied.success() {
        true => Ok(()),
        false => bail!("{} cannot be copied to {}", from.display(), to.display()),
    }
}
