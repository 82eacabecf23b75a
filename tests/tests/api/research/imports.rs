//! Markdown that becomes a page.

use super::bundles::{GIF, exported, import, upload};
use super::document_support::{Page, blocks, bodies, good, new, read, save, version_of};
use serde_json::{Value as Json, json};

#[test]
fn an_import_on_an_older_version_replaces_nothing_and_keeps_what_was_sent() {
    let mut page = Page::with(&["one", "two"]);
    let base = version_of(&page.read());
    let without = json!({ "markdown": "x", "mode": "replace" });
    assert_eq!(import(&mut page.ada, page.id, &without).status, 422);
    let id = page.id;
    let mut theirs = blocks(&read(&page.ben, id));
    theirs.push(new("b", "three"));
    good(&save(&mut page.ben, id, base, &json!(theirs)));
    let answer = import(
        &mut page.ada,
        id,
        &json!({ "markdown": "# Mine\n\nall of it", "mode": "replace", "base_version": base }),
    );
    assert_eq!((answer.status, answer.code().as_str()), (409, "conflict"), "{}", answer.text);
    assert_eq!(answer.json()["current_version"], json!(base + 1));
    let after = page.read();
    assert_eq!(bodies(&after), ["one", "two", "three"]);
    let draft = &after["recoverable_draft"];
    assert_eq!((&draft["id"], &draft["blocks"][1]["body"]), (&answer.json()["draft_id"], &json!("all of it")));
    // On the newest one it replaces, and a block that stays keeps its id; what was there is a version.
    let sent = json!({ "markdown": "one\n\nanother", "mode": "replace", "base_version": base + 1 });
    let replaced = good(&import(&mut page.ada, id, &sent));
    assert_eq!(bodies(&replaced), ["one", "another"]);
    assert_eq!(blocks(&replaced)[0]["id"], blocks(&after)[0]["id"]);
    let history = good(&page.ada.get(&format!("/session/research/pages/{id}/history")));
    let earlier: Vec<i64> = history["versions"]
        .as_array()
        .expect("versions")
        .iter()
        .filter_map(|version| version["document_version"].as_i64())
        .collect();
    assert!(earlier.contains(&(base + 1)) && earlier.contains(&(base + 2)), "{history}");
}

#[test]
fn an_import_keeps_the_bounds_of_a_page_and_names_the_line() {
    let mut page = Page::with(&["one"]);
    let long = format!("first\n\n{}", "x".repeat(65_537));
    let answer = import(&mut page.ada, page.id, &json!({ "markdown": long }));
    assert_eq!(answer.status, 422, "{}", answer.text);
    assert!(answer.text.contains("Line 3: "), "{}", answer.text);
    // Each bound is named with the line that is beyond it.
    let beyond = [
        ("x\n\n".repeat(2_001), "Line 4001: ", "2000 blocks"),
        (format!("first\n\n```\n{}\n```\n", "select 1;\n".repeat(7 << 10)), "Line 3: ", "65536 bytes"),
        (format!("{}\n\n", "y".repeat(60 << 10)).repeat(17) + &"- [x] z\n".repeat(500), "Line ", "1048576 bytes"),
    ];
    for (text, line, bound) in beyond {
        let answer = import(&mut page.ada, page.id, &json!({ "markdown": text }));
        assert_eq!(answer.status, 422, "{}", answer.text);
        assert!(answer.text.contains(line) && answer.text.contains(bound), "{line}{bound}: {}", answer.text);
    }
    assert_eq!(import(&mut page.ada, page.id, &json!({ "markdown": "x".repeat((1 << 20) + 1) })).status, 422);
    assert_eq!(page.bodies(), ["one"]);
    let started = std::time::Instant::now();
    let most = "- [ ] y\n".repeat(1_999);
    assert_eq!(import(&mut page.ada, page.id, &json!({ "markdown": most })).status, 200);
    let _ = exported(&page.ada, page.id, "markdown");
    assert!(started.elapsed().as_secs() < 60);
}

