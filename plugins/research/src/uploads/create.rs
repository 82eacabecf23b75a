//! `POST /session/research/pages/{id}/uploads`.

use crate::access::PagePath;
use crate::uploads::media_type::MediaType;
use crate::uploads::{FOLDER, MOST_OF_A_PAGE, VALID_SECONDS, file_name, room};
use quarry_research_pages::access::PageRole;
use quarry_sdk::prelude::*;

statement!(app_store, InsertUpload, "src/uploads/insert_upload.sql", media_type: MediaType);
statement!(app_store, CountUploads, "src/uploads/upload_count.sql");

/// A file that is about to be sent.
#[derive(Schema, Deserialize)]
pub struct NewUpload {
    /// The name under which readers save it.
    #[schema(single_line, min_length = 1, max_length = 200, example = "liquidations.png")]
    file_name: String,
    #[schema(example = "image/png")]
    media_type: MediaType,
    /// Size of the file in bytes, at most 25 MiB.
    #[schema(minimum = 1, maximum = 26_214_400, example = 48_211)]
    size_bytes: u32,
}

/// The request that sends the file.
#[derive(Schema, Serialize)]
pub struct SignedUpload {
    /// The id that an image or file block names in `attrs.upload_id`.
    #[schema(example = 31)]
    id: i64,
    /// The method: `PUT`.
    #[schema(example = "PUT")]
    method: String,
    /// A path below the service's address, which takes the file without a key or a session.
    #[schema(example = "/api/v1/objects/AAAAAGdXmYAHCWFyY2hpdmU")]
    url: String,
    /// Headers that the file is sent with.
    headers: Vec<UploadHeader>,
    /// Bytes that the link takes at most: those that were declared.
    #[schema(example = 48_211)]
    max_bytes: u32,
    /// The time until which the file can be sent.
    expires_at: Time,
}

/// A header that the file is sent with.
#[derive(Schema, Serialize)]
pub struct UploadHeader {
    #[schema(example = "content-type")]
    name: String,
    #[schema(example = "image/png")]
    value: String,
}

/// Sign a direct upload for an image or a file
///
/// Signs a link that takes the file. The client sends the file there, and then a block names it in `attrs.upload_id`; saving the block
/// looks at the file's first bytes and refuses a file of another type. A file that no block names within a day is removed; one person has
/// at most 100 such files and 512 MiB of them. Needs the role `editor` or `owner`.
#[endpoint(
    post = "/session/research/pages/{id}/uploads", session, module = "research", status = 201, guard = PageRole::Editor,
    guard_path(page_id = id), refuses(422, "too_many_uploads", "A page has at most 1,000 files."),
    refuses(422, "too_many_unattached_uploads", "A person has at most 100 files and 512 MiB that no block names: `limit`, `used`."),
    body = SignedUpload
)]
pub fn sign_upload(_path: PagePath, JsonBody(new): JsonBody<NewUpload>) -> Result<Answer, Problem> {
    file_name::check(&new.file_name)?;
    let object_key = format!("{FOLDER}{}", random_name()?);
    let now = Time::now();
    let url = objects::sign_upload(&object_key, new.media_type.word(), new.size_bytes, VALID_SECONDS)?;
    let transaction = Transaction::begin()?;
    if transaction.query(CountUploads {})?.integer(0, "uploads").unwrap_or_default() >= MOST_OF_A_PAGE {
        let sentence = format!("The page has {MOST_OF_A_PAGE} files, and that is the most.");
        return Err(Problem::new(422, "too_many_uploads", sentence).with("limit", MOST_OF_A_PAGE));
    }
    let id = transaction.insert(InsertUpload {
        object_key: object_key.clone(),
        file_name: new.file_name,
        media_type: new.media_type,
        size_bytes: i64::from(new.size_bytes),
        now,
    })?;
    room::check(&transaction, i64::from(new.size_bytes))?;
    let entry = AuditEntry::of("upload.signed", "research_upload", &id);
    transaction.audit(entry.after(&json!({ "media_type": new.media_type, "size_bytes": new.size_bytes })))?;
    transaction.commit()?;
    Ok(Answer::json(&SignedUpload {
        id,
        method: "PUT".to_owned(),
        url,
        headers: vec![UploadHeader { name: "content-type".to_owned(), value: new.media_type.word().to_owned() }],
        max_bytes: new.size_bytes,
        expires_at: now.minus_seconds(-i64::from(VALID_SECONDS)),
    })
    .with_status(201))
}

/// 128 random bits in hex.
fn random_name() -> Result<String, Problem> {
    let mut bytes = [0; 16];
    getrandom::fill(&mut bytes)
        .map_err(|_| Problem::new(503, "overloaded", "No upload could be signed; try again."))?;
    Ok(bytes.iter().map(|byte| format!("{byte:02x}")).collect())
}
