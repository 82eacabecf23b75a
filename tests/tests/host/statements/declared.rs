//! Declared statements: what a family writes is what the stores are asked, and nothing can be written in between.

use proptest::prelude::*;
use quarry_statement::{Dialect, ParameterType, Rendered, Statement};

const TOKENS: &str = "\
-- Tokens of a chain.
SELECT symbol, address /* both */ FROM tokens
WHERE chain_id = {chain_id:uint64}
  AND symbol = {q:text}                -- when q
  AND address IN ({addresses:bytes[]}) -- when addresses
  AND {after(symbol:text asc, t.address:bytes desc)}
ORDER BY symbol, address DESC
LIMIT {page.limit}
";

fn render(sql: &str, dialect: Dialect, given: &[&str], cursor: bool) -> Rendered {
    let statement = Statement::parse(sql).expect("the statement is well formed");
    statement.render(dialect, None, |name| given.contains(&name), cursor)
}

fn refusal(sql: &str) -> String {
    Statement::parse(sql).expect_err("the statement is refused").to_string()
}

#[test]
fn a_line_stands_only_when_its_parameter_is_given() {
    let without = render(TOKENS, Dialect::ClickHouse, &["chain_id"], false);
    assert!(!without.sql.contains("symbol ="), "{}", without.sql);
    let with = render(TOKENS, Dialect::ClickHouse, &["chain_id", "q"], false);
    assert!(with.sql.contains("AND symbol = {q:String}"), "{}", with.sql);
    assert_eq!(with.bindings, ["chain_id", "q", "page.limit"]);
}

#[test]
fn the_first_page_has_no_comparison_and_later_ones_expand_it() {
    let first = render(TOKENS, Dialect::ClickHouse, &["chain_id"], false);
    assert!(first.sql.contains("AND TRUE"), "{}", first.sql);
    let later = render(TOKENS, Dialect::ClickHouse, &["chain_id"], true);
    let expected =
        "(symbol > {after__1:String} OR (symbol = {after__1:String} AND (t.address < unhex({after__2:String}))))";
    assert!(later.sql.contains(expected), "{}", later.sql);
    let statement = Statement::parse(TOKENS).expect("well formed");
    let columns: Vec<&str> = statement.after(None).iter().map(|column| column.column.as_str()).collect();
    assert_eq!(columns, ["symbol", "address"]);
}

#[test]
fn both_stores_are_asked_the_same_in_their_own_words() {
    let clickhouse = render(TOKENS, Dialect::ClickHouse, &["chain_id", "addresses"], false);
    assert!(clickhouse.sql.contains("arrayMap(item -> unhex(item), {addresses:Array(String)})"), "{}", clickhouse.sql);
    let numbered = render(TOKENS, Dialect::Numbered, &["chain_id", "addresses"], true);
    assert!(numbered.sql.contains("chain_id = CAST($1 AS BIGINT)"), "{}", numbered.sql);
    assert!(numbered.sql.contains("IN ($2)"), "{}", numbered.sql);
    assert_eq!(numbered.bindings, ["chain_id", "addresses", "after.1", "after.2", "page.limit"]);
    let sqlite = render(TOKENS, Dialect::Sqlite, &["chain_id", "addresses"], true);
    assert!(sqlite.sql.contains("IN (SELECT unhex(value) FROM json_each($2))"), "{}", sqlite.sql);
    let postgres = render(TOKENS, Dialect::Postgres, &["chain_id", "addresses"], true);
    assert!(postgres.sql.contains("IN (SELECT unnest(CAST($2 AS BYTEA[])))"), "{}", postgres.sql);
    assert_eq!(postgres.bindings, numbered.bindings);
}

#[test]
fn a_list_of_the_app_store_is_told_where_a_subquery_could_not_stand() {
    for (sql, elsewhere) in [
        ("SELECT 1 AS one WHERE 1 IN ({ids:int64[]})", None),
        ("SELECT 1 AS one WHERE 1 not in ( {ids:int64[]} )", None),
        ("SELECT 1 AS one\nWHERE 1 IN (2, {ids:int64[]})", Some((2, "ids"))),
        ("SELECT coalesce({ids:int64[]}) AS one", Some((1, "ids"))),
        ("SELECT 1 AS one WHERE 1 IN ({ids:int64[]}, 2)", Some((1, "ids"))),
        ("SELECT {id:int64} AS one", None),
    ] {
        let statement = Statement::parse(sql).expect("well formed");
        let found = statement.list_elsewhere_than_in().map(|(line, list)| (line.number, list));
        assert_eq!(found, elsewhere, "{sql}");
    }
}

#[test]
fn parameters_say_whether_they_may_be_left_out() {
    let statement = Statement::parse(TOKENS).expect("well formed");
    let optional: Vec<(&str, ParameterType, bool)> =
        statement.parameters().iter().map(|p| (p.name.as_str(), p.kind, p.optional)).collect();
    assert_eq!(
        optional,
        [
            ("chain_id", ParameterType::Uint64, false),
            ("q", ParameterType::Text, true),
            ("addresses", ParameterType::BytesList, true)
        ]
    );
}

#[test]
fn braces_dashes_and_semicolons_in_quoted_text_are_text() {
    let rendered = render("SELECT '{not:a} -- parameter /* nor */ ; comment' AS text", Dialect::ClickHouse, &[], false);
    assert_eq!(rendered.sql.trim(), "SELECT '{not:a} -- parameter /* nor */ ; comment' AS text");
    assert!(rendered.bindings.is_empty());
}

