//! The evaluation of alerts reads watches page by page in their order, and asks of the page alone whose they are.

use crate::app_store_support;
use quarry::stores::app::{AppStore, AppStoreDialect, Row};
use quarry::stores::result_set::Value;
use quarry_statement::{Dialect, Statement};

const OF_EVENTS: &str = include_str!("../../../plugins/alerts/src/evaluation/watches/watches_of_events.sql");
const OF_TOKENS: &str = include_str!("../../../plugins/alerts/src/evaluation/watches/watches_of_tokens.sql");

/// Three thousand people, each with an organization, a space, a watch of one of a hundred tokens and one of events.
async fn watches_of_many_people(store: &AppStore) {
    let numbers = "WITH RECURSIVE numbers (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < 3000)";
    let each = |into: &str, values: &str| format!("INSERT INTO {into} {numbers} SELECT {values} FROM numbers");
    let watch = "alert_watches (space_id, created_by_user_id, organization_id, kind, token, protocols, sentence, state, arming, created_at)";
    for sql in [
        each("users (email, email_key, name, created_at)", "'u' || n, 'u' || n, 'U', 0"),
        each("organizations (name, kind, plan_key, created_at)", "'O', 'personal', 'free', 0"),
        each("memberships (organization_id, user_id, role, created_at)", "n, n, 'owner', 0"),
        each("spaces (name, personal_user_id, created_at)", "'S', n, 0"),
        each("space_members (space_id, user_id, role, created_at)", "n, n, 'owner', 0"),
        each(watch, "n, n, n, 'liquidation', 't' || (n % 100), '[]', 'A liquidation.', 'watching', 1, 0"),
        each(watch, "n, n, n, 'chain_event', NULL, '[]', 'An event.', 'watching', 1, 0"),
        "ANALYZE".to_owned(),
    ] {
        store.execute(&sql, &[]).await.unwrap_or_else(|error| panic!("{sql}: {error}"));
    }
}

#[tokio::test]
async fn a_page_of_watches_is_read_by_the_index_of_its_order() {
    for fresh in app_store_support::fresh_stores().await.unwrap() {
        let store = &fresh.store;
        watches_of_many_people(store).await;
        let (dialect, explain, column) = match store.dialect() {
            AppStoreDialect::Sqlite => (Dialect::Sqlite, "EXPLAIN QUERY PLAN", "detail"),
            AppStoreDialect::Postgres => (Dialect::Postgres, "EXPLAIN", "QUERY PLAN"),
        };
        for (text, index, count, first_of) in [
            (OF_EVENTS, "alert_watches_of_events_in_order", 100, 2_500),
            (OF_TOKENS, "alert_watches_of_token_in_order", 10, 2_501),
        ] {
            let rendered = Statement::parse(text).unwrap().render(dialect, None, |name| name != "made_in", false);
            let bound: Vec<Value> = rendered
                .bindings
                .iter()
                .map(|name| match name.as_str() {
                    "category" => Value::Text("exploit".to_owned()),
                    "chain_id" => Value::Int64(1),
                    "made_from" => Value::Int64(2_500),
                    "most" => Value::Int64(100),
                    "tokens" if dialect == Dialect::Sqlite => Value::Text("[\"t1\",\"t2\"]".to_owned()),
                    "tokens" => Value::TextList(vec!["t1".to_owned(), "t2".to_owned()]),
                    other => panic!("the statement has a parameter {other}"),
                })
                .collect();
            let sql = &rendered.sql;
            let found = store.query(sql, &bound).await.unwrap_or_else(|error| panic!("{sql}: {error}"));
            let first = Row::first(&found).unwrap();
            assert_eq!((found.row_count, first.integer("made_in").unwrap()), (count, first_of));
            let whose = (first.integer("organization_id").unwrap(), first.integer("user_id").unwrap());
            assert_eq!(whose, (first_of, first_of));
            let rows = store.query(&format!("{explain} {sql}"), &bound).await.unwrap();
            let plan = Row::all(&rows).map(|row| row.text(column).unwrap()).collect::<Vec<_>>().join("\n");
            assert!(plan.contains(index), "{plan}");
            for waste in ["Seq Scan on alert_watches", "SCAN watch USING", "SCAN membership", "SCAN member"] {
                assert!(!plan.contains(waste), "{waste}: {plan}");
            }
        }
    }
}
