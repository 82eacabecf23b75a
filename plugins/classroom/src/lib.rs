//! The classroom family: slices of data that a teacher pins, so that every student downloads the same bytes.
//!
//! Datasets and their SQL stand in the crate `quarry-dataset-catalogue`; nothing here has a statement of its own for one.
//!
//! Always true here: the bytes of an assignment are written once and never again, whatever becomes of the data; an assignment belongs to the
//! organization that it was pinned for, whose admins alone remove it, and stays when its teacher goes; those who have its join code read it, and nobody else finds it.
//!
//! To add an endpoint: a file in the folder of its resource, its SQL beside it, and its line below.

pub mod assignments;
pub mod join_code;
pub mod lookups;
pub mod pinning;
pub mod sweep;
pub mod teachers;

quarry_sdk::plugin! {
    name: "classroom",
    summary: "Assignments of a class: data that is pinned, and read by a join code.",
    grants: [Warehouse, AppStore, Audit, Jobs, Objects, RowFiles, Datasets, PersonalData, FirstParty],
    jobs: [sweep::sweep_pinned_bytes, lookups::tell_of_token_lookups],
    adopts: [classroom_assignments],
    tenant_tables: [
        classroom_assignments { organization_id as tenant, pinned_by_user_id as caller.user_id },
    ],
    personal_data: [
        classroom_assignments.pinned_by_user_id {
            export: columns(title, instructions, join_code, dataset, row_count, checksum_sha256, pinned_at timestamp),
            erase: column,
        },
    ],
    endpoints: [
        assignments::list::list_assignments,
        assignments::create::create_assignment,
        assignments::get::get_assignment,
        assignments::delete::delete_assignment,
        assignments::download::download_assignment,
    ],
}