#[test]
fn files_of_another_page_are_references_and_nothing_is_fetched() {
    let (mut page, mut other) = (Page::new(), Page::new());
    let picture = upload(&mut other.ada, other.id, "x.gif", "image/gif", GIF);
    let block =
        json!([{ "id": null, "key": "i", "kind": "image", "body": "", "attrs": { "upload_id": picture, "alt": "x" } }]);
    good(&save(&mut other.ada, other.id, 0, &block));
    let markdown = format!("{}\n![far](https://far.example/a.png)\n", exported(&other.ada, other.id, "markdown"));
    let answer = good(&import(&mut page.ada, page.id, &json!({ "markdown": markdown })));
    let kinds: Vec<&Json> = answer["blocks"].as_array().expect("blocks").iter().map(|block| &block["kind"]).collect();
    assert_eq!(kinds, ["paragraph", "paragraph"], "{answer}");
    assert_eq!(bodies(&answer), [format!("![x](files/{picture})"), "![far](https://far.example/a.png)".to_owned()]);
    let said: Vec<&Json> = answer["not_kept"].as_array().expect("a list").iter().map(|note| &note["line"]).collect();
    assert_eq!(said, [1, 3], "{answer}");
}

#[test]
fn of_too_many_things_that_were_not_kept_the_number_is_told() {
    let mut page = Page::new();
    let unknown: String = (0..600).map(|number| format!("{{{{derived:{}}}}} ", 900_000_000 + number)).collect();
    let markdown = format!("{unknown}\n\n{}", "[[note]]\n\n".repeat(600));
    let answer = good(&import(&mut page.ada, page.id, &json!({ "markdown": markdown })));
    let said = answer["not_kept"].as_array().expect("a list");
    let last = said.last().expect("a line");
    assert_eq!((said.len(), &last["what"]), (501, &json!("700 more")), "{last}");
}

/// Rows with bars within links and code, and with more cells than the head; words between marks of HTML; and lists in cells.
const NOTE: &str = "\
| Pool | Note | Since |
| --- | --- | --- |
| [[pools/weth|WETHALIAS]] | steady | March |
| [[pools/pepe\\|PEPEALIAS]] | `a|b` codecell | May |
| ![[chart.png\\|300]] | <ul><li>ITEMONE</li><li>ITEMTWO</li></ul> | June |
| excess | one | two | SURPLUSTEXT |

Send it to <YOURADDRESS>, if a<b and c>d; 10<sup>18</sup> wei.

3. three
   1. <div>WITHINITEM</div>

> [quoted]: https://hidden.example/LOSTADDRESS
";

#[test]
fn no_word_of_a_note_is_lost_on_its_way_to_readers_without_a_line_that_says_so() {
    quarry_tests::on_one_engine!();
    let mut page = Page::new();
    let answer = good(&import(&mut page.ada, page.id, &json!({ "markdown": NOTE })));
    let html = exported(&page.ada, page.id, "html");
    for shown in [
        "<td>[[pools/weth|WETHALIAS]]</td>",
        "<td>[[pools/pepe|PEPEALIAS]]</td>",
        "<td><code>a|b</code> codecell</td>",
        "ITEMTWO</td>",
        "<td>two | SURPLUSTEXT</td>",
        "&lt;YOURADDRESS&gt;, if a&lt;b and c&gt;d; 10^18 wei.",
        "<ol start=\"3\">",
        "WITHINITEM",
    ] {
        assert!(html.contains(shown), "{shown} in {html}");
    }
    assert!(html.contains("chart.png</a></td>") && !html.contains("LOSTADDRESS"), "{html}");
    let said: Vec<(i64, &str)> = answer["not_kept"]
        .as_array()
        .expect("a list")
        .iter()
        .map(|note| (note["line"].as_i64().expect("a line"), note["what"].as_str().expect("a text")))
        .collect();
    assert!(said.contains(&(6, "SURPLUSTEXT")), "{said:?}");
    assert!(said.iter().any(|(line, what)| *line == 13 && what.contains("LOSTADDRESS")), "{said:?}");
    assert!(
        said.iter().all(|(line, _)| [3, 4, 5, 6, 13].contains(line)),
        "what is kept is not said to be lost: {said:?}"
    );
    // What links between notes and pictures that did not come along say is written as it stands, and comes back.
    let markdown = exported(&page.ada, page.id, "markdown");
    assert!(!markdown.contains("quarry:"), "{markdown}");
    let replaced = json!({ "markdown": markdown, "mode": "replace", "base_version": version_of(&page.read()) });
    good(&import(&mut page.ada, page.id, &replaced));
    assert_eq!(exported(&page.ada, page.id, "html"), html);
    assert_eq!(exported(&page.ada, page.id, "markdown"), markdown);
}
