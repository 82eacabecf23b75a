//! Scopes and forms of columns, as a statement's file says them.

use quarry_statement::{ColumnForm, Dialect, ScopeError, Statement, scope_table};
use std::time::Duration;

fn parse(sql: &str) -> Statement {
    Statement::parse(sql).unwrap_or_else(|error| panic!("{sql}: {error}"))
}

#[test]
fn a_scope_is_written_where_a_table_stands_and_brings_who_is_asking() {
    let mine = parse(
        "SELECT member.space_id AS tenant\nFROM members AS member\nWHERE member.user_id = {caller.user_id:int64}",
    );
    let list = parse(
        "SELECT page.id FROM {scope.spaces} AS mine\nJOIN pages AS page ON page.space_id = mine.tenant\nWHERE page.title = {title:text}",
    );
    assert_eq!(list.scopes(), ["spaces"]);
    let whole = list.with_scopes(|name| (name == "spaces").then_some(&mine)).expect("written");
    assert!(whole.scopes().is_empty());
    let rendered = whole.render(Dialect::Numbered, None, |_| true, false);
    let flat = rendered.sql.split_whitespace().collect::<Vec<_>>().join(" ");
    let start = "SELECT page.id FROM (SELECT member.space_id AS tenant FROM members AS member WHERE member.user_id = ";
    assert!(flat.starts_with(start), "{flat}");
    assert!(flat.contains(") AS mine JOIN pages AS page ON page.space_id = mine.tenant"), "{flat}");
    assert_eq!(rendered.bindings, ["caller.user_id", "title"], "as the text has them");
    assert_eq!(rendered.sql.lines().count(), 3, "each line is where its file has it");
}

#[test]
fn a_scope_that_was_not_written_out_is_a_table_that_nobody_has() {
    let list = parse("SELECT mine.tenant FROM {scope.spaces} AS mine");
    let rendered = list.render(Dialect::Numbered, None, |_| true, false);
    assert!(rendered.sql.contains(&scope_table("spaces")), "{}", rendered.sql);
    assert_eq!(list.with_scopes(|_| None), Err(ScopeError::Unknown { line: 1.into(), name: "spaces".to_owned() }));
}

#[test]
fn a_scope_takes_who_is_asking_and_nothing_else() {
    for (sql, sentence) in [
        ("SELECT 1 AS tenant WHERE {id:int64} = 1", "a scope takes `{caller.…}` alone, and this one takes `id`"),
        (
            "SELECT 1 AS tenant WHERE {guard.id:int64} = 1",
            "a scope takes `{caller.…}` alone, and this one takes `guard.id`",
        ),
        ("SELECT id FROM rows WHERE id = {caller.user_id:int64} -- when q", "a scope has no orders"),
        ("SELECT id FROM rows WHERE {after(id:int64 asc)} LIMIT {page.limit}", "a scope has no orders"),
        ("SELECT id FROM {scope.spaces} AS mine", "a scope has no orders"),
    ] {
        // A `-- when` of a parameter that no line has is refused before.
        let Ok(statement) = Statement::parse(sql) else { continue };
        let refusal = statement.check_scope().expect_err(sql).to_string();
        assert!(refusal.starts_with(sentence), "{sql}: {refusal}");
    }
    assert_eq!(parse("SELECT 1 AS tenant WHERE {caller.user_id:int64} > 0").check_scope(), Ok(()));
}

#[test]
fn a_statement_says_how_long_its_answer_is_waited_for() {
    let limit = |text: &str| parse(text).time_limit();
    assert_eq!(limit("-- within 3 seconds\nSELECT 1"), Some(Duration::from_secs(3)));
    assert_eq!(limit("-- within the day that follows\nSELECT 1"), None, "a comment is a comment");
    for (line, sentence) in [
        ("-- within 0 seconds", "`-- within 0 seconds` is not a time: write 1 to 60"),
        ("-- within 61 seconds", "`-- within 61 seconds` is not a time: write 1 to 60"),
        ("-- within 3 seconds\n-- within 4 seconds", "a statement has one `-- within`"),
        ("SELECT 1 -- within 3 seconds", "a `-- within` stands on a line of its own"),
    ] {
        let refusal = Statement::parse(&format!("{line}\nSELECT at FROM notes")).expect_err(line).to_string();
        assert!(refusal.contains(sentence), "{line}: {refusal}");
    }
}

#[test]
fn columns_have_the_forms_that_the_file_says() {
    let statement = parse(
        "-- The notes.\n-- column at, until timestamp\n-- column is_shared boolean\n-- column settings json\nSELECT at, until, is_shared, settings FROM notes",
    );
    let forms: Vec<(&str, ColumnForm)> =
        statement.formed_columns().iter().map(|column| (column.name.as_str(), column.form)).collect();
    assert_eq!(
        forms,
        [
            ("at", ColumnForm::Timestamp),
            ("until", ColumnForm::Timestamp),
            ("is_shared", ColumnForm::Boolean),
            ("settings", ColumnForm::Json)
        ]
    );
    for (line, sentence) in [
        ("-- column at", "is not the form of a column"),
        ("-- column at date", "is not the form of a column"),
        ("-- column at timestamp\n-- column at json", "the column `at` has two forms"),
        ("-- column at, at timestamp", "the column `at` has two forms"),
        ("-- column At timestamp", "At"),
        ("SELECT 1 AS at, -- column at timestamp", "a `-- column` stands on a line of its own"),
    ] {
        let refusal = Statement::parse(&format!("{line}\nSELECT at FROM notes")).expect_err(line).to_string();
        assert!(refusal.contains(sentence), "{line}: {refusal}");
    }
}
