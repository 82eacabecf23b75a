//! `board_10k_pages` and `table_10k_pages`: a project of 10,000 pages as a board by a select and as a table sorted by a number.
//!
//! An installation of its own, `target/dist`, on SQLite. One signed-in member of the space asks one request after the other. A table
//! is asked for its first page of 50 rows and for the one behind it, in turns; a board for the first 20 pages of each of its columns.

use crate::report::Report;
use anyhow::{Result, ensure};
use jiff::Timestamp;
use quarry::contract::Secret;
use quarry::identity::{NewUser, Passwords, Users};
use quarry::stores::app::{AppStore, Row};
use quarry::stores::result_set::Value;
use quarry_tests::browser::Browser;
use quarry_tests::server::{Options, Server};
use std::time::Instant;

pub(crate) const FIGURES: &[&str] = &["board_10k_pages", "table_10k_pages"];
const PAGES: i64 = 10_000;
const REQUESTS: usize = 200;
const EMAIL: &str = "reader@bench.example";
const PASSWORD: &str = "marble ostrich trumpet 71";

pub(crate) async fn measure(report: &mut Report) -> Result<()> {
    let options = Options { no_sample: true, ..Options::default() };
    let server = tokio::task::block_in_place(|| Server::start(&options))?;
    let shelf = fill(&server).await?;
    tokio::task::block_in_place(|| ask(&server, &shelf, report))
}

/// What was made: the project, a select and a number.
struct Shelf {
    project: i64,
    select: i64,
    number: i64,
}

fn ask(server: &Server, shelf: &Shelf, report: &mut Report) -> Result<()> {
    let mut browser = Browser::new(server);
    let signed_in = browser.sign_in(EMAIL, PASSWORD);
    ensure!(signed_in.status == 200, "the reader signs in: {}", signed_in.text);
    let of_project = format!("/session/research/projects/{}", shelf.project);
    let board = format!("{of_project}/board?group_by=prop.{}&columns[]=prop.{}", shelf.select, shelf.number);
    let table = format!("{of_project}/table?sort=-prop.{}", shelf.number);
    let next = browser.get(&table).json()["next_cursor"].as_str().map(str::to_owned).unwrap_or_default();
    let later = format!("{table}&cursor={next}");
    for (name, paths) in [("board_10k_pages", [&board, &board]), ("table_10k_pages", [&table, &later])] {
        let mut taken = Vec::with_capacity(REQUESTS);
        for path in paths.into_iter().cycle().take(REQUESTS + 20) {
            let began = Instant::now();
            let answer = browser.get(path);
            taken.push(began.elapsed().as_secs_f64() * 1_000.0);
            ensure!(answer.status == 200, "{path} answered {}: {}", answer.status, answer.text);
        }
        // The first ones warm up.
        let mut taken = taken.split_off(20);
        taken.sort_by(f64::total_cmp);
        let at = |part: f64| taken[(taken.len() as f64 * part) as usize];
        report.add(name, at(0.5), "milliseconds, p50 of a request");
        report.note(name, "p95", at(0.95));
        println!("{name:<42} {:>8.1} ms, p95 {:.1}", at(0.5), at(0.95));
    }
    Ok(())
}

/// Makes the project, past every check.
async fn fill(server: &Server) -> Result<Shelf> {
    let store = AppStore::open(&format!("sqlite://{}/app.sqlite3", server.data_dir.display())).await?;
    let users = Users::new(store.clone(), Passwords::default());
    let new = NewUser { email: EMAIL.to_owned(), name: "Reader".to_owned(), password: Some(Secret::new(PASSWORD)) };
    let reader = users.create_user(new, Timestamp::now()).await?.user_id;
    let made = async |sql: &str, values: &[i64]| -> Result<i64> {
        let values: Vec<Value> = values.iter().copied().map(Value::Int64).collect();
        let mut transaction = store.begin().await?;
        let rows = transaction.query(sql, &values).await?;
        let id = Row::all(&rows).next().map(|row| row.integer("id")).transpose()?.unwrap_or_default();
        transaction.commit().await?;
        Ok(id)
    };
    let space = made("INSERT INTO spaces (name, created_at) VALUES ('Bench', 1) RETURNING id", &[]).await?;
    let sql =
        "INSERT INTO space_members (space_id, user_id, role, created_at) VALUES ($1, $2, 'owner', 1) RETURNING id";
    made(sql, &[space, reader]).await?;
    let sql = "INSERT INTO research_projects (space_id, name, created_at, updated_at) VALUES ($1, 'Bench', 1, 1) RETURNING id";
    let project = made(sql, &[space]).await?;
    let sql = "INSERT INTO space_properties (space_id, name, kind, options, created_at)
               VALUES ($1, 'Stage', 'select', '[\"a\",\"b\",\"c\",\"d\",\"e\"]', 1) RETURNING id";
    let select = made(sql, &[space]).await?;
    let sql =
        "INSERT INTO space_properties (space_id, name, kind, created_at) VALUES ($1, 'Size', 'number', 1) RETURNING id";
    let number = made(sql, &[space]).await?;
    let numbers = "WITH RECURSIVE place(number) AS (SELECT 1 UNION ALL SELECT number + 1 FROM place WHERE number < $1)";
    let sql = format!(
        "{numbers} INSERT INTO research_pages (space_id, project_id, title, created_by_user_id, created_at, updated_at)
         SELECT $2, $3, 'Page ' || number, $4, 1793491200000000 + number, 1793491200000000 + number FROM place"
    );
    let values = [PAGES, space, project, reader].map(Value::Int64);
    store.execute(&sql, &values).await?;
    // One page in six has no stage, one in seven no size.
    let sql = "INSERT INTO space_property_values (property_id, page_id, space_id, kind, option_value)
               SELECT $1, id, $2, 'select', substr('abcde', id % 6 + 1, 1) FROM research_pages WHERE space_id = $2 AND id % 6 < 5";
    store.execute(sql, &[select, space].map(Value::Int64)).await?;
    let sql = "INSERT INTO space_property_values (property_id, page_id, space_id, kind, number_value)
               SELECT $1, id, $2, 'number', (id * 7919 % 10007) / 4.0 FROM research_pages WHERE space_id = $2 AND id % 7 < 6";
    store.execute(sql, &[number, space].map(Value::Int64)).await?;
    store.close().await;
    Ok(Shelf { project, select, number })
}
