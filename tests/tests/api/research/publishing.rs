//! Publishing: readers outside see the page as it was, whose figures hold, and nobody's name but the chosen one.

use super::support::{Desk, Seat};
use crate::organizations::house::{execute, server, texts};
use crate::spaces::refused;
use quarry::stores::result_set::Value;
use quarry_tests::http::Answer;
use serde_json::{Value as Json, json};

fn page_path(page: i64, rest: &str) -> String {
    format!("/session/research/pages/{page}/{rest}")
}

/// Publishes the page; what is known of the publication then.
fn publish(owner: &mut Seat, page: i64, body: &Json) -> Json {
    owner.does("PATCH", &page_path(page, "publish"), body)
}

/// What anybody gets under an address.
fn public(slug: &str) -> Answer {
    server().get_keyless(&format!("/public/published_pages/{slug}"))
}

#[track_caller]
fn public_body(slug: &str) -> Json {
    let answer = public(slug);
    assert_eq!(answer.status, 200, "{}", answer.text);
    assert_eq!(answer.header("cache-control"), "public, max-age=60", "gone within the minute, when it is withdrawn");
    answer.json()
}

/// A slug that no other test asks for.
fn fresh(desk: &Desk, word: &str) -> String {
    format!("{word}-{}", desk.space)
}

/// Saves the page's blocks with one more at the end.
fn write_on(desk: &mut Desk, page: i64, body: &str) {
    let document = desk.editor.read(&page_path(page, "document"));
    let mut blocks = document["blocks"].as_array().expect("blocks").clone();
    blocks.push(json!({ "id": null, "key": body, "kind": "paragraph", "body": body, "attrs": {} }));
    let save = json!({ "base_version": document["document_version"], "blocks": blocks });
    desk.editor.does("PUT", &page_path(page, "document"), &save);
}

#[test]
fn readers_see_the_page_as_it_was_published_and_nobody_is_named_but_the_author() {
    let mut desk = Desk::new();
    let (_, page, _) = desk.page_with_blocks();
    let figure = desk.citation("128");
    desk.block(page, "paragraph", &format!("**{{{{derived:{figure}}}}}** of them."), &json!({}));
    desk.block(page, "citation", "", &json!({ "citation_id": figure, "caption": "Counted in *March*." }));
    desk.block(page, "code", "let a = `<b>`;", &json!({ "language": "rust" }));
    desk.block(page, "todo", "Look again", &json!({ "checked": true }));
    desk.editor.does("POST", &page_path(page, "comments"), &json!({ "body": "Is that so?" }));
    let slug = fresh(&desk, "as-it-was");
    for seat in [&mut desk.editor, &mut desk.commenter, &mut desk.viewer] {
        refused(&seat.write("PATCH", &page_path(page, "publish"), &json!({})), 403, "forbidden", None);
    }
    refused(&desk.outsider.write("PATCH", &page_path(page, "publish"), &json!({})), 404, "not_found", None);
    let publication = publish(&mut desk.owner, page, &json!({ "slug": slug, "author": "The Harbour group" }));
    assert_eq!((&publication["slug"], &publication["version"]), (&json!(slug), &json!(1)));
    assert_eq!((&publication["is_current"], &publication["withdrawn_at"]), (&json!(true), &Json::Null));

    let seen = public_body(&slug);
    assert_eq!((&seen["author"], &seen["title"]), (&json!("The Harbour group"), &json!("Liquidations of March")));
    let html: Vec<&str> =
        seen["blocks"].as_array().expect("blocks").iter().filter_map(|block| block["html"].as_str()).collect();
    assert!(html[0].contains("<h2") && html[0].contains("What happened"), "{html:?}");
    let shown = format!("<data value=\"{figure}\">128</data>");
    assert_eq!(html[2].trim(), format!("<p><strong>{shown}</strong> of them.</p>"));
    assert!(html[3].contains(&shown) && html[3].contains("<em>March</em>"), "{html:?}");
    assert!(html[4].contains("`&lt;b&gt;`") && html[4].contains("<code"), "{html:?}");
    assert!(html[5].contains("☑ Look again"), "{html:?}");
    assert_eq!(seen["html"], json!(html.concat()));
    for name in ["Olga", "Edith", "Conrad", "Viola", "Is that so?"] {
        assert!(!seen.to_string().contains(name), "{name} stands in what anybody reads");
    }
}

