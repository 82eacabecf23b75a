//! An export whose files cannot be stored fails with its reason, counts no longer, and leaves nothing behind.

use super::exports::{built, ended, number, on_plan, path_of, submit};
use crate::small_chain::write;
use quarry::stores::result_set::Value;
use quarry_tests::server::{Options, Server, app_store_environment};
use serde_json::{Value as Json, json};

#[test]
fn an_export_fails_with_its_reason_when_the_object_store_takes_nothing() {
    quarry_tests::on_one_engine!();
    let environment = app_store_environment("exports_without_objects").expect("a store");
    let server = Server::start(&Options { no_sample: true, environment, ..Options::default() }).expect("a server");
    let (ada, mut browser) = on_plan(&server, "researcher");
    // In the place of the folder stands a file, so nothing can be written below it.
    let folder = server.data_dir.join("objects");
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::write(&folder, b"no folder").expect("a file");
    let id = built(&mut browser, "tokens", &json!({}));
    // The store at fault is named, whatever another question to the warehouse would say.
    write(&server, "RENAME TABLE chains TO chains_elsewhere");
    let answer = submit(&mut browser, id);
    assert_eq!(answer.status, 200, "{}", answer.text);
    let used = "SELECT count(*) AS number FROM data_requests WHERE user_id = $1 AND quota_month IS NOT NULL AND status <> 'failed'";
    assert_eq!(number(&server, used, &[Value::Int64(ada.id)]), 1);
    let record = ended(&browser, id);
    assert_eq!(
        (&record["status"], &record["error"]["code"]),
        (&json!("failed"), &json!("object_store_unavailable")),
        "{record}"
    );
    write(&server, "RENAME TABLE chains_elsewhere TO chains");
    assert_eq!(number(&server, used, &[Value::Int64(ada.id)]), 0, "it no longer counts");
    assert_eq!(number(&server, "SELECT count(*) AS number FROM objects WHERE component = 'datasets'", &[]), 0);
    let events = "SELECT count(*) AS number FROM events WHERE organization_id = $1";
    assert_eq!(number(&server, events, &[Value::Int64(ada.own_organization_id)]), 0);

    // It serves again as soon as the store does.
    std::fs::remove_file(&folder).expect("the file");
    std::fs::create_dir(&folder).expect("a folder");
    let id = built(&mut browser, "tokens", &json!({}));
    assert_eq!(submit(&mut browser, id).status, 200);
    let record = ended(&browser, id);
    assert_eq!((&record["status"], &record["row_count"]), (&json!("completed"), &json!(0)), "{record}");
    assert_eq!(browser.get(&format!("{}/download", path_of(id))).status, 200);
}

/// A server with those settings, and an export of its tokens that has ended.
fn export_with(name: &str, settings: &[(&str, &str)]) -> Json {
    let mut environment = app_store_environment(name).expect("a store");
    environment.extend(settings.iter().map(|(key, value)| ((*key).to_owned(), (*value).to_owned())));
    let server = Server::start(&Options { no_sample: true, environment, ..Options::default() }).expect("a server");
    let (_, mut browser) = on_plan(&server, "institution");
    let id = built(&mut browser, "tokens", &json!({}));
    assert_eq!(submit(&mut browser, id).status, 200);
    ended(&browser, id)
}

#[test]
fn exports_have_room_of_their_own_and_say_when_it_is_used_up() {
    let record = export_with("exports_with_room", &[("QUARRY__LIMITS__OBJECT_BYTES_PER_COMPONENT", "10")]);
    assert_eq!(record["status"], "completed", "the quota of all components is not theirs: {record}");
    let record = export_with("exports_without_room", &[("QUARRY__COMPONENTS__LIMITS__DATASETS__OBJECT_BYTES", "10")]);
    assert_eq!((&record["status"], &record["error"]["code"]), (&json!("failed"), &json!("no_room")), "{record}");
    assert!(record["error"]["detail"].as_str().is_some_and(|detail| !detail.contains("per_component")), "{record}");
}
