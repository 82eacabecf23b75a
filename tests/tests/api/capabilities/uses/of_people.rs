//! Organizations, one's own account, and what staff do.

use super::Use;
use crate::account_support::code;
use crate::capabilities::stage::{browser, call, none, outcome, shown};
use quarry_tests::browser::Browser;
use serde_json::json;

/// The CSRF token that came with a new cookie.
fn renew(browser: &mut Browser<'_>) {
    let viewer = browser.get("/session").json();
    viewer["csrf_token"].as_str().expect("a token").clone_into(&mut browser.csrf_token);
}

/// Organizations.
pub(super) const ORGANIZATIONS: &[Use] = &[
    ("identity.caller-profile", |stage| {
        let own = stage.own_organization();
        assert_eq!(outcome(&stage.asked("identity.caller-profile", none())), own);
    }),
    ("identity.organization-profile", |stage| {
        let arguments = json!({ "organization_id": stage.house.id });
        let plan = outcome(&call(&mut stage.staff, "complete", "identity.organization-profile", &arguments));
        assert_eq!(plan, "team");
    }),
    ("api-keys.mint", |stage| {
        let key = shown(&stage.house("api-keys.mint", json!({ "text": "a key" })));
        assert!(key.len() > 20, "a key");
        let newest = "SELECT MAX(id) AS number FROM api_keys WHERE organization_id = $1";
        stage.id = stage.number(newest);
    }),
    ("api-keys.rotate", |stage| {
        let id = stage.id;
        shown(&stage.house("api-keys.rotate", json!({ "id": id })));
        let newest = "SELECT MAX(id) AS number FROM api_keys WHERE organization_id = $1";
        stage.id = stage.number(newest);
        assert_ne!(stage.id, id);
    }),
    ("api-keys.revoke", |stage| {
        let id = stage.id;
        assert_eq!(outcome(&stage.house("api-keys.revoke", json!({ "id": id }))), true);
    }),
    ("api-keys.revoke-of-member", |stage| {
        shown(&stage.house("api-keys.mint", json!({ "text": "another key" })));
        let owner = stage.house.owner.user_id;
        let revoked = outcome(&stage.house("api-keys.revoke-of-member", json!({ "id": owner })));
        assert_eq!(revoked, 2, "the last one, and the rotated one whose time is over");
    }),
    ("invitations.invite", |stage| {
        let invited = stage.house("invitations.invite", json!({ "text": "uses@guests.example" }));
        stage.id = outcome(&invited).as_i64().expect("an id");
    }),
    ("invitations.withdraw", |stage| {
        let id = stage.id;
        assert_eq!(outcome(&stage.house("invitations.withdraw", json!({ "id": id }))), "done");
    }),
    ("single-sign-on.save", |stage| {
        let provider = json!({ "text": "https://provider.example", "password": "a secret of the client" });
        assert_eq!(outcome(&stage.house("single-sign-on.save", provider)), "done");
        let providers = "SELECT COUNT(*) AS number FROM organization_single_sign_on WHERE organization_id = $1";
        assert_eq!(stage.number(providers), 1);
    }),
    ("single-sign-on.test", |stage| {
        assert_eq!(outcome(&stage.house("single-sign-on.test", none())), false, "there is no such provider");
    }),
];

/// One's own account, to its end.
pub(super) const ACCOUNTS: &[Use] = &[
    ("accounts.show-standing", |stage| assert_eq!(outcome(&stage.own("accounts.show-standing", none())), true)),
    ("accounts.show-deletion", |stage| {
        assert!(outcome(&stage.own("accounts.show-deletion", none())).is_array());
    }),
    ("accounts.rename", |stage| {
        assert_eq!(outcome(&stage.own("accounts.rename", json!({ "text": "Augusta" }))), "done");
    }),
    ("accounts.sign-out-elsewhere", |stage| {
        assert_eq!(outcome(&stage.own("accounts.sign-out-elsewhere", none())), 0);
    }),
    ("accounts.request-export", |stage| {
        assert_eq!(outcome(&stage.own("accounts.request-export", none())), "ExportState::Running");
    }),
    ("accounts.begin-two-factor", |stage| {
        stage.text = shown(&stage.own("accounts.begin-two-factor", none()));
    }),
    ("accounts.keep-two-factor", |stage| {
        assert_eq!(outcome(&stage.own("accounts.keep-two-factor", none())), "done");
        stage.text = shown(&stage.own("accounts.begin-two-factor", none()));
    }),
    ("accounts.confirm-two-factor", |stage| {
        let code = code(&stage.text, 0);
        let confirmed = stage.own("accounts.confirm-two-factor", json!({ "password": code }));
        assert_eq!(confirmed["shown"].as_array().map(Vec::len), Some(10), "{confirmed}");
    }),
    ("accounts.renew-recovery-codes", |stage| {
        let renewed = stage.own("accounts.renew-recovery-codes", none());
        assert_eq!(renewed["shown"].as_array().map(Vec::len), Some(10), "{renewed}");
    }),
    ("accounts.end-two-factor", |stage| {
        assert_eq!(outcome(&stage.own("accounts.end-two-factor", none())), "done");
    }),
    ("accounts.change-password", |stage| {
        let password = json!({ "password": "another ostrich trumpet 71" });
        assert_eq!(outcome(&stage.own("accounts.change-password", password)), "done");
    }),
    ("accounts.delete-account", |stage| {
        assert!(outcome(&stage.own("accounts.delete-account", none())).is_array());
        assert_eq!(stage.holder.get("/session/sudo").status, 401, "the session is gone");
    }),
];

/// The calls of staff.
pub(super) const STAFF: &[Use] = &[
    ("modules.get-overview", |stage| {
        let modules = outcome(&call(&mut stage.staff, "complete", "modules.get-overview", &none()));
        assert!(modules.as_u64().is_some_and(|modules| modules > 3), "{modules}");
    }),
    ("modules.switch-module", |stage| {
        for is_on in [false, true] {
            let switch = json!({ "text": "partners" });
            assert_eq!(outcome(&call(&mut stage.staff, "complete", "modules.switch-module", &switch)), is_on);
        }
    }),
    ("people.sign-out-everywhere", |stage| {
        let signed_in = browser(&stage.target);
        assert_eq!(stage.done_to("people.sign-out-everywhere", "a"), 1);
        assert_eq!(signed_in.get("/session/sudo").status, 401);
    }),
    ("people.reset-second-factor", |stage| assert_eq!(stage.done_to("people.reset-second-factor", "a"), false)),
    ("people.revoke-keys", |stage| assert_eq!(stage.done_to("people.revoke-keys", "a"), 0)),
    ("people.set-disabled", |stage| {
        assert_eq!(stage.done_to("people.set-disabled", "out"), true);
        assert_eq!(stage.done_to("people.set-disabled", "in"), false);
    }),
    ("people.set-standing", |stage| {
        assert_eq!(stage.done_to("people.set-standing", "audit_view"), json!(["audit_view"]));
        let none = json!({ "id": stage.target.user_id });
        assert_eq!(outcome(&call(&mut stage.staff, "complete", "people.set-standing", &none)), json!([]));
    }),
    ("people.begin-acting", |stage| {
        assert_eq!(stage.done_to("people.begin-acting", "a"), true);
        renew(&mut stage.staff);
    }),
    ("people.end-acting", |stage| {
        assert!(outcome(&call(&mut stage.staff, "complete", "people.end-acting", &none())).is_i64());
        renew(&mut stage.staff);
    }),
];
