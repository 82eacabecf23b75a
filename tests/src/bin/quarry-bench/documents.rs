//! `document_open`, `document_save_one_block` and `document_save_2000`: the longest page of research, 2,000 blocks of 500 bytes.
//!
//! An installation of its own, `target/dist`, with the sample, on SQLite. One client asks with a key, an answer at a time: it reads the
//! document, saves it with one block changed, and saves it with every block changed, in turns. The figures are medians of nine turns, as
//! the client sees them.

use crate::report::Report;
use anyhow::{Context, Result, ensure};
use quarry_tests::server::{Options, Server};
use serde_json::{Value as Json, json};
use std::time::Instant;

pub(crate) const FIGURES: &[&str] = &["document_open", "document_save_one_block", "document_save_2000"];
const BLOCKS: usize = 2_000;
const BODY_BYTES: usize = 500;
const ROUNDS: usize = 9;

pub(crate) fn measure(report: &mut Report) -> Result<()> {
    let server = Server::start(&Options::default())?;
    let page = made_page(&server)?;
    let path = format!("/research/pages/{page}/document");
    let blocks = (0..BLOCKS).map(|number| {
        json!({ "id": null, "key": format!("k{number}"), "kind": "paragraph", "body": body(number, 0), "attrs": {} })
    });
    let mut document = save(&server, &path, 0, blocks.collect())?;
    let mut times = [const { Vec::new() }; 3];
    for round in 0..=ROUNDS {
        let mut timed = |figure: usize, work: &mut dyn FnMut() -> Result<Json>| {
            let began = Instant::now();
            let done = work();
            // The first round warms up.
            if round > 0 {
                times[figure].push(began.elapsed().as_secs_f64() * 1e3);
            }
            done
        };
        document = timed(0, &mut || ask(&server, "GET", &path, &Json::Null))?;
        let (base, mut sent) = parts(&document)?;
        sent[BLOCKS / 2]["body"] = json!(body(BLOCKS / 2, 2 * round + 1));
        document = timed(1, &mut || save(&server, &path, base, sent.clone()))?;
        let (base, mut sent) = parts(&document)?;
        for (number, block) in sent.iter_mut().enumerate() {
            block["body"] = json!(body(number, 2 * round + 2));
        }
        document = timed(2, &mut || save(&server, &path, base, sent.clone()))?;
    }
    ensure!(parts(&document)?.1.len() == BLOCKS, "the page has other blocks than were saved");
    for (name, times) in FIGURES.iter().zip(times) {
        report.rounds(name, times, "milliseconds for a page of 2,000 blocks", None);
    }
    Ok(())
}

/// A body of so many bytes, another one for each number and round.
fn body(number: usize, round: usize) -> String {
    let word = format!("{number} in round {round}; ");
    word.repeat(BODY_BYTES / word.len() + 1)[..BODY_BYTES].to_owned()
}

fn ask(server: &Server, method: &str, path: &str, body: &Json) -> Result<Json> {
    let authorization = format!("Bearer {}", server.full_key);
    let headers = [("authorization", authorization.as_str()), ("content-type", "application/json")];
    let answer = match method {
        "GET" => server.send(method, path, &headers[..1]),
        _ => server.send_body(method, path, &headers, body.to_string().as_bytes()),
    };
    ensure!(matches!(answer.status, 200 | 201), "{method} {path}: {} {}", answer.status, answer.text);
    Ok(answer.json())
}

fn save(server: &Server, path: &str, base: i64, blocks: Vec<Json>) -> Result<Json> {
    ask(server, "PUT", path, &json!({ "base_version": base, "blocks": blocks }))
}

/// The version and the blocks of a document.
fn parts(document: &Json) -> Result<(i64, Vec<Json>)> {
    let version = document["document_version"].as_i64().context("a version")?;
    Ok((version, document["blocks"].as_array().context("blocks")?.clone()))
}

/// A new page in the sample's project.
fn made_page(server: &Server) -> Result<i64> {
    let projects = ask(server, "GET", "/research/projects", &Json::Null)?;
    let new = json!({ "project_id": projects["projects"][0]["id"], "title": "The longest page" });
    ask(server, "POST", "/research/pages", &new)?["id"].as_i64().context("an id")
}
