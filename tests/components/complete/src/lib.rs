//! A component that uses the whole contract: every grant, every function, every form of a body and of a statement; for tests
//! only. `tests/tests/api/capabilities` compares it with `wit/` and fails where something of the contract is not used.
//!
//! Each folder is a part with tests of its own; `calls` has every function by its name.

pub mod archive;
pub mod calls;
pub mod connected;
pub mod forms;
pub mod keeper;
pub mod notebook;
pub mod ones;
pub mod shelves;
pub mod writer;

use calls::{Arguments, CallPath, Called, CalledWithKey};
use quarry_sdk::prelude::*;

quarry_sdk::plugin! {
    name: "complete",
    summary: "Uses all of the contract; for tests only.",
    grants: [
        Warehouse, AppStore, Identity, Audit, Events, Jobs, Mail, Notifications, ApiKeys, Invitations, SingleSignOn, NameLookup,
        KeyValue, OutboundHttp, Objects, RowFiles, Datasets, Secrets, Accounts, Modules, People, NewAccounts, NewAccountNames,
        AccountKeeping, PersonalData, TextAnswers, FirstParty,
    ],
    datasets: [ones::ones],
    migrations: [
        "migrations/0001_notes.sql", "migrations/0002_colours.sql", "migrations/0003_lookups.sql", "migrations/0004_papers.sql",
        "migrations/0005_shelves.sql", "migrations/0006_blocks.sql", "migrations/0007_loads.sql",
        "migrations/0008_ledger.sql",
    ],
    personal_data: [
        complete__notes.user_id { export: notebook::notes::ExportNotes, erase: notebook::notes::EraseNotes },
        complete__lookups.user_id { export: forms::lookups::ExportLookups, kept: "How often people look stays counted." },
        complete__shelf_members.user_id { export: shelves::ExportShelfMembers, erase: shelves::EraseShelfMembers },
    ],
    tenant_tables: [
        complete__shelves { key id as tenant, organization_id as caller.organization_id },
        complete__shelf_members { shelf_id as tenant, user_id as caller.user_id },
        complete__sheets { key id as sheet_id, shelf_id as tenant },
        complete__remarks { key id as remark_id, sheet_id },
    ],
    accounts: [shelves::own::InsertOwnShelves, shelves::own::InsertOwnShelfMembers],
    keeps_account: [
        owns_shelves {
            sentence: "Somebody else reads what stands on these shelves: make them an owner first.",
            member: "shelves",
            rows: shelves::own::SelectShelvesOwnedAlone,
            tenant: "space",
            tenants: shelves::own::SelectShelvesOf,
        },
    ],
    events: [notebook::notes::NoteCreated, calls::written::CallMade],
    notifications: [notebook::telling::NoteShared, calls::written::CallMade, shelves::announcements::SheetShown],
    jobs: [
        notebook::jobs::recount_note, notebook::jobs::misbehave, notebook::jobs::tick, notebook::telling::tell,
        archive::exporting::write_row_file_as_job, calls::written::idle, notebook::following::keep_loads,
    ],
    endpoints: [
        call_from_session,
        call_with_key,
        forms::lookups::count_lookup,
        forms::rows::list_notes_by_ids,
        forms::rows::show_disks,
        forms::walks::list_own_numbers,
        forms::walks::walk_numbers,
        forms::walks::list_side_by_side,
        forms::walks::list_words,
        notebook::notes::create_notebook_note,
        notebook::notes::get_notebook_note,
        notebook::listing::list_notebook_notes,
        notebook::notes::rename_notebook_note,
        notebook::notes::abandon_notebook_note,
        notebook::blocks::replace_blocks,
        notebook::papers::create_paper,
        notebook::papers::change_paper,
        notebook::papers::list_papers,
        notebook::work::start_notebook_work,
        notebook::work::get_notebook_work,
        notebook::work::cancel_notebook_work,
        notebook::misuse::misuse_notebook,
        notebook::slow::count_notebook_slowly,
        notebook::telling::tell_from_session,
        notebook::telling::tell_as_staff,
        notebook::telling::tell_as_nobody,
        notebook::telling::tell_later,
        archive::storing::put_object,
        archive::storing::put_generated,
        archive::storing::drop_upload,
        archive::storing::try_objects,
        archive::storing::get_object,
        archive::storing::get_object_named,
        archive::storing::read_object,
        archive::storing::describe_object,
        archive::storing::list_objects,
        archive::storing::remove_object,
        archive::storing::link_object,
        archive::storing::export_bundle,
        archive::storing::sign_archive_upload,
        archive::storing::tell_addresses,
        archive::exporting::write_row_file,
        archive::exporting::write_row_file_parts,
        archive::exporting::misuse_row_file,
        archive::exporting::write_row_file_later,
        archive::exporting::get_row_file_job,
        archive::exporting::cancel_row_file_job,
        archive::streaming::count_events,
        archive::streaming::flood_events,
        archive::streaming::wait_long,
        archive::streaming::refuse_stream,
        archive::streaming::break_stream,
        archive::streaming::never_open,
        archive::streaming::misuse_stream,
        archive::streaming::take_turn,
        archive::streaming::relay_answer,
        connected::values::use_values,
        connected::requests::send_requests,
        connected::instance::show_instance,
        keeper::passwords::hash_password,
        keeper::passwords::verify_password,
        keeper::tokens::mint_token,
        keeper::tokens::find_token,
        keeper::tokens::sign_with_token,
        keeper::tokens::open_by_token,
        keeper::misuse::peek_at_password,
        keeper::misuse::misuse_secret,
        keeper::misuse::show_undeclared,
        shelves::create_shelf,
        shelves::leave_shelf,
        shelves::sheets::create_sheet,
        shelves::sheets::rename_sheet,
        shelves::sheets::show_sheet,
        shelves::sheets::list_sheets,
        shelves::texts::show_sheet_text,
        shelves::texts::replace_sheet_text,
        shelves::announcements::announce_sheet,
        shelves::looks::look_at_shelf,
        shelves::looks::look_at_asked_shelf,
        shelves::looks::look_into_shelf,
        shelves::looks::give_shelf_away,
        shelves::payments::pay_on_shelf,
        shelves::remarks::create_remark,
        shelves::remarks::delete_remark,
        writer::answers::order_thing,
        writer::uploads::create_note,
        writer::uploads::send_form,
        writer::uploads::upload_table,
        writer::uploads::upload_text,
        writer::uploads::refuse_note,
        writer::answers::make_thing,
        writer::answers::remove_thing,
        writer::answers::ask_for_columns,
    ],
    settings: ["complete"],
    append_only_tables: [complete__ledger_lines],
    outbound_hosts: [
        "localhost:*", "inside.example:*", "named.example", "mapped.example:*", "stood.example", "server:model", "server:absent",
    ],
}

/// Call a function of the contract for the person who is signed in
#[endpoint(
    post = "/session/complete/{function}", session, acting = writes, cache = no_store, body = Called
)]
pub fn call_from_session(path: CallPath, JsonBody(arguments): JsonBody<Arguments>) -> Result<Answer, Problem> {
    calls::answer(&path.function, &arguments)
}

/// Calls a function of the contract, with a key
#[endpoint(
    post = "/complete/calls/{function}", key = "research:write", cache = no_store, body = CalledWithKey
)]
pub fn call_with_key(path: CallPath, JsonBody(arguments): JsonBody<Arguments>) -> Result<Answer, Problem> {
    calls::answer(&path.function, &arguments)
}
