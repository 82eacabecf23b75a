//! The second factor of one's own account, from the set-up to the end.

use crate::account_support::{PASSWORD, Person, code, deployment, eventually};
use quarry::stores::result_set::Value;
use quarry_tests::browser::Browser;
use quarry_tests::http::Answer;
use serde_json::{Value as Json, json};

const TWO_FACTOR: &str = "/session/account/two_factor";

fn secret_of(begun: &Answer) -> String {
    assert_eq!((begun.status, begun.header("cache-control")), (200, "no-store"), "{}", begun.text);
    let (secret, uri) = (begun.json()["secret"].clone(), begun.json()["uri"].clone());
    let secret = secret.as_str().expect("a secret").to_owned();
    let uri = uri.as_str().expect("a link").to_owned();
    assert!(uri.starts_with("otpauth://totp/Quarry:") && uri.contains(&secret), "{uri}");
    secret
}

fn codes_of(answer: &Answer) -> Vec<String> {
    assert_eq!((answer.status, answer.header("cache-control")), (200, "no-store"), "{}", answer.text);
    let codes = answer.json()["recovery_codes"].as_array().expect("a list").clone();
    codes.iter().map(|code| code.as_str().expect("a code").to_owned()).collect()
}

fn sign_in_with(person: &Person, otp: &str) -> Answer {
    let body = json!({ "grant_type": "password", "email": person.email, "password": PASSWORD, "otp": otp });
    Browser::new(&deployment().server).exchange(&body)
}

fn status_of(browser: &Browser<'_>) -> Json {
    browser.get("/session/account").json()["two_factor"].clone()
}

#[test]
fn a_second_factor_guards_the_account_from_its_first_code_on() {
    let deployment = deployment();
    let ada = deployment.person("Ada");
    let (mut browser, other) = (deployment.browser_of(&ada), deployment.browser_of(&ada));
    let secret = secret_of(&browser.write("POST", "/session/account/two_factor/setup", &json!({})));
    assert_eq!(status_of(&browser), json!({ "on": false, "being_set_up": true, "recovery_codes_left": 0 }));
    let resumed = secret_of(&browser.write("POST", "/session/account/two_factor/setup", &json!({})));
    assert_eq!(resumed, secret, "the page that was loaded again shows what the authenticator has already");
    assert_eq!(Browser::new(&deployment.server).sign_in(&ada.email, PASSWORD).status, 200, "not asked for yet");
    let wrong = browser.write("POST", TWO_FACTOR, &json!({ "otp": "000000" }));
    assert_eq!((wrong.status, wrong.code().as_str()), (422, "invalid_otp"), "{}", wrong.text);
    assert!(wrong.json()["fields"]["otp"].is_string());
    let codes = codes_of(&browser.write("POST", TWO_FACTOR, &json!({ "otp": code(&secret, 0) })));
    assert_eq!(codes.len(), 10);
    assert_eq!(status_of(&browser), json!({ "on": true, "being_set_up": false, "recovery_codes_left": 10 }));
    assert_eq!(other.get("/session/account").status, 401, "what was signed in without it is out");
    assert_eq!(Browser::new(&deployment.server).sign_in(&ada.email, PASSWORD).code(), "otp_required");
    assert_eq!(sign_in_with(&ada, &code(&secret, 1)).status, 200);
    assert_eq!(sign_in_with(&ada, &codes[3]).status, 200, "without the authenticator");
    assert_eq!(sign_in_with(&ada, &codes[3]).status, 401, "once");

    let again = browser.write("POST", "/session/account/two_factor/setup", &json!({}));
    assert_eq!((again.status, again.code().as_str()), (409, "two_factor_on"), "{}", again.text);
    let renewed = codes_of(&browser.write("POST", "/session/account/two_factor/recovery_codes", &json!({})));
    assert!(renewed.len() == 10 && renewed.iter().all(|code| !codes.contains(code)));
    assert_eq!(sign_in_with(&ada, &codes[4]).status, 401, "those before are worth nothing");

    let off = browser.write("DELETE", TWO_FACTOR, &json!({}));
    assert_eq!(off.status, 204, "{}", off.text);
    assert_eq!(status_of(&browser), json!({ "on": false, "being_set_up": false, "recovery_codes_left": 0 }));
    assert_eq!(Browser::new(&deployment.server).sign_in(&ada.email, PASSWORD).status, 200);
    assert_eq!(browser.write("DELETE", TWO_FACTOR, &json!({})).code(), "two_factor_off");
    for change in ["is now on", "has new recovery codes", "is now off"] {
        let subject = format!("Subject: Quarry: two-factor sign-in {change}");
        eventually(&subject, || deployment.letters_to(&ada.email).iter().any(|letter| letter.contains(&subject)));
    }
    let told = deployment.texts(
        "SELECT action AS text FROM audit_entries WHERE actor_user_id = $1 AND component = 'account' ORDER BY id",
        ada.user_id,
    );
    let expected = ["set_up_begun", "set_up_resumed", "confirmed", "recovery_codes_renewed", "switched_off"];
    assert_eq!(told, expected.map(|action| format!("two_factor.{action}")));
    let log = deployment.server.log();
    let entries = deployment.texts("SELECT after AS text FROM audit_entries WHERE actor_user_id = $1", ada.user_id);
    for shown in codes.iter().chain([&secret]) {
        assert!(
            !log.contains(shown) && !entries.iter().any(|entry| entry.contains(shown)),
            "{shown} is kept somewhere"
        );
    }
}

#[test]
fn a_new_authenticator_takes_over_only_once_it_works() {
    let deployment = deployment();
    let ada = deployment.person("Ada");
    let mut browser = deployment.browser_of(&ada);
    let replace = "/session/account/two_factor/replace";
    let none_yet = browser.write("POST", replace, &json!({}));
    assert_eq!((none_yet.status, none_yet.code().as_str()), (409, "two_factor_off"), "{}", none_yet.text);
    let first = secret_of(&browser.write("POST", "/session/account/two_factor/setup", &json!({})));
    codes_of(&browser.write("POST", TWO_FACTOR, &json!({ "otp": code(&first, 0) })));

    let given_up = secret_of(&browser.write("POST", replace, &json!({})));
    assert_eq!(status_of(&browser)["being_set_up"], true);
    assert_eq!(browser.write("DELETE", replace, &json!({})).status, 204);
    assert_eq!(browser.write("DELETE", replace, &json!({})).code(), "no_setup", "nothing waits any more");
    assert_eq!(sign_in_with(&ada, &code(&first, 1)).status, 200, "the one in force was kept");

    let second = secret_of(&browser.write("POST", replace, &json!({})));
    assert!(second != first && second != given_up, "what was given up is not shown again");
    let an_hour_ago = "UPDATE authenticators SET created_at = created_at - 3600000001 WHERE user_id = $1";
    deployment.execute(an_hour_ago, &[Value::Int64(ada.user_id)]);
    let forgotten = second;
    let second = secret_of(&browser.write("POST", replace, &json!({})));
    assert_ne!(second, forgotten, "a secret that was shown long ago, to whomever, is not put in force");
    codes_of(&browser.write("POST", TWO_FACTOR, &json!({ "otp": code(&second, 0) })));
    assert_eq!(sign_in_with(&ada, &code(&first, 1)).status, 401, "the old one is over");
    assert_eq!(sign_in_with(&ada, &code(&second, 1)).status, 200);
}
