//! Texts that reach for more than their own and granted tables.

use super::{is_let_in, rehearse_text, store};
use quarry::stores::app::RehearsalError;
use quarry_statement::ParameterType;
use std::collections::BTreeSet;

/// Each is refused by PostgreSQL, or its report names what no grant and no list of functions has.
async fn refused(attacks: &[&str]) {
    let fresh = store().await;
    for attack in attacks {
        match rehearse_text(&fresh.store, attack, &[]).await {
            Err(RehearsalError::Text { reason, .. }) => eprintln!("{attack}\n    {reason}"),
            Ok(report) => {
                eprintln!("{attack}\n    {report:?}");
                assert!(!is_let_in(&report), "it was let in: {attack}");
            }
            Err(error) => panic!("{attack}: {error}"),
        }
    }
}

#[tokio::test]
async fn a_cte_called_only_hides_no_table_of_the_host() {
    let fresh = store().await;
    let sql = "WITH \"only\" AS (SELECT 1 AS id) SELECT email FROM only users";
    let report = rehearse_text(&fresh.store, sql, &[]).await.unwrap();
    assert_eq!(report.tables, BTreeSet::from(["users".to_owned()]));
    assert_eq!(report.columns, ["email"]);
}

#[tokio::test]
async fn no_spelling_of_a_table_hides_it() {
    refused(&[
        "TABLE users",
        "SELECT users FROM users",
        "SELECT (u).email FROM users u",
        "SELECT U&\"em\\0061il\" FROM U&\"\\0075sers\"",
        "SELECT 1 FROM \"users\" AS \"evil__notes\"",
        "SELECT 1 AS \":relid\" FROM users \":rtekind 6\"",
        "WITH users AS (SELECT id FROM users) SELECT * FROM users",
        "WITH RECURSIVE r AS (SELECT 1 AS n UNION ALL SELECT n + 1 FROM r WHERE n < (SELECT count(*) FROM users)) SELECT * FROM r",
        "SELECT * FROM evil__notes WHERE id IN (SELECT id FROM users)",
        "SELECT * FROM evil__notes ORDER BY (SELECT max(email) FROM users)",
        "SELECT * FROM evil__notes LIMIT (SELECT count(*) FROM users)",
        "SELECT count(*) FILTER (WHERE EXISTS (SELECT FROM users)) FROM evil__notes",
        "SELECT row_number() OVER (ORDER BY (SELECT max(id) FROM users)) FROM evil__notes",
        "SELECT * FROM evil__notes n CROSS JOIN LATERAL (SELECT email FROM users u WHERE u.id = n.id) x",
        "VALUES ((SELECT max(email) FROM users))",
        "SELECT 1 UNION ALL SELECT id FROM users",
        "INSERT INTO evil__notes (id, note) SELECT id, email FROM users",
        "INSERT INTO evil__notes (id) VALUES (1) ON CONFLICT (id) DO UPDATE SET note = (SELECT max(email) FROM users)",
        "UPDATE evil__notes SET note = email FROM users",
        "DELETE FROM evil__notes USING users",
        "DELETE FROM evil__notes RETURNING (SELECT max(email) FROM users)",
        "WITH gone AS (DELETE FROM users RETURNING id) SELECT 1",
        "WITH gone AS (UPDATE users SET platform_tier = 'alpha') SELECT 1",
        "WITH made AS (INSERT INTO users (email) VALUES ('a')) SELECT 1",
        "SELECT NULL::users",
        "SELECT jsonb_populate_record(NULL::users, '{}')",
        "SELECT ARRAY[]::users[]",
        "SELECT last_value FROM users_id_seq",
        "SELECT * FROM pg_catalog.pg_authid",
        "SELECT * FROM pg_stats",
        "SELECT * FROM information_schema.tables",
        "MERGE INTO evil__notes n USING users u ON n.id = u.id WHEN MATCHED THEN DELETE",
    ])
    .await;
}