#[test]
fn what_is_left_out_stays_and_null_is_a_value_of_its_own() {
    let change = "UPDATE notes SET title = {title:text else title},\n  finding = {finding:text? else notes.finding},\n\
                  note = {note:text?}, -- when note\n  version = version + 1\nWHERE id = {id:int64}";
    let rendered = render(change, Dialect::Postgres, &[], false);
    assert_eq!(
        rendered.sql,
        "UPDATE notes SET title = CASE WHEN CAST($1 AS BOOLEAN) THEN CAST($2 AS TEXT) ELSE title END,\n  \
         finding = CASE WHEN CAST($3 AS BOOLEAN) THEN CAST($4 AS TEXT) ELSE notes.finding END,\n  \
         version = version + 1\nWHERE id = CAST($5 AS BIGINT)\n"
    );
    assert_eq!(rendered.bindings, ["title?given", "title", "finding?given", "finding", "id"]);
    assert!(render(change, Dialect::Sqlite, &["note"], false).sql.contains("note = CAST($5 AS TEXT),"));
    let statement = Statement::parse(change).expect("well formed");
    let said = |p: &quarry_statement::Parameter| (p.name.clone(), p.optional, p.nullable);
    let said: Vec<_> = statement.parameters().iter().map(said).collect();
    let expected = [("title", true, false), ("finding", true, true), ("note", true, true), ("id", false, false)];
    assert_eq!(said, expected.map(|(name, optional, nullable)| (name.to_owned(), optional, nullable)));
    assert_eq!(statement.line_with_else().map(|line| line.number), Some(1));
}

#[test]
fn rows_without_a_value_come_behind_those_with_one() {
    let list = "SELECT id, at FROM t WHERE {after(t.at:timestamp? desc, id:int64 asc)}\n\
                ORDER BY t.at DESC NULLS LAST, id LIMIT {page.limit}";
    let rendered = render(list, Dialect::Numbered, &[], true);
    let expected = "(t.at < CAST($1 AS BIGINT) OR (t.at IS NULL AND CAST($1 AS BIGINT) IS NOT NULL) OR \
                    ((t.at = CAST($1 AS BIGINT) OR (t.at IS NULL AND CAST($1 AS BIGINT) IS NULL)) AND \
                    (id > CAST($2 AS BIGINT))))";
    assert!(rendered.sql.contains(expected), "{}", rendered.sql);
    let warehouse = render(list, Dialect::ClickHouse, &[], true).sql;
    assert!(warehouse.contains("t.at < {after__1:Nullable(DateTime64(6, 'UTC'))}"), "{warehouse}");
}

#[test]
fn a_refusal_names_the_line_and_what_to_write() {
    let cases = [
        ("SELECT 1\nWHERE a = {a:integer}", "line 2: `integer` is not a type: one of boolean, int64"),
        ("SELECT {a}", "line 1: `{a}` is not a parameter: write `{name:type}`"),
        ("SELECT {a:text}\n, {a:int64}", "line 2: `a` is int64 here and text before"),
        ("SELECT 1 -- when q", "line 1: `-- when q` names a parameter that the statement does not have"),
        ("SELECT 1;\nDROP TABLE a", "line 1: a statement is one statement"),
        ("SELECT 'open", "line 1: quoted text must end on its line"),
        ("SELECT 'it\\'s'", "line 1: a backslash in quoted text"),
        ("SELECT {page__size:int64}", "line 1: `page__size` has two `_` in a row"),
        ("SELECT {pages.size:int64}", "line 1: nothing binds `pages.size`"),
        ("SELECT {Bad:text}", "line 1: `Bad` is not a name"),
        ("SELECT 1 WHERE {after(a:text)} LIMIT {page.limit}", "line 1: `a:text` is not a column of `after`"),
        ("SELECT 1 WHERE {after(a:text asc)}", "line 1: a statement with `{after(…)}` needs `LIMIT {page.limit}`"),
        ("SELECT {a:text", "line 1: a `{` is never closed"),
        ("SELECT 1 /* open", "line 1: a `/*` comment is never closed"),
        ("-- nothing", "line 1: the statement is empty"),
        ("SELECT {a:text?}\n, {a:text}", "line 2: `a` is text here and text? before"),
        ("SELECT {a:text[]?}", "line 1: `text[]?` is not a type: a list without items is empty, not null"),
        ("SELECT {a:text[] else b}", "line 1: `a` is a list, and a column holds no list"),
        ("SELECT {a:text else B}", "line 1: `B` is not a name"),
        ("SELECT {a:text else (SELECT 1)}", "line 1: `(SELECT 1)` is not a name"),
        (
            "SELECT a WHERE {after(a:text? desc)} ORDER BY a DESC LIMIT {page.limit}",
            "line 1: `a` can be null: write `a DESC NULLS LAST` in its ORDER BY",
        ),
    ];
    for (sql, expected) in cases {
        let sentence = refusal(sql);
        assert!(sentence.starts_with(expected), "{sql:?} gave {sentence:?}, expected {expected:?}");
    }
}

proptest! {
    #[test]
    fn no_text_makes_the_parser_panic(sql in "[ -~\\n{}'\"`:;/*-]{0,200}") {
        let _ = Statement::parse(&sql);
    }

    #[test]
    fn a_value_never_reaches_the_text(value in "[a-z'; -]{1,40}") {
        // Rendering takes names only; this pins that it stays so.
        let statement = Statement::parse("SELECT 1 WHERE a = {a:text} -- when a").expect("well formed");
        let rendered = statement.render(Dialect::Numbered, None, |_| !value.is_empty(), false);
        prop_assert_eq!(rendered.sql.trim(), "SELECT 1 WHERE a = CAST($1 AS TEXT)");
    }
}
