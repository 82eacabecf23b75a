//! Texts that would cost whoever shows, compares or takes them along too much: they are refused with the mark, the line and the bound, and
//! nothing changes, for nobody.

use super::bundles::{exported, import};
use super::document_support::{Page, changed, good, new, path, save, version_of};
use super::support::Desk;
use crate::organizations::house::server;
use crate::spaces::refused;
use quarry_tests::http::Answer;
use serde_json::{Value as Json, json};

/// A text that is refused: 422 with this sentence about a member.
#[track_caller]
fn refused_because(answer: &Answer, field: &str, sentence: &str) {
    refused(answer, 422, "validation_failed", Some(field));
    assert_eq!(answer.json()["fields"][field], json!(sentence), "{}", answer.text);
}

/// The bodies of hostile blocks: each would cost its readers too much.
fn hostile() -> [(&'static str, String, &'static str); 8] {
    [
        (
            "paragraph",
            format!("one\ntwo\n{}", "[".repeat(60_000)),
            "Line 3 has 60,000 opening brackets; a block may have 2,000.",
        ),
        ("list", "![".repeat(30_000), "Line 1 has 30,000 opening brackets; a block may have 2,000."),
        ("quote", "a@b.c ".repeat(10_000), "Line 1 has 10,000 addresses that become links; a block may have 2,000."),
        (
            "paragraph",
            format!("a\n\n{}\n{}", "|".repeat(2_000), format!("{}\n", "|-".repeat(1_999)) + &"|\n".repeat(500)),
            "The text has 1,004,000 cells of tables, 4,000 of them in line 4; a block may have 20,000.",
        ),
        (
            "callout",
            format!("{}a", ">".repeat(20_000)),
            "Line 1 has 20,000 beginnings of quotes and list items; a block may have 10,000.",
        ),
        ("todo", "#\n".repeat(2_000), "The text has 2,000 headings, 1 of them in line 1; a block may have 1,000."),
        ("code", "\u{1}".repeat(2_000), "Line 1 has 2,000 control characters; a block may have 1,000."),
        ("heading", "*_".repeat(20_500), "Line 1 has 41,001 marks of Markdown; a block may have 40,000."),
    ]
}

fn block(key: &str, kind: &str, body: &str) -> Json {
    let attrs = if kind == "heading" { json!({ "level": 1 }) } else { json!({}) };
    json!({ "id": null, "key": key, "kind": kind, "body": body, "attrs": attrs })
}

#[test]
fn a_block_over_the_price_is_refused_with_its_line_and_the_page_stays() {
    let mut page = Page::with(&["one"]);
    let (id, before) = (page.id, page.held());
    for (kind, body, sentence) in hostile() {
        let now = page.read();
        let mut blocks = now["blocks"].as_array().expect("blocks").clone();
        blocks.push(block("h", kind, &body));
        let sent = json!(blocks);
        refused_because(&save(&mut page.ada, id, version_of(&now), &sent), "blocks.1.body", sentence);
    }
    let bold = changed(&page.read(), 0, &"[".repeat(2_001));
    let over = "Line 1 has 2,001 opening brackets; a block may have 2,000.";
    refused_because(&save(&mut page.ada, id, 1, &bold), "blocks.0.body", over);
    assert_eq!(page.held(), before);
    let most = changed(&page.read(), 0, &"[".repeat(2_000));
    good(&save(&mut page.ada, id, 1, &most));
}

#[test]
fn a_caption_counts_with_the_body_that_it_stands_under() {
    let mut page = Page::with(&["one"]);
    let sent = json!([{
        "id": null, "key": "c", "kind": "chart", "body": "[".repeat(1_900),
        "attrs": { "source": "prices", "caption": "[".repeat(200) },
    }]);
    let sentence =
        "The body of the block and its other texts have 2,100 opening brackets together; a block may have 2,000.";
    refused_because(&save(&mut page.ada, page.id, 1, &sent), "blocks.0.body", sentence);
}

