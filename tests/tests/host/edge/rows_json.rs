//! The JSON of rows: what a client parses is what the store answered, cell for cell.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on fails where it stands")]

use proptest::collection::vec;
use proptest::prelude::*;
use quarry::stores::result_set::{Column, ColumnData, ResultSet, Value};
use quarry::stores::rows_json::{write_first_row, write_rows};
use serde_json::{Value as Json, json};

/// Rows of 0 to 12, with one column of each kind.
fn result_set() -> impl Strategy<Value = ResultSet> {
    (0..12_usize).prop_flat_map(|row_count| {
        let columns = vec![
            column("boolean", row_count, vec(any::<bool>(), row_count).prop_map(ColumnData::Boolean)),
            column("int64", row_count, vec(any::<i64>(), row_count).prop_map(ColumnData::Int64)),
            column("uint64", row_count, vec(any::<u64>(), row_count).prop_map(ColumnData::UInt64)),
            column("float64", row_count, vec(any_float(), row_count).prop_map(ColumnData::Float64)),
            column("text", row_count, vec("(?s).{0,12}", row_count).prop_map(text_column)),
            column("plain \"text\"", row_count, vec("[a-zé]{0,12}", row_count).prop_map(text_column)),
            column("bytes", row_count, vec(vec(any::<u8>(), 0..33), row_count).prop_map(bytes_column)),
            column(
                "timestamp",
                row_count,
                vec(-62_167_219_200_000_000_i64..=253_402_207_200_999_999, row_count).prop_map(ColumnData::Timestamp),
            ),
            column("date", row_count, vec(-719_528..=2_932_896_i32, row_count).prop_map(ColumnData::Date)),
            column("json", row_count, vec("\\[(1,2)?\\]|\\{\"a\":null\\}", row_count).prop_map(json_column)),
            column("_hidden", row_count, vec(any::<i64>(), row_count).prop_map(ColumnData::Int64)),
        ];
        columns.prop_map(move |columns| ResultSet::new(row_count, columns))
    })
}

fn any_float() -> impl Strategy<Value = f64> {
    prop_oneof![any::<f64>(), Just(f64::NAN), Just(f64::INFINITY), Just(-0.0), Just(1e300), Just(0.1)]
}

fn column(
    name: &'static str,
    row_count: usize,
    data: impl Strategy<Value = ColumnData> + 'static,
) -> BoxedStrategy<Column> {
    let validity = proptest::option::of(vec(any::<u8>(), row_count.div_ceil(8)));
    (data, validity).prop_map(move |(data, validity)| Column { name: name.to_owned(), validity, data }).boxed()
}

fn joined<T: AsRef<[u8]>>(items: &[T]) -> (Vec<u32>, Vec<u8>) {
    let mut offsets = vec![0];
    let mut data = Vec::new();
    for item in items {
        data.extend_from_slice(item.as_ref());
        offsets.push(data.len() as u32);
    }
    (offsets, data)
}

fn text_column(items: Vec<String>) -> ColumnData {
    let (offsets, data) = joined(&items);
    ColumnData::Text { offsets, data: String::from_utf8(data).unwrap() }
}

fn json_column(items: Vec<String>) -> ColumnData {
    let (offsets, data) = joined(&items);
    ColumnData::Json { offsets, data: String::from_utf8(data).unwrap() }
}

fn bytes_column(items: Vec<Vec<u8>>) -> ColumnData {
    let (offsets, data) = joined(&items);
    ColumnData::Bytes { offsets, data }
}

/// Gives the value of a cell that a client should see, by other means than the writer's.
fn expected(column: &Column, row: usize) -> Json {
    match (column.value(row), &column.data) {
        (Value::Null, _) => Json::Null,
        (Value::Text(text), ColumnData::Json { .. }) => serde_json::from_str(&text).unwrap(),
        (Value::Text(text), _) => json!(text),
        (Value::Boolean(value), _) => json!(value),
        (Value::Int64(day), ColumnData::Date(_)) => {
            let epoch = jiff::civil::date(1970, 1, 1);
            json!((epoch + jiff::Span::new().days(day)).to_string())
        }
        (Value::Int64(number), _) => json!(number),
        (Value::UInt64(number), _) => json!(number),
        // serde_json reads some numbers one unit in the last place off, so both sides go through it.
        (Value::Float64(number), _) => serde_json::from_str(&json!(number).to_string()).unwrap(),
        (Value::Bytes(bytes), _) => {
            json!(format!("0x{}", bytes.iter().map(|byte| format!("{byte:02x}")).collect::<String>()))
        }
        (Value::Timestamp(microseconds), _) => {
            json!(jiff::Timestamp::from_microsecond(microseconds).unwrap().to_string())
        }
        (other, _) => panic!("no cell is a {other:?}"),
    }
}

