//! Three writers who edit at random, each from a base as old as it happens to be. Words only ever come in with a save that was
//! acknowledged or kept as a draft; each of them must be found again, in the document, in a version or in a draft.

use super::document_support::{Page, blocks, good, new, page_in, read, save, version_of};
use crate::organizations::house::{server, texts};
use crate::spaces::{add, settled, shared};
use quarry::stores::result_set::Value;
use quarry_tests::browser::Browser;
use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};
use serde_json::{Value as Json, json};

/// A writer, with the document as it was last read.
struct Writer {
    browser: Browser<'static>,
    base: Json,
}

/// All texts that are held of a page.
fn held(page: i64) -> String {
    let queries = [
        "SELECT body AS text FROM research_blocks WHERE page_id = $1",
        "SELECT body AS text FROM research_block_versions WHERE page_id = $1",
        "SELECT blocks AS text FROM research_page_versions WHERE page_id = $1",
        "SELECT document AS text FROM research_drafts WHERE page_id = $1",
    ];
    queries
        .iter()
        .flat_map(|sql| texts(server(), &format!("{sql} LIMIT 10000"), &[Value::Int64(page)]))
        .collect::<Vec<_>>()
        .join("\n")
}

/// Changes the blocks at random. The words that it brings in.
fn edit(random: &mut StdRng, blocks: &mut Vec<Json>, number: &mut u32) -> Vec<String> {
    let mut words = Vec::new();
    for _ in 0..random.random_range(1..4) {
        *number += 1;
        // Words that have little in common: correcting a letter of one's own keeps no version.
        let word = format!("{:016x}", u64::from(*number).wrapping_mul(0x9e37_79b9_7f4a_7c15));
        let at = random.random_range(0..=blocks.len());
        match random.random_range(0..10) {
            0..5 if at < blocks.len() => {
                let body = blocks[at]["body"].as_str().expect("a body").to_owned();
                // Now and then somebody overwrites all of it.
                let body = if random.random_bool(0.2) { word.clone() } else { format!("{body} {word}") };
                blocks[at]["body"] = json!(body);
                words.push(word);
            }
            5..7 if at < blocks.len() && blocks.len() > 2 => {
                let block = blocks.remove(at);
                let to = random.random_range(0..=blocks.len());
                blocks.insert(to, block);
            }
            7 if at < blocks.len() && blocks.len() > 4 && blocks[at]["id"].is_i64() => {
                blocks.remove(at);
            }
            _ => {
                blocks.insert(at, new(&format!("key {number}"), &word));
                words.push(word);
            }
        }
    }
    // A word that a later edit of the same save took out was never sent.
    let sent = json!(blocks).to_string();
    words.retain(|word| sent.contains(word.as_str()));
    words
}

#[test]
fn every_acknowledged_word_is_in_the_document_in_a_version_or_in_a_draft() {
    let (_, ada) = settled("Ada");
    let mut owner = ada;
    let space = shared(&mut owner, "Harbour");
    let mut browsers = vec![];
    for name in ["Ben", "Cleo"] {
        let (person, browser) = settled(name);
        add(&mut owner, space, &person, "editor");
        browsers.push(browser);
    }
    browsers.insert(0, owner);
    for seed in 0..6 {
        let page = page_in(server(), space);
        let mut random = StdRng::seed_from_u64(seed);
        let (mut number, mut acknowledged, mut conflicts) = (0, Vec::new(), 0);
        let mut writers: Vec<Writer> =
            browsers.drain(..).map(|browser| Writer { base: read(&browser, page), browser }).collect();
        for _ in 0..40 {
            let at = random.random_range(0..writers.len());
            let writer = &mut writers[at];
            if random.random_bool(0.5) {
                writer.base = read(&writer.browser, page);
            }
            let mut edited = blocks(&writer.base);
            let words = edit(&mut random, &mut edited, &mut number);
            let answer = save(&mut writer.browser, page, version_of(&writer.base), &json!(edited));
            match answer.status {
                200 => writer.base = answer.json(),
                409 => {
                    conflicts += 1;
                    writer.base = read(&writer.browser, page);
                }
                _ => panic!("seed {seed}: {}", answer.text),
            }
            acknowledged.extend(words);
            let document = read(&writer.browser, page);
            let positions: Vec<_> = blocks(&document).iter().map(|block| block["position"].as_i64()).collect();
            let expected: Vec<_> = (0..).take(positions.len()).map(Some).collect::<Vec<Option<i64>>>();
            assert_eq!(positions, expected, "seed {seed}");
        }
        let held = held(page);
        for word in &acknowledged {
            assert!(held.contains(word.as_str()), "seed {seed}: {word} is lost");
        }
        assert!(!acknowledged.is_empty() && conflicts < 40, "seed {seed}: {conflicts} conflicts");
        browsers = writers.into_iter().map(|writer| writer.browser).collect();
    }
}

#[test]
fn writers_who_keep_to_blocks_of_their_own_are_never_refused_however_old_their_base() {
    let mut page = Page::with(&["a", "b", "c", "d", "e", "f"]);
    let (mut bases, mut random) = ([page.read(), page.read()], StdRng::seed_from_u64(7));
    let mut expected = page.bodies();
    for round in 0..60 {
        let writer = random.random_range(0..2);
        let own = writer + 2 * random.random_range(0..3);
        let mut sent = blocks(&bases[writer]);
        let mine = sent.iter_mut().find(|block| block["id"] == bases[writer]["blocks"][own]["id"]).expect("a block");
        let body = format!("{} {round}", expected[own]);
        mine["body"] = json!(body);
        expected[own] = body;
        let browser = if writer == 0 { &mut page.ada } else { &mut page.ben };
        bases[writer] = good(&save(browser, page.id, version_of(&bases[writer]), &json!(sent)));
    }
    assert_eq!(page.bodies(), expected);
}
