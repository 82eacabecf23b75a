//! The removal of what was in the trash for 30 days.

use crate::trash;
use quarry_sdk::objects;
use quarry_sdk::prelude::*;

statement!(app_store, SelectPagesToRemove, "src/trash/pages_to_remove.sql");
statement!(app_store, SelectUploadsOfPages, "src/trash/uploads_of_pages.sql");
statement!(app_store, DeleteValuesOfPages, "src/trash/delete_values_of_pages.sql");
statement!(app_store, DeleteTermsOfRemoved, "src/trash/delete_terms_of_removed.sql");
statement!(app_store, DeletePages, "src/trash/delete_pages.sql");
statement!(app_store, DeleteEmptyProjects, "src/trash/delete_empty_projects.sql");

/// Pages that are removed together: each may have thousands of blocks and versions.
const BATCH: i64 = 20;
/// Seconds of a run; what is left is done by the next one.
const SECONDS_OF_A_RUN: i64 = 30;

/// Removes pages and projects for good, with all that lies on them.
pub struct EmptyTrash;

#[derive(Serialize, Deserialize)]
pub struct EmptyTrashArguments {}

#[derive(Row)]
struct PageToRemove {
    id: i64,
}

#[derive(Row)]
struct UploadToRemove {
    object_key: String,
}

impl Job for EmptyTrash {
    const NAME: &'static str = "empty_trash";
    const SUMMARY: &'static str = "Removes pages and projects that were in the trash for 30 days.";
    const EVERY_SECONDS: Option<u32> = Some(86_400);
    type Arguments = EmptyTrashArguments;

    fn run(run: &JobRun, arguments: EmptyTrashArguments) -> Result<(), JobFailure> {
        let kept_since = trash::kept_since();
        let ends_at = Time::now().minus_seconds(-SECONDS_OF_A_RUN);
        let mut removed = 0;
        while Time::now() < ends_at {
            let pages: Vec<PageToRemove> = SelectPagesToRemove { kept_since, most: BATCH }.all()?;
            if pages.is_empty() {
                // Nobody restores such a project, so it has no page again.
                let transaction = Transaction::begin()?;
                transaction.execute(DeleteEmptyProjects { kept_since })?;
                transaction.commit()?;
                return Ok(());
            }
            removed += purge_pages(pages.into_iter().map(|page| page.id).collect(), kept_since)?;
            if !run.report_progress(removed, None)? {
                return Ok(());
            }
        }
        let transaction = Transaction::begin()?;
        transaction.enqueue::<EmptyTrash>(&arguments)?;
        transaction.commit()?;
        Ok(())
    }
}

/// Removes pages that nobody restores any more. The bytes of uploads go first: a run that ends between begins anew.
fn purge_pages(pages: Vec<i64>, kept_since: Time) -> Result<u64, JobFailure> {
    let uploads: Vec<UploadToRemove> = SelectUploadsOfPages { pages: pages.clone() }.all()?;
    for upload in uploads {
        let gone = objects::remove(&upload.object_key);
        gone.map_err(|_| JobFailure::Retry("an upload of a page in the trash could not be removed".to_owned()))?;
    }
    for page_id in &pages {
        // A page may have a hundred thousand: more than one transaction takes out of twenty pages.
        let transaction = Transaction::begin()?;
        transaction.execute(DeleteTermsOfRemoved { page_id: *page_id })?;
        transaction.commit()?;
    }
    let transaction = Transaction::begin()?;
    let removed: Vec<PageToRemove> = transaction.all(DeletePages { pages, kept_since })?;
    transaction.execute(DeleteValuesOfPages { pages: removed.iter().map(|page| page.id).collect() })?;
    transaction.commit()?;
    Ok(removed.len() as u64)
}
