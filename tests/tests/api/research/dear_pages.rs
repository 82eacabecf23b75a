//! Pages that were stored before texts had a price: their members read them, take them along, compare and change them.

use super::bundles::exported;
use super::document_support::{changed, save, version_of};
use super::support::Desk;
use crate::organizations::house::server;
use crate::spaces::refused;
use serde_json::{Value as Json, json};

/// What is far over the price of a block, with what its readers are shown of it.
fn dear() -> [(&'static str, String); 6] {
    [
        ("paragraph", "[".repeat(60_000)),
        ("list", "![".repeat(32_000)),
        ("quote", "a@b.c ".repeat(10_900)),
        ("paragraph", format!("{}\n{}\n{}", "|".repeat(301), "|-".repeat(300), "|\n".repeat(20_000))),
        ("callout", ">".repeat(65_000)),
        ("todo", "- [ ] [a](b)\n".repeat(5_000)),
    ]
}

/// A page with these blocks, behind a paragraph.
fn page_of(desk: &Desk, blocks: &[(&str, String)]) -> i64 {
    let page = desk.page(desk.project("Before"), "Before there was a price");
    desk.block(page, "paragraph", "In front of *them*.", &json!({}));
    for (kind, body) in blocks {
        desk.block(page, kind, body, &json!({}));
    }
    page
}

#[test]
fn a_page_of_before_is_read_as_plain_text_where_it_costs_too_much() {
    let desk = Desk::new();
    let page = page_of(&desk, &dear());
    let shown = desk.viewer.read(&format!("/session/research/pages/{page}"));
    let html = |place: usize| shown["blocks"][place]["html"].as_str().expect("html").to_owned();
    assert_eq!(html(0), "<p>In front of <em>them</em>.</p>\n");
    for (place, (kind, body)) in dear().iter().enumerate() {
        let html = html(place + 1);
        assert!(html.starts_with("<p><em>This text has more marks than a page shows"), "{kind}: {:.200}", html);
        assert_eq!(shown["blocks"][place + 1]["body"], json!(body));
    }
    assert!(html(1).contains(&format!("<pre>{}</pre>", "[".repeat(60_000))));
}

#[test]
fn a_page_of_before_leaves_in_every_form() {
    let mut desk = Desk::new();
    let page = page_of(&desk, &dear());
    for _ in 0..5 {
        let markdown = exported(&desk.viewer.browser, page, "markdown");
        assert!(markdown.starts_with("In front of *them*.\n\n```quarry:paragraph\n---\n[[["), "{:.100}", markdown);
        for (kind, body) in dear() {
            let written = format!("---\n{}\n```", body.trim_end());
            assert!(markdown.contains(&format!("```quarry:{kind}\n")) && markdown.contains(&written), "{kind}");
        }
    }
    assert!(exported(&desk.viewer.browser, page, "html").contains("more marks than a page shows"));
    let whole: Json = serde_json::from_str(&exported(&desk.viewer.browser, page, "json")).expect("JSON");
    assert_eq!(whole["blocks"].as_array().map(Vec::len), Some(7));
    let bundle = desk.viewer.browser.get(&format!("/session/research/pages/{page}/export?format=zip"));
    assert_eq!(bundle.status, 200, "{}", bundle.text);
    let slug = desk.owner.does("PATCH", &format!("/session/research/pages/{page}/publish"), &json!({}))["slug"].clone();
    let public = server().get_keyless(&format!("/public/published_pages/{}", slug.as_str().expect("a slug")));
    assert_eq!(public.status, 200, "{}", public.text);
}

#[test]
fn other_blocks_of_a_page_of_before_are_changed_and_the_dear_one_may_become_cheaper() {
    let mut desk = Desk::new();
    let page = page_of(&desk, &[("paragraph", "[".repeat(60_000))]);
    let path = format!("/session/research/pages/{page}/document");
    let read = desk.editor.read(&path);
    let one = changed(&read, 0, "In front of *it*,\nand `more`.");
    let saved = save(&mut desk.editor.browser, page, version_of(&read), &one);
    assert_eq!(saved.status, 200, "{}", saved.text);
    let dearer = changed(&saved.json(), 1, &"[".repeat(60_001));
    let answer = save(&mut desk.editor.browser, page, version_of(&saved.json()), &dearer);
    refused(&answer, 422, "validation_failed", Some("blocks.1.body"));
    let cheaper = changed(&saved.json(), 1, &"[".repeat(50_000));
    let answer = save(&mut desk.editor.browser, page, version_of(&saved.json()), &cheaper);
    assert_eq!(answer.status, 200, "{}", answer.text);
    // The versions of before and after are compared, and the earlier one comes back.
    let history = desk.viewer.read(&format!("/session/research/pages/{page}/history"));
    let from = history["versions"][0]["id"].clone();
    let compared = desk.viewer.read(&format!("/session/research/pages/{page}/page-versions/compare?from={from}"));
    assert_eq!(compared["changes"], json!([]), "{compared}");
    let block_version = history["block_versions"][0]["id"].clone();
    let restored = desk.editor.write(
        "PATCH",
        &format!("/session/research/pages/{page}/versions/{block_version}/restore"),
        &json!({}),
    );
    assert_eq!(restored.status, 200, "{}", restored.text);
}

#[test]
fn a_page_of_before_that_is_larger_than_an_answer_as_html_is_read() {
    let desk = Desk::new();
    let page = desk.page(desk.project("Before"), "Before there was a price");
    // Each is within the price of a block; as HTML all of them have some 20 MiB.
    for _ in 0..250 {
        desk.block(page, "paragraph", &">>>>>>>>>>>>>>>>a\n\n".repeat(200), &json!({}));
    }
    let shown = desk.viewer.read(&format!("/session/research/pages/{page}"));
    let blocks = shown["blocks"].as_array().expect("blocks");
    assert!(blocks[0]["html"].as_str().is_some_and(|html| html.contains("<blockquote>")));
    assert!(blocks[249]["html"].as_str().is_some_and(|html| html.contains("<pre>&gt;&gt;")), "{}", blocks[249]);
    for format in ["markdown", "html", "zip"] {
        let answer = desk.viewer.browser.get(&format!("/session/research/pages/{page}/export?format={format}"));
        assert_eq!(answer.status, 200, "{format}: {}", answer.text);
    }
}
