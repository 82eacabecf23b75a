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

/// Removes pages and projects that were in the trash for 30 days.
#[job(every = "1 d")]
pub fn empty_trash(run: &JobRun) -> Result<(), JobFailure> {
    let kept_since = trash::kept_since();
    let mut removed = 0;
    while run.goes_on() {
        let pages: Vec<i64> = SelectPagesToRemove { kept_since, most: BATCH }.values()?;
        if pages.is_empty() {
            // Nobody restores such a project, so it has no page again.
            let transaction = Transaction::begin()?;
            transaction.execute(DeleteEmptyProjects { kept_since })?;
            transaction.commit()?;
            return Ok(());
        }
        removed += purge_pages(pages, kept_since)?;
        if !run.report_progress(removed, None)? {
            return Ok(());
        }
    }
    Ok(())
}

/// Removes pages that nobody restores any more. The bytes of uploads go first: a run that ends between begins anew.
fn purge_pages(pages: Vec<i64>, kept_since: Time) -> Result<u64, JobFailure> {
    let uploads: Vec<String> = SelectUploadsOfPages { pages: pages.clone() }.values()?;
    for object_key in uploads {
        let gone = objects::remove(&object_key);
        gone.map_err(|_| JobFailure::Retry("an upload of a page in the trash could not be removed".to_owned()))?;
    }
    for page_id in &pages {
        // A page may have a hundred thousand: more than one transaction takes out of twenty pages.
        let transaction = Transaction::begin()?;
        transaction.execute(DeleteTermsOfRemoved { page_id: *page_id })?;
        transaction.commit()?;
    }
    let transaction = Transaction::begin()?;
    let removed: Vec<i64> = transaction.values(DeletePages { pages, kept_since })?;
    let count = removed.len() as u64;
    transaction.execute(DeleteValuesOfPages { pages: removed })?;
    transaction.commit()?;
    Ok(count)
}
