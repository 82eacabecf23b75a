//! A component with a statement that no store can run: it reads well, and the warehouse has no such column.

pub mod misspelt;

quarry_sdk::plugin! {
    name: "mistaken",
    summary: "Asks for a column that is not there; for tests only.",
    grants: [Warehouse],
    endpoints: [misspelt::list_mistaken],
}
