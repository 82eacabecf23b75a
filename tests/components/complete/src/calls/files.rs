//! Objects, rows as objects, and streams of events.

use crate::calls::stores::AskWarehouse;
use crate::calls::{Arguments, Outcome, done, failed, given};
use quarry_sdk::bindings::quarry::plugin::{datasets, event_stream, objects, row_files};
use quarry_sdk::prelude::Statement;
use quarry_sdk::serde_json::json;

/// The dataset of the component that uses the whole contract.
const ONES: &str = "complete.ones";

pub fn call(interface: &str, name: &str, arguments: &Arguments) -> Option<Outcome> {
    let (key, size) = (arguments.text(), u32::try_from(arguments.size()).unwrap_or(u32::MAX));
    let begin = || objects::begin_upload(key, "text/csv", Some(600));
    let target = row_files::Target {
        key: key.to_owned(),
        format: row_files::Format::Csv,
        compression: row_files::Compression::None,
        columns: None,
        valid_seconds: Some(600),
        max_rows: None,
        max_bytes: arguments.size,
        reports_progress: false,
        metadata: Vec::new(),
    };
    Some(match (interface, name) {
        ("objects", "begin-upload") => {
            // All of them are open at once.
            let open: Vec<_> = (0..arguments.times.unwrap_or(1)).map(|_| begin()).collect();
            done(open.into_iter().collect::<Result<Vec<_>, _>>().map(drop))
        }
        ("objects", "upload.write") => done(begin().and_then(|upload| upload.write(&arguments.bytes()))),
        ("objects", "upload.finish") => {
            let finished = begin().and_then(|upload| {
                upload.write(&arguments.bytes())?;
                objects::Upload::finish(upload)
            });
            given(finished, |info| json!(info.size_bytes))
        }
        ("objects", "head") => given(objects::head(key), |info| json!(info.map(|info| info.size_bytes))),
        ("objects", "read") => given(objects::read(key, 0, size), |bytes| json!(bytes.map(|bytes| bytes.len()))),
        ("objects", "remove") => given(objects::remove(key), |was_there| json!(was_there)),
        ("objects", "list-objects") => given(objects::list_objects(key, None, size), |listed| {
            json!(listed.into_iter().map(|info| info.key).collect::<Vec<_>>())
        }),
        ("objects", "sign-link") => given(objects::sign_link(key, "a.csv", size), |path| json!(path)),
        ("objects", "sign-upload") => given(objects::sign_upload(key, "text/csv", 10, size), |path| json!(path)),
        ("row-files", "write") => {
            given(row_files::write(AskWarehouse::NAME, &[], &target), |written| json!(written.row_count))
        }
        ("row-files", "write-parts") => {
            let target = row_files::Target { key: format!("{key}-*"), ..target };
            let bounds = row_files::PartBounds { rows: 1, bytes: 1 << 20 };
            given(row_files::write_parts(AskWarehouse::NAME, &[], &target, bounds), |written| {
                json!(written.parts.len())
            })
        }
        ("datasets", "published") => given(datasets::published(), |all| {
            json!(all.into_iter().map(|published| published.key).collect::<Vec<_>>())
        }),
        ("datasets", "query") => given(datasets::query(ONES, &[]), |rows| json!(rows.row_count())),
        ("datasets", "count-rows") => given(datasets::count_rows(ONES, &[], 2), |rows| json!(rows)),
        ("datasets", "write-parts") => {
            let target = row_files::Target { key: format!("{key}-*"), ..target };
            let bounds = row_files::PartBounds { rows: 1, bytes: 1 << 20 };
            given(datasets::write_parts(ONES, &[], &target, bounds), |written| json!(written.parts.len()))
        }
        // On a route that declares a stream there is more to it: see the routes that do.
        ("event-stream", "open" | "sink.send" | "sink.wait") => event_stream::open().map_err(failed).and_then(|sink| {
            sink.wait(1);
            let event = event_stream::Event { id: None, name: None, data: "1".to_owned() };
            done(sink.send(&event))
        }),
        _ => return None,
    })
}
