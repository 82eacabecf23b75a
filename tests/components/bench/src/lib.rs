//! The component side of the benchmarks: the same answers as the native routes of `quarry-bench`, and what only a component
//! does.

pub mod answers;
pub mod columns;
pub mod stream;
pub mod writes;

quarry_sdk::plugin! {
    name: "bench",
    summary: "Answers what the benchmarks ask.",
    grants: [Warehouse, AppStore, Audit, Events],
    migrations: ["migrations/0001_notes.sql"],
    events: [writes::NoteCreated],
    endpoints: [
        answers::component_small,
        answers::component_rows_500,
        columns::columns_500,
        stream::follow_bench_ticks,
        writes::create_bench_note,
    ],
}