fn expected_row(rows: &ResultSet, row: usize) -> Json {
    let shown = rows.columns.iter().filter(|column| !column.name.starts_with('_'));
    Json::Object(shown.map(|column| (column.name.clone(), expected(column, row))).collect())
}

fn written(rows: &ResultSet, row_count: usize) -> String {
    let mut output = Vec::new();
    write_rows(&mut output, rows, row_count);
    String::from_utf8(output).unwrap()
}

#[test]
fn a_character_that_needs_escaping_is_escaped_wherever_in_a_column_it_stands() {
    for character in ['"', '\\', '\n', '\u{1f}'] {
        for place in 0..200 {
            let texts = ["a".repeat(place) + &character.to_string(), "é".repeat(100)];
            let data = text_column(texts.to_vec());
            let column = Column { name: "text".to_owned(), validity: None, data };
            let mut output = Vec::new();
            write_rows(&mut output, &ResultSet::new(2, vec![column]), 2);
            let read: Json = serde_json::from_slice(&output).unwrap();
            assert_eq!(read, json!(texts.map(|text| json!({ "text": text }))), "{character:?} at {place}");
        }
    }
}

proptest! {
    #[test]
    fn floats_keep_every_bit(number in any::<f64>()) {
        let data = ColumnData::Float64(vec![number]);
        let rows = ResultSet::new(1, vec![Column { name: "f".to_owned(), validity: None, data }]);
        let text = written(&rows, 1);
        let read: Result<f64, _> = text.trim_start_matches("[{\"f\":").trim_end_matches("}]").parse();
        match number.is_finite() {
            true => prop_assert_eq!(read.map(f64::to_bits), Ok(number.to_bits())),
            false => prop_assert_eq!(text, "[{\"f\":null}]"),
        }
    }

    #[test]
    fn rows_parse_to_their_cells(rows in result_set(), shown in 0..14_usize) {
        let parsed: Json = serde_json::from_str(&written(&rows, shown)).unwrap();
        let expected: Vec<_> = (0..shown.min(rows.row_count)).map(|row| expected_row(&rows, row)).collect();
        prop_assert_eq!(parsed, Json::Array(expected));
    }

    #[test]
    fn the_first_row_parses_to_its_cells(rows in result_set()) {
        let mut output = Vec::new();
        write_first_row(&mut output, &rows);
        let parsed: Json = serde_json::from_slice(&output).unwrap();
        let expected = if rows.row_count == 0 { Json::Null } else { expected_row(&rows, 0) };
        prop_assert_eq!(parsed, expected);
    }
}

#[test]
fn times_have_only_the_fraction_digits_they_need() {
    let times = vec![0, 1_706_725_800_000_000, 1_706_725_800_250_000, 1_706_725_800_000_001, -1, i64::MAX, i64::MIN];
    let rows = ResultSet::new(
        times.len(),
        vec![Column { name: "t".to_owned(), validity: None, data: ColumnData::Timestamp(times) }],
    );
    assert_eq!(
        written(&rows, 9),
        "[{\"t\":\"1970-01-01T00:00:00Z\"},{\"t\":\"2024-01-31T18:30:00Z\"},{\"t\":\"2024-01-31T18:30:00.25Z\"},\
         {\"t\":\"2024-01-31T18:30:00.000001Z\"},{\"t\":\"1969-12-31T23:59:59.999999Z\"},{\"t\":null},{\"t\":null}]"
    );
}

#[test]
fn control_characters_and_quotes_are_escaped() {
    let items: Vec<String> =
        (0..0x20_u8).map(char::from).chain(['"', '\\', '/', '\u{7f}', '\u{2028}']).map(String::from).collect();
    let rows = ResultSet::new(
        items.len(),
        vec![Column { name: "t".to_owned(), validity: None, data: text_column(items.clone()) }],
    );
    let parsed: Json = serde_json::from_str(&written(&rows, items.len())).unwrap();
    for (row, item) in items.iter().enumerate() {
        assert_eq!(parsed[row]["t"], json!(item));
    }
}

#[test]
fn a_row_of_hidden_columns_alone_is_an_empty_object() {
    let rows =
        ResultSet::new(2, vec![Column { name: "_a".to_owned(), validity: None, data: ColumnData::Int64(vec![1, 2]) }]);
    assert_eq!(written(&rows, 2), "[{},{}]");
}
