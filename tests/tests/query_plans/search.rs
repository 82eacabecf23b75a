//! Words are looked for by the index of their space.

use crate::app_store_support;
use quarry::stores::app::{AppStore, AppStoreDialect, Row};
use quarry::stores::result_set::Value;
use quarry_statement::{Dialect, Statement};

/// The statements of the search, and the scope that they name.
const SEARCH_PAGES: &str = include_str!("../../../plugins/research-search/src/search_pages.sql");
const SEARCH_BLOCKS: &str = include_str!("../../../plugins/research-search/src/search_blocks.sql");
const SPACES: &str = include_str!("../../../plugins/space-access/src/spaces.sql");

/// 200 spaces, each with one member and ten pages of twenty words, of which `word N` stands on each page of the space N and `common` on all.
async fn searched(store: &AppStore) {
    let many = "WITH RECURSIVE numbers (number) AS (
                    SELECT 0 UNION ALL SELECT number + 1 FROM numbers WHERE number < 39999)";
    let text = "CAST(number AS TEXT)";
    for sql in [
        format!("INSERT INTO users (email, email_key, name, created_at) {many} SELECT {text}, {text}, 'x', 0 FROM numbers WHERE number < 200"),
        format!("INSERT INTO spaces (name, created_at) {many} SELECT 'x', 0 FROM numbers WHERE number < 200"),
        "INSERT INTO space_members (space_id, user_id, role, created_at)
         SELECT space.id, person.id, 'owner', 0 FROM spaces AS space JOIN users AS person ON person.id = space.id".to_owned(),
        "INSERT INTO research_projects (space_id, name, created_at, updated_at) SELECT id, 'x', 0, 0 FROM spaces".to_owned(),
        format!(
            "INSERT INTO research_pages (space_id, project_id, title, created_at, updated_at)
             {many} SELECT project.space_id, project.id, 'x', 0, 0 FROM research_projects AS project
             JOIN numbers ON numbers.number < 10"
        ),
        "INSERT INTO research_blocks (page_id, space_id, kind, body, attrs, position, created_at, updated_at)
         SELECT id, space_id, 'paragraph', 'x', '{}', 0, 0, 0 FROM research_pages".to_owned(),
        format!(
            "INSERT INTO research_terms (space_id, term, page_id, block_id, field, occurrences)
             {many} SELECT block.space_id, CASE number WHEN 0 THEN 'common' WHEN 1 THEN 'word' || block.space_id ELSE 'term' || number END,
                 block.page_id, block.id, 'body', 1
             FROM research_blocks AS block JOIN numbers ON numbers.number < 20"
        ),
        "ANALYZE".to_owned(),
    ] {
        store.execute(&sql, &[]).await.unwrap_or_else(|error| panic!("{sql}: {error}"));
    }
}

#[tokio::test]
async fn words_are_looked_for_by_the_index_of_their_space_and_nowhere_else() {
    let scope = Statement::parse(SPACES).unwrap();
    for fresh in app_store_support::fresh_stores().await.unwrap() {
        let store = &fresh.store;
        searched(store).await;
        let (dialect, explain, column, scans) = match store.dialect() {
            AppStoreDialect::Sqlite => (Dialect::Sqlite, "EXPLAIN QUERY PLAN", "detail", ["SCAN found", "SCAN block"]),
            AppStoreDialect::Postgres => (
                Dialect::Postgres,
                "EXPLAIN",
                "QUERY PLAN",
                ["Seq Scan on research_terms", "Seq Scan on research_blocks"],
            ),
        };
        let words = [("common", "common"), ("word7", "word7\u{10FFFF}")];
        let own = store.query("SELECT id FROM research_pages WHERE space_id = 7", &[]).await.unwrap();
        let pages: Vec<i64> = Row::all(&own).map(|row| row.integer("id").unwrap()).collect();
        let list = |of: fn(&(&str, &str)) -> String| Value::TextList(words.iter().map(of).collect());
        let value = |name: &str| match (name, dialect) {
            ("caller.user_id", _) => Value::Int64(7),
            ("word_count", _) => Value::Int64(2),
            ("most", _) => Value::Int64(20),
            ("words", _) => {
                let rows = words
                    .iter()
                    .enumerate()
                    .map(|(place, (lowest, highest))| format!("[{place},\"{lowest}\",\"{highest}\"]"));
                Value::Text(format!("[{}]", rows.collect::<Vec<_>>().join(",")))
            }
            ("pages", _) => {
                Value::Text(format!("[{}]", pages.iter().map(|page| format!("[{page}]")).collect::<Vec<_>>().join(",")))
            }
            ("words/place", _) => Value::Int64List(vec![0, 1]),
            ("words/lowest", _) => list(|word| word.0.to_owned()),
            ("words/highest", _) => list(|word| word.1.to_owned()),
            ("pages/page_id", _) => Value::Int64List(pages.clone()),
            // Behind a page that stands before all that are found.
            ("behind_in_title", _) => Value::Int64(10),
            ("behind_occurrences" | "behind", _) => Value::Int64(0),
            ("changed_behind", _) => Value::Timestamp(0),
            (other, _) => panic!("{other} is bound by nobody"),
        };
        // The blocks of so few pages cost PostgreSQL the same by their pages as by the words of their space: it takes either.
        let of_blocks = match dialect {
            Dialect::Postgres => &["research_terms_by_page", "research_terms_by_term"][..],
            _ => &["research_terms_by_page"],
        };
        for (sql, is_next_page, indexes) in [
            (SEARCH_PAGES, false, &["research_terms_by_term"][..]),
            (SEARCH_PAGES, true, &["research_terms_by_term"]),
            (SEARCH_BLOCKS, true, of_blocks),
        ] {
            let statement = Statement::parse(sql).unwrap().with_scopes(|_| Some(&scope)).unwrap();
            let rendered = statement.render(dialect, None, |name| is_next_page || name != "behind", false);
            let bound: Vec<Value> = rendered.bindings.iter().map(|name| value(name)).collect();
            let sql = rendered.sql;
            let rows =
                store.query(&format!("{explain} {sql}"), &bound).await.unwrap_or_else(|error| panic!("{sql}: {error}"));
            let plan = Row::all(&rows).map(|row| row.text(column).unwrap()).collect::<Vec<_>>().join("\n");
            let by_index = indexes.iter().any(|index| plan.contains(index));
            assert!(by_index && !scans.iter().any(|scan| plan.contains(scan)), "{plan}");
            assert_eq!(store.query(&sql, &bound).await.unwrap().row_count, 10, "the pages of the seventh space");
        }
    }
}
