//! Guest passes: one reader from outside sees one page as it was, and nothing else, until the pass ends.

use super::support::Desk;
use crate::organizations::house::{execute, server, texts};
use crate::spaces::refused;
use quarry::stores::result_set::Value;
use quarry_tests::http::Answer;
use serde_json::{Value as Json, json};

fn passes(page: i64) -> String {
    format!("/session/research/pages/{page}/guest_passes")
}

/// A new pass of the page: its number, and its token.
fn pass(desk: &mut Desk, page: i64, body: &Json) -> (i64, String) {
    let made = desk.owner.does("POST", &passes(page), body);
    let token = made["token"].as_str().expect("a token").to_owned();
    (made["guest_pass"]["id"].as_i64().expect("a number"), token)
}

fn review(token: &str) -> Answer {
    server().get_keyless(&format!("/public/review/{token}"))
}

/// What the owner sees of the passes that work.
fn live(desk: &Desk, page: i64) -> Vec<Json> {
    let view = desk.owner.read(&format!("/session/research/pages/{page}"));
    view["guest_passes"].as_array().expect("a list").clone()
}

#[test]
fn a_reader_from_outside_sees_the_page_as_it_was_shared_and_views_are_counted() {
    let mut desk = Desk::new();
    let (_, page, _) = desk.page_with_blocks();
    for seat in [&mut desk.editor, &mut desk.viewer] {
        refused(&seat.write("POST", &passes(page), &json!({})), 403, "forbidden", None);
    }
    let (id, token) = pass(&mut desk, page, &json!({ "author": "The Harbour group" }));
    assert_eq!(desk.viewer.read(&format!("/session/research/pages/{page}"))["guest_passes"], json!([]));
    desk.block(page, "paragraph", "Written afterwards.", &json!({}));
    for _ in 0..3 {
        let seen = review(&token);
        assert_eq!((seen.status, seen.header("cache-control")), (200, "no-store"), "{}", seen.text);
        let body = seen.json();
        assert_eq!((&body["title"], &body["author"]), (&json!("Liquidations of March"), &json!("The Harbour group")));
        assert_eq!(body["blocks"].as_array().map(Vec::len), Some(2));
        assert!(!seen.text.contains("afterwards") && !seen.text.contains("Edith"), "{}", seen.text);
    }
    let counted = |after_seconds: i64| {
        let sql = "UPDATE research_guest_passes SET last_viewed_at = last_viewed_at - $2 WHERE id = $1";
        let earlier = Value::Int64(after_seconds * 1_000_000);
        assert_eq!(execute(server(), sql, &[Value::Int64(id), earlier]), 1);
        assert_eq!(review(&token).status, 200);
        live(&desk, page)[0]["view_count"].clone()
    };
    assert_eq!(counted(0), json!(1), "what is asked again at once is the same view");
    assert_eq!((counted(11), counted(11)), (json!(2), json!(3)), "who comes back later is another view");
    let listed = live(&desk, page);
    assert_eq!((listed.len(), &listed[0]["id"], &listed[0]["view_count"]), (1, &json!(id), &json!(3)));
    assert!(listed[0]["last_viewed_at"].is_string() && !listed[0].to_string().contains(&token));
    let sql = "SELECT action || ' ' || coalesce(after, '') AS text FROM audit_entries WHERE target_type = 'guest_pass' AND target_id = $1";
    let told = texts(server(), sql, &[Value::Text(id.to_string())]);
    assert!(told.len() == 1 && told[0].starts_with("guest_pass.made ") && !told[0].contains(&token), "{told:?}");
    assert!(!server().log().contains(&token), "a token stands in the log");
}

