//! The ends of exports: cancelled, expired, lost; and the people who see them.

use super::exports::{built, bytes_at, completed, download, ended, id_of, number, on_plan, path_of, submit};
use super::{got, of_itself};
use crate::organizations::house::{House, Person, execute};
use crate::spaces::refused;
use quarry::stores::result_set::Value;
use quarry_tests::server::shared;
use serde_json::json;
use std::time::{Duration, Instant};

/// Runs the sweep now, and waits for its end.
pub(super) fn sweep() {
    let sql = "INSERT INTO jobs (component, name, arguments, state, run_at, attempts, max_attempts, is_cancel_asked, progress_done,
                                 created_at)
               VALUES ('datasets', 'sweep_exports', '{}', 'queued', 0, 0, 3, FALSE, 0, 0)";
    execute(shared(), sql, &[]);
    let waiting = "SELECT count(*) AS number FROM jobs WHERE name = 'sweep_exports' AND state IN ('queued', 'running')";
    let began = Instant::now();
    while number(shared(), waiting, &[]) > 0 {
        assert!(began.elapsed() < quarry_tests::bounded::beside_others(Duration::from_secs(60)), "the sweep runs");
        std::thread::sleep(Duration::from_millis(50));
    }
}

#[test]
fn an_export_that_waits_can_be_cancelled_and_no_longer_counts() {
    let (ada, mut browser) = on_plan(shared(), "team");
    let id = built(&mut browser, "tokens", &json!({}));
    let cancel = |browser: &mut quarry_tests::browser::Browser<'_>| {
        browser.write("POST", &format!("{}/cancel", path_of(id)), &json!({}))
    };
    refused(&cancel(&mut browser), 422, "not_under_way", None);
    // As submitted, with a job that no host has begun.
    let waiting = "UPDATE data_requests SET status = 'queued', quota_month = '2026-01' WHERE id = $1";
    execute(shared(), waiting, &[Value::Int64(id)]);
    let cancelled = cancel(&mut browser);
    assert_eq!(cancelled.status, 200, "{}", cancelled.text);
    let record = cancelled.json();
    assert_eq!((&record["status"], &record["error"]["code"]), (&json!("failed"), &json!("cancelled")), "{record}");
    refused(&cancel(&mut browser), 422, "not_under_way", None);
    refused(&submit(&mut browser, id), 422, "not_a_draft", None);
    let answer = download(&browser, id, "");
    assert_eq!((answer.status, answer.code().as_str()), (409, "download_unavailable"), "{}", answer.text);
    assert!(answer.detail().contains("cancelled"), "{}", answer.text);
    let counted = "SELECT count(*) AS number FROM data_requests WHERE user_id = $1 AND quota_month IS NOT NULL AND status <> 'failed'";
    assert_eq!(number(shared(), counted, &[Value::Int64(ada.id)]), 0);
}

#[test]
fn an_export_that_runs_can_be_cancelled_and_leaves_no_files() {
    let (_, mut browser) = on_plan(shared(), "team");
    let id = built(&mut browser, "logs", &json!({ "formats": ["csv", "ndjson", "parquet"] }));
    assert_eq!(submit(&mut browser, id).status, 200);
    let began = Instant::now();
    while got(&browser, &path_of(id))["status"] != "running" {
        assert!(began.elapsed() < quarry_tests::bounded::beside_others(Duration::from_secs(60)), "it runs");
        std::thread::sleep(Duration::from_millis(20));
    }
    let cancelled = browser.write("POST", &format!("{}/cancel", path_of(id)), &json!({}));
    assert_eq!(cancelled.status, 200, "{}", cancelled.text);
    let under_way = "SELECT count(*) AS number FROM jobs JOIN data_requests ON data_requests.job_id = jobs.id
                     WHERE data_requests.id = $1 AND jobs.state IN ('queued', 'running')";
    while number(shared(), under_way, &[Value::Int64(id)]) > 0 {
        assert!(began.elapsed() < quarry_tests::bounded::beside_others(Duration::from_secs(60)), "its job ends");
        std::thread::sleep(Duration::from_millis(50));
    }
    let objects = "SELECT count(*) AS number FROM objects WHERE component = 'datasets' AND key LIKE $1";
    assert_eq!(number(shared(), objects, &[Value::Text(format!("exports/{id}/%"))]), 0);
    assert_eq!(ended(&browser, id)["error"]["code"], "cancelled");
}

