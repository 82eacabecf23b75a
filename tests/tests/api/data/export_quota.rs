//! The limits of a plan: exports in a month, each of twenty parallel submits counted once, and rows of an export.

use super::exports::{built, ended, number, on_plan, path_of, queue_job, submit};
use super::got;
use crate::organizations::house::{Person, execute};
use crate::spaces::refused;
use quarry::stores::result_set::Value;
use quarry_tests::server::shared;
use serde_json::json;

/// This month, as the records have it.
fn month() -> String {
    jiff::Timestamp::now().to_string()[..7].to_owned()
}

/// Makes them use so many exports of this month.
fn used(person: &Person, count: usize) {
    for _ in 0..count {
        let sql = "INSERT INTO data_requests (user_id, dataset, name, columns, filters, formats, status, quota_month, created_at)
                   VALUES ($1, 'tokens', 'Tokens', '[\"symbol\"]', '{}', '[\"csv\"]', 'expired', $2, 0)";
        execute(shared(), sql, &[Value::Int64(person.id), Value::Text(month())]);
    }
}

#[test]
fn of_twenty_parallel_submits_at_one_below_the_quota_one_passes() {
    let (ada, mut browser) = on_plan(shared(), "researcher");
    used(&ada, 19);
    let drafts: Vec<i64> = (0..20).map(|_| built(&mut browser, "tokens", &json!({}))).collect();
    let headers = [("cookie", browser.cookie.as_str()), ("x-csrf-token", browser.csrf_token.as_str())];
    let answers: Vec<_> = std::thread::scope(|scope| {
        let sending = drafts
            .iter()
            .map(|id| scope.spawn(move || shared().send("POST", &format!("{}/submit", path_of(*id)), &headers)));
        sending.collect::<Vec<_>>().into_iter().map(|thread| thread.join().expect("an answer")).collect()
    });
    let passed = answers.iter().filter(|answer| answer.status == 200).count();
    assert_eq!(passed, 1, "{:?}", answers.iter().map(|answer| answer.status).collect::<Vec<_>>());
    for answer in answers.iter().filter(|answer| answer.status != 200) {
        refused(answer, 403, "plan_limit_reached", None);
        let body = answer.json();
        assert_eq!((&body["limit"], &body["used"]), (&json!(20), &json!(20)), "{body}");
        let resets: jiff::Timestamp = body["resets_at"].as_str().expect("a time").parse().expect("a time");
        assert!(resets > jiff::Timestamp::now() && resets.to_string().ends_with("-01T00:00:00Z"), "{resets}");
    }
    let counted = "SELECT count(*) AS number FROM data_requests WHERE user_id = $1 AND status IN ('queued', 'running', 'completed')";
    assert_eq!(number(shared(), counted, &[Value::Int64(ada.id)]), 1);
    let left = "SELECT count(*) AS number FROM data_requests WHERE user_id = $1 AND status = 'draft'";
    assert_eq!(number(shared(), left, &[Value::Int64(ada.id)]), 19, "what was refused is unchanged");
}

#[test]
fn exports_of_other_months_do_not_count_and_failed_ones_neither() {
    let (ada, mut browser) = on_plan(shared(), "researcher");
    used(&ada, 20);
    let draft = built(&mut browser, "tokens", &json!({}));
    let spent = submit(&mut browser, draft);
    refused(&spent, 403, "plan_limit_reached", None);
    let allowed = json!({ "run": false, "download": true, "reason": spent.detail() });
    assert_eq!(got(&browser, &path_of(draft))["can"], allowed, "a page says it before it is tried");
    let one = "(SELECT min(id) FROM data_requests WHERE user_id = $1 AND status = 'expired')";
    execute(
        shared(),
        &format!("UPDATE data_requests SET quota_month = '2020-01' WHERE id = {one}"),
        &[Value::Int64(ada.id)],
    );
    assert_eq!(submit(&mut browser, draft).status, 200);
    assert_eq!(ended(&browser, draft)["status"], "completed");
    let next = built(&mut browser, "tokens", &json!({}));
    refused(&submit(&mut browser, next), 403, "plan_limit_reached", None);
    let last = "(SELECT max(id) FROM data_requests WHERE user_id = $1 AND status = 'expired')";
    execute(
        shared(),
        &format!("UPDATE data_requests SET status = 'failed' WHERE id = {last}"),
        &[Value::Int64(ada.id)],
    );
    assert_eq!(submit(&mut browser, next).status, 200);
}

#[test]
fn a_plan_without_downloads_runs_nothing() {
    let (_, mut browser) = on_plan(shared(), "free");
    let id = built(&mut browser, "tokens", &json!({}));
    refused(&submit(&mut browser, id), 403, "no_subscription", None);
    let page = got(&browser, &path_of(id));
    assert_eq!(page["status"], "draft");
    // A page offers neither, and says why.
    let allowed = json!({ "run": false, "download": false, "reason": "Your plan (Free) has no data downloads." });
    assert_eq!((&page["can"], &got(&browser, "/session/data/datasets/tokens")["can"]), (&allowed, &allowed));
    let answer = browser.get(&format!("{}/download", path_of(id)));
    refused(&answer, 403, "no_subscription", None);
}

#[test]
fn an_export_over_the_cap_is_refused_by_its_exact_count_or_stops_there() {
    let (ada, mut browser) = on_plan(shared(), "team");
    let cap = "INSERT INTO entitlement_overrides (organization_id, name, value, set_by, set_at) VALUES ($1, 'rows_per_export', '10', 'a test', 0)";
    execute(shared(), cap, &[Value::Int64(ada.own_organization_id)]);
    // What is in force is kept for a moment.
    let mut browser_with_cap = ada.browser(shared());
    std::thread::sleep(std::time::Duration::from_millis(1_500));
    let id = built(&mut browser_with_cap, "pools", &json!({}));
    let pools = got(&browser_with_cap, &path_of(id))["estimate"]["rows"].clone();
    let over = submit(&mut browser_with_cap, id);
    refused(&over, 422, "over_cap", None);
    assert_eq!((&over.json()["limit"], &over.json()["rows"]), (&json!(10), &pools), "{}", over.text);
    assert_eq!(got(&browser_with_cap, &path_of(id))["status"], "draft");

    // Counting may take too long at submit: the run then stops at the cap.
    execute(shared(), "UPDATE data_requests SET row_cap = 10, pins = '[]' WHERE id = $1", &[Value::Int64(id)]);
    queue_job(shared(), id);
    let record = ended(&browser, id);
    assert_eq!((&record["status"], &record["error"]["code"]), (&json!("failed"), &json!("over_cap")), "{record}");
    assert!(record["error"]["detail"].as_str().is_some_and(|detail| detail.contains("10 rows")), "{record}");
    assert_eq!((&record["files"], &record["progress"]), (&json!([]), &json!(null)));
    let objects = "SELECT count(*) AS number FROM objects WHERE component = 'datasets' AND key LIKE $1";
    assert_eq!(number(shared(), objects, &[Value::Text(format!("exports/{id}/%"))]), 0);
    let next = built(
        &mut browser,
        "pools",
        &json!({ "filters": { "addresses": ["0x8ad599c3a0ff1de082011efddc58f1908eb6e6d8"] } }),
    );
    assert_eq!(submit(&mut browser, next).status, 200, "one row is within it");
}
