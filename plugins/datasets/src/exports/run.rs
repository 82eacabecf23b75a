//! The job that writes the files of an export.

use crate::exports::failure::ExportFailure;
use crate::exports::ready::DataExportReady;
use crate::exports::remove_files;
use crate::exports::told::tell_requester;
use crate::exports::writing::{FilesToWrite, WrittenFiles};
use crate::requests::DataRequestRow;
use crate::requests::files::{folder_of_request, folder_of_run};
use quarry_sdk::prelude::*;

statement!(app_store, StartExport, "src/exports/start_export.sql");
statement!(app_store, SelectExportToRun, "src/exports/export_to_run.sql");
statement!(app_store, FinishExport, "src/exports/finish_export.sql");
statement!(app_store, FailExport, "src/exports/fail_export.sql");

/// Most times that one run is begun; a passing failure of the last time is final.
const MOST_ATTEMPTS: u32 = 3;
/// Days for which the files stay.
const DAYS_KEPT: i64 = 7;
/// The objects go by themselves a day after the record says so, should nobody have removed them.
const SECONDS_KEPT: u64 = 8 * 86_400;

/// The export to run.
#[derive(Serialize, Deserialize)]
pub struct RunExportArguments {
    pub request_id: i64,
}

/// An export, and the limits that the plan gave it.
#[derive(Row)]
struct ExportToRun {
    #[row(flatten)]
    request: DataRequestRow,
    organization_id: Option<i64>,
    row_cap: Option<i64>,
}

/// Writes the files of an export of a dataset.
#[job(timeout = "1 h", attempts = MOST_ATTEMPTS)]
pub fn run_export(run: &JobRun, arguments: RunExportArguments) -> Result<(), JobFailure> {
    let Some(export) = begin_export(arguments.request_id, run.id())? else { return Ok(()) };
    let (id, number) = (export.request.id, export.request.run_number);
    // Of a run before, whose host died; where they cannot be removed now, the sweep does it.
    remove_files(&folder_of_request(id));
    match write_export(&export) {
        Ok(written) => {
            if !complete_export(&export, &written)? {
                remove_files(&folder_of_run(id, number));
            }
            Ok(())
        }
        Err(failure) => {
            remove_files(&folder_of_run(id, number));
            // A run that was cancelled meanwhile fails on purpose, and changes nothing any more.
            if failure.may_pass && run.attempt() < MOST_ATTEMPTS && is_under_way(id, number)? {
                return Err(JobFailure::Retry(failure.detail));
            }
            end_failed_export(&export, failure)
        }
    }
}

/// The export, whose files are begun anew; none where it is not this job's to run.
fn begin_export(id: i64, job_id: i64) -> Result<Option<ExportToRun>, JobFailure> {
    let transaction = Transaction::begin()?;
    if transaction.execute(StartExport { id, job_id, now: Time::now() })? == 0 {
        return Ok(None);
    }
    let export = transaction.one(SelectExportToRun { id })?;
    transaction.commit()?;
    Ok(export)
}

fn is_under_way(id: i64, run: i64) -> Result<bool, JobFailure> {
    let export: Option<ExportToRun> = SelectExportToRun { id }.one()?;
    Ok(export.is_some_and(|export| {
        export.request.run_number == run && export.request.status == crate::requests::RequestStatus::Running
    }))
}

fn write_export(export: &ExportToRun) -> Result<WrittenFiles, ExportFailure> {
    let request = &export.request;
    let mut selection = request.selection().map_err(|problem| ExportFailure::of_question(&problem))?;
    let files = FilesToWrite {
        folder: folder_of_run(request.id, request.run_number),
        formats: &request.formats,
        row_cap: export.row_cap.map(i64::unsigned_abs),
        valid_seconds: Some(SECONDS_KEPT),
        is_spreadsheet_safe: request.spreadsheet_safe,
        title: request.name.clone(),
        citation: &|as_of| request.citation_of_file(as_of),
    };
    files.write(&mut selection)
}

/// Makes the files the export's, and tells those who paid; false where it was cancelled or begun anew meanwhile.
fn complete_export(export: &ExportToRun, written: &WrittenFiles) -> Result<bool, JobFailure> {
    let Some(first) = written.files.first() else { return Ok(false) };
    let now = Time::now();
    let signed = |number: u64| i64::try_from(number).unwrap_or(i64::MAX);
    let (id, row_count) = (export.request.id, signed(first.rows));
    let transaction = Transaction::begin()?;
    let finished = transaction.execute(FinishExport {
        id,
        run: export.request.run_number,
        files: json!(written.files).to_string(),
        row_count,
        size_bytes: signed(written.files.iter().map(|file| file.bytes).sum()),
        checksum_sha256: first.sha256.clone(),
        data_version: written.data_version,
        as_of: written.as_of,
        now,
        expires_at: now.plus_days(DAYS_KEPT),
    })?;
    if finished == 0 {
        return Ok(false);
    }
    let rows = if row_count == 1 { "row" } else { "rows" };
    tell_requester(&transaction, id, export.request.user_id, &format!("Ready: {row_count} {rows}."))?;
    if let Some(organization_id) = export.organization_id {
        let ready = DataExportReady {
            export_id: id,
            dataset: export.request.dataset.clone(),
            row_count,
            checksum_sha256: first.sha256.clone(),
        };
        transaction.emit_for(organization_id, &ready)?;
    }
    transaction.commit()?;
    Ok(true)
}

fn end_failed_export(export: &ExportToRun, failure: ExportFailure) -> Result<(), JobFailure> {
    let (id, run) = (export.request.id, export.request.run_number);
    let outcome = format!("Failed: {}", failure.detail);
    let transaction = Transaction::begin()?;
    if transaction.execute(FailExport { id, run, code: failure.code.to_owned(), detail: failure.detail })? > 0 {
        tell_requester(&transaction, id, export.request.user_id, &outcome)?;
    }
    transaction.commit()?;
    Ok(())
}
