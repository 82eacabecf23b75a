//! The inbox answers whichever modules are off.

use crate::organizations::house::{self, Person};
use quarry::stores::result_set::Value;
use quarry_tests::server::{Options, Server, app_store_environment};
use serde_json::json;

#[test]
fn the_inbox_stays_while_research_is_off() {
    let environment = app_store_environment("inbox_modules").expect("a store");
    let server = Server::start(&Options { no_sample: true, environment, ..Options::default() }).expect("a server");
    let ada = Person::new(&server, "Ada");
    let mut browser = ada.browser(&server);
    let sql = "INSERT INTO inbox_notifications (user_id, kind, subject_type, subject_id, title, created_at)
               VALUES ($1, 'mention', 'comment', 5, 'Liquidations', 1793491200000000)";
    house::execute(&server, sql, &[Value::Int64(ada.id)]);
    house::execute(&server, "UPDATE modules SET enabled = FALSE, version = version + 1 WHERE key = 'research'", &[]);
    crate::account_support::eventually("research is off", || {
        let answer = browser.get("/session/research/pages/1/comments");
        answer.status == 404 && answer.code() == "module_disabled"
    });
    let inbox = browser.get("/session/notifications");
    assert_eq!((inbox.status, &inbox.json()["unread_count"]), (200, &json!(1)), "{}", inbox.text);
    assert_eq!(browser.write("PATCH", "/session/notifications/read_all", &json!({})).status, 200);
}
