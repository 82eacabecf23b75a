//! What a search of research pages finds, and in which order.

use super::{found, found_ids, path};
use crate::research::support::{Desk, run_job};
use crate::spaces::refused;
use serde_json::json;

fn indexed() {
    run_job("research", "index_pages", &json!({}));
}

#[test]
fn pages_of_before_are_found_by_all_their_words_and_titles_come_first() {
    let desk = Desk::new();
    let project = desk.project("Lending");
    let [in_title, often, once, other] =
        ["Cascade of May", "Often", "Once", "Other"].map(|title| desk.page(project, title));
    desk.block(in_title, "paragraph", "What became of borrowers.", &json!({}));
    desk.block(often, "paragraph", "Nothing here.", &json!({}));
    let best = desk.block(often, "list", "- cascade, a cascade of borrowers\n- cascade", &json!({}));
    desk.block(often, "heading", "A cascade", &json!({ "level": 2 }));
    let single = desk.block(once, "paragraph", "One **cascade** of `borrowers`.", &json!({}));
    desk.block(other, "paragraph", "Borrowers only.", &json!({}));
    indexed();
    assert_eq!(found_ids(&desk.viewer, "cascade"), [in_title, often, once]);
    let hits = found(&desk.viewer, "borrowers CASC");
    assert_eq!(hits.iter().map(|hit| hit.0).collect::<Vec<_>>(), [in_title, often, once], "each once");
    assert_eq!(hits[1].1, Some(best), "the block with most of the words");
    assert_eq!((hits[2].1, hits[2].2.as_str()), (Some(single), "One <mark>cascade</mark> of <mark>borrowers</mark>."));
    assert!(found_ids(&desk.viewer, "casc borrowers").is_empty(), "only the last word may be unfinished");
    assert!(found_ids(&desk.outsider, "cascade").is_empty());
    let page = &desk.viewer.read(&path("one cascade"))["pages"][0];
    assert_eq!(page["project"], json!({ "id": project, "name": "Lending" }));
    assert_eq!((&page["space_id"], &page["title"]), (&json!(desk.space), &json!("Once")));
}

#[test]
fn hashes_captions_and_other_scripts_are_found_and_what_was_fetched_is_not() {
    let desk = Desk::new();
    let page = desk.page(desk.project("Lending"), "Evidence");
    let hash = format!("0x{}", "c1".repeat(32));
    let attrs = json!({ "chain": "ethereum", "hash": hash, "snapshot": { "note": "unwritten" } });
    let block = desk.block(page, "transaction", "", &attrs);
    let caption = desk.block(page, "chart", "", &json!({ "source": "prices", "caption": "Fall of the prize" }));
    let japanese = desk.block(page, "paragraph", "清算は東京で起きた。", &json!({}));
    desk.block(page, "paragraph", "A figure {{derived:77}} of it.", &json!({}));
    indexed();
    assert_eq!(found(&desk.viewer, &hash.to_uppercase())[0].1, Some(block));
    assert_eq!(found(&desk.viewer, &hash[..12])[0].1, Some(block), "by its beginning");
    assert_eq!(found(&desk.viewer, "prize")[0].1, Some(caption));
    let (_, id, snippet) = found(&desk.viewer, "東京").remove(0);
    assert_eq!((id, snippet.as_str()), (Some(japanese), "清算は<mark>東京</mark>で起きた。"));
    assert!(found(&desk.viewer, "unwritten").is_empty() && found(&desk.viewer, "derived").is_empty());
}

