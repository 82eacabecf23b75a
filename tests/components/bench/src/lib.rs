//! The component side of the benchmarks: the same answers as the native routes of `quarry-bench`.

pub mod answers;

quarry_sdk::plugin! {
    name: "bench",
    summary: "Answers what the benchmarks ask.",
    grants: [Warehouse],
    endpoints: [answers::component_small, answers::component_rows_500],
}
