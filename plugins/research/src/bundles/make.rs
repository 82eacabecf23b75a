//! Making a bundle: at once where its files are small, else by a job, from a plan that holds all texts and names all files.

use crate::bundles::contents::ExportedPage;
use crate::bundles::html;
use crate::bundles::room::{self, FOLDER};
use crate::bundles::zip::Archive;
use quarry_sdk::objects::{ObjectFailure, Upload};
use quarry_sdk::prelude::*;
use sha2::{Digest, Sha256};

/// Bytes of files up to which a bundle is made while the client waits.
const MOST_BYTES_AT_ONCE: u64 = 16 << 20;
/// Seconds for which an export lies in the store, and those that must be left for a client that is sent to it.
pub const VALID_SECONDS: u64 = 3_600;
const LEFT_SECONDS: i64 = 300;
const PIECE_BYTES: u32 = 1 << 20;

/// The contents of a bundle.
#[derive(Serialize, Deserialize)]
pub struct Plan {
    texts: Vec<(String, String)>,
    files: Vec<PlannedFile>,
}

#[derive(Serialize, Deserialize)]
struct PlannedFile {
    name: String,
    object_key: String,
}

/// The bundle to make.
#[derive(Serialize, Deserialize)]
pub struct MakeBundleArguments {
    /// The key of its plan, and with `.zip` that of the bundle.
    pub key: String,
}

/// Where the bundle of a page lies; none while a job makes it.
pub fn bundle(page: &ExportedPage, space_id: i64) -> Result<Option<String>, Problem> {
    let text = |name: &str, text: String| (name.to_owned(), text);
    let files = page.files.iter().filter(|file| file.is_in_bundle);
    let plan = Plan {
        texts: vec![
            text("page.md", page.markdown()),
            text("page.html", html::document(page, &|file| file.is_in_bundle.then(|| file.path()))),
            text("page.json", page.json()),
            text("citations.json", page.citations()),
        ],
        files: files
            .map(|file| PlannedFile { name: file.entry_name(), object_key: file.upload.object_key.clone() })
            .collect(),
    };
    // Written in one go: as a value it would be in memory once more.
    let written = serde_json::to_string(&plan).unwrap_or_default();
    let plan_key = key_of(space_id, &written, "plan");
    let key = format!("{plan_key}.zip");
    if is_there(&key)? {
        return Ok(Some(key));
    }
    room::check(space_id, page.file_bytes() + written.len() as u64)?;
    if page.file_bytes() <= MOST_BYTES_AT_ONCE {
        write(&plan, &key)?;
        return Ok(Some(key));
    }
    if !is_there(&plan_key)? {
        objects::put(&plan_key, "application/json", written.as_bytes(), Some(VALID_SECONDS))?;
    }
    let transaction = Transaction::begin()?;
    transaction.enqueue_when::<make_bundle>(&MakeBundleArguments { key: plan_key.clone() }, None, Some(plan_key))?;
    transaction.commit()?;
    Ok(None)
}

/// A key by the space and by what the object holds.
pub fn key_of(space_id: i64, content: &str, kind: &str) -> String {
    let digest = Sha256::digest(content.as_bytes());
    let digits: String = digest.iter().map(|byte| format!("{byte:02x}")).collect();
    format!("{FOLDER}{space_id}/{digits}.{kind}")
}

/// Tells that an object is there, and stays long enough for a client that is sent to it.
pub fn is_there(key: &str) -> Result<bool, Problem> {
    let stays = Time::now().minus_seconds(-LEFT_SECONDS).microseconds;
    Ok(objects::head(key)?.is_some_and(|object| object.expires_at.is_none_or(|expires| expires > stays)))
}

/// Writes the archive, which is there when all of it is.
fn write(plan: &Plan, key: &str) -> Result<(), ObjectFailure> {
    let mut archive = Archive::begin(Upload::begin(key, "application/zip", Some(VALID_SECONDS))?);
    for (name, text) in &plan.texts {
        archive.add(name, text.as_bytes())?;
    }
    for file in &plan.files {
        // A file that went since the page was read is left out.
        let Some(first) = objects::read(&file.object_key, 0, PIECE_BYTES)? else { continue };
        if first.len() < PIECE_BYTES as usize {
            archive.add(&file.name, &first)?;
            continue;
        }
        let (mut checksum, mut size) = (crc32fast::Hasher::new(), 0);
        each_piece(&file.object_key, |piece| {
            checksum.update(piece);
            size += piece.len();
            Ok(())
        })?;
        archive.begin_entry(&file.name, u32::try_from(size).unwrap_or(u32::MAX), checksum.finalize())?;
        each_piece(&file.object_key, |piece| archive.write(piece))?;
    }
    archive.finish()
}

fn each_piece(key: &str, mut take: impl FnMut(&[u8]) -> Result<(), ObjectFailure>) -> Result<(), ObjectFailure> {
    let mut offset = 0;
    loop {
        let piece = objects::read(key, offset, PIECE_BYTES)?.unwrap_or_default();
        take(&piece)?;
        offset += piece.len() as u64;
        if piece.len() < PIECE_BYTES as usize {
            return Ok(());
        }
    }
}

/// Makes the bundle of a research page whose files are large.
#[job(attempts = 3)]
pub fn make_bundle(arguments: MakeBundleArguments) -> Result<(), JobFailure> {
    let key = format!("{}.zip", arguments.key);
    let retry = |failure: ObjectFailure| JobFailure::Retry(format!("{failure:?}"));
    let mut written = Vec::new();
    each_piece(&arguments.key, |piece| {
        written.extend_from_slice(piece);
        Ok(())
    })
    .map_err(retry)?;
    // Its hour is over: who asks again makes another one.
    let Ok(plan) = serde_json::from_slice::<Plan>(&written) else { return Ok(()) };
    drop(written);
    write(&plan, &key).map_err(retry)
}