/// What stands in a page, what somebody types who looks for it, and what the snippet marks.
const UNSEEN: [(&str, &str, &str); 16] = [
    ("Of a liqui\u{ad}da\u{ad}tion by paper", "liquidation", "liqui\u{ad}da\u{ad}tion"),
    ("A bor\u{200b}rower\u{feff} of the web", "borrower", "bor\u{200b}rower"),
    ("Plain whales", "wha\u{ad}les", "whales"),
    ("می\u{200c}خواهم", "میخواهم", "می\u{200c}خواهم"),
    ("क्\u{200d}ष", "क्ष", "क्\u{200d}ष"),
    ("Die Straße der Wale", "STRASSE", "Straße"),
    ("GROẞMARKT", "großmarkt", "GROẞMARKT"),
    ("İSTANBUL", "istanbul", "İSTANBUL"),
    ("Ankara'da ışık", "IŞIK", "ışık"),
    ("ΚΌΣΜΟΣ", "κόσμος", "ΚΌΣΜΟΣ"),
    ("ﾘｸｨﾃﾞｰｼｮﾝ", "リクィデーション", "ﾘｸｨﾃﾞｰｼｮﾝ"),
    ("Cafe\u{301} of the port", "café", "Café"),
    ("\u{1112}\u{1161}\u{11ab}\u{1100}\u{1173}\u{11af}", "한글", "한글"),
    ("区块链", "链", "链"),
    ("債務を清算した", "債", "債"),
    ("ﬁnality", "FINALITY", "ﬁnality"),
];

#[test]
fn words_with_letters_that_cannot_be_seen_and_words_of_other_scripts_are_found() {
    let desk = Desk::new();
    let project = desk.project("Lending");
    let page = |(number, (text, _, _)): (usize, &(&str, &str, &str))| {
        let page = desk.page(project, &format!("Page {number}"));
        desk.block(page, "paragraph", text, &json!({}));
        page
    };
    let pages: Vec<i64> = UNSEEN.iter().enumerate().map(page).collect();
    indexed();
    for (page, (text, asked, marked)) in pages.into_iter().zip(UNSEEN) {
        let hits = found(&desk.viewer, asked);
        assert_eq!(hits.iter().map(|hit| hit.0).collect::<Vec<_>>(), [page], "{asked:?} in {text:?}");
        assert!(hits[0].2.contains(&format!("<mark>{marked}</mark>")), "{asked:?} in {text:?}: {}", hits[0].2);
        assert_eq!(found_ids(&desk.viewer, text), [page], "by its own words: {text:?}");
    }
    let answer = desk.viewer.read(&path("鏈"));
    assert_eq!((&answer["min_length"], &answer["pages"]), (&json!(1), &json!([])), "asked, and found nowhere");
}

#[test]
fn a_snippet_runs_nothing_and_a_short_question_finds_nothing() {
    let desk = Desk::new();
    let page = desk.page(desk.project("Lending"), "<b>Hostile</b>");
    let body = "<img src=x onerror=alert(1)> hostility </mark><script>alert(2)</script>";
    desk.block(page, "paragraph", body, &json!({}));
    indexed();
    let (_, _, snippet) = found(&desk.viewer, "hostility").remove(0);
    assert_eq!(
        snippet,
        "&lt;img src=x onerror=alert(1)&gt; <mark>hostility</mark> &lt;/mark&gt;&lt;script&gt;alert(2)&lt;/script&gt;"
    );
    for short in [" ", "h", " h ", "%", "__", "()"] {
        let answer = desk.viewer.read(&path(short));
        assert_eq!((&answer["min_length"], &answer["pages"]), (&json!(2), &json!([])), "{short}");
    }
    refused(&desk.viewer.get("/session/research/search"), 422, "invalid_parameter", Some("q"));
    refused(&desk.viewer.get(&path("")), 422, "invalid_parameter", Some("q"));
    refused(&desk.viewer.get(&path(&"a".repeat(201))), 422, "invalid_parameter", Some("q"));
}

#[test]
fn at_most_twenty_pages_are_found_the_last_changed_first() {
    let desk = Desk::new();
    let project = desk.project("Lending");
    let pages: Vec<i64> = (0..25).map(|number| desk.page(project, &format!("Quokka {number}"))).collect();
    indexed();
    let newest: Vec<i64> = pages.into_iter().rev().take(20).collect();
    assert_eq!(found_ids(&desk.viewer, "quok"), newest);
}
