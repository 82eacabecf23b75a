//! Tests of `#[derive(Row)]`: the values that it reads from columns of the contract, and its sentences for columns that do not
//! fit.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on fails where it stands")]

use quarry_sdk::bindings::quarry::plugin::values::{BytesValues, Column, ColumnValues, TextValues};
use quarry_sdk::prelude::*;
use quarry_sdk::row::{RowMismatch, read_column, read_columns};

#[derive(Choice, Debug, PartialEq)]
enum Period {
    Hourly,
    #[choice("7d")]
    Weekly,
}

#[derive(Row, Debug, PartialEq)]
struct Everything {
    flag: bool,
    number: i64,
    count: u32,
    ratio: f64,
    name: String,
    price: DecimalText,
    period: Period,
    raw: Vec<u8>,
    token: Address,
    transaction: Hash,
    at: Time,
    day: Day,
    #[row(json)]
    pools: Vec<String>,
    #[row(name = "stored_at", microseconds)]
    kept: Option<Time>,
    note: Option<String>,
    #[row(skip)]
    later: u64,
}

fn column(name: &str, values: ColumnValues) -> Column {
    Column { name: name.to_owned(), validity: None, values }
}

fn texts(texts: &[&str]) -> TextValues {
    let mut offsets = vec![0];
    let mut data = String::new();
    for text in texts {
        data.push_str(text);
        offsets.push(u32::try_from(data.len()).unwrap());
    }
    TextValues { offsets, data }
}

fn bytes(values: &[&[u8]]) -> BytesValues {
    let mut offsets = vec![0];
    let mut data = Vec::new();
    for value in values {
        data.extend_from_slice(value);
        offsets.push(u32::try_from(data.len()).unwrap());
    }
    BytesValues { offsets, data }
}

