//! Versions: what a page and its blocks were, compared and put back.

use super::document_support::{Page, bodies, changed, good, new, number, save, version_of, without};
use crate::organizations::house::{execute, server};
use crate::spaces::refused;
use quarry::stores::result_set::Value;
use serde_json::{Value as Json, json};

fn history(page: &Page) -> Json {
    good(&page.ada.get(&format!("/session/research/pages/{}/history", page.id)))
}

fn path(page: &Page, rest: &str) -> String {
    format!("/session/research/pages/{}/page-versions{rest}", page.id)
}

/// Gives the page as it is a name; the version's id.
fn name(page: &mut Page, name: &str) -> i64 {
    let path = path(page, "");
    let named = page.ada.write("POST", &path, &json!({ "name": name }));
    assert_eq!(named.status, 201, "{}", named.text);
    named.json()["id"].as_i64().expect("a number")
}

fn compared(page: &Page, from: i64, to: Option<i64>) -> Vec<Json> {
    let asked = to.map(|to| format!("&to={to}")).unwrap_or_default();
    let answer = good(&page.ada.get(&path(page, &format!("/compare?from={from}{asked}"))));
    assert_eq!((&answer["from"]["id"], &answer["to"]["id"]), (&json!(from), &json!(to)), "the versions: {answer}");
    answer["changes"].as_array().expect("a list").clone()
}

#[test]
fn an_author_has_one_autosave_in_ten_minutes_and_a_named_version_stays_as_it_was() {
    let mut page = Page::with(&["one"]);
    for round in 0..3 {
        let now = page.read();
        good(&save(&mut page.ada, page.id, version_of(&now), &changed(&now, 0, &format!("one {round}"))));
    }
    let kinds = |page: &Page| {
        let versions = history(page)["versions"].as_array().expect("versions").clone();
        versions.iter().map(|one| (one["kind"].clone(), one["document_version"].clone())).collect::<Vec<_>>()
    };
    assert_eq!(kinds(&page), [(json!("autosave"), json!(4))]);
    let now = page.read();
    good(&save(&mut page.ben, page.id, version_of(&now), &changed(&now, 0, "one by Ben")));
    assert_eq!(kinds(&page), [(json!("autosave"), json!(5)), (json!("autosave"), json!(4))]);
    let named = name(&mut page, "Before the review");
    let now = page.read();
    good(&save(&mut page.ada, page.id, version_of(&now), &changed(&now, 0, "one after the review")));
    assert_eq!(kinds(&page)[0], (json!("autosave"), json!(6)), "nothing behind a named version is rewritten");
    assert_eq!(kinds(&page).len(), 4);
    page.age("research_page_versions", "created_at", 700);
    let now = page.read();
    good(&save(&mut page.ada, page.id, version_of(&now), &changed(&now, 0, "one later")));
    assert_eq!(kinds(&page).len(), 5);
    let read = good(&page.ada.get(&path(&page, &format!("/{named}"))));
    assert_eq!(
        (&read["name"], &read["kind"], bodies(&read)),
        (&json!("Before the review"), &json!("named"), vec!["one by Ben".into()])
    );
    assert_eq!((&read["author"]["name"], &read["document_version"]), (&json!("Ada"), &json!(5)));
    refused(&page.ada.get(&path(&page, "/999999999")), 404, "not_found", None);
    let other = Page::with(&["x"]);
    refused(&other.ada.get(&path(&other, &format!("/{named}"))), 404, "not_found", None);
}

#[test]
fn text_that_somebody_else_overwrote_or_removed_is_put_back_block_by_block() {
    let mut page = Page::with(&["one", "two"]);
    let base = page.read();
    let by_ben = good(&save(&mut page.ben, page.id, version_of(&base), &changed(&base, 0, "one by Ben")));
    good(&save(&mut page.ben, page.id, version_of(&by_ben), &without(&by_ben, 1)));
    let kept = history(&page)["block_versions"].as_array().expect("versions").clone();
    let of = |at: usize| {
        kept.iter().find(|one| one["block_id"] == base["blocks"][at]["id"]).unwrap_or_else(|| panic!("{kept:?}"))
    };
    assert_eq!((&of(0)["author"]["name"], &of(0)["version"]), (&json!("Ada"), &json!(1)));
    assert_eq!(
        (&of(0)["excerpt"], &of(1)["excerpt"]),
        (&json!("one"), &json!("two")),
        "it is read before it is put back"
    );
    let mut put_back = |version: &Json| {
        let path = format!("/session/research/pages/{}/versions/{}/restore", page.id, version["id"]);
        good(&page.ada.write("PATCH", &path, &json!({})))
    };
    assert_eq!(bodies(&put_back(of(0))), ["one"]);
    let restored = put_back(of(1));
    assert_eq!((bodies(&restored), &restored["document_version"]), (vec!["one".into(), "two".into()], &json!(5)));
    // What Ben had written is kept too.
    let kept = history(&page)["block_versions"].as_array().expect("versions").clone();
    assert!(kept.iter().any(|one| one["author"]["name"] == "Ben"), "{kept:?}");
    let path = format!("/session/research/pages/{}/versions/999999999/restore", page.id);
    refused(&page.ada.write("PATCH", &path, &json!({})), 404, "not_found", None);
}

