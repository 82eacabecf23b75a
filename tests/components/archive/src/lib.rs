//! A component that stores objects, writes rows into them, answers with them, links to them, and writes event streams; for tests only. Loaded
//! without the grant `objects` it does not load; `quarry-test-hostile` is refused each call.

pub mod exporting;
pub mod storing;
pub mod streaming;

quarry_sdk::plugin! {
    name: "archive",
    summary: "Stores objects and writes event streams; for tests only.",
    grants: [AppStore, Jobs, Objects, RowFiles, Warehouse],
    jobs: [exporting::WriteRowFile],
    endpoints: [
        storing::put_object, storing::put_generated, storing::drop_upload, storing::try_objects, storing::get_object,
        storing::get_object_named, storing::read_object, storing::describe_object, storing::list_objects,
        storing::remove_object, storing::link_object, storing::export_bundle, storing::sign_archive_upload, storing::tell_addresses,
        exporting::write_row_file, exporting::misuse_row_file, exporting::write_row_file_later, exporting::get_row_file_job,
        exporting::cancel_row_file_job,
        streaming::count_events, streaming::flood_events, streaming::wait_long, streaming::refuse_stream, streaming::break_stream,
        streaming::never_open, streaming::misuse_stream, streaming::take_turn,
    ],
}