#[test]
fn a_pass_opens_one_page_and_nothing_else_and_ends_with_its_end() {
    let mut desk = Desk::new();
    let (project, page, _) = desk.page_with_blocks();
    let other = desk.page(project, "Another page");
    let (over, over_token) = pass(&mut desk, page, &json!({ "days": 1 }));
    let (revoked, revoked_token) = pass(&mut desk, page, &json!({ "days": 90 }));
    let (_, token) = pass(&mut desk, page, &json!({}));
    let (thrown, thrown_token) = pass(&mut desk, page, &json!({}));
    for (path, by) in [
        (format!("/session/research/pages/{page}"), "authorization"),
        (format!("/research/pages/{page}"), "authorization"),
        (format!("/session/research/pages/{other}"), "cookie"),
    ] {
        let answer = server().send("GET", &path, &[(by, &format!("Bearer {token}"))]);
        assert_eq!(answer.status, 401, "{path}: {}", answer.text);
    }
    assert!(!review(&token).text.contains("Another page"));

    let unknown = review("rv_unknown");
    let alike = |token: &str, why: &str| {
        let answer = review(token);
        assert_eq!((answer.status, answer.detail()), (404, unknown.detail()), "{why}");
    };
    let past = Value::Int64(1_793_491_200_000_000);
    for table in ["research_guest_passes", "page_review_links"] {
        let key = if table == "page_review_links" { "guest_pass_id" } else { "id" };
        let sql = format!("UPDATE {table} SET expires_at = $2 WHERE {key} = $1");
        assert_eq!(execute(server(), &sql, &[Value::Int64(over), past.clone()]), 1);
    }
    alike(&over_token, "it is over");
    let revoke = |id: i64| format!("{}/{id}", passes(page));
    refused(&desk.editor.write("DELETE", &revoke(revoked), &json!({})), 403, "forbidden", None);
    refused(&desk.owner.write("DELETE", &format!("{}/{revoked}", passes(other)), &json!({})), 404, "not_found", None);
    assert_eq!(review(&revoked_token).status, 200);
    desk.owner.does("DELETE", &revoke(revoked), &json!({}));
    alike(&revoked_token, "it was revoked");
    refused(&desk.owner.write("DELETE", &revoke(revoked), &json!({})), 404, "not_found", None);
    refused(&desk.owner.write("DELETE", &revoke(over), &json!({})), 404, "not_found", None);
    let copies = "SELECT title AS text FROM page_review_links WHERE guest_pass_id = $1";
    assert!(texts(server(), copies, &[Value::Int64(revoked)]).is_empty(), "the copy goes with the pass");

    desk.trash("research_pages", page);
    alike(&token, "its page lies in the trash");
    refused(&desk.owner.write("POST", &passes(page), &json!({})), 409, "page_in_trash", None);
    desk.owner.does("DELETE", &revoke(thrown), &json!({}));
    desk.owner.does("PATCH", &format!("/session/research/pages/{page}/restore"), &json!({}));
    assert_eq!(review(&token).status, 200);
    alike(&thrown_token, "it was revoked in the trash");
    super::support::run_job("research", "forget_old_versions", &json!({}));
    assert!(texts(server(), copies, &[Value::Int64(over)]).is_empty(), "nobody can open it");
    assert_eq!(review(&token).status, 200);
}

#[test]
fn a_page_has_twenty_passes_of_up_to_ninety_days_at_most() {
    let mut desk = Desk::new();
    let (_, page, _) = desk.page_with_blocks();
    for days in [0, 91] {
        let answer = desk.owner.write("POST", &passes(page), &json!({ "days": days }));
        refused(&answer, 422, "validation_failed", Some("days"));
    }
    let made: Vec<i64> = (0..20).map(|_| pass(&mut desk, page, &json!({})).0).collect();
    refused(&desk.owner.write("POST", &passes(page), &json!({})), 422, "too_many_guest_passes", None);
    assert_eq!(live(&desk, page).len(), 20);
    desk.owner.does("DELETE", &format!("{}/{}", passes(page), made[0]), &json!({}));
    pass(&mut desk, page, &json!({}));
}
