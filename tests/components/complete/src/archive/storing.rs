//! Objects: one endpoint for each function of the interface.

use quarry_sdk::objects::{ObjectFailure, ObjectInfo, Upload};
use quarry_sdk::prelude::*;
use quarry_sdk::serde_json::{Value as Json, json};

/// Any object of JSON.
pub struct Anything;

impl Schema for Anything {
    fn schema() -> Json {
        json!({ "type": "object" })
    }

    fn example() -> Json {
        json!({})
    }
}

#[derive(Parameters)]
pub struct Named {
    /// The object's key.
    #[parameter(max_length = 600, example = "a/b")]
    key: String,
    /// Seconds after which it is deleted on its own.
    #[parameter(minimum = 0, maximum = 100000000000)]
    valid_seconds: Option<i64>,
}

fn described(info: &ObjectInfo) -> Answer {
    Answer::object()
        .member("key", &info.key)
        .member("size_bytes", &info.size_bytes)
        .member("sha256", &info.sha256)
        .member("content_type", &info.content_type)
        .member("expires_at", &info.expires_at)
        .into()
}

fn seconds(value: Option<i64>) -> Option<u64> {
    value.and_then(|seconds| u64::try_from(seconds).ok())
}

/// Stores the body
#[endpoint(
    post = "/archive/objects", keyless, cache = no_store, accepts = ["text/csv", "application/octet-stream"],
    max_body_bytes = 1000000, body = Anything
)]
pub fn put_object(query: Named, body: RawBody) -> Result<Answer, Problem> {
    Ok(described(&objects::put(&query.key, &body.content_type, &body.bytes, seconds(query.valid_seconds))?))
}

#[derive(Parameters)]
pub struct Generated {
    /// The object's key.
    #[parameter(max_length = 600, example = "a/b")]
    key: String,
    /// Its size in bytes.
    #[parameter(minimum = 0, maximum = 2000000000, example = "10")]
    size: i64,
}

/// Stores an object of that size, byte `i` of it being `i` modulo 251
#[endpoint(post = "/archive/generated", keyless, cache = no_store, body = Anything)]
pub fn put_generated(query: Generated) -> Result<Answer, Problem> {
    let mut upload = Upload::begin(&query.key, "application/octet-stream", None)?;
    let size = usize::try_from(query.size).unwrap_or_default();
    // 251 pieces of a mebibyte are the pattern's period.
    let pattern: Vec<u8> = (0..(1 << 20) + 251).map(|index: usize| (index % 251) as u8).collect();
    let mut at = 0;
    while at < size {
        let length = (size - at).min(1 << 20);
        let phase = at % 251;
        upload.write(&pattern[phase..phase + length])?;
        at += length;
    }
    Ok(described(&upload.finish()?))
}

/// Begins an upload, writes to it and gives it up
#[endpoint(post = "/archive/dropped", keyless, cache = no_store, body = Anything)]
pub fn drop_upload(query: Generated) -> Result<Answer, Problem> {
    let mut upload = Upload::begin(&query.key, "text/plain", None)?;
    let piece = vec![7; 1 << 20];
    for _ in 0..query.size {
        upload.write(&piece)?;
    }
    drop(upload);
    Ok(Answer::object().member("found", &objects::head(&query.key)?.is_some()).into())
}

#[derive(Parameters)]
pub struct Attempt {
    /// The call to try.
    #[parameter(path, example = "key")]
    what: String,
}

/// Makes a call that the host refuses, and tells what it said
#[endpoint(post = "/archive/attempts/{what}", keyless, cache = no_store, body = Anything)]
pub fn try_objects(query: Attempt) -> Result<Answer, Problem> {
    let failure = match query.what.as_str() {
        "key" => objects::head("../outside").err(),
        "empty-key" => objects::head("").err(),
        "content-type" => Upload::begin("a", "not a type", None).err(),
        "piece" => objects::read("a", 0, (1 << 20) + 1).err(),
        "list" => objects::list("", None, 501).err(),
        "link" => objects::sign_link("a", "a.csv", 3_601).err(),
        "file-name" => objects::sign_link("a", "../a", 60).err(),
        "uploads" => {
            let open: Vec<_> = (0..5).map(|number| Upload::begin(&format!("open/{number}"), "a/b", None)).collect();
            open.into_iter().find_map(Result::err)
        }
        "operations" => (0..2_001).find_map(|_| objects::sign_link("a", "a", 1).err()),
        other => return Err(Problem::not_found(format!("There is no attempt {other}."))),
    };
    let (kind, sentence) = match &failure {
        None => ("none", ""),
        Some(ObjectFailure::Unavailable(sentence)) => ("unavailable", sentence.as_str()),
        Some(ObjectFailure::DeadlineExceeded(sentence)) => ("deadline-exceeded", sentence.as_str()),
        Some(ObjectFailure::LimitExceeded(sentence)) => ("limit-exceeded", sentence.as_str()),
        Some(ObjectFailure::Rejected(sentence)) => ("rejected", sentence.as_str()),
    };
    Ok(Answer::object().member("kind", kind).member("sentence", sentence).into())
}

