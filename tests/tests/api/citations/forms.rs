//! The record in the forms that programs for literature read, as their own libraries read them.

use super::{cited, settled};
use crate::data::exports::bytes_at;
use crate::organizations::house::{execute, texts};
use quarry::stores::result_set::Value;
use quarry_tests::bounded;
use quarry_tests::extent;
use quarry_tests::http::Answer;
use quarry_tests::server::{Options, Server, app_store_environment, shared};
use serde_json::{Value as Json, json};
use std::path::{Path, PathBuf};
use std::process::Command;

/// A space's name for it, which is nobody else's business.
const LABEL: &str = "Before the merger";
/// Its title, in which a character means something to TeX.
const TITLE: &str = "A figure of the dataset price_bars, daily bars";

fn record() -> Json {
    cited(&json!({
        "dataset": "price_bars", "aggregate": "distinct", "column": "pool", "chain": "ethereum", "label": LABEL,
        "filters": { "date_to": "2026-10-20" }
    }))
}

const FORMS: [(&str, &str); 4] = [
    ("csl", "application/vnd.citationstyles.csl+json"),
    ("bibtex", "application/x-bibtex"),
    ("ris", "application/x-research-info-systems"),
    ("prov", "application/prov+json"),
];

fn form(hash: &str, format: &str) -> Answer {
    let answer = shared().get_keyless(&format!("/citations/{hash}?format={format}"));
    assert_eq!(answer.status, 200, "{}", answer.text);
    answer
}

#[test]
fn a_form_is_chosen_by_name_and_by_accept_and_says_how_to_cite_it() {
    let hash = record()["hash"].as_str().expect("a hash").to_owned();
    for (format, media_type) in FORMS {
        let named = form(&hash, format);
        assert!(named.header("content-type").starts_with(media_type), "{}", named.header("content-type"));
        for path in ["/citations", "/public/citations"] {
            let accepted = shared().send("GET", &format!("{path}/{hash}"), &[("accept", media_type)]);
            assert_eq!((accepted.status, &accepted.text), (200, &named.text), "{format}");
            let link = accepted.header("link");
            assert_eq!(
                link,
                format!("<./{hash}>; rel=\"cite-as\""),
                "relative to what was asked for, without the query"
            );
        }
        // The name outweighs what the client likes.
        let json = shared().send("GET", &format!("/citations/{hash}?format=json"), &[("accept", media_type)]);
        assert_eq!(json.json()["hash"], json!(hash));
    }
    // Kept answers have the header too.
    for _ in 0..2 {
        let plain = shared().get_keyless(&format!("/citations/{hash}"));
        assert!(plain.header("link").ends_with("rel=\"cite-as\""), "{:?}", plain.header("link"));
    }
    let unknown = shared().get_keyless(&format!("/citations/{hash}?format=word"));
    assert_eq!((unknown.status, unknown.code().as_str()), (422, "invalid_parameter"), "{}", unknown.text);
}

#[test]
fn a_space_s_name_for_a_figure_is_in_no_public_record() {
    let citation = record();
    assert_eq!(citation["label"], LABEL);
    let hash = citation["hash"].as_str().expect("a hash");
    let plain = shared().get_keyless(&format!("/public/citations/{hash}"));
    assert_eq!(plain.json()["label"], TITLE);
    let forms = FORMS.map(|(format, _)| form(hash, format));
    for text in forms.iter().chain([&plain]).map(|answer| &answer.text) {
        assert!(text.contains("A figure of the dataset") && !text.contains(LABEL), "{text}");
    }
}

#[test]
fn addresses_in_the_forms_are_under_the_base_path_of_the_deployment() {
    let mut environment = app_store_environment("citations-base-path").expect("the application store of the tests");
    environment.push(("QUARRY__SERVER__BASE_PATH".to_owned(), "/data/v2".to_owned()));
    let server = Server::start(&Options { environment, ..Options::default() }).expect("a server");
    let canonical = texts(&server, "SELECT canonical AS text FROM cited_figures ORDER BY hash", &[]).remove(0);
    let path = format!("/data/v2/public/citations/0x{}?format=csl", super::sha256(&canonical));
    let (status, csl) = bytes_at(&server, &path, &[]);
    let csl = String::from_utf8(csl).expect("text");
    assert_eq!(status, 200, "{csl}");
    assert!(csl.contains("/data/v2/citations/0x") && !csl.contains("/api/v1"), "{csl}");
}

/// A program of `tests/tools/citations`, which `host/setup/citations.sh` readies; none where it was not readied, which is said.
fn tool(name: &str) -> Option<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../target/citation-tools");
    if folder.join("ready").exists() {
        return Some(Path::new(env!("CARGO_MANIFEST_DIR")).join("tools/citations").join(name));
    }
    println!("skipped: run host/setup/citations.sh for the libraries that read citations");
    None
}

