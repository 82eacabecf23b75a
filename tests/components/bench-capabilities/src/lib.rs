//! The benchmarks of work that only a component does: columns that it goes through, a stream, a write with its audit entry and
//! event.

pub mod columns;
pub mod stream;
pub mod writes;

quarry_sdk::plugin! {
    name: "bench-capabilities",
    summary: "Does for the benchmarks what only a component does.",
    grants: [Warehouse, AppStore, Audit, Events],
    migrations: ["migrations/0001_notes.sql"],
    events: [writes::NoteCreated],
    endpoints: [
        columns::columns_500,
        stream::follow_bench_ticks,
        writes::create_bench_note,
        writes::create_guarded_bench_note,
    ],
}