#[test]
fn later_changes_are_seen_when_it_is_published_anew_and_every_address_leads_to_it() {
    let mut desk = Desk::new();
    let (_, page, _) = desk.page_with_blocks();
    let (first, second) = (fresh(&desk, "first"), fresh(&desk, "second"));
    publish(&mut desk.owner, page, &json!({ "slug": first, "author": "A. Reader" }));
    let before = public_body(&first);
    write_on(&mut desk, page, "Not for readers yet.");
    desk.editor.does("PATCH", &format!("/session/research/pages/{page}"), &json!({ "title": "Another title" }));
    assert_eq!(public_body(&first), before);
    let view = desk.viewer.read(&format!("/session/research/pages/{page}"));
    assert_eq!((&view["publication"]["is_current"], &view["publication"]["version"]), (&json!(false), &json!(1)));
    let stale = desk.owner.write("PATCH", &page_path(page, "publish"), &json!({ "document_version": 0 }));
    refused(&stale, 409, "conflict", None);

    let again = publish(&mut desk.owner, page, &json!({ "slug": second }));
    assert_eq!((&again["version"], &again["author"], &again["slug"]), (&json!(2), &json!("A. Reader"), &json!(second)));
    let seen = public_body(&second);
    assert_eq!((&seen["title"], &seen["version"]), (&json!("Another title"), &json!(2)));
    assert!(seen["html"].as_str().is_some_and(|html| html.contains("Not for readers yet.")));
    assert_eq!(public_body(&first), seen, "an address that was cited leads to the page");
}

#[test]
fn an_address_is_one_pages_forever() {
    let mut desk = Desk::new();
    let (project, page, _) = desk.page_with_blocks();
    let other = desk.page(project, "Another");
    let slug = fresh(&desk, "forever");
    publish(&mut desk.owner, page, &json!({ "slug": slug }));
    desk.owner.does("PATCH", &page_path(page, "unpublish"), &json!({}));
    let taken = desk.owner.write("PATCH", &page_path(other, "publish"), &json!({ "slug": slug }));
    refused(&taken, 422, "slug_taken", Some("slug"));
    execute(server(), "DELETE FROM research_pages WHERE id = $1", &[Value::Int64(page)]);
    let taken = desk.owner.write("PATCH", &page_path(other, "publish"), &json!({ "slug": slug }));
    refused(&taken, 422, "slug_taken", Some("slug"));
    assert_eq!(public(&slug).status, 404, "the page is gone, and its copy with it");
    for wrong in ["Upper", "two--hyphens", "-first", "last-", "über", "a b", "a/b"] {
        let answer = desk.owner.write("PATCH", &page_path(other, "publish"), &json!({ "slug": wrong }));
        refused(&answer, 422, "validation_failed", Some("slug"));
    }
    let (one, two) = (desk.page(project, "Über 128 Häfen"), desk.page(project, "Über 128 Häfen"));
    let [one, two] = [one, two].map(|page| publish(&mut desk.owner, page, &json!({}))["slug"].clone());
    assert_ne!(one, two, "titles are alike, addresses are not");
    assert!(two.as_str().is_some_and(|slug| slug.starts_with("ber-128-h-fen")), "{two}");
    let unnamed = desk.page(project, "港");
    assert_eq!(publish(&mut desk.owner, unnamed, &json!({}))["slug"], json!(format!("page-{unnamed}")));
}

#[test]
fn what_is_withdrawn_or_in_the_trash_is_gone_for_everybody_and_told_alike() {
    let mut desk = Desk::new();
    let (project, page, _) = desk.page_with_blocks();
    let slug = fresh(&desk, "gone");
    let never = public("never-published-anywhere").detail();
    let told = |slug: &str| {
        let answer = public(slug);
        assert_eq!((answer.status, answer.code().as_str()), (404, "not_found"));
        answer.detail().replace(slug, "never-published-anywhere")
    };
    publish(&mut desk.owner, page, &json!({ "slug": slug }));
    let shown = public_body(&slug);
    desk.owner.does("PATCH", &page_path(page, "unpublish"), &json!({}));
    desk.owner.does("PATCH", &page_path(page, "unpublish"), &json!({}));
    assert_eq!(told(&slug), never);
    let view = desk.owner.read(&format!("/session/research/pages/{page}"));
    assert!(view["publication"]["withdrawn_at"].is_string(), "{view}");

    assert_eq!(publish(&mut desk.owner, page, &json!({}))["version"], json!(2), "under the same address");
    for (table, id) in [("research_pages", page), ("research_projects", project)] {
        desk.trash(table, id);
        assert_eq!(told(&slug), never, "{table}");
        execute(server(), &format!("UPDATE {table} SET trashed_at = NULL WHERE id = $1"), &[Value::Int64(id)]);
        assert_eq!(public_body(&slug)["html"], shown["html"], "restored, it is shown as it was");
    }
    desk.trash("research_pages", page);
    desk.owner.does("PATCH", &page_path(page, "unpublish"), &json!({}));
    desk.owner.does("PATCH", &format!("/session/research/pages/{page}/restore"), &json!({}));
    assert_eq!(told(&slug), never);
}

