//! `GET /public/published_pages/{slug}/files/{upload_id}`.

use crate::get_published_page::no_page;
use crate::publications::kept::FrozenFile;
use crate::uploads::media_type::MediaType;
use quarry_sdk::objects::ObjectBytes;
use quarry_sdk::prelude::*;

statement!(
    app_store,
    SelectPublishedFile,
    "sql/published_file.sql",
    unguarded = "Anybody reads the files of what an owner published."
);

#[derive(Parameters)]
pub struct PublishedFilePath {
    /// The page's slug.
    #[parameter(path, max_length = 200, example = "liquidations-of-the-sample")]
    slug: String,
    /// The file, as the published page names it.
    #[parameter(path, minimum = 1, example = "1")]
    upload_id: i64,
}

#[derive(Row)]
struct PublishedFileRow {
    object_key: String,
    file_name: String,
    media_type: String,
    #[row(json)]
    files: Vec<FrozenFile>,
}

/// A file of a published page
///
/// Pictures are shown, other files are saved under their names. The path stays the same as long as the page is published; a file that
/// the published version does not show is a 404, as everything of a page is that is not published. What it gives runs nothing in a browser.
#[endpoint(
    get = "/public/published_pages/{slug}/files/{upload_id}", keyless, module = "research",
    object = [
        "image/png", "image/jpeg", "image/gif", "image/webp", "image/avif", "application/pdf", "text/csv", "text/plain",
        "application/json", "application/zip", "application/gzip"
    ],
    body = ObjectBytes
)]
pub fn get_published_file(path: PublishedFilePath) -> Result<Answer, Problem> {
    let PublishedFilePath { slug, upload_id } = path;
    let file: Option<PublishedFileRow> = SelectPublishedFile { slug: slug.clone(), upload_id }.one()?;
    let file = file.filter(|file| file.files.iter().any(|shown| shown.upload_id == upload_id));
    let file = file.ok_or_else(|| no_page(&slug))?;
    let is_picture = MediaType::from_word(&file.media_type).is_some_and(MediaType::is_image);
    Ok(Answer::object_body(&file.object_key, (!is_picture).then_some(file.file_name.as_str())))
}
