//! `search_100k_blocks`: how long somebody waits for the search of research pages.
//!
//! An installation of its own on SQLite, with 200 spaces of 50 pages of 10 blocks, whose 40 words each come from 20,000 as in prose: few
//! are on every page, most are rare. Somebody who is in ten of the spaces asks, one question after the other: a frequent word, two words,
//! a beginning of three letters, and a rare word.

use crate::report::Report;
use anyhow::{Context, Result, ensure};
use quarry::contract::Secret;
use quarry::identity::{NewUser, Passwords, Users};
use quarry::stores::app::AppStore;
use quarry::stores::result_set::Value;
use quarry_research_terms::TOKENIZER;
use quarry_research_terms::terms::terms;
use quarry_tests::browser::Browser;
use quarry_tests::server::{Options, Server};
use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};
use std::time::Instant;

pub(crate) const FIGURES: &[&str] = &["search_100k_blocks"];
const SPACES: i64 = 200;
const PAGES: i64 = 50;
const BLOCKS: i64 = 10;
const WORDS: usize = 20_000;
const WORDS_OF_A_BLOCK: usize = 40;
const QUESTIONS: usize = 400;
const EMAIL: &str = "searcher@bench.example";
const PASSWORD: &str = "marble ostrich trumpet 71";

pub(crate) async fn measure(report: &mut Report) -> Result<()> {
    let options = Options { no_sample: true, ..Options::default() };
    let server = tokio::task::block_in_place(|| Server::start(&options))?;
    fill(&server).await?;
    let mut times = tokio::task::block_in_place(|| ask(&server))?;
    times.sort_by(f64::total_cmp);
    let p95 = *times.get(times.len() * 95 / 100).context("questions were asked")?;
    report.add("search_100k_blocks", p95, "milliseconds, p95");
    Ok(())
}

/// A word of the vocabulary: letters, so that beginnings are shared as in a language.
fn word(number: usize) -> String {
    let mut rest = number.wrapping_mul(7_919) + 26;
    let mut word = String::new();
    while rest > 0 {
        word.push(char::from(b'a' + u8::try_from(rest % 26).unwrap_or_default()));
        rest /= 26;
    }
    word
}

/// The rank of a word as prose has them: the first is there most often.
fn rank(random: &mut StdRng) -> usize {
    let high = (WORDS as f64).ln();
    let rank = (random.random::<f64>() * high).exp();
    (rank as usize).min(WORDS - 1)
}

async fn fill(server: &Server) -> Result<()> {
    let store = AppStore::open(&format!("sqlite://{}/app.sqlite3", server.data_dir.display())).await?;
    let new = NewUser { email: EMAIL.to_owned(), name: "Searcher".to_owned(), password: Some(Secret::new(PASSWORD)) };
    let person =
        Users::new(store.clone(), Passwords::default()).create_user(new, jiff::Timestamp::now()).await?.user_id;
    let mut random = StdRng::seed_from_u64(7);
    let (mut page, mut block) = (0, 0);
    // Downwards: a space that the installation makes meanwhile has a number above.
    for space in (1_000..1_000 + SPACES).rev() {
        let mut transaction = store.begin().await?;
        let sql = "INSERT INTO spaces (id, name, created_at) VALUES ($1, 'x', 1)";
        transaction.execute(sql, &[Value::Int64(space)]).await?;
        if space < 1_010 {
            let sql = "INSERT INTO space_members (space_id, user_id, role, created_at) VALUES ($1, $2, 'viewer', 1)";
            transaction.execute(sql, &[Value::Int64(space), Value::Int64(person)]).await?;
        }
        let sql =
            "INSERT INTO research_projects (id, space_id, name, created_at, updated_at) VALUES ($1, $1, 'x', 1, 1)";
        transaction.execute(sql, &[Value::Int64(space)]).await?;
        let (mut pages, mut blocks, mut found) = (Vec::new(), Vec::new(), Vec::new());
        for _ in 0..PAGES {
            page += 1;
            pages.push(serde_json::json!([page]));
            for _ in 0..BLOCKS {
                block += 1;
                let body: Vec<String> = (0..WORDS_OF_A_BLOCK).map(|_| word(rank(&mut random))).collect();
                let body = body.join(" ");
                let terms = terms(&body).into_iter();
                found.extend(terms.map(|(term, times)| serde_json::json!([term, page, block, times])));
                blocks.push(serde_json::json!([block, page, body]));
            }
        }
        let (space, tokenizer) = (Value::Int64(space), Value::Int64(TOKENIZER));
        let rows = |rows: &[serde_json::Value]| Value::Text(serde_json::json!(rows).to_string());
        let sql = "INSERT INTO research_pages (id, space_id, project_id, title, created_at, updated_at, indexed_as)
                   SELECT json_extract(value, '$[0]'), $1, $1, 'x', 1, 1, $2 FROM json_each($3)";
        transaction.execute(sql, &[space.clone(), tokenizer.clone(), rows(&pages)]).await?;
        let sql = "INSERT INTO research_blocks (id, page_id, space_id, kind, body, attrs, position, created_at, updated_at, indexed_as)
                   SELECT json_extract(value, '$[0]'), json_extract(value, '$[1]'), $1, 'paragraph', json_extract(value, '$[2]'),
                       '{}', 0, 1, 1, $2 FROM json_each($3)";
        transaction.execute(sql, &[space.clone(), tokenizer, rows(&blocks)]).await?;
        let sql = "INSERT INTO research_terms (space_id, term, page_id, block_id, field, occurrences)
                   SELECT $1, json_extract(value, '$[0]'), json_extract(value, '$[1]'), json_extract(value, '$[2]'), 'body',
                       json_extract(value, '$[3]') FROM json_each($2)";
        transaction.execute(sql, &[space, rows(&found)]).await?;
        transaction.commit().await?;
    }
    store.close().await;
    Ok(())
}

/// The milliseconds of each question.
fn ask(server: &Server) -> Result<Vec<f64>> {
    let mut browser = Browser::new(server);
    let signed_in = browser.sign_in(EMAIL, PASSWORD);
    ensure!(signed_in.status == 200, "nobody is signed in: {}", signed_in.text);
    let mut random = StdRng::seed_from_u64(11);
    let (mut times, mut found) = (Vec::with_capacity(QUESTIONS), 0);
    for number in 0..QUESTIONS {
        let question = match number % 4 {
            0 => word(random.random_range(0..20)),
            1 => format!("{} {}", word(random.random_range(0..50)), word(random.random_range(0..200))),
            2 => word(random.random_range(0..200)).chars().take(3).collect(),
            _ => word(random.random_range(0..WORDS)),
        };
        let began = Instant::now();
        let answer = browser.get(&format!("/session/research/search?q={}", question.replace(' ', "+")));
        times.push(began.elapsed().as_secs_f64() * 1e3);
        ensure!(answer.status == 200, "{question}: {}", answer.text);
        found += answer.json()["pages"].as_array().map_or(0, Vec::len);
    }
    ensure!(found > QUESTIONS, "the questions find something");
    Ok(times)
}