#[test]
fn code_may_have_whatever_stands_in_code() {
    let mut page = Page::with(&["one"]);
    let code = "[[1,2],[3,4]],\n".repeat(4_000);
    let sent = json!([block("c", "code", &code)]);
    good(&save(&mut page.ada, page.id, 1, &sent));
    assert!(exported(&page.ada, page.id, "markdown").contains(&code));
    let shown = good(&page.ada.get(&format!("/session/research/pages/{}", page.id)));
    assert!(shown["blocks"][0]["html"].as_str().is_some_and(|html| html.starts_with("<pre><code>[[1,2]")), "{shown}");
    let imported = good(&import(&mut page.ada, page.id, &json!({ "markdown": format!("```\n{code}```\n") })));
    assert_eq!(imported["imported"], json!(1));
}

#[test]
fn a_block_that_a_key_appends_a_comment_and_a_closing_tab_are_refused_alike() {
    let mut desk = Desk::new();
    let (_, page, _) = desk.page_with_blocks();
    let key = desk.editor.key(&["research:write"]);
    let brackets = "[".repeat(9_000);
    let sentence = "Line 1 has 9,000 opening brackets; a block may have 2,000.";
    let body = json!({ "kind": "paragraph", "body": brackets }).to_string();
    let headers = [("authorization", key.as_str()), ("content-type", "application/json")];
    let appended = server().send_body("POST", &format!("/research/pages/{page}/blocks"), &headers, body.as_bytes());
    assert_eq!(appended.status, 422, "{}", appended.text);
    assert_eq!(appended.json()["fields"]["body"], json!(sentence), "{}", appended.text);
    let comment = json!({ "body": brackets });
    let path_of_comments = format!("/session/research/pages/{page}/comments");
    let commented = desk.commenter.write("POST", &path_of_comments, &comment);
    refused_because(&commented, "body", "Line 1 has 9,000 opening brackets; a comment may have 2,000.");
    let read = desk.editor.read(&path(page));
    let tab = json!({ "base_version": version_of(&read), "changed": [new("t", &brackets)] });
    let closed = desk.editor.write("POST", &path(page), &tab);
    refused_because(&closed, "changed.0.body", sentence);
    let after = desk.editor.read(&path(page));
    assert_eq!(after["blocks"], read["blocks"]);
    assert_eq!(after["recoverable_draft"]["blocks"][0]["body"], json!(brackets), "what a closed tab had is kept");
}

#[test]
fn an_import_over_the_price_is_refused_with_its_line_and_nothing_is_taken_in() {
    let mut page = Page::with(&["one"]);
    let (id, before) = (page.id, page.held());
    let refusals = [
        ("![".repeat(333_000), "Line 1 has 333,000 opening brackets; a page may have 20,000."),
        (format!("first\n\n{}", "[".repeat(60_000)), "Line 3 has 60,000 opening brackets; a block may have 2,000."),
        (
            format!("# a\n\n- b\n\n```quarry:list\n---\n{}\n```\n", "[".repeat(3_000)),
            "Line 5 has 3,000 opening brackets; a block may have 2,000.",
        ),
        (
            "a\n\n".repeat(340_000),
            "The text has 680,001 marks of Markdown, 1 of them in line 1; a page may have 100,000.",
        ),
        (
            format!("|{}\n|{}\n{}", "a|".repeat(1_000), "-|".repeat(1_000), "|\n".repeat(100_000)),
            "The text has 100,202,004 cells of tables, 2,004 of them in line 2; a page may have 50,000.",
        ),
    ];
    for (markdown, sentence) in refusals {
        refused_because(&import(&mut page.ada, id, &json!({ "markdown": markdown })), "markdown", sentence);
    }
    // One address that a thousand links take with them.
    let expanded = format!("[a]: /{}\n\n{}", "x".repeat(50_000), "[a]\n\n".repeat(1_000));
    let answer = import(&mut page.ada, id, &json!({ "markdown": expanded }));
    refused(&answer, 422, "validation_failed", Some("markdown"));
    let said = answer.json()["fields"]["markdown"].as_str().unwrap_or_default().to_owned();
    assert!(said.starts_with("From line ") && said.contains("import it in parts"), "{said}");
    assert_eq!(page.held(), before);
}

