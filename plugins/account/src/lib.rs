//! The account family: the owner of a key, the freshness of the data, and the account of the signed-in person.
//!
//! To add an endpoint: a file in the folder of its resource, its SQL beside it, and its line below.

pub mod data_export;
pub mod me;
pub mod own_account;
pub mod password;
pub mod sessions;
pub mod status;
pub mod two_factor;

quarry_sdk::plugin! {
    name: "account",
    summary: "The organization, plan and limits behind a key; reachability and lag of the warehouse; one's own account.",
    grants: [Warehouse, AppStore, Identity, Accounts],
    endpoints: [
        me::get::get_account,
        status::get::get_status,
        own_account::get::show_account,
        own_account::update::change_account,
        own_account::delete::delete_account,
        password::update::change_password,
        sessions::delete::sign_out_elsewhere,
        data_export::create::request_account_export,
        two_factor::set_up::set_up_two_factor,
        two_factor::confirm::confirm_two_factor,
        two_factor::delete::end_two_factor,
        two_factor::recovery_codes::renew_recovery_codes,
        two_factor::replace::replace_two_factor,
        two_factor::keep::keep_two_factor,
    ],
}
