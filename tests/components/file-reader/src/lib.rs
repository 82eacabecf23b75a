//! A component that reads a file: the host must refuse it at load, since a component gets no file system.

pub mod read;

quarry_sdk::plugin! {
    name: "file-reader",
    summary: "Reads a file; for tests only.",
    grants: [],
    endpoints: [read::read_file],
}