#[test]
fn a_figure_that_drifts_after_publishing_shows_it_on_the_public_page() {
    let mut desk = Desk::new();
    let (_, page, _) = desk.page_with_blocks();
    let (figure, removed) = (desk.citation("128"), desk.citation("7"));
    let body = format!("{{{{derived:{figure}}}}} and {{{{derived:{removed}}}}} and {{{{derived:999999}}}}");
    desk.block(page, "paragraph", &body, &json!({}));
    let slug = fresh(&desk, "drifts");
    publish(&mut desk.owner, page, &json!({ "slug": slug }));
    let seen = public_body(&slug);
    assert_eq!(seen["citations"].as_array().map(Vec::len), Some(2));
    assert_eq!(
        (&seen["citations"][0]["verification_state"], &seen["citations"][0]["drifted_at"]),
        (&json!("verified"), &Json::Null)
    );
    let sql =
        "UPDATE cited_figures SET verification_state = 'mismatch', derived_value = '129', drifted_at = 1793491200000000, dataset = 'price_bars'
               WHERE hash = (SELECT hash FROM space_citations WHERE id = $1)";
    execute(server(), sql, &[Value::Int64(figure)]);
    execute(server(), "DELETE FROM space_citations WHERE id = $1", &[Value::Int64(removed)]);
    let drifted = public_body(&slug);
    let citation = &drifted["citations"][0];
    assert_eq!(
        (&citation["verification_state"], &citation["value"], &citation["derived_value"], &citation["drifted_at"]),
        (&json!("mismatch"), &json!("128"), &json!("129"), &json!("2026-11-01T00:00:00Z"))
    );
    let orientations = [&citation["orientation"], &drifted["citations"][1]["orientation"]];
    assert_eq!(orientations, [&json!("token0_per_token1"), &Json::Null], "a figure of bars is a price");
    assert_eq!(drifted["html"], seen["html"], "what was published stays");
    assert_eq!(drifted["citations"][1]["value"], json!("7"), "a citation that the space removed stays on the copy");
    assert!(seen["html"].as_str().is_some_and(|html| html.contains("{{derived:999999}}")));
}

#[test]
fn a_claim_that_a_page_was_checked_lapses_with_the_next_edit() {
    let mut desk = Desk::new();
    let (_, page, _) = desk.page_with_blocks();
    let (path, verify) = (format!("/session/research/pages/{page}"), page_path(page, "verify"));
    write_on(&mut desk, page, "One more.");
    refused(&desk.editor.write("PATCH", &verify, &json!({})), 403, "forbidden", None);
    refused(&desk.owner.write("PATCH", &verify, &json!({ "document_version": 0 })), 409, "conflict", None);
    let slug = fresh(&desk, "checked");
    publish(&mut desk.owner, page, &json!({ "slug": slug }));
    assert_eq!(public_body(&slug)["verification"], json!({ "verified": false, "verified_at": null }));
    let shared = desk.owner.does("POST", &page_path(page, "guest_passes"), &json!({}))["token"].clone();
    let review = format!("/public/review/{}", shared.as_str().expect("a token"));
    let claimed_to_guests = || server().get_keyless(&review).json()["verification"]["verified"].clone();
    assert_eq!(claimed_to_guests(), json!(false));
    let first = desk.owner.does("PATCH", &verify, &json!({ "verified": true, "document_version": 1 }));
    assert_eq!(first["verified"], json!(true));
    let second = desk.owner.does("PATCH", &verify, &json!({}));
    assert_eq!(second["verified_at"], first["verified_at"], "who checked it first stays");
    let view = desk.viewer.read(&path);
    assert_eq!(
        (&view["verification"]["verified_by"]["id"], &view["verification"]["document_version"]),
        (&json!(desk.owner.person.id), &json!(1))
    );
    assert_eq!(public_body(&slug)["verification"]["verified"], json!(true));

    desk.editor.does("PATCH", &path, &json!({ "title": "Another title" }));
    assert_eq!(desk.viewer.read(&path)["verified"], json!(true), "a title is not checked");
    write_on(&mut desk, page, "Not checked.");
    let lapsed = desk.viewer.read(&path);
    assert_eq!((&lapsed["verified"], &lapsed["verification"]["verified"]), (&json!(false), &json!(false)));
    assert_eq!(public_body(&slug)["verification"]["verified"], json!(true), "readers see what was checked");
    assert_eq!(claimed_to_guests(), json!(true));
    let taken_back = desk.owner.does("PATCH", &verify, &json!({ "verified": false }));
    assert_eq!((&taken_back["verified"], &taken_back["verified_at"]), (&json!(false), &Json::Null));
    assert_eq!(public_body(&slug)["verification"], json!({ "verified": false, "verified_at": null }));
    assert_eq!(claimed_to_guests(), json!(false), "what was taken back is claimed to nobody");
    let sql = "SELECT action || ' ' || coalesce(after, '') AS text FROM audit_entries WHERE target_type = 'research_page' AND target_id = $1
               ORDER BY id";
    let told = texts(server(), sql, &[Value::Text(page.to_string())]);
    for action in ["verified", "published", "verification_taken_back"] {
        assert!(told.iter().any(|entry| entry.starts_with(&format!("research_page.{action} "))), "{told:?}");
    }
    assert!(told.iter().all(|entry| !entry.contains("Liquidations") && !entry.contains(&slug)), "{told:?}");
}
