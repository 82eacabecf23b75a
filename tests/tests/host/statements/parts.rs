//! Parts and repetitions of statements: what they become, and the line that a refusal names.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on fails where it stands")]

use proptest::collection::vec;
use proptest::prelude::*;
use quarry::capabilities::{Capabilities, Given, Stores};
use quarry::contract::{Grant, Manifest, StatementSource, Store};
use quarry_statement::{Dialect, Statement, StatementFiles, expand};
use std::collections::BTreeSet;
use std::path::PathBuf;
use std::sync::Arc;

/// A crate's folder with these files; it goes with its handle.
struct Crate(PathBuf);

impl Crate {
    fn new(name: &str, files: &[(&str, &str)]) -> Crate {
        let folder = std::env::temp_dir().join(format!("quarry-parts-{}-{name}", std::process::id()));
        for (file, text) in files {
            let path = folder.join(file);
            std::fs::create_dir_all(path.parent().unwrap()).unwrap();
            std::fs::write(path, text).unwrap();
        }
        Crate(folder)
    }

    /// The refusal of a text.
    fn refused(&self, text: &str) -> String {
        expand(&self.0, text).unwrap_err().to_string()
    }
}

impl Drop for Crate {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

const NOTE_FIELDS: &str =
    "-- A note as lists show it.\n-- column created_at timestamp\nSELECT note.id, note.title, note.created_at\n";

#[test]
fn a_part_stands_where_a_statement_names_it() {
    let folder = Crate::new(
        "stands",
        &[
            ("parts/note_fields.sql", NOTE_FIELDS),
            (
                "parts/own_notes.sql",
                "FROM notes AS note\nWHERE note.space_id = {guard.tenant:int64}\n  AND note.title LIKE {q:text} -- when q\n",
            ),
            (
                "sql/notes.sql",
                "{part.note_fields}\n{part.own_notes}\n  AND {after(id:int64 desc)}\nORDER BY note.id DESC\nLIMIT {page.limit}\n",
            ),
        ],
    );
    let files = StatementFiles::read(&folder.0, "sql/notes.sql", true).unwrap();
    let statement = &files.main.statement;
    let rendered = statement.render(Dialect::Sqlite, None, |_| false, false);
    assert_eq!(
        rendered.sql,
        "SELECT note.id, note.title, note.created_at\nFROM notes AS note\nWHERE note.space_id = CAST($1 AS BIGINT)\n  AND TRUE\n\
         ORDER BY note.id DESC\nLIMIT CAST($2 AS BIGINT)\n"
    );
    // What a part takes and says is the statement's.
    let parameters: Vec<_> = statement.parameters().iter().map(|one| (one.name.as_str(), one.optional)).collect();
    assert_eq!(parameters, [("guard.tenant", false), ("q", true)]);
    assert_eq!(statement.formed_columns().len(), 1);
    let lines: Vec<String> = rendered.lines.iter().map(ToString::to_string).collect();
    assert_eq!(
        lines,
        [
            "1 (line 3 of the part note_fields)",
            "2 (line 1 of the part own_notes)",
            "2 (line 2 of the part own_notes)",
            "3",
            "4",
            "5"
        ]
    );
    assert_eq!(files.main.parts, ["note_fields", "own_notes"].map(|name| folder.0.join(format!("parts/{name}.sql"))));
}

#[test]
fn a_part_may_have_parts_and_a_refusal_names_the_innermost() {
    let folder = Crate::new(
        "within",
        &[
            ("parts/outer.sql", "FROM (\n    {part.inner}\n) AS note\n"),
            ("parts/inner.sql", "SELECT id\nFROM notes WHERE id = {id:number}\n"),
        ],
    );
    let whole = expand(&folder.0, "SELECT id\n{part.outer}\nLIMIT 1\n").unwrap();
    assert_eq!(
        whole.sql,
        "SELECT id\n-- begin part outer\nFROM (\n    -- begin part inner\n    SELECT id\n    FROM notes WHERE id = {id:number}\n    \
         -- end part inner\n) AS note\n-- end part outer\nLIMIT 1\n"
    );
    let sentence = Statement::parse(&whole.sql).unwrap_err().to_string();
    assert!(sentence.starts_with("line 2 (line 2 of the part inner): "), "{sentence}");
    let sentence = Statement::parse(&whole.sql.replace("number", "int64").replace("LIMIT 1", "LIMIT {n}")).unwrap_err();
    assert!(sentence.to_string().starts_with("line 3: `{n}`"), "{sentence}");
}

#[test]
fn a_crate_has_the_parts_of_the_crates_that_it_names() {
    let folder = Crate::new(
        "beside",
        &[
            (
                "family/Cargo.toml",
                "[package]\nname = \"family\"\n\n[dependencies]\nshared = { path = \"../shared\" }\n",
            ),
            ("family/parts/own.sql", "SELECT id\n"),
            ("shared/Cargo.toml", "[package]\nname = \"shared\"\n\n[dependencies]\nbelow = { path = \"../below\" }\n"),
            ("below/Cargo.toml", "[package]\nname = \"below\"\n"),
            ("below/parts/notes.sql", "FROM notes\n"),
            ("stranger/Cargo.toml", "[package]\nname = \"stranger\"\n"),
            ("stranger/parts/hidden.sql", "FROM notes\n"),
        ],
    );
    let family = Crate(folder.0.join("family"));
    let whole = expand(&family.0, "{part.own}\n{part.notes}\n").unwrap();
    assert_eq!(
        Statement::parse(&whole.sql).unwrap().render(Dialect::Sqlite, None, |_| true, false).sql,
        "SELECT id\nFROM notes\n"
    );
    assert!(family.refused("{part.hidden}").starts_with("line 1: there is no part `hidden`"));
    std::fs::write(family.0.join("parts/notes.sql"), "FROM notes_of_family\n").unwrap();
    assert!(family.refused("{part.notes}").starts_with("line 1: two crates have a part `notes`: "));
}

#[test]
fn a_part_that_cannot_be_written_out_is_refused_by_its_line() {
    let folder = Crate::new(
        "refused",
        &[
            ("parts/itself.sql", "SELECT id\n{part.itself}\n"),
            ("parts/one.sql", "{part.other}\n"),
            ("parts/other.sql", "FROM notes\n{part.one}\n"),
            ("parts/lost.sql", "FROM notes\n\n{part.missing}\n"),
        ],
    );
    for (text, expected) in [
        ("SELECT id\n{part.unknown}", "line 2: there is no part `unknown`: neither this crate nor one that it names"),
        ("SELECT id\n{part.lost}", "line 2 (line 3 of the part lost): there is no part `missing`"),
        ("{part.itself}", "line 1 (line 2 of the part itself): the part `itself` stands in itself: itself, itself"),
        ("\n{part.one}", "line 2 (line 2 of the part other): the part `one` stands in itself: one, other, one"),
        (
            "{part.lost} AS note",
            "line 1: a part is a line of its own, and what stands behind it is on the next one: `{part.lost} AS note`",
        ),
        (
            "{part.lost} -- when id",
            "line 1: a part is a line of its own, and what stands behind it is on the next one: `{part.lost} -- when id`",
        ),
        ("{part.Lost}", "line 1: `Lost` is not a name"),
        (
            "SELECT id\n-- begin part lost\nFROM notes\n-- end part lost",
            "line 2: `-- begin part` and `-- end part` are written",
        ),
    ] {
        let sentence = folder.refused(text);
        assert!(sentence.starts_with(expected), "{text}\n{sentence}");
    }
    let sentence = Statement::parse("SELECT id FROM {part.notes} AS note").unwrap_err().to_string();
    assert!(
        sentence.starts_with(
            "line 1: a part is a line of its own, and is written out when the component is built: `{part.notes}`"
        ),
        "{sentence}"
    );
    for (text, expected) in [
        ("SELECT id\n-- end part notes\nFROM notes", "line 2: `-- end part` ends no part"),
        ("SELECT id\n-- begin part notes\nFROM notes", "line 2: the part notes is never ended"),
    ] {
        assert_eq!(Statement::parse(text).unwrap_err().to_string(), expected, "{text}");
    }
}

/// Each part names the next one twice: thirteen files would be a statement of eight thousand lines.
#[test]
fn parts_that_grow_without_end_are_refused() {
    let names: Vec<String> = (0..14).map(|number| format!("parts/p{number}.sql")).collect();
    let texts: Vec<String> = (0..14)
        .map(|number| match number {
            13 => "-- the last\n".to_owned(),
            _ => format!("{{part.p{0}}}\n{{part.p{0}}}\n", number + 1),
        })
        .collect();
    let files: Vec<(&str, &str)> = names.iter().map(String::as_str).zip(texts.iter().map(String::as_str)).collect();
    let sentence = Crate::new("growing", &files).refused("{part.p0}");
    assert!(sentence.contains("the statement has more than 5000 lines with its parts"), "{sentence}");
}

#[test]
fn repeated_lines_stand_once_for_each_number() {
    let text = "SELECT id FROM notes\nWHERE TRUE\n-- each slot in 2..3\n  AND field_{slot} = {field_{slot}:int64} -- when field_{slot}\n  \
                AND place > {slot}\n-- end each\nLIMIT 1";
    let statement = Statement::parse(text).unwrap();
    let parameters: Vec<_> = statement.parameters().iter().map(|one| (one.name.as_str(), one.optional)).collect();
    assert_eq!(parameters, [("field_2", true), ("field_3", true)]);
    let rendered = statement.render(Dialect::ClickHouse, None, |name| name == "field_3", false);
    assert_eq!(
        rendered.sql,
        "SELECT id FROM notes\nWHERE TRUE\n  AND place > 2\n  AND field_3 = {field_3:Int64}\n  AND place > 3\nLIMIT 1\n"
    );
    // A line is told by its place in the file in every turn.
    assert_eq!(rendered.lines.iter().map(|line| line.number).collect::<Vec<_>>(), [1, 2, 5, 4, 5, 7]);
}

#[test]
fn a_repetition_that_says_no_numbers_is_refused_by_its_line() {
    for (text, expected) in [
        ("SELECT 1\n-- each slot in 3..1\n, {slot}\n-- end each", "line 2: `3..1` is no repetition"),
        ("SELECT 1\n-- each slot in 1..33\n, {slot}\n-- end each", "line 2: `1..33` is no repetition"),
        ("SELECT 1\n-- each slot in a..b\n, {slot}\n-- end each", "line 2: `a..b` is no repetition"),
        ("SELECT 1\n-- each slot in 1..2\n, {slot}", "line 2: the repetition is never ended"),
        ("SELECT 1\n-- each slot in 1..2\n, 2\n-- end each", "line 2: no line up to `-- end each` has `{slot}`"),
        ("SELECT 1\n-- end each", "line 2: `-- end each` ends no repetition"),
        (
            "SELECT 1\n-- each a in 1..2\n-- each b in 1..2\n, {a}{b}\n-- end each\n-- end each",
            "line 3: a repetition stands in no other one",
        ),
        ("SELECT 1\n-- each slot in 1..2\n, {slot:nothing}{slot}\n-- end each", "line 3: "),
    ] {
        let sentence = Statement::parse(text).unwrap_err().to_string();
        assert!(sentence.starts_with(expected), "{text}\n{sentence}");
    }
    // A comment that only begins so is a comment.
    Statement::parse("-- each note in its space\nSELECT 1").unwrap();
}

/// What the wall examines is the text that runs, and its refusal leads into the part.
#[tokio::test]
async fn a_table_that_a_part_takes_without_a_grant_is_refused_by_the_part_and_its_line() {
    let folder = Crate::new(
        "stolen",
        &[
            ("parts/notes.sql", "FROM notes_all\nJOIN api_keys ON api_keys.id = notes_all.id\n"),
            ("sql/attack.sql", "SELECT notes_all.id\n\n{part.notes}\n"),
        ],
    );
    let main = StatementFiles::read(&folder.0, "sql/attack.sql", true).unwrap().main;
    let source = StatementSource {
        name: "attack".to_owned(),
        store: Store::AppStore,
        file: main.name,
        sql: main.sql,
        dialects: Vec::new(),
        unguarded: None,
    };
    let manifest = Manifest {
        name: "hostile".to_owned(),
        version: "1.0.0".to_owned(),
        grants: vec![Grant::AppStore],
        statements: vec![source],
        ..Manifest::default()
    };
    let tables = BTreeSet::from(["app_store.notes_all".parse().unwrap()]);
    let given = Given { grants: BTreeSet::from([Grant::AppStore]), tables, hooks: None };
    let refused = Capabilities::new(&manifest, &given, Arc::new(Stores::unconnected())).map(drop).unwrap_err();
    let sentence = refused.to_string();
    assert!(
        sentence.starts_with("sql/attack.sql, line 3 (line 2 of the part notes): it uses the table api_keys"),
        "{sentence}"
    );
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    /// However a text is cut into parts and parts of parts, what is examined and run is the text, and each line leads to where it
    /// was written.
    #[test]
    fn a_statement_in_parts_is_the_statement_as_a_whole(
        lines in vec("[a-z]{1,8}( = [0-9]{1,3})?", 2..40),
        cuts in vec((any::<usize>(), any::<usize>()), 0..6),
    ) {
        let mut of_statement = lines.clone();
        let mut parts = Vec::new();
        for (number, (first, length)) in cuts.iter().enumerate() {
            let first = first % of_statement.len();
            let length = 1 + length % (of_statement.len() - first);
            let name = format!("p{number}");
            let cut: Vec<String> = of_statement.splice(first..first + length, [format!("{{part.{name}}}")]).collect();
            parts.push((format!("parts/{name}.sql"), cut));
        }
        let texts: Vec<(String, String)> = parts.iter().map(|(file, cut)| (file.clone(), cut.join("\n"))).collect();
        let files: Vec<(&str, &str)> = texts.iter().map(|(file, text)| (file.as_str(), text.as_str())).collect();
        let folder = Crate::new("cut", &files);
        let whole = expand(&folder.0, &of_statement.join("\n")).unwrap();
        let rendered = Statement::parse(&whole.sql).unwrap().render(Dialect::ClickHouse, None, |_| true, false);
        prop_assert_eq!(&rendered.sql, &(lines.join("\n") + "\n"));
        for (line, source) in rendered.sql.lines().zip(&rendered.lines) {
            let written = match &source.part {
                None => &of_statement[source.number - 1],
                Some((name, number)) => {
                    let (_, cut) = parts.iter().find(|(file, _)| *file == format!("parts/{name}.sql")).unwrap();
                    &cut[number - 1]
                }
            };
            prop_assert_eq!(line, written);
        }
    }
}
