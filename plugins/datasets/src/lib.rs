//! The datasets family: the catalogue, what can be asked of each dataset, and the exports that people build, and monthly releases.
//!
//! The crate `quarry-dataset-catalogue` defines each dataset and its SQL; this component has no statement of its own for one.
//!
//! Always true here: a data request belongs to the person who built it, and is read by nobody else but those who share an
//! organization with that person; it counts in that person's month in the transaction that queues it, and not once it failed.
//!
//! To add an endpoint: a file in the folder of its resource, its SQL beside it, and its line below.

pub mod catalogue;
pub mod exports;
pub mod keyed_requests;
pub mod load_conflicts;
pub mod releases;
pub mod requests;

// Its scope of spaces, which a statement here reads through.
use quarry_space_access as _;

quarry_sdk::plugin! {
    name: "datasets",
    summary: "The catalogue of datasets: columns, filters, how many rows there are and how new they are; exports.",
    grants: [Warehouse, AppStore, Identity, Audit, Events, Jobs, KeyValue, Notifications, Objects, RowFiles, Datasets, PersonalData, FirstParty],
    events: [exports::ready::DataExportReady],
    jobs: [exports::run::run_export, exports::sweep::sweep_exports, releases::queue::queue_releases, releases::run::run_release],
    notifications: [quarry_inbox_entries::InboxGrew],
    adopts: [dataset_releases],
    personal_data: [
        data_requests.user_id { export: requests::ExportDataRequests, erase: requests::EraseDataRequests },
    ],
    endpoints: [
        catalogue::list::list_datasets,
        catalogue::front::get_data,
        catalogue::category::get_data_category,
        catalogue::query_manager::get_query_manager,
        requests::create::create_data_request,
        requests::list::list_data_requests,
        requests::get::get_data_request,
        requests::submit::submit_data_request,
        requests::change::change_data_request,
        requests::remove::remove_data_request,
        requests::cancel::cancel_data_request,
        requests::download::download_data_request,
        releases::get::get_release,
        releases::download::download_release_file,
        releases::correct::correct_release,
        keyed_requests::create::create_keyed_data_request,
        keyed_requests::get::get_keyed_data_request,
        keyed_requests::download::download_keyed_data_request,
        load_conflicts::list::list_load_conflicts,
    ],
}
