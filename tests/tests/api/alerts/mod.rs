//! Alerts of spaces: what is kept of them, who may what, and how many there may be.

pub(crate) mod evaluation;
mod letters;
mod prices;
mod sample;
mod watches;

use crate::library::twin;
use crate::organizations::house::{Person, execute};
use crate::spaces::refused;
use quarry::stores::result_set::Value;
use quarry_tests::browser::Browser;
use quarry_tests::server::shared;
use serde_json::{Value as Json, json};

const CENTRE: &str = "/session/alerts";
/// A pool of the sample chain: WETH in USDC.
const POOL: &str = "0xb4e16d0168e52d35cacd2c6185b44281ec28c9dc";

/// Somebody new on the sample with a plan, whose own space has come.
fn somebody(plan: &str) -> (Person, Browser<'static>, i64) {
    let person = Person::new(shared(), "Ada");
    let values = [Value::Int64(person.own_organization_id), Value::Text(plan.to_owned())];
    execute(shared(), "UPDATE organizations SET plan_key = $2 WHERE id = $1", &values);
    let browser = person.browser(shared());
    let own = || browser.get("/session/spaces").json()["spaces"][0]["id"].as_i64();
    crate::account_support::eventually("every account has a space of its own", || own().is_some());
    let space = own().expect("a space");
    (person, browser, space)
}

/// Makes a person a member of a space, past every check.
fn join(space: i64, person: &Person, role: &str) {
    let sql = "INSERT INTO space_members (space_id, user_id, role, created_at) VALUES ($1, $2, $3, 1793491200000000)";
    execute(shared(), sql, &[Value::Int64(space), Value::Int64(person.id), Value::Text(role.to_owned())]);
}

#[track_caller]
fn centre(browser: &Browser<'_>) -> Json {
    let answer = browser.get(CENTRE);
    assert_eq!(answer.status, 200, "{}", answer.text);
    answer.json()
}

#[test]
fn one_allowance_counts_alerts_of_every_type_also_when_they_are_made_at_once() {
    let (_, mut browser, _) = somebody("free");
    let statuses: Vec<u16> = std::thread::scope(|scope| {
        let making: Vec<_> = (0..20)
            .map(|number| {
                let mut browser = twin(&browser);
                scope.spawn(move || {
                    let price = json!({ "pool_address": POOL, "condition": "above", "threshold": "5000" });
                    let (path, body) = match number % 3 {
                        0 => ("prices", price),
                        1 => ("watches", json!({ "kind": "chain_event" })),
                        _ => ("watches", json!({ "kind": "liquidation", "condition": { "token": "WETH" } })),
                    };
                    browser.write("POST", &format!("{CENTRE}/{path}"), &body).status
                })
            })
            .collect();
        making.into_iter().map(|thread| thread.join().expect("an answer")).collect()
    });
    assert_eq!(statuses.iter().filter(|status| **status == 201).count(), 3, "{statuses:?}");
    assert_eq!(statuses.iter().filter(|status| **status == 403).count(), 17, "{statuses:?}");
    let seen = centre(&browser);
    assert_eq!(seen["allowance"], json!({ "limit": 3, "used": 3, "remaining": 0 }));
    let spent = browser.write("POST", &format!("{CENTRE}/watches"), &json!({ "kind": "chain_event" }));
    refused(&spent, 403, "plan_limit_reached", None);
    let said = spent.json();
    assert_eq!((&said["limit"], &said["used"], &said["allowance"]), (&json!(3), &json!(3), &json!("alerts")));
    for (list, path) in
        [("price_alerts", "prices"), ("liquidation_watches", "watches"), ("chain_event_watches", "watches")]
    {
        for alert in seen[list].as_array().expect("a list") {
            assert_eq!(browser.write("DELETE", &format!("{CENTRE}/{path}/{}", alert["id"]), &json!({})).status, 204);
        }
    }
    assert_eq!(centre(&browser)["allowance"], json!({ "limit": 3, "used": 0, "remaining": 3 }));
}

#[test]
fn the_cadence_of_letters_is_kept_for_oneself() {
    let (_, mut browser, _) = somebody("researcher");
    assert_eq!(centre(&browser)["email_frequency"], "instant");
    let path = format!("{CENTRE}/email_frequency");
    for frequency in ["daily", "weekly", "off", "instant", "off"] {
        let chosen = browser.write("PATCH", &path, &json!({ "frequency": frequency }));
        assert_eq!((chosen.status, &chosen.json()["email_frequency"]), (200, &json!(frequency)), "{}", chosen.text);
        let notice = chosen.json()["notice"].as_str().unwrap_or_default().to_owned();
        let said = match frequency {
            "instant" => "at once",
            "daily" => "daily at 08:00 UTC",
            "weekly" => "on Mondays at 08:00 UTC",
            _ => "No letters",
        };
        assert!(notice.contains(said), "{notice}");
    }
    for body in [json!({}), json!({ "frequency": "hourly" }), json!({ "frequency": null })] {
        refused(&browser.write("PATCH", &path, &body), 422, "validation_failed", Some("frequency"));
    }
    assert_eq!(centre(&browser)["email_frequency"], "off");
    let (_, other, _) = somebody("researcher");
    assert_eq!(centre(&other)["email_frequency"], "instant");
}
