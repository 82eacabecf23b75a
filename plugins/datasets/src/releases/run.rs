//! The job that writes the files of a release.

use crate::exports::failure::ExportFailure;
use crate::exports::remove_files;
use crate::exports::writing::{FilesToWrite, WrittenFiles};
use crate::releases::file::ReleaseFile;
use crate::releases::{ReleaseRow, documents, folder_of_release, folder_of_run};
use crate::requests::ExportFormat;
use quarry_dataset_catalogue::{Dataset, Filters, Pins, Selection, dataset};
use quarry_sdk::log::{self, Level};
use quarry_sdk::prelude::*;

statement!(app_store, StartRelease, "src/releases/start_release.sql");
statement!(app_store, SelectReleaseToRun, "src/releases/release_to_run.sql");
statement!(app_store, FinishRelease, "src/releases/finish_release.sql");
statement!(app_store, FailRelease, "src/releases/fail_release.sql");

/// Most times that one run is begun; a passing failure of the last time waits for the next hour.
const MOST_ATTEMPTS: u32 = 3;

/// The release to write.
#[derive(Serialize, Deserialize)]
pub struct RunReleaseArguments {
    pub release_id: i64,
}

/// Writes the files of a monthly release.
#[job(timeout = "1 h", attempts = MOST_ATTEMPTS)]
pub fn run_release(run: &JobRun, arguments: RunReleaseArguments) -> Result<(), JobFailure> {
    let (id, job_id) = (arguments.release_id, run.id());
    let Some(found): Option<ReleaseRow> = SelectReleaseToRun { id, job_id }.one()? else { return Ok(()) };
    let Some(dataset) = dataset(&found.dataset) else { return Ok(()) };
    let selection = whole(dataset)?;
    let pins = Pins::newest(selection.dataset, selection.chain_id())?;
    let Some(release) = begin_release(id, job_id, &pins)? else { return Ok(()) };
    // Of a run before, whose host died.
    remove_files(&folder_of_release(id));
    match write_release(&release, selection) {
        Ok((written, files)) => {
            if !complete_release(&release, &written, &files)? {
                remove_files(&folder_of_run(id, release.run));
            }
            Ok(())
        }
        Err(failure) => {
            remove_files(&folder_of_run(id, release.run));
            if failure.may_pass && run.attempt() < MOST_ATTEMPTS {
                return Err(JobFailure::Retry(failure.detail));
            }
            end_failed_release(&release, failure)
        }
    }
}

/// The dataset with all of its columns and rows.
fn whole(dataset: &'static Dataset) -> Result<Selection, Problem> {
    let columns = dataset.columns.iter().map(|column| column.name.to_owned()).collect();
    Selection::of_request(dataset, columns, Filters::default(), &Time::now().day())
}

/// The release, whose files are begun anew; none where it is not this job's to write.
fn begin_release(id: i64, job_id: i64, pins: &Pins) -> Result<Option<ReleaseRow>, JobFailure> {
    let transaction = Transaction::begin()?;
    if transaction.execute(StartRelease { id, job_id, pins: json!(pins).to_string() })? == 0 {
        return Ok(None);
    }
    let release = transaction.one(SelectReleaseToRun { id, job_id })?;
    transaction.commit()?;
    Ok(release)
}

/// Writes the data in its formats, and then the documents about it.
fn write_release(
    release: &ReleaseRow,
    mut selection: Selection,
) -> Result<(WrittenFiles, Vec<ReleaseFile>), ExportFailure> {
    selection.pins = Some(Pins(release.pins.clone().unwrap_or_default()));
    let mut formats = vec![ExportFormat::Csv, ExportFormat::Parquet];
    formats.retain(|format| selection.dataset.is_written_as(format.of_file()));
    let folder = folder_of_run(release.id, release.run);
    let order = FilesToWrite {
        folder: folder.clone(),
        formats: &formats,
        row_cap: None,
        valid_seconds: None,
        is_spreadsheet_safe: false,
        title: release.title(),
        citation: &|as_of| release.citation_of(as_of),
    };
    let written = order.write(&mut selection)?;
    let files = documents::write(release, &selection, &written, &folder).map_err(|failure| {
        log::emit(Level::Warn, &format!("the documents of a release were not stored: {failure:?}"));
        ExportFailure::object_store_unavailable()
    })?;
    Ok((written, files))
}

/// Makes the files the release's; false where it was begun anew meanwhile.
fn complete_release(release: &ReleaseRow, written: &WrittenFiles, files: &[ReleaseFile]) -> Result<bool, JobFailure> {
    let Some(first) = written.files.first() else { return Ok(false) };
    let signed = |number: u64| i64::try_from(number).unwrap_or(i64::MAX);
    let transaction = Transaction::begin()?;
    let finished = transaction.execute(FinishRelease {
        id: release.id,
        run: release.run,
        files: json!(files).to_string(),
        row_count: signed(first.rows),
        size_bytes: signed(files.iter().map(|file| file.bytes).sum()),
        checksum_sha256: first.sha256.clone(),
        data_version: written.data_version,
        as_of: written.as_of,
        now: Time::now(),
    })?;
    transaction.commit()?;
    Ok(finished > 0)
}

fn end_failed_release(release: &ReleaseRow, failure: ExportFailure) -> Result<(), JobFailure> {
    log::emit(Level::Error, &format!("the release {} {} failed: {}", release.dataset, release.name(), failure.detail));
    let transaction = Transaction::begin()?;
    let code = failure.code.to_owned();
    transaction.execute(FailRelease { id: release.id, run: release.run, code, detail: failure.detail })?;
    transaction.commit()?;
    Ok(())
}