#[tokio::test]
async fn no_function_reaches_further_than_its_arguments() {
    refused(&[
        "SELECT query_to_xml('select * from users', true, true, '')",
        "SELECT table_to_xml('users', true, true, '')",
        "SELECT set_config('role', 'postgres', false)",
        "SELECT current_setting('data_directory')",
        "SELECT pg_sleep(10)",
        "SELECT pg_advisory_lock(1)",
        "SELECT currval('users_id_seq'), nextval('users_id_seq')",
        "SELECT lo_import('/etc/passwd')",
        "SELECT pg_read_file('/etc/passwd')",
        "SELECT pg_notify('a', 'b')",
        "SELECT pg_terminate_backend(1)",
        "SELECT txid_current()",
        "SELECT current_user",
        "SELECT current_schema",
        "SELECT CAST('users' AS regclass)",
        "SELECT id::text::regclass::text FROM evil__notes",
        "SELECT 'lower'::regproc",
        "SELECT count(*) FROM evil__notes WHERE pg_sleep(1) IS NULL",
        "SELECT max(note) FILTER (WHERE pg_sleep(1) IS NULL) FROM evil__notes",
        "SELECT id FROM evil__notes ORDER BY set_config('a.b', note, false)",
        "INSERT INTO evil__notes (id) VALUES (1) ON CONFLICT (id) DO UPDATE SET note = pg_read_file('/etc/passwd')",
        "INSERT INTO evil__notes (id) VALUES (1) RETURNING set_config('role', 'postgres', false)",
        "UPDATE evil__notes SET note = query_to_xml('select 1', true, true, '')::text",
        "SELECT id FROM evil__notes GROUP BY id HAVING pg_sleep(1) IS NULL",
        "SELECT id FROM evil__notes LIMIT length(current_setting('data_directory'))",
        "SELECT sum(id) OVER (ROWS length(current_setting('data_directory')) PRECEDING) FROM evil__notes",
        "SELECT CASE WHEN TRUE THEN pg_sleep(1)::text END",
        "SELECT COALESCE(NULL, pg_read_file('/etc/passwd'))",
        "SELECT tags[length(current_setting('data_directory'))] FROM evil__notes",
        "SELECT xmlelement(name a, note) FROM evil__notes",
        "SELECT note IS DOCUMENT FROM evil__notes",
        "SELECT has_table_privilege('users', 'select')",
        "SELECT evil__missing(1)",
    ])
    .await;
}

#[tokio::test]
async fn no_function_stands_in_the_place_of_a_table() {
    refused(&[
        "SELECT * FROM generate_series(1, 1000000000)",
        "SELECT * FROM json_each('{}')",
        "SELECT * FROM evil__notes n, LATERAL jsonb_each(n.data) e",
        "SELECT * FROM ROWS FROM (json_each('{}'), generate_series(1, 2)) AS x",
        "SELECT * FROM evil__notes JOIN LATERAL unnest(tags) t ON TRUE",
        "SELECT * FROM current_user",
        "SELECT * FROM CAST(1 AS text)",
        "SELECT * FROM pg_ls_dir('/')",
        "SELECT * FROM XMLTABLE('/a' PASSING '<a/>' COLUMNS a text)",
        "SELECT * FROM evil__notes TABLESAMPLE SYSTEM (1)",
        "SELECT generate_series(1, 1000000000)",
    ])
    .await;
}