fn answered(mut command: Command, input: &str) -> String {
    let output = bounded::output_with_input(&mut command, input.as_bytes(), bounded::SHORT).expect("it ends");
    assert!(output.status.success(), "{command:?} on {input}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).expect("text")
}

fn node(script: &Path, input: &str) -> String {
    let mut command = Command::new("node");
    command
        .arg(script)
        .env("NODE_PATH", Path::new(env!("CARGO_MANIFEST_DIR")).join("../target/citation-tools/node_modules"));
    answered(command, input)
}

#[test]
fn the_libraries_that_write_bibliographies_read_what_it_says() {
    quarry_tests::on_one_engine!();
    let (Some(javascript), Some(python)) = (tool("read.cjs"), tool("read.py")) else { return };
    let citation = record();
    let hash = citation["hash"].as_str().expect("a hash").to_owned();
    for format in ["csl", "bibtex", "ris"] {
        let read: Json = serde_json::from_str(&node(&javascript, &form(&hash, format).text)).expect("CSL-JSON");
        let item = &read[0];
        let title = item["title"].as_str().expect("a title").replace(['<', '>'], "");
        assert_eq!(title.replace("span class=\"nocase\"", "").replace("/span", ""), TITLE, "{format}: {item}");
        assert!(item["URL"].as_str().is_some_and(|url| url.ends_with(&hash)), "{format}: {item}");
        let year = citation["created_at"].as_str().expect("a time")[..4].parse::<i64>().expect("a year");
        assert_eq!(
            item["issued"]["date-parts"][0][0].to_string().trim_matches('"'),
            year.to_string(),
            "{format}: {item}"
        );
    }
    let mut command =
        Command::new(Path::new(env!("CARGO_MANIFEST_DIR")).join("../target/citation-tools/python/bin/python"));
    command.arg(&python);
    let input = json!({ "csl": form(&hash, "csl").text, "prov": form(&hash, "prov").text }).to_string();
    let read: Json = serde_json::from_str(&answered(command, &input)).expect("JSON");
    assert!(
        read["bibliography"].as_str().is_some_and(|entry| entry.contains("price_bars") && entry.contains(&hash)),
        "{read}"
    );
    assert_eq!((&read["entities"], &read["activities"], &read["agents"]), (&json!(2), &json!(1), &json!(1)), "{read}");
}

/// BibTeX counts every brace, also one behind a backslash.
#[test]
fn a_brace_in_a_value_ends_no_entry_of_a_bibliography() {
    quarry_tests::on_one_engine!();
    let value = r"one { and } two } and \{ more {{";
    let mut cited = record()["cited"].clone();
    cited["value"] = json!(value);
    let canonical = super::canonical(&cited);
    let hash = super::sha256(&canonical);
    let bytes = (0..32_usize).map(|at| u8::from_str_radix(&hash[2 * at..2 * at + 2], 16).expect("hex")).collect();
    let sql = "INSERT INTO cited_figures (hash, canonical, kind, dataset, chain_id, value, verification_state, cited_at, derivation_version)
               VALUES ($1, $2, 'computed_figure', 'price_bars', 1, $3, 'unresolved', 0, 1) ON CONFLICT (hash) DO NOTHING";
    let values = [Value::Bytes(bytes), Value::Text(canonical), Value::Text(value.to_owned())];
    execute(shared(), sql, &values);

    let text = form(&format!("0x{hash}"), "bibtex").text;
    let entry = text.trim_end();
    let mut depth = 0_i32;
    for (at, character) in entry.char_indices() {
        depth += match character {
            '{' => 1,
            '}' => -1,
            _ => 0,
        };
        let is_within = depth > 0 || at < "@misc{".len() - 1 || at == entry.len() - 1;
        assert!(is_within, "the entry ends in the middle: {entry}");
    }
    assert_eq!(depth, 0, "the entry does not end: {entry}");
    let Some(javascript) = tool("read.cjs") else { return };
    let read: Json = serde_json::from_str(&node(&javascript, &text)).expect("CSL-JSON");
    let note = read[0]["note"].as_str().unwrap_or_default();
    assert!(note.contains(value), "{read}");
}

#[test]
fn hashes_are_those_of_another_implementation() {
    quarry_tests::on_one_engine!();
    let Some(script) = tool("canonicalize.cjs") else { return };
    let (_, mut browser) = settled(shared(), "Olga");
    let count =
        std::env::var("QUARRY_TEST_HASHES").map_or(extent::of(60, 150), |count| count.parse().expect("a number"));
    let mut citations = Vec::new();
    // Figures of no row and of some, each of another range, spread over six million blocks.
    for number in (0..1_000).step_by(1_000 / count) {
        let filters = json!({ "chain": "ethereum", "block_from": 20_000_000 + number * 6_000 });
        let body = json!({ "dataset": "absorptions", "aggregate": "count", "filters": filters });
        let answer = browser.write("POST", "/session/citations", &body);
        assert_eq!(answer.status, 201, "{}", answer.text);
        citations.push(answer.json());
    }
    let objects: Vec<&Json> = citations.iter().map(|citation| &citation["cited"]).collect();
    let hashes: Vec<String> = serde_json::from_str(&node(&script, &json!(objects).to_string())).expect("a list");
    assert!(hashes.len() >= count && hashes.len() == citations.len(), "{}", hashes.len());
    for (citation, hash) in citations.iter().zip(hashes) {
        assert_eq!(citation["hash"], json!(hash), "{citation}");
    }
}
