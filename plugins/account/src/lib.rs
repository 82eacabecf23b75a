//! The account family: who a key belongs to, whether the data is fresh, and the account of whoever is signed in.

pub mod change_account;
pub mod change_password;
pub mod data_export;
pub mod delete_account;
pub mod deletion;
pub mod get_account;
pub mod get_status;
pub mod profile;
pub mod request_export;
pub mod show_account;
pub mod sign_out_elsewhere;
pub mod two_factor;

use two_factor::{
    confirm_two_factor, end_two_factor, keep_two_factor, renew_recovery_codes, replace_two_factor, set_up_two_factor,
};

quarry_sdk::plugin! {
    name: "account",
    summary: "The organization, plan and limits behind a key; reachability and lag of the warehouse; one's own account.",
    grants: [Warehouse, AppStore, Identity, Accounts],
    endpoints: [
        get_account::get_account,
        get_status::get_status,
        show_account::show_account,
        change_account::change_account,
        delete_account::delete_account,
        change_password::change_password,
        sign_out_elsewhere::sign_out_elsewhere,
        request_export::request_account_export,
        set_up_two_factor::set_up_two_factor,
        confirm_two_factor::confirm_two_factor,
        end_two_factor::end_two_factor,
        renew_recovery_codes::renew_recovery_codes,
        replace_two_factor::replace_two_factor,
        keep_two_factor::keep_two_factor,
    ],
}
