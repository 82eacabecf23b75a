//! A thief with somebody's session and many addresses: the second factor is guessed no faster from 300 of them than from one.

use crate::account_support::code;
use crate::organizations::house::{Person, environment};
use quarry_tests::server::{Options, Server, app_store_environment};
use serde_json::json;

const TWO_FACTOR: &str = "/session/account/two_factor";

#[test]
fn a_stolen_session_and_three_hundred_addresses_open_no_sudo_window() {
    let mut environment = environment(app_store_environment("guessed_codes").expect("a store"));
    environment.push(("QUARRY__SERVER__TRUSTED_PROXIES".to_owned(), "127.0.0.1, ::1".to_owned()));
    let server = Server::start(&Options { no_sample: true, environment, ..Options::default() }).expect("a server");
    let ada = Person::new(&server, "Ada");
    let mut browser = ada.browser(&server);
    let begun = browser.write("POST", &format!("{TWO_FACTOR}/setup"), &json!({}));
    let secret = begun.json()["secret"].as_str().expect("a secret").to_owned();
    let confirmed = browser.write("POST", TWO_FACTOR, &json!({ "otp": code(&secret, 0) }));
    assert_eq!(confirmed.status, 200, "{}", confirmed.text);
    let recovery = confirmed.json()["recovery_codes"][0].as_str().expect("a code").to_owned();
    let ask = |number: usize, otp: &str| {
        let client = format!("for=198.51.{}.{}", 100 + number / 200, number % 200 + 1);
        let body = json!({ "otp": otp }).to_string();
        let headers = [
            ("content-type", "application/json"),
            ("cookie", browser.cookie.as_str()),
            ("x-csrf-token", browser.csrf_token.as_str()),
            ("forwarded", client.as_str()),
        ];
        server.send_body("POST", "/session/sudo", &headers, body.as_bytes())
    };
    let mut compared = 0;
    for number in 0..300 {
        let answer = ask(number, "000000");
        match answer.status {
            422 => {
                assert_eq!(answer.code(), "invalid_otp", "{}", answer.text);
                compared += 1;
            }
            _ => {
                assert_eq!((answer.status, answer.code().as_str()), (429, "rate_limited"), "{}", answer.text);
                let retry_after: u32 = answer.header("retry-after").parse().expect("whole seconds");
                assert!((3_000..=3_600).contains(&retry_after), "{retry_after}");
            }
        }
    }
    assert_eq!(compared, 20);
    assert_eq!(ask(301, &code(&secret, 1)).status, 429, "nor by the right one, nor by another kind of it");
    assert_eq!(ask(302, &recovery).status, 429);
}
