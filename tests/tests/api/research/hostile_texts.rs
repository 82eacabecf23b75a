//! Hostile texts on pages: what a browser is given of them, inside of the space and outside, runs no script and loads nothing.

use super::support::{Desk, MADE_AT, text};
use crate::organizations::house::{in_store, server};
use quarry::stores::result_set::Value;
use quarry_tests::bounded;
use quarry_tests::extent;
use rand::rngs::StdRng;
use rand::seq::IndexedRandom;
use rand::{RngExt, SeedableRng};
use serde_json::{Value as Json, json};
use std::path::Path;
use std::process::Command;
use std::time::Duration;

/// Texts in an ordinary run, and in the whole suite; `QUARRY_TEST_HOSTILE_TEXTS` tries more.
const TEXTS: (usize, usize) = (1_250, 5_000);
/// Blocks of a page; it has at most 2,000.
const BLOCKS: usize = 1_250;
const MOST_BYTES: usize = 700;
/// Well-known forms, one a line; `\x` and two digits stand for a byte.
const VECTORS: &str = include_str!("../../../fixtures/hostile/vectors.txt");
const KINDS: [(&str, &str); 6] = [
    ("paragraph", "{}"),
    ("heading", r#"{"level":2}"#),
    ("quote", "{}"),
    ("todo", r#"{"checked":true}"#),
    ("code", "{}"),
    ("callout", r#"{"tone":"note"}"#),
];

/// The vectors, with what they would do.
fn vectors(cited: i64) -> Vec<String> {
    let bytes = |line: &str| {
        let (mut bytes, mut rest) = (Vec::new(), line);
        while let Some(place) = rest.find("\\x") {
            let digits = rest.get(place + 2..place + 4).and_then(|digits| u8::from_str_radix(digits, 16).ok());
            bytes.extend_from_slice(&rest.as_bytes()[..place]);
            bytes.push(digits.expect("two digits"));
            rest = &rest[place + 4..];
        }
        bytes.extend_from_slice(rest.as_bytes());
        String::from_utf8(bytes).expect("UTF-8")
    };
    let filled = |line: String| {
        line.replace("RUN", "__ran()").replace("LOAD", "http://loaded.invalid/x").replace("CITED", &cited.to_string())
    };
    // PostgreSQL keeps no text with a zero in it, and neither does the interface take one.
    VECTORS.lines().map(|line| filled(bytes(line)).replace('\0', "\u{1}")).collect()
}

/// One hostile text: some vectors, bent and put into the forms of Markdown.
fn hostile(vectors: &[String], random: &mut StdRng) -> String {
    let mut made = String::new();
    for _ in 0..random.random_range(1..=3) {
        let vector = vectors.choose(random).expect("a vector");
        made.push_str(&wrapped(&bent(vector, random), random));
    }
    let mut end = made.len().min(MOST_BYTES);
    while !made.is_char_boundary(end) {
        end -= 1;
    }
    made.truncate(end);
    made
}

/// The vector with one change, or none: how filters are deceived.
fn bent(vector: &str, random: &mut StdRng) -> String {
    let characters: Vec<char> = vector.chars().collect();
    let place = random.random_range(0..=characters.len());
    let (before, after): (String, String) =
        (characters[..place].iter().collect(), characters[place..].iter().collect());
    match random.random_range(0..9) {
        0 => before,
        1 => after,
        2 => format!(
            "{before}{}{after}",
            ["\n", "\t", "\u{c}", "\u{1}", "\u{200b}", "\u{feff}", "\u{2028}"].choose(random).expect("one")
        ),
        3 => format!(
            "{before}{}{after}",
            ["<", ">", "\"", "'", "`", "&", "<!--", "-->", "]]>", "\\", "|", "\n\n"].choose(random).expect("one")
        ),
        4 => vector.to_uppercase().replace("__RAN", "__ran"),
        5 => characters
            .iter()
            .map(|one| if random.random_ratio(1, 6) { format!("&#{};", u32::from(*one)) } else { one.to_string() })
            .collect(),
        6 => format!("{before}{vector}{after}"),
        _ => vector.to_owned(),
    }
}

fn wrapped(vector: &str, random: &mut StdRng) -> String {
    match random.random_range(0..14) {
        0 => format!("**{vector}**"),
        1 => format!("[{vector}](http://x/)"),
        2 => format!("[x]({vector})"),
        3 => format!("[x](http://x/ \"{vector}\")"),
        4 => format!("![{vector}]({vector})"),
        5 => format!("<{vector}>"),
        6 => format!("`{vector}`"),
        7 => format!("\n\n| a | b |\n|---|---|\n| {vector} | x |\n\n"),
        8 => format!("\n- {vector}\n  {vector}\n"),
        9 => format!("\n\n<div>\n{vector}\n\n{vector}</div>\n"),
        10 => format!("\n\n[y]: {vector}\n\n[y]"),
        11 => format!("<b title=\"{vector}\">x</b>"),
        12 => format!("~~{vector}~~\n# {vector}\n"),
        _ => vector.to_owned(),
    }
}

/// A page with these blocks, past every check.
fn page_of(desk: &Desk, project: i64, bodies: &[String], random: &mut StdRng) -> i64 {
    let page = desk.page(project, "Hostile");
    let blocks: Vec<[Value; 4]> = bodies
        .iter()
        .zip(0..)
        .map(|(body, position)| {
            let (kind, attrs) = if random.random_bool(0.5) { KINDS[0] } else { *KINDS.choose(random).expect("a kind") };
            [text(kind), text(body), text(attrs), Value::Int64(position)]
        })
        .collect();
    in_store(server(), async |store| {
        let mut transaction = store.begin().await?;
        for block in blocks {
            let sql =
                "INSERT INTO research_blocks (page_id, space_id, kind, body, attrs, position, created_at, updated_at)
                       VALUES ($5, $6, $1, $2, $3, $4, $7, $7)";
            let of_page = [Value::Int64(page), Value::Int64(desk.space), Value::Timestamp(MADE_AT)];
            transaction.execute(sql, &[&block[..], &of_page[..]].concat()).await?;
        }
        Ok(transaction.commit().await?)
    });
    page
}

fn html_of_blocks(body: &Json) -> Vec<Json> {
    body["blocks"].as_array().expect("blocks").iter().map(|block| block["html"].clone()).collect()
}

#[test]
fn a_text_of_nothing_but_marks_leaves_its_page_readable() {
    quarry_tests::on_one_engine!();
    let mut desk = Desk::new();
    let page = desk.page(desk.project("Marks"), "Marks");
    for marks in [">", "*a ", "![", "[^a]: "] {
        desk.block(page, "paragraph", &marks.repeat((64 << 10) / marks.len()), &json!({}));
    }
    let path = format!("/session/research/pages/{page}");
    assert_eq!(desk.viewer.read(&path)["blocks"].as_array().map(Vec::len), Some(4));
    let slug = desk.owner.does("PATCH", &format!("{path}/publish"), &json!({}))["slug"].clone();
    let public = server().get_keyless(&format!("/public/published_pages/{}", slug.as_str().expect("a slug")));
    assert_eq!(public.status, 200, "{}", public.text);
    let exported = desk.viewer.browser.get(&format!("{path}/export?format=html"));
    assert_eq!(exported.status, 200, "{}", exported.text);
}

#[test]
fn a_page_that_no_reader_could_be_shown_is_not_published() {
    quarry_tests::on_one_engine!();
    let mut desk = Desk::new();
    let page = desk.page(desk.project("Marks"), "Marks");
    let path = format!("/session/research/pages/{page}");
    let mut published_with = |blocks: usize| {
        for _ in 0..blocks {
            desk.block(page, "code", &"\"".repeat(64 << 10), &json!({}));
        }
        desk.owner.write("PATCH", &format!("{path}/publish"), &json!({ "slug": format!("marks-{page}") }))
    };
    // The HTML of nine blocks, twice, has 6.75 MiB; that of fifteen 11.25.
    assert_eq!(published_with(9).status, 200);
    assert_eq!(server().get_keyless(&format!("/public/published_pages/marks-{page}")).status, 200);
    let refused = published_with(6);
    assert_eq!((refused.status, refused.code().as_str()), (422, "page_too_large"), "{}", refused.text);
    let shared = desk.owner.write("POST", &format!("{path}/guest_passes"), &json!({}));
    assert_eq!((shared.status, shared.code().as_str()), (422, "page_too_large"), "{}", shared.text);
}

#[test]
fn hostile_texts_run_nothing_and_load_nothing_in_a_browser() {
    quarry_tests::on_one_engine!();
    let texts = std::env::var("QUARRY_TEST_HOSTILE_TEXTS")
        .map_or(extent::of(TEXTS.0, TEXTS.1), |count| count.parse().expect("a number"));
    let mut desk = Desk::new();
    let project = desk.project("Hostile");
    let vectors = vectors(desk.citation("\"'><img src=x onerror=__ran()><script>__ran()</script>"));
    let mut random = StdRng::seed_from_u64(30);
    let mut bodies: Vec<String> = vectors.clone();
    bodies.resize_with(texts.max(bodies.len()), || hostile(&vectors, &mut random));
    let (mut inside, mut published, mut shared, mut whole) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
    let mut documents = Vec::new();
    for bodies in bodies.chunks(BLOCKS) {
        let page = page_of(&desk, project, bodies, &mut random);
        let path = format!("/session/research/pages/{page}");
        inside.extend(html_of_blocks(&desk.viewer.read(&path)));
        let slug = desk.owner.does("PATCH", &format!("{path}/publish"), &json!({}))["slug"].clone();
        let public = server().get_keyless(&format!("/public/published_pages/{}", slug.as_str().expect("a slug")));
        assert_eq!(public.status, 200, "{}", public.text);
        published.extend(html_of_blocks(&public.json()));
        let made = desk.owner.does("POST", &format!("{path}/guest_passes"), &json!({}));
        let review = server().get_keyless(&format!("/public/review/{}", made["token"].as_str().expect("a token")));
        assert_eq!(review.status, 200, "{}", review.text);
        shared.extend(html_of_blocks(&review.json()));
        assert!(public.json()["html"] == review.json()["html"], "a guest is shown the same");
        whole.push(public.json()["html"].clone());
        let exported = desk.viewer.browser.get(&format!("{path}/export?format=html"));
        assert_eq!((exported.status, exported.header("content-type")), (200, "text/html"), "{}", exported.text);
        documents.push(json!(exported.text));
    }
    assert!(shared == published, "what one reader is shown is what all are");
    assert_eq!((inside.len(), published.len(), shared.len()), (bodies.len(), bodies.len(), bodies.len()));
    let file = server().data_dir.join("hostile-texts.json");
    let surfaces =
        json!({ "texts": { "inside": inside, "published": published, "whole": whole }, "documents": documents });
    std::fs::write(&file, surfaces.to_string()).expect("the texts are written");
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("contract/hostile.mjs");
    // Far more than the suite has can be asked for.
    let within = bounded::LONG + Duration::from_millis(50) * u32::try_from(texts).expect("a number");
    let output = bounded::output(Command::new("node").arg(script).arg(&file), within).expect("a browser shows them");
    let said = [output.stdout, output.stderr].map(|bytes| String::from_utf8_lossy(&bytes).into_owned()).concat();
    assert!(output.status.success(), "{said}");
    println!("{said}");
}