#[test]
fn seven_days_after_it_ran_an_export_expires_and_its_files_go() {
    let (_, mut browser) = on_plan(shared(), "team");
    let record = completed(&mut browser, "tokens", &json!({}));
    let id = id_of(&record);
    refused(&submit(&mut browser, id), 422, "not_a_draft", None);
    let link = download(&browser, id, "").json()["download_url"].as_str().expect("a link").to_owned();
    assert_eq!(bytes_at(shared(), &link, &[]).0, 200);
    execute(shared(), "UPDATE data_requests SET expires_at = 1 WHERE id = $1", &[Value::Int64(id)]);
    assert_eq!(got(&browser, &path_of(id))["status"], "expired", "its time is over, whenever the sweep comes");
    let answer = download(&browser, id, "");
    assert_eq!((answer.status, answer.code().as_str()), (409, "download_unavailable"), "{}", answer.text);
    assert!(answer.detail().contains("expired"), "{}", answer.text);
    sweep();
    assert_eq!(bytes_at(shared(), &link, &[]).0, 404, "the file is deleted");
    let objects = "SELECT count(*) AS number FROM objects WHERE component = 'datasets' AND key LIKE $1";
    assert_eq!(number(shared(), objects, &[Value::Text(format!("exports/{id}/%"))]), 0);
    let stored =
        "SELECT count(*) AS number FROM data_requests WHERE id = $1 AND status = 'expired' AND cleaned_at IS NOT NULL";
    assert_eq!(number(shared(), stored, &[Value::Int64(id)]), 1);
    assert_eq!(got(&browser, &path_of(id))["checksum_sha256"], record["checksum_sha256"], "the record stays");
}

#[test]
fn an_export_whose_job_is_gone_fails_and_no_longer_counts() {
    let (_, mut browser) = on_plan(shared(), "team");
    let id = built(&mut browser, "tokens", &json!({}));
    let lost = "UPDATE data_requests SET status = 'running', quota_month = '2026-01', job_id = 0 WHERE id = $1";
    execute(shared(), lost, &[Value::Int64(id)]);
    sweep();
    let record = ended(&browser, id);
    assert_eq!((&record["status"], &record["error"]["code"]), (&json!("failed"), &json!("lost")), "{record}");
    let inbox = browser.get("/session/notifications").json();
    let entry = &inbox["notifications"][0];
    assert_eq!((&inbox["unread_count"], &entry["subject_id"]), (&json!(1), &json!(id)), "{inbox}");
    assert_eq!(entry["excerpt"], "Failed: the export was begun too often without coming to its end.");
}

#[test]
fn colleagues_read_an_export_and_nobody_but_its_requester_runs_or_fetches_it() {
    let house = House::new(shared());
    let mut mira = house.member.browser(shared());
    let id = built(&mut mira, "tokens", &json!({}));
    let mut owner = house.owner.browser(shared());
    let mut stranger = Person::new(shared(), "Mallory").browser(shared());
    for action in ["submit", "cancel"] {
        let path = format!("{}/{action}", path_of(id));
        refused(&owner.write("POST", &path, &json!({})), 403, "forbidden", None);
        refused(&stranger.write("POST", &path, &json!({})), 404, "not_found", None);
    }
    assert_eq!(submit(&mut mira, id).status, 200);
    let record = ended(&mira, id);
    assert_eq!(of_itself(&got(&owner, &path_of(id))), of_itself(&record));
    refused(&download(&owner, id, ""), 403, "forbidden", None);
    refused(&download(&stranger, id, ""), 404, "not_found", None);
    assert_eq!(download(&mira, id, "").status, 200);
    let event = "SELECT count(*) AS number FROM events WHERE name = 'data_export.ready' AND organization_id = $1";
    let told = [house.id, house.member.own_organization_id].map(|id| number(shared(), event, &[Value::Int64(id)]));
    assert_eq!(told.iter().sum::<i64>(), 1, "the organization whose plan paid: {told:?}");
}