/// Two rows; the second has a null wherever there may be one.
fn everything() -> Vec<Column> {
    let nulls = |column: Column| Column { validity: Some(vec![0b01]), ..column };
    vec![
        // The order of the statement is not that of the fields, and a column more does no harm.
        column("period", ColumnValues::Texts(texts(&["hourly", "7d"]))),
        column("unread", ColumnValues::Int64s(vec![1, 2])),
        column("flag", ColumnValues::Booleans(vec![true, false])),
        column("number", ColumnValues::Int64s(vec![i64::MIN, -1])),
        column("count", ColumnValues::Uint64s(vec![4_294_967_295, 0])),
        column("ratio", ColumnValues::Float64s(vec![0.25, -1.5])),
        column("name", ColumnValues::Texts(texts(&["Ether", ""]))),
        column("price", ColumnValues::Texts(texts(&["2272.731949452135310", "0"]))),
        column("raw", ColumnValues::Bytes(bytes(&[&[1, 2], &[]]))),
        column("token", ColumnValues::Bytes(bytes(&[&[7; 20], &[8; 20]]))),
        column("transaction", ColumnValues::Bytes(bytes(&[&[9; 32], &[10; 32]]))),
        column("at", ColumnValues::Timestamps(vec![1_500_000, -1])),
        column("day", ColumnValues::Dates(vec![19_727, -1])),
        column("pools", ColumnValues::Json(texts(&[r#"["a","b"]"#, "[]"]))),
        nulls(column("stored_at", ColumnValues::Int64s(vec![2_000_000, 0]))),
        nulls(column("note", ColumnValues::Texts(texts(&["seen", ""])))),
    ]
}

#[test]
fn every_type_of_column_is_read() {
    let rows: Vec<Everything> = read_columns(&everything(), 2).unwrap();
    let first = Everything {
        flag: true,
        number: i64::MIN,
        count: u32::MAX,
        ratio: 0.25,
        name: "Ether".to_owned(),
        price: DecimalText("2272.731949452135310".to_owned()),
        period: Period::Hourly,
        raw: vec![1, 2],
        token: Address(vec![7; 20]),
        transaction: Hash(vec![9; 32]),
        at: Time { microseconds: 1_500_000 },
        day: Day("2024-01-05".to_owned()),
        pools: vec!["a".to_owned(), "b".to_owned()],
        kept: Some(Time { microseconds: 2_000_000 }),
        note: Some("seen".to_owned()),
        later: 0,
    };
    assert_eq!(rows[0], first);
    let second = &rows[1];
    assert_eq!((second.flag, second.number, second.period == Period::Weekly), (false, -1, true));
    assert_eq!((second.day.0.as_str(), second.pools.len()), ("1969-12-31", 0));
    assert_eq!((&second.kept, &second.note), (&None, &None));
    assert_eq!(read_columns::<Everything>(&everything(), 0).unwrap(), []);
}

/// The sentence for `Everything` with one column in the place of its namesake.
fn refusal(replacement: Column) -> String {
    let mut columns = everything();
    let place = columns.iter().position(|column| column.name == replacement.name).unwrap();
    columns[place] = replacement;
    read_columns::<Everything>(&columns, 2).unwrap_err().to_string()
}

#[test]
fn what_does_not_fit_is_named() {
    let mut columns = everything();
    columns.retain(|column| column.name != "name" && column.name != "raw");
    let missing = read_columns::<Everything>(&columns, 2).unwrap_err();
    assert!(matches!(&missing, RowMismatch::MissingColumn { column, .. } if column == "name"), "{missing}");
    let sentence = "`Everything` reads the column `name`, and the statement gives period, unread, flag, number, count, ratio, \
                    price, token, transaction, at, day, pools, stored_at, note";
    assert_eq!(missing.to_string(), sentence);

    let cases = [
        (
            column("name", ColumnValues::Int64s(vec![1, 2])),
            "the column `name` holds int64, which the String of `Everything` cannot be read from",
        ),
        (
            column("note", ColumnValues::Booleans(vec![true, true])),
            "the column `note` holds boolean, which the Option<String> of `Everything` cannot be read from",
        ),
        (
            column("at", ColumnValues::Int64s(vec![1, 2])),
            "the column `at` holds int64, which the Time of `Everything` cannot be read from",
        ),
        (
            Column { validity: Some(vec![0b01]), ..column("name", ColumnValues::Texts(texts(&["Ether", ""]))) },
            "the column `name` is null in row 2, and `Everything` has a String for it: make it an Option",
        ),
        (
            column("count", ColumnValues::Int64s(vec![1, -1])),
            "the column `count` does not fit the u32 of `Everything` in row 2: -1 is not from 0 to 4294967295",
        ),
        (
            column("period", ColumnValues::Texts(texts(&["hourly", "yearly"]))),
            "the column `period` does not fit the Period of `Everything` in row 2: `yearly` is not one of its words: hourly, 7d",
        ),
        (
            column("token", ColumnValues::Bytes(bytes(&[&[7; 20], &[7; 19]]))),
            "the column `token` does not fit the Address of `Everything` in row 2: it has 19 bytes and not 20",
        ),
        (
            column("flag", ColumnValues::Int64s(vec![1, 2])),
            "the column `flag` does not fit the bool of `Everything` in row 2: 2 is neither 0 nor 1",
        ),
    ];
    for (replacement, sentence) in cases {
        assert_eq!(refusal(replacement), sentence);
    }
    let json = refusal(column("pools", ColumnValues::Json(texts(&["[]", "{}"]))));
    assert!(json.starts_with("the column `pools` does not fit the Vec<String> of `Everything` in row 2"), "{json}");
}

#[derive(ColumnValue, Debug, PartialEq)]
struct Slug(String);

#[derive(Row, Debug, PartialEq)]
struct Person {
    id: i64,
    name: Slug,
}

#[derive(Row, Debug, PartialEq)]
struct Written {
    #[row(prefix = "author_")]
    author: Person,
    title: String,
    #[row(prefix = "editor_")]
    editor: Option<Person>,
}

#[derive(Row, Debug, PartialEq)]
struct Ranked {
    place: i64,
    #[row(flatten)]
    written: Written,
}

/// Of two rows; nobody has edited the second.
fn written() -> Vec<Column> {
    let unedited = |column: Column| Column { validity: Some(vec![0b01]), ..column };
    vec![
        column("author_id", ColumnValues::Int64s(vec![3, 4])),
        column("author_name", ColumnValues::Texts(texts(&["ada", "grace"]))),
        column("title", ColumnValues::Texts(texts(&["Depeg", "Bridges"]))),
        unedited(column("editor_id", ColumnValues::Int64s(vec![5, 0]))),
        unedited(column("editor_name", ColumnValues::Texts(texts(&["alan", ""])))),
        column("place", ColumnValues::Int64s(vec![1, 2])),
    ]
}

#[test]
fn an_object_of_an_answer_is_made_of_columns() {
    let rows: Vec<Ranked> = read_columns(&written(), 2).unwrap();
    let person = |id, name: &str| Person { id, name: Slug(name.to_owned()) };
    let first = Written { author: person(3, "ada"), title: "Depeg".to_owned(), editor: Some(person(5, "alan")) };
    assert_eq!(rows[0], Ranked { place: 1, written: first });
    assert_eq!((&rows[1].written.author, &rows[1].written.editor), (&person(4, "grace"), &None));
}

#[test]
fn a_column_of_an_object_is_named_whole() {
    let mut columns = written();
    columns.remove(1);
    let missing = read_columns::<Ranked>(&columns, 2).unwrap_err().to_string();
    let sentence = "`Ranked` reads the column `author_name`, and the statement gives \
                    author_id, title, editor_id, editor_name, place";
    assert_eq!(missing, sentence);
    // An editor with an id and no name is a mistake of the statement, not somebody who is absent.
    let mut columns = written();
    columns[4].validity = Some(vec![0]);
    let null = read_columns::<Ranked>(&columns, 2).unwrap_err().to_string();
    assert_eq!(null, "the column `editor_name` is null in row 1, and `Ranked` has a Slug for it: make it an Option");
}

#[test]
fn one_column_is_read_as_values() {
    let ids = [column("id", ColumnValues::Int64s(vec![4, 8]))];
    assert_eq!(read_column::<i64>(&ids, 2).unwrap(), [4, 8]);
    assert_eq!(read_column::<i64>(&ids, 1).unwrap(), [4]);
    assert_eq!(read_column::<i64>(&ids, 0).unwrap(), [0_i64; 0]);
    let words = [column("period", ColumnValues::Texts(texts(&["7d", "hourly"])))];
    assert_eq!(read_column::<Period>(&words, 2).unwrap(), [Period::Weekly, Period::Hourly]);
}

#[test]
fn values_of_no_column_or_of_several_and_of_another_type_are_refused() {
    let id = || column("id", ColumnValues::Int64s(vec![4]));
    let name = || column("name", ColumnValues::Texts(texts(&["a"])));
    let said = |columns: &[Column]| read_column::<i64>(columns, 1).unwrap_err().to_string();
    assert_eq!(said(&[id(), name()]), "values are read as i64 from one column, and the statement gives id, name");
    assert_eq!(said(&[name()]), "the column `name` holds text, which the i64 of `value` cannot be read from");
    assert!(said(&[]).starts_with("values are read as i64 from one column"));
}
