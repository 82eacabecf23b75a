//! `statement!` refuses a file by its name and line, and a choice that does not have the words of the file's orders.

use crate::component::Component;

const ORDERED: &str = "SELECT id, name FROM entries WHERE TRUE\n-- order newest\nAND {after(id:int64 desc)}\nORDER BY id DESC\n\
                       -- order name\nAND {after(name:text asc)}\nORDER BY name\n-- end order\nLIMIT {page.limit}\n";

#[test]
fn the_compiler_says_what_is_wrong_with_a_statement() {
    let component = Component::new("statements");
    component.sql("ordered.sql", ORDERED);
    component.sql("plain.sql", "SELECT id FROM entries WHERE name = {name:text}");
    component.sql("malformed.sql", "SELECT id\nFROM entries\n-- order newest\nORDER BY id");
    component.sql("differing.sqlite.sql", "SELECT id FROM entries WHERE name = {name:text}");
    component.sql("differing.postgres.sql", "SELECT id, name FROM entries WHERE name = {name:text}");
    component.sql("lone.postgres.sql", "SELECT id FROM entries");
    component.sql("both.sqlite.sql", "SELECT id FROM entries WHERE name LIKE {name:text}");
    component.sql("both.postgres.sql", "SELECT id FROM entries WHERE name ILIKE {name:text}");
    component.sql(
        "change.sql",
        "UPDATE entries SET name = {name:text else name}, note = {note:text? else note} WHERE id = {id:int64}",
    );
    component.sql("partial.sql", "SELECT id, {name:text else name} AS name FROM entries");

    let good = "
        statement!(app_store, Change, \"sql/change.sql\");
        pub fn change() { let _ = Change { name: None, note: Patch::Value(String::new()), id: 1 }.query(); }
        statement!(app_store, Ordered, \"sql/ordered.sql\", order = EntryOrder);
        statement!(app_store, Both, \"sql/both.sql\");
        #[derive(Debug, Clone, Copy, Choice)]
        pub enum EntryOrder { Name, Newest }
        pub fn ask() { let _ = (Ordered { order: EntryOrder::Name }.query(), Both { name: String::new() }.query()); }";
    assert_eq!(component.check("good", good), "");

    let refused = component.check(
        "refused",
        "
        statement!(app_store, Ordered, \"sql/ordered.sql\");
        statement!(app_store, Plain, \"sql/plain.sql\", order = EntryOrder);
        statement!(app_store, Malformed, \"sql/malformed.sql\");
        statement!(app_store, Differing, \"sql/differing.sql\");
        statement!(app_store, Lone, \"sql/lone.sql\");
        statement!(warehouse, Both, \"sql/both.sql\");
        statement!(warehouse, Partial, \"sql/partial.sql\");
        #[derive(Debug, Clone, Copy, Choice)]
        pub enum EntryOrder { Name, Newest }",
    );
    for sentence in [
        "sql/ordered.sql has the orders newest, name: say which choice picks one",
        "sql/plain.sql has no `-- order NAME`",
        "sql/malformed.sql, line 3: the order `newest` is never closed",
        "sql/differing.sqlite.sql and sql/differing.postgres.sql are texts of one statement, and the first has the columns id \
         and the second id, name",
        "there is neither sql/lone.sql nor sql/lone.sqlite.sql",
        "sql/partial.sql, line 1: an `else` is of the app store alone",
        "sql/both.sqlite.sql is a text for an engine of the app store, and sql/both.sql is declared for the warehouse",
    ] {
        assert!(refused.contains(sentence), "{sentence}\n{refused}");
    }

    for (name, words) in [("fewer", "Name"), ("more", "Name, Newest, Size"), ("others", "Name, Oldest")] {
        let code = format!(
            "statement!(app_store, Ordered, \"sql/ordered.sql\", order = EntryOrder);
             #[derive(Debug, Clone, Copy, Choice)]
             pub enum EntryOrder {{ {words} }}"
        );
        let refused = component.check(name, &code);
        let sentence = "sql/ordered.sql has the orders newest, name: its choice must have these words and no other";
        assert!(refused.contains(sentence), "{words}: {refused}");
    }
}

#[test]
fn the_compiler_writes_parts_out_and_names_the_part_that_is_wrong() {
    let component = Component::new("parts");
    component.part("entry_fields.sql", "-- An entry.\nSELECT id, name\nFROM entries\n");
    component.part("malformed.sql", "WHERE name = {name:text}\n  AND id = {id:number}\n");
    component.sql("entry.sql", "{part.entry_fields}\nWHERE id = {id:int64}");
    component.sql("malformed.sql", "{part.entry_fields}\n{part.malformed}");
    component.sql("unknown.sql", "SELECT id\n{part.unknown}");
    component.sql("entries.sql", "SELECT caller.id, caller.user_id\nFROM entries AS caller\n{part.unknown}");

    // A constant of the text: the host is given what the engines run.
    let good = "
        statement!(app_store, Entry, \"sql/entry.sql\");
        const _: () = assert!(<Entry as quarry_sdk::Statement>::SQL.len() > 60);
        pub fn ask() { let _ = Entry { id: 1 }.query(); }";
    assert_eq!(component.check("good", good), "");

    let refused = component.check(
        "refused",
        "
        statement!(app_store, Malformed, \"sql/malformed.sql\");
        statement!(app_store, Unknown, \"sql/unknown.sql\");
        scope!(\"sql/entries.sql\");",
    );
    for sentence in [
        "sql/malformed.sql, line 2 (line 2 of the part malformed): ",
        "sql/unknown.sql, line 2: there is no part `unknown`: neither this crate nor one that it names by its path has parts/unknown.sql",
        "sql/entries.sql: line 3: there is no part `unknown`",
    ] {
        assert!(refused.contains(sentence), "{sentence}\n{refused}");
    }
}

#[test]
fn a_parameter_takes_the_type_that_is_read_and_no_other() {
    let component = Component::new("types");
    component.sql(
        "insert.sql",
        "INSERT INTO entries (kind, pool, state) VALUES ({kind:text}, {pool:bytes?}, {state:text? else state})",
    );
    component.sql("among.sql", "SELECT id FROM entries WHERE kind IN ({kinds:text[]}) AND name = {name:text}");
    component.sql(
        "rows.sql",
        "INSERT INTO entries (kind, slug) SELECT row.kind, row.slug FROM {entries:rows(kind text, slug text?)} AS row",
    );
    let types = "
        #[derive(Debug, Clone, Copy, Choice)]
        pub enum Kind { Swap, Sync }
        #[derive(Debug, Clone, ColumnValue)]
        pub struct Slug(String);
        statement!(app_store, Insert, \"sql/insert.sql\", kind: Kind, pool: Address, state: Kind);
        statement!(app_store, Among, \"sql/among.sql\", kinds: Kind, name: Slug);
        statement!(app_store, Rows, \"sql/rows.sql\", entries.kind: Kind, entries.slug: Slug);";
    let good = format!(
        "{types}
        pub fn ask() {{
            let _ = Insert {{ kind: Kind::Swap, pool: Some(Address(vec![0; 20])), state: Patch::Value(Kind::Sync) }}.query();
            let _ = Among {{ kinds: vec![Kind::Swap], name: Slug(String::new()) }}.query();
            let rows = vec![RowsEntries {{ kind: Kind::Sync, slug: None }}];
            let _ = Rows {{ entries: rows }}.query();
        }}"
    );
    assert_eq!(component.check("good", &good), "");

    let other = format!(
        "{types}\n pub fn ask() {{ let _ = Among {{ kinds: vec![\"swap\".to_owned()], name: Slug(String::new()) }}.query(); }}"
    );
    let refused = component.check("other", &other);
    assert!(refused.contains("mismatched types") && refused.contains("expected `Kind`"), "{refused}");
    for (name, declared, expected) in [
        ("hash", "kinds: Hash", "the trait `BindAs<std::string::String>` is not implemented for `quarry_sdk::Hash`"),
        ("absent", "form: String", "sql/among.sql has no parameter `form` of one value or a list"),
        ("column", "kinds.kind: String", "sql/among.sql has no rows `kinds` with a column `kind`"),
        ("twice", "name: Hash, name: Hash", "`name` has two types"),
    ] {
        let refused = component.check(name, &format!("statement!(app_store, Among, \"sql/among.sql\", {declared});"));
        assert!(refused.contains(expected), "{name}: {refused}");
    }
}