#[test]
fn a_page_takes_no_more_marks_than_its_readers_can_be_shown() {
    let mut page = Page::with(&["one"]);
    let addresses = "a@b.c ".repeat(2_000);
    let blocks: Vec<Json> = (0..11).map(|at| new(&format!("a{at}"), &addresses)).collect();
    let sent = json!(blocks);
    let sentence = "The blocks of a page may have 20,000 addresses that become links together, and these have 22,000: begin another page.";
    refused_because(&save(&mut page.ada, page.id, 1, &sent), "blocks", sentence);
    let fewer = json!(blocks[..10]);
    good(&save(&mut page.ada, page.id, 1, &fewer));
    good(&page.ada.get(&format!("/session/research/pages/{}", page.id)));
}

/// F1: 18 requests of one member closed `research` for everybody.
#[test]
fn what_one_member_stores_closes_nothing_for_anybody_else() {
    let mut attacker = Page::with(&["one"]);
    let other = Page::with(&["Somebody else's page."]);
    let id = attacker.id;
    let mut answers = Vec::new();
    for round in 0..6 {
        let brackets = json!([new("b", &"[".repeat(60_000))]);
        answers.push(save(&mut attacker.ada, id, 1, &brackets));
        answers.push(attacker.ada.get(&format!("/session/research/pages/{id}/export?format=markdown")));
        answers.push(attacker.ada.get(&format!("/session/research/pages/{id}/export?format=zip")));
        answers.push(import(&mut attacker.ada, id, &json!({ "markdown": "![".repeat(333_000) })));
        let addresses: Vec<Json> = (0..17).map(|at| new(&format!("{round}-{at}"), &"a@b.c ".repeat(10_000))).collect();
        let addresses = json!(addresses);
        answers.push(save(&mut attacker.ada, id, 1, &addresses));
        answers.push(attacker.ada.get(&format!("/session/research/pages/{id}")));
    }
    let statuses: Vec<u16> = answers.iter().map(|answer| answer.status).collect();
    assert_eq!(statuses, [422, 200, 200, 422, 422, 200].repeat(6));
    for format in ["markdown", "html", "json", "zip"] {
        let answer = other.ada.get(&format!("/session/research/pages/{}/export?format={format}", other.id));
        assert_eq!(answer.status, 200, "{format}: {}", answer.text);
    }
    good(&other.ada.get(&format!("/session/research/pages/{}", other.id)));
}

/// Single letters in another order: no two words beside each other are in both.
fn shuffled(round: usize) -> String {
    let letter =
        |place: usize| char::from(b'a' + u8::try_from((place * place + place * round * 7) % 26).expect("a letter"));
    (0..15_500).flat_map(|place| [letter(place), ' ']).collect()
}

#[test]
fn two_versions_with_nothing_in_common_are_compared_as_far_as_it_goes() {
    let mut page = Page::with(&["one"]);
    let document = |round: usize, now: &Json| {
        let kept = now["blocks"].as_array().expect("blocks").clone();
        let mut blocks: Vec<Json> = (0..16).map(|at| new(&format!("c{at}"), &shuffled(round + at))).collect();
        for (block, kept) in blocks.iter_mut().zip(kept) {
            (block["id"], block["version"], block["key"]) = (kept["id"].clone(), kept["version"].clone(), Json::Null);
        }
        json!(blocks)
    };
    let versions = format!("/session/research/pages/{}/page-versions", page.id);
    let first = document(1, &page.read());
    good(&save(&mut page.ada, page.id, 1, &first));
    let named = page.ada.write("POST", &versions, &json!({ "name": "before" }));
    let second = document(20, &page.read());
    good(&save(&mut page.ada, page.id, 2, &second));
    for _ in 0..5 {
        let answer = page.ada.get(&format!("{versions}/compare?from={}", named.json()["id"]));
        let changes = good(&answer)["changes"].as_array().expect("changes").clone();
        assert_eq!(changes.len(), 16);
        for change in &changes {
            assert_eq!(change["change"], json!("changed"));
            assert!(change["detail"] == json!("words") || change["detail"] == json!("whole"), "{change}");
        }
        assert!(changes.iter().any(|change| change["detail"] == json!("whole")), "too much to be told word by word");
    }
}