#[test]
fn a_caption_that_its_author_cuts_twice_is_kept_twice() {
    let mut page = Page::new();
    let with = |caption: &str| json!({ "citation_id": 12, "caption": caption });
    let block = json!({ "id": null, "key": "c", "kind": "citation", "body": "x", "attrs": with("Borrowers of March, by size") });
    let mut now = good(&save(&mut page.ada, page.id, 0, &json!([block])));
    let mut says = |page: &mut Page, caption: &str| {
        let mut blocks = now["blocks"].clone();
        blocks[0]["attrs"] = with(caption);
        now = good(&save(&mut page.ada, page.id, version_of(&now), &blocks));
        history(page)["block_versions"].as_array().expect("versions").len()
    };
    assert_eq!(says(&mut page, "Borrowers of March"), 1);
    assert_eq!(says(&mut page, "Borrowers"), 2);
    assert_eq!(says(&mut page, "Borrowers, most of them"), 2, "typing on keeps nothing");
}

#[test]
fn restoring_a_page_is_a_save_and_a_version_and_loses_nothing() {
    let mut page = Page::with(&["one", "two", "three"]);
    let named = name(&mut page, "first");
    let base = page.read();
    let mut blocks = without(&base, 1);
    blocks[0]["body"] = json!("one changed");
    blocks.as_array_mut().expect("a list").push(new("n", "new"));
    let changed = good(&save(&mut page.ben, page.id, version_of(&base), &blocks));
    let restore = path(&page, &format!("/{named}/restore"));
    let restored = good(&page.ada.write("POST", &restore, &json!({})));
    assert_eq!(
        (bodies(&restored), &restored["document_version"]),
        (vec!["one".into(), "two".into(), "three".into()], &json!(3))
    );
    let versions = history(&page)["versions"].as_array().expect("versions").clone();
    assert_eq!((&versions[0]["kind"], &versions[0]["document_version"]), (&json!("restore"), &json!(3)));
    // The page as it was before lies one version back.
    let before = versions.iter().find(|one| one["document_version"] == changed["document_version"]).expect("a version");
    let back = path(&page, &format!("/{}/restore", before["id"]));
    assert_eq!(bodies(&good(&page.ada.write("POST", &back, &json!({})))), ["one changed", "three", "new"]);
}

#[test]
fn a_comparison_names_blocks_and_the_words_in_them() {
    let words: Vec<String> = (0..500).map(|number| format!("word{number}")).collect();
    let long = words.join(" ");
    let mut page = Page::with(&[&long, "two", "three", "four"]);
    let from = name(&mut page, "first");
    let base = page.read();
    let mut sent = base["blocks"].as_array().expect("blocks").clone();
    sent[0]["body"] = json!(long.replace("word250 ", "changed "));
    sent.remove(1);
    sent.swap(1, 2);
    sent.push(new("n", "new"));
    let after = good(&save(&mut page.ada, page.id, version_of(&base), &json!(sent)));
    let to = name(&mut page, "second");
    let changes = compared(&page, from, Some(to));
    let of = |kind: &str| changes.iter().filter(|one| one["change"] == kind).collect::<Vec<_>>();
    let changed = of("changed");
    assert_eq!((changed.len(), &changed[0]["block_id"]), (1, &base["blocks"][0]["id"]));
    let (before, behind) = long.split_once("word250").expect("a word");
    let expected = json!([
        { "op": "equal", "text": before }, { "op": "delete", "text": "word250" }, { "op": "insert", "text": "changed" },
        { "op": "equal", "text": behind },
    ]);
    assert_eq!(changed[0]["words"], expected);
    let whole = |id: &Json, change: &str, op: &str, text: &str| json!([{ "block_id": id, "change": change, "detail": "words", "words": [{ "op": op, "text": text }] }]);
    assert_eq!(json!(of("removed")), whole(&base["blocks"][1]["id"], "removed", "delete", "two"));
    let added = whole(&after["ids"]["n"], "added", "insert", "new");
    assert_eq!(json!(of("added")), added);
    assert_eq!((of("moved").len(), &of("moved")[0]["words"]), (1, &json!([])));
    assert_eq!(compared(&page, from, None), changes, "without `to` it is the page as it is");
    assert_eq!(compared(&page, to, None), Vec::<Json>::new());
    let without_from = page.ada.get(&path(&page, "/compare"));
    refused(&without_from, 422, "invalid_parameter", Some("from"));
}

#[test]
fn autosaves_and_drafts_go_after_ninety_days_and_named_versions_stay() {
    let mut page = Page::with(&["one", "two"]);
    let now = page.read();
    good(&save(&mut page.ben, page.id, version_of(&now), &changed(&now, 0, "one by Ben")));
    refused(&save(&mut page.ada, page.id, version_of(&now), &changed(&now, 0, "one by Ada")), 409, "conflict", None);
    name(&mut page, "kept");
    let count = |table: &str| {
        let sql = format!("SELECT COUNT(*) AS number FROM {table} WHERE page_id = $1");
        number(server(), &sql, &[Value::Int64(page.id)])
    };
    let tables = ["research_page_versions", "research_block_versions", "research_drafts", "research__block_changes"];
    assert_eq!(tables.map(count), [3, 1, 1, 3]);
    for (table, column) in [
        ("research_page_versions", "updated_at"),
        ("research_block_versions", "created_at"),
        ("research_drafts", "created_at"),
        ("research__block_changes", "changed_at"),
    ] {
        page.age(table, column, 91 * 86_400);
    }
    let again = "INSERT INTO jobs (component, name, arguments, state, run_at, attempts, max_attempts, is_cancel_asked, progress_done, created_at)
                 VALUES ('research', 'forget_old_versions', '{}', 'queued', 0, 0, 5, FALSE, 0, 0)";
    execute(server(), again, &[]);
    crate::account_support::eventually("the job removes what is old", || {
        count("research_drafts") == 0 && count("research__block_changes") == 2
    });
    assert_eq!(tables.map(count), [1, 0, 0, 2]);
    assert_eq!(history(&page)["versions"][0]["name"], json!("kept"));
}
