//! A person's own account, and what staff do: to the module switches and to other people.

use crate::calls::{Arguments, Done, Outcome, done, failed, given};
use quarry_sdk::serde_json::json;
use quarry_sdk::{account, modules, people};

pub fn call(interface: &str, name: &str, arguments: &Arguments) -> Option<Outcome> {
    match interface {
        "accounts" => own_account(name, arguments),
        "modules" => Some(match name {
            "get-overview" => given(modules::overview(), |overview| json!(overview.modules.len())),
            "switch-module" => {
                let reason = String::from_utf8_lossy(&arguments.bytes()).into_owned();
                given(modules::switch(arguments.text(), None, Some(&reason)), |module| json!(module.enabled))
            }
            _ => return None,
        }),
        _ => somebody(name, arguments),
    }
}

fn own_account(name: &str, arguments: &Arguments) -> Option<Outcome> {
    Some(match name {
        "show-standing" => given(account::standing(), |standing| json!(standing.has_password)),
        "show-deletion" => given(account::deletion(), |deletion| json!(deletion.removed)),
        "rename" => done(account::rename(arguments.text())),
        "change-password" => arguments.secret_to_use(|password| done(account::change_password(password))),
        "sign-out-elsewhere" => given(account::sign_out_elsewhere(), |ended| json!(ended)),
        "begin-two-factor" => {
            account::set_up_two_factor().map(|setup| Done::Secrets(vec![setup.secret])).map_err(failed)
        }
        "confirm-two-factor" => {
            arguments.secret_to_use(|code| account::confirm_two_factor(code).map(Done::Secrets).map_err(failed))
        }
        "renew-recovery-codes" => account::renew_recovery_codes().map(Done::Secrets).map_err(failed),
        "keep-two-factor" => done(account::keep_two_factor()),
        "end-two-factor" => done(account::end_two_factor()),
        "request-export" => given(account::request_export(), |export| json!(format!("{:?}", export.state))),
        "delete-account" => given(account::delete(), |deletion| json!(deletion.removed)),
        _ => return None,
    })
}

fn somebody(name: &str, arguments: &Arguments) -> Option<Outcome> {
    let id = arguments.id();
    let reason = || String::from_utf8_lossy(&arguments.bytes()).into_owned();
    Some(match name {
        "sign-out-everywhere" => given(people::sign_out_everywhere(id), |ended| json!(ended)),
        "reset-second-factor" => given(people::reset_second_factor(id), |was_there| json!(was_there)),
        "revoke-keys" => given(people::revoke_keys(id), |keys| json!(keys)),
        "set-disabled" => {
            given(people::set_disabled(id, Some(arguments.text() == "out"), Some(&reason())), |is_out| json!(is_out))
        }
        "set-standing" => {
            let permissions = arguments.text.clone().into_iter().collect();
            given(people::set_standing(id, &people::Standing { tier: None, permissions }), |standing| {
                json!(standing.permissions)
            })
        }
        "begin-acting" => given(people::begin_acting(id, &reason(), 5), |until| json!(until.microseconds > 0)),
        "end-acting" => given(people::end_acting(), |user_id| json!(user_id)),
        _ => return None,
    })
}
