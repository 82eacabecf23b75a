//! Rows as a parameter: what stands in their place for each engine, and what is refused.

use quarry_statement::{Dialect, ParameterType, Statement};

const INSERT: &str = "INSERT INTO blocks (page_id, id, hash, position)\nSELECT {page:int64}, block.id, block.hash, block.position\n\
                      FROM {blocks:rows(id text, hash bytes?, position int64)} AS block";

#[test]
fn rows_are_one_subquery_of_either_engine() {
    let statement = Statement::parse(INSERT).expect("well formed");
    let sqlite = statement.render(Dialect::Sqlite, None, |_| true, false);
    let expected = "FROM (SELECT CAST(json_extract(value, '$[0]') AS TEXT) AS id, unhex(json_extract(value, '$[1]')) AS hash, \
                    CAST(json_extract(value, '$[2]') AS BIGINT) AS position FROM json_each($2)) AS block";
    assert!(sqlite.sql.contains(expected), "{}", sqlite.sql);
    assert_eq!(sqlite.bindings, ["page", "blocks"]);
    let postgres = statement.render(Dialect::Postgres, None, |_| true, false);
    let expected = "FROM (SELECT value_0 AS id, CASE WHEN null_1 = 1 THEN NULL ELSE value_1 END AS hash, value_2 AS position \
                    FROM (SELECT unnest(CAST($2 AS TEXT[])) AS value_0, unnest(CAST($3 AS BYTEA[])) AS value_1, \
                    unnest(CAST($4 AS BIGINT[])) AS null_1, unnest(CAST($5 AS BIGINT[])) AS value_2) AS items) AS block";
    assert!(postgres.sql.contains(expected), "{}", postgres.sql);
    assert_eq!(postgres.bindings, ["page", "blocks/id", "blocks/hash", "blocks/hash?", "blocks/position"]);
    assert_eq!(statement.parameters()[1].kind, ParameterType::Rows);
    assert_eq!(statement.line_with_rows().map(|(line, rows)| (line.number, rows)), Some((3, "blocks")));
}

#[test]
fn what_is_wrong_with_rows_is_said_with_its_line() {
    for (kind, sentence) in [
        ("rows", "line 2: `rows` is not a type: write `{x:rows(column type, column type?)}`"),
        ("rows()", "line 2: `rows()` is not a type"),
        ("rows(id text)?", "line 2: `rows(id text)?` is not a type"),
        ("rows(id)", "line 2: `id` is not a column of rows: write `name type`"),
        ("rows(id words)", "line 2: `words` is not a type: one of"),
        ("rows(id text[])", "line 2: the column `id` is a list"),
        ("rows(id text, id int64)", "line 2: `x` has two columns `id`"),
        ("rows(Id text)", "line 2: `Id` is not a name"),
        ("rows(id text) else y", "line 2: `x` is rows, and a column holds no rows"),
        ("rows(id text)} AS a, {x:rows(id int64)", "line 2: `x` is rows(id int64) here and rows(id text) before"),
    ] {
        let refused =
            Statement::parse(&format!("SELECT 1 AS one\nFROM {{x:{kind}}} AS b")).expect_err(kind).to_string();
        assert!(refused.starts_with(sentence), "{refused}");
    }
    let many: Vec<String> = (0..33).map(|index| format!("c{index} text")).collect();
    let refused = Statement::parse(&format!("SELECT 1 AS one FROM {{x:rows({})}} AS b", many.join(", ")));
    assert!(refused.expect_err("too many").to_string().contains("has 33 columns, and 32 are the most"));
}