/// Tells where the deployment is found
#[endpoint(get = "/archive/addresses", keyless, cache = no_store, body = Anything)]
pub fn tell_addresses() -> Result<Answer, Problem> {
    let addresses = quarry_sdk::deployment::addresses();
    Ok(Answer::object().member("service", &addresses.service).member("web_app", &addresses.web_app).into())
}

/// Answers with an object
#[endpoint(get = "/archive/object", keyless, cache = private, object = "application/octet-stream")]
pub fn get_object(query: Named) -> Result<Answer, Problem> {
    Ok(Answer::object_body(query.key.as_str(), None))
}

/// Answers with an object that a browser saves
#[endpoint(get = "/archive/attachment", keyless, cache = private, object = "application/octet-stream")]
pub fn get_object_named(query: Named) -> Result<Answer, Problem> {
    Ok(Answer::object_body(query.key.as_str(), Some("Löhne & more.csv")))
}

#[derive(Parameters)]
pub struct Part {
    /// The object's key.
    #[parameter(max_length = 600, example = "a/b")]
    key: String,
    /// The offset to begin at.
    #[parameter(minimum = 0, maximum = 2000000000, example = "0")]
    offset: i64,
    /// The number of bytes.
    #[parameter(minimum = 0, maximum = 2000000000, example = "10")]
    length: i64,
}

/// Reads bytes of an object in the component, and sums them
#[endpoint(get = "/archive/sum", keyless, cache = no_store, body = Anything)]
pub fn read_object(query: Part) -> Result<Answer, Problem> {
    let length = u32::try_from(query.length).unwrap_or(u32::MAX);
    let bytes = objects::read(&query.key, query.offset.unsigned_abs(), length)?;
    let sum = bytes.as_ref().map(|bytes| bytes.iter().map(|byte| u64::from(*byte)).sum::<u64>());
    Ok(Answer::object().member("count", &bytes.map(|bytes| bytes.len())).member("sum", &sum).into())
}

/// Tells what is known of an object
#[endpoint(get = "/archive/head", keyless, cache = no_store, body = Anything)]
pub fn describe_object(query: Named) -> Result<Answer, Problem> {
    let found = objects::head(&query.key)?;
    found.as_ref().map(described).ok_or_else(|| Problem::not_found("There is no such object."))
}

#[derive(Parameters)]
pub struct Listing {
    /// The beginning of the keys.
    #[parameter(max_length = 600, example = "a/")]
    prefix: String,
    /// The key before the first.
    #[parameter(max_length = 600)]
    after: Option<String>,
    /// The number of keys.
    #[parameter(minimum = 1, maximum = 500, example = "10")]
    count: i64,
}

/// Lists keys
#[endpoint(get = "/archive/list", keyless, cache = no_store, body = Anything)]
pub fn list_objects(query: Listing) -> Result<Answer, Problem> {
    let listed = objects::list(&query.prefix, query.after.as_deref(), u32::try_from(query.count).unwrap_or(1))?;
    let keys: Vec<&str> = listed.iter().map(|info| info.key.as_str()).collect();
    Ok(Answer::object().member("keys", &keys).into())
}

/// Removes an object
#[endpoint(post = "/archive/removals", keyless, cache = no_store, body = Anything)]
pub fn remove_object(query: Named) -> Result<Answer, Problem> {
    Ok(Answer::object().member("removed", &objects::remove(&query.key)?).into())
}

/// Signs a link
#[endpoint(post = "/archive/links", keyless, cache = no_store, body = Anything)]
pub fn link_object(query: Named) -> Result<Answer, Problem> {
    let seconds = u32::try_from(query.valid_seconds.unwrap_or(60)).unwrap_or(u32::MAX);
    Ok(Answer::object().member("link", &objects::sign_link(&query.key, "prices.csv", seconds)?).into())
}

#[derive(Parameters)]
pub struct Bundle {
    /// The media type to store it as.
    #[parameter(max_length = 40, example = "text/markdown")]
    media_type: String,
}

/// Makes a bundle and answers with it: an object as the answer to a post, in one of two media types
#[endpoint(
    post = "/archive/bundles",
    keyless,
    cache = no_store,
    object = ["text/markdown", "text/html"],
)]
pub fn export_bundle(query: Bundle) -> Result<Answer, Problem> {
    let stored = objects::put("bundle", &query.media_type, b"# A bundle", Some(60))?;
    Ok(Answer::object_body(&stored, Some("bundle.md")))
}

#[derive(Parameters)]
pub struct Allowed {
    /// The object's key.
    #[parameter(max_length = 600, example = "a/b")]
    key: String,
    /// The most bytes.
    #[parameter(minimum = 0, maximum = 2000000000, example = "100")]
    max_bytes: i64,
    /// Seconds for which the link lives.
    #[parameter(minimum = 0, maximum = 2000000000, example = "60")]
    seconds: i64,
}

/// Signs an upload
#[endpoint(post = "/archive/uploads", keyless, cache = no_store, body = Anything)]
pub fn sign_archive_upload(query: Allowed) -> Result<Answer, Problem> {
    let number = |number: i64| u32::try_from(number).unwrap_or(u32::MAX);
    let path = objects::sign_upload(&query.key, "image/png", number(query.max_bytes), number(query.seconds))?;
    Ok(Answer::object().member("path", &path).into())
}
