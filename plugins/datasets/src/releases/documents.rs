//! The files of a release, and the documents that describe them to machines.

use crate::exports::writing::WrittenFiles;
use crate::releases::file::ReleaseFile;
use crate::releases::{ReleaseRow, croissant, datapackage};
use quarry_dataset_catalogue::Selection;
use quarry_sdk::objects::ObjectFailure;
use quarry_sdk::prelude::*;

/// What the documents say of a release.
pub struct AboutRelease<'a> {
    pub release: &'a ReleaseRow,
    pub selection: &'a Selection,
    pub written: &'a WrittenFiles,
    /// When its files were made.
    pub made_at: Time,
}

/// Names the files of data, writes `datapackage.json` and `croissant.json` about them, and gives all of them.
pub fn write(
    release: &ReleaseRow,
    selection: &Selection,
    written: &WrittenFiles,
    folder: &str,
) -> Result<Vec<ReleaseFile>, ObjectFailure> {
    let mut files = data_files(release, written, folder);
    let about = AboutRelease { release, selection, written, made_at: Time::now() };
    let package = datapackage::of(&about, &files);
    let record = croissant::of(&about, &files);
    for (name, media_type, document) in
        [("datapackage.json", "application/json", package), ("croissant.json", "application/ld+json", record)]
    {
        let key = format!("{folder}{name}");
        let stored = objects::put(&key, media_type, format!("{document:#}\n").as_bytes(), None)?;
        files.push(ReleaseFile {
            name: name.to_owned(),
            key,
            media_type: media_type.to_owned(),
            format: None,
            part: 1,
            rows: None,
            bytes: stored.size_bytes,
            sha256: stored.sha256,
        });
    }
    Ok(files)
}

fn data_files(release: &ReleaseRow, written: &WrittenFiles, folder: &str) -> Vec<ReleaseFile> {
    let mut files = Vec::new();
    for file in &written.files {
        let (ending, count) = (file.format.of_file().ending(), file.parts.len());
        for part in &file.parts {
            let number = if count > 1 { format!("-{}-of-{count}", part.part) } else { String::new() };
            files.push(ReleaseFile {
                name: format!("{}-{}{number}.{ending}", release.dataset, release.name()),
                key: format!("{folder}{}/{}.{ending}", file.format.word(), part.part),
                media_type: file.format.of_file().media_type().to_owned(),
                format: Some(file.format),
                part: part.part,
                rows: Some(part.rows),
                bytes: part.bytes,
                sha256: part.sha256.clone(),
            });
        }
    }
    files
}
