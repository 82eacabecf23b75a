//! `DELETE /research/pages/{id}`.

use crate::access::{PagePath, StoredPageRole};
use crate::pages::delete;
use quarry_sdk::prelude::*;

/// Move a page to the trash
///
/// Moves the page into the trash, where it stays for 30 days, as the member who minted the key, who must be an owner of the page's space. A
/// page that lies in the trash already stays as it is: 204 again.
#[endpoint(
    delete = "/research/pages/{id}", key = "research:write", module = "research", status = 204,
    guard = StoredPageRole::Owner, guard_path(page_id = id), body = ()
)]
pub fn trash_page_by_key(guarded: Guarded<StoredPageRole>, path: PagePath) -> Result<Answer, Problem> {
    delete::put_away(&guarded, path.id)
}
