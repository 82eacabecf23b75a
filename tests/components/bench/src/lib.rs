//! The same answers as the native routes of `quarry-bench`, from a component that imports what answering needs, as a family
//! of reads does: an instance costs by what it imports.

pub mod answers;

quarry_sdk::plugin! {
    name: "bench",
    summary: "Answers what the benchmarks ask.",
    grants: [Warehouse],
    endpoints: [answers::component_small, answers::component_rows_500],
}
