//! `GET /session/research/pages/{id}/export` and `POST /research/pages/{id}/export`.

use crate::bundles::contents::ExportedPage;
use crate::bundles::embedded::html_document;
use crate::bundles::make::{self, VALID_SECONDS};
use crate::bundles::{ExportFormat, file_name, room};
use quarry_research_pages::access::PageRole;
use quarry_sdk::objects::ObjectBytes;
use quarry_sdk::prelude::*;

#[derive(Parameters)]
pub struct ExportParameters {
    /// Id of the page.
    #[parameter(path, minimum = 1, example = "1")]
    pub id: i64,
    /// The form of the download; Markdown by default.
    #[parameter(example = "markdown")]
    pub format: Option<ExportFormat>,
}

#[derive(Parameters)]
pub struct KeyedExportParameters {
    /// Id of the page.
    #[parameter(path, minimum = 1, example = "1")]
    pub id: i64,
    /// The form of the download; the bundle by default.
    #[parameter(example = "zip")]
    pub format: Option<ExportFormat>,
}

/// Download a page
///
/// Exports the page as Markdown, which an import reads as the same blocks; as an HTML document that runs and loads nothing; as JSON; or as
/// a bundle of all three with pictures, files and cited values. A bundle whose files have more than 16 MiB is made by a job: ask again
/// within seconds.
#[endpoint(
    get = "/session/research/pages/{id}/export", session, module = "research", guard = PageRole::Viewer,
    guard_path(page_id = id), cache = no_store,
    writes = "A download is streamed from a file that is made when it is asked for, by a job where it is large.",
    object = ["text/markdown", "text/html", "application/json", "application/zip"],
    refuses(409, "bundle_in_preparation", "A job makes the bundle: ask again within seconds."),
    refuses(422, "too_many_exports", "A space has at most 400 exports and 2 GiB of them within an hour: `limit`, `used`."),
    body = ObjectBytes
)]
pub fn export_page(guarded: Guarded<PageRole>, asked: ExportParameters) -> Result<Answer, Problem> {
    download(&guarded, asked.id, asked.format.unwrap_or(ExportFormat::Markdown))
}

/// Download the bundle of a page
///
/// Exports the page as the member who minted the key sees it. The bundle has the page as Markdown, HTML and JSON, its pictures and files,
/// and its cited values with their hashes and states; `format` names one form alone. A bundle whose files have more than 16 MiB is made by
/// a job: ask again within seconds.
#[endpoint(
    post = "/research/pages/{id}/export", key = "exports", module = "research", guard = PageRole::Viewer,
    guard_path(page_id = id), cache = no_store,
    object = ["text/markdown", "text/html", "application/json", "application/zip"],
    refuses(409, "bundle_in_preparation", "A job makes the bundle: ask again within seconds."),
    refuses(422, "too_many_exports", "A space has at most 400 exports and 2 GiB of them within an hour: `limit`, `used`."),
    body = ObjectBytes
)]
pub fn export_page_by_key(guarded: Guarded<PageRole>, asked: KeyedExportParameters) -> Result<Answer, Problem> {
    download(&guarded, asked.id, asked.format.unwrap_or(ExportFormat::Zip))
}

fn download(guarded: &Guarded<PageRole>, id: i64, format: ExportFormat) -> Result<Answer, Problem> {
    let space_id = guarded.tenant();
    let page = ExportedPage::gathered()?;
    let key = match format {
        ExportFormat::Markdown => stored(space_id, page.markdown(), format)?,
        ExportFormat::Html => stored(space_id, html_document(&page)?, format)?,
        ExportFormat::Json => stored(space_id, page.json(), format)?,
        ExportFormat::Zip => make::bundle(&page, space_id)?.ok_or_else(|| {
            let sentence = "The bundle is made by a job, because its files are large: ask again within seconds.";
            Problem::new(409, "bundle_in_preparation", sentence)
        })?,
    };
    let name = file_name::of_page(id, &page.title, format);
    Ok(Answer::object_body(&key, Some(name.as_str())))
}

fn stored(space_id: i64, text: String, format: ExportFormat) -> Result<String, Problem> {
    let key = make::key_of(space_id, &text, format.extension());
    if !make::is_there(&key)? {
        room::check(space_id, text.len() as u64)?;
        objects::put(&key, format.media_type(), text.as_bytes(), Some(VALID_SECONDS))?;
    }
    Ok(key)
}
