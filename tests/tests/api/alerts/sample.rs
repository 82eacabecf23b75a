//! The sandbox as somebody finds it who opens it.

use crate::account_support::eventually;
use quarry_tests::browser::Browser;
use quarry_tests::server::shared;
use serde_json::{Value as Json, json};

#[test]
fn the_sandbox_has_an_alert_that_fired_and_what_it_tells_to_look_at() {
    let browser = Browser::of(shared(), "admin");
    let of_sample = |state: &str| {
        let centre = browser.get("/session/alerts").json();
        let alerts = centre["price_alerts"].as_array().expect("a list").clone();
        let made = |alert: &Json| alert["created_by"]["name"] == "Sample Admin" && alert["state"] == state;
        alerts.into_iter().filter(made).collect::<Vec<_>>()
    };
    eventually("the first look fires it", || !of_sample("fired").is_empty());
    let (fired, watching) = (of_sample("fired"), of_sample("watching"));
    assert_eq!((&fired[0]["threshold"], &watching[0]["threshold"]), (&json!("1800"), &json!("5000")));
    let measured = fired[0]["fired"]["measured_price"].as_str().expect("a price").parse::<f64>().expect("a decimal");
    assert!((1800.0..5000.0).contains(&measured), "{}", fired[0]);
    let inbox = browser.get("/session/notifications").json();
    let told = inbox["notifications"].as_array().expect("a list").iter().find(|entry| entry["kind"] == "price_alert");
    let told = told.unwrap_or_else(|| panic!("{inbox}"));
    assert_eq!(told["title"], fired[0]["sentence"]);
}