#[tokio::test]
async fn a_text_is_one_statement_that_changes_no_setting_and_holds_no_lock() {
    refused(&[
        "SELECT 1; DELETE FROM users",
        "SELECT 1; COMMIT; DELETE FROM users",
        "SELECT 1; END; DELETE FROM users; SELECT 1",
        "END",
        "RETURN 1",
        "SELECT 1\n; END; DROP TABLE users; --",
        "SELECT 1 /*",
        "SELECT 1 --\n; END --",
        "SELECT $$\n; END; DROP TABLE users; $$ ; SELECT 1",
        "SELECT * FROM evil__notes FOR UPDATE",
        "SELECT * FROM evil__notes FOR KEY SHARE SKIP LOCKED",
        "WITH x AS (SELECT * FROM evil__notes FOR UPDATE) SELECT * FROM x",
        "SELECT * INTO evil__copy FROM evil__notes",
        "CREATE TABLE evil__copy AS SELECT 1",
        "COPY evil__notes TO STDOUT",
        "LOCK TABLE evil__notes",
        "SET ROLE postgres",
        "DO $$ BEGIN END $$",
        "CALL evil__p()",
        "EXPLAIN ANALYZE DELETE FROM evil__notes",
        "DECLARE c CURSOR FOR SELECT 1",
        "UPDATE evil__notes SET note = '' WHERE CURRENT OF c",
        "SELECT ctid FROM evil__notes",
        "SELECT tableoid FROM evil__notes",
        "SELECT xmin::text FROM evil__notes",
        "SELECT 1\0; DROP TABLE users",
        "",
        "-- nothing",
    ])
    .await;
}

#[tokio::test]
async fn a_value_that_is_null_is_read_as_one_that_is_not() {
    let fresh = store().await;
    let refused = rehearse_text(&fresh.store, "SELECT length($1) AS l", &[ParameterType::Bytes]).await;
    assert!(matches!(&refused, Err(RehearsalError::Text { reason, .. }) if reason.contains("$1")), "{refused:?}");
    let read = "SELECT note FROM evil__notes WHERE id = CAST($1 AS BIGINT) AND note = CAST($2 AS TEXT)";
    let report = rehearse_text(&fresh.store, read, &[ParameterType::Uint64, ParameterType::Text]).await.unwrap();
    assert!(is_let_in(&report), "{report:?}");
}

#[tokio::test]
async fn an_author_is_told_the_line_of_a_wrong_word() {
    let fresh = store().await;
    let refused = rehearse_text(&fresh.store, "SELECT note\nFROM evil__notes\nWHERE knot = 1", &[]).await;
    assert!(matches!(&refused, Err(RehearsalError::Text { line: Some(3), .. })), "{refused:?}");
}

#[tokio::test]
async fn ordinary_texts_are_let_in() {
    let fresh = store().await;
    for sql in [
        // PostgreSQL looks for a common table expression behind ONLY too.
        "WITH users AS (SELECT 1 AS id) SELECT u.id FROM users, ONLY users AS u",
        "SELECT n.id, lower(n.note) AS note, p.key FROM evil__notes n LEFT JOIN plans p ON p.key = n.note ORDER BY 1 LIMIT 3",
        "WITH RECURSIVE r (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM r WHERE n < 5) SELECT sum(n)::bigint AS s FROM r",
        "INSERT INTO evil__notes (id, note) VALUES (1, 'a') ON CONFLICT (id) DO UPDATE SET note = excluded.note RETURNING id",
        "UPDATE evil__notes SET note = btrim(upper(note)), tags = ARRAY['a'] WHERE id IN (1, 2) RETURNING note",
        "WITH gone AS (DELETE FROM evil__notes WHERE id = 1 RETURNING *) INSERT INTO evil__notes SELECT * FROM gone",
        "SELECT count(*) AS c, max(id) FILTER (WHERE note LIKE 'a%') FROM evil__notes GROUP BY note HAVING count(*) > 1",
        "SELECT row_number() OVER (PARTITION BY note ORDER BY id DESC) AS n FROM evil__notes",
        "SELECT CASE WHEN data ->> 'a' = 'b' THEN 1::numeric ELSE 2.5 END AS n, data->'a' FROM evil__notes",
        "SELECT (id, note) < (1, 'a') AS a, id IS DISTINCT FROM 2 AS b, tags[1], note COLLATE \"C\" FROM evil__notes",
        "SELECT n FROM evil__notes n",
    ] {
        let report = rehearse_text(&fresh.store, sql, &[]).await.unwrap_or_else(|error| panic!("{sql}: {error}"));
        assert!(is_let_in(&report), "{sql}: {report:?}");
    }
}
