//! Files that the warehouse writes: whole, with as many rows as their own bytes say, and never cut short unnoticed.

use super::{generous, shared};
use bytes::Bytes;
use quarry::row_files::{RowCounter, RowFormat};
use quarry::stores::warehouse::{BlockSize, QuerySettings, Warehouse, WarehouseError};
use std::time::Duration;

const FORMATS: [RowFormat; 3] = [RowFormat::Csv, RowFormat::JsonLines, RowFormat::Parquet];
/// Quotes, separators and line ends in texts, nulls, times, and many columns.
const HARD: &str = "number, concat('a', char(10), char(34), ',', char(34, 34), char(13, 10), toString(number)) AS text,
    if(number % 3 = 0, NULL, number) AS third, toDateTime64(number, 3, 'UTC') AS at, [number, 1] AS list,
    (number, 'x') AS pair, number % 2 = 0 AS even, -1.5 AS negative";

async fn file(
    warehouse: &Warehouse,
    sql: &str,
    format: RowFormat,
    settings: &QuerySettings,
) -> Result<Vec<Bytes>, WarehouseError> {
    let mut rows = warehouse.formatted(sql, &[], settings, format.warehouse_name(), BlockSize::Ordinary)?;
    let mut pieces = Vec::new();
    while let Some(piece) = rows.next().await? {
        pieces.push(piece);
    }
    Ok(pieces)
}

fn counted(format: RowFormat, pieces: impl IntoIterator<Item = Bytes>) -> Option<u64> {
    let mut counter = RowCounter::new(format);
    pieces.into_iter().for_each(|piece| counter.take(&piece));
    counter.total()
}

#[tokio::test]
async fn the_rows_of_a_file_are_counted_off_its_bytes_however_they_come() {
    let warehouse = shared("formatted").await;
    for format in FORMATS {
        for count in [0, 1, 2, 1_000, 200_000] {
            let sql = format!("SELECT {HARD} FROM numbers({count})");
            let pieces = file(&warehouse, &sql, format, &generous()).await.expect("a file");
            let whole = Bytes::from(pieces.concat());
            assert_eq!(counted(format, pieces), Some(count), "{format:?} of {count} rows");
            if count <= 2 {
                let bytes = (0..whole.len()).map(|at| whole.slice(at..=at));
                assert_eq!(counted(format, bytes), Some(count), "{format:?} of {count} rows, byte by byte");
            }
        }
    }
}

#[tokio::test]
async fn a_file_of_text_is_text_whatever_the_warehouse_holds() {
    let warehouse = shared("formatted").await;
    let sql = "SELECT number, if(number % 3 = 0, unhex('4dff52'), 'né🦄') AS name FROM numbers(50000)";
    for format in [RowFormat::Csv, RowFormat::JsonLines] {
        let pieces = file(&warehouse, sql, format, &generous()).await.expect("a file");
        let whole = pieces.concat();
        let text = std::str::from_utf8(&whole).expect("text");
        assert_eq!((text.matches("M\u{fffd}R").count(), text.matches("né🦄").count()), (16_667, 33_333), "{format:?}");
        assert_eq!(counted(format, pieces), Some(50_000), "{format:?}");
    }
}

#[tokio::test]
async fn a_file_of_many_columns_and_row_groups_is_counted() {
    let warehouse = shared("formatted").await;
    let columns: Vec<String> = (0..200).map(|column| format!("number + {column} AS column_{column}")).collect();
    let sql = format!("SELECT {} FROM numbers(3000)", columns.join(", "));
    let pieces = file(&warehouse, &sql, RowFormat::Parquet, &generous()).await.expect("a file");
    assert_eq!(counted(RowFormat::Parquet, pieces), Some(3_000));
    let sql = "SELECT number FROM numbers(5000000)";
    let pieces = file(&warehouse, sql, RowFormat::Parquet, &generous()).await.expect("a file");
    assert_eq!(counted(RowFormat::Parquet, pieces), Some(5_000_000));
}

#[tokio::test]
async fn a_file_is_what_its_format_says() {
    let warehouse = shared("formatted").await;
    let sql = "SELECT number, if(number = 1, NULL, 'a\"b') AS text, toDateTime64(1, 3, 'UTC') AS at, nan AS ratio,
                      '' AS empty
               FROM numbers(2)";
    let text = |pieces: Vec<Bytes>| String::from_utf8(pieces.concat()).expect("text");
    let csv = text(file(&warehouse, sql, RowFormat::Csv, &generous()).await.expect("a file"));
    let lines = "\"number\",\"text\",\"at\",\"ratio\",\"empty\"\r\n\
                 0,\"a\"\"b\",\"1970-01-01T00:00:01.000Z\",nan,\"\"\r\n\
                 1,,\"1970-01-01T00:00:01.000Z\",nan,\"\"\r\n";
    assert_eq!(csv, lines, "RFC 4180: CRLF, nothing for null, and an empty text is told from it");
    let json = text(file(&warehouse, sql, RowFormat::JsonLines, &generous()).await.expect("a file"));
    let lines = "{\"number\":0,\"text\":\"a\\\"b\",\"at\":\"1970-01-01T00:00:01.000Z\",\"ratio\":null,\"empty\":\"\"}\n\
                 {\"number\":1,\"text\":null,\"at\":\"1970-01-01T00:00:01.000Z\",\"ratio\":null,\"empty\":\"\"}\n";
    assert_eq!(json, lines);
    let parquet = file(&warehouse, sql, RowFormat::Parquet, &generous()).await.expect("a file").concat();
    assert!(parquet.starts_with(b"PAR1") && parquet.ends_with(b"PAR1"));
}

#[tokio::test]
async fn a_file_that_fails_on_the_way_never_looks_whole() {
    let warehouse = shared("formatted").await;
    for format in FORMATS {
        let late = "SELECT number, throwIf(number = 2900000, 'late') AS failed FROM numbers(3000000)";
        let error = file(&warehouse, late, format, &generous()).await.expect_err("an error in the middle");
        assert!(matches!(error, WarehouseError::Rejected { code: 395, .. }), "{format:?}: {error}");
        let few = QuerySettings { max_rows: 100, ..generous() };
        let error = file(&warehouse, "SELECT number FROM numbers(101)", format, &few).await.expect_err("too many");
        assert!(matches!(error, WarehouseError::RowLimit { .. }), "{format:?}: {error}");
        let short = QuerySettings { deadline: Duration::from_millis(300), ..generous() };
        let slow = "SELECT number FROM numbers(1000000000000) WHERE sipHash64(number) % 1000000007 = 1";
        let error = file(&warehouse, slow, format, &short).await.expect_err("too slow");
        assert!(matches!(error, WarehouseError::DeadlineExceeded { .. }), "{format:?}: {error}");
    }
}

#[test]
fn bytes_that_are_no_file_have_no_count() {
    for tail in
        [&b""[..], b"PAR1", b"\0\0\0\0PAR1", b"\xff\xff\xff\xffPAR1", b"\x1b\x03\0\0\0PAR1", b"{}\x02\0\0\0PAR1"]
    {
        assert_eq!(counted(RowFormat::Parquet, [Bytes::copy_from_slice(tail)]), None, "{tail:?}");
    }
    assert_eq!(counted(RowFormat::Csv, [Bytes::from_static(b"\"a\"\n\"cut")]), None, "within quotes");
}

mod arbitrary {
    use super::{Bytes, RowFormat, counted};
    use proptest::prelude::*;

    proptest! {
        /// A footer is what the warehouse says, so nothing in it may take the host down.
        #[test]
        fn a_footer_of_any_bytes_harms_nobody(mut footer in prop::collection::vec(any::<u8>(), 0..300)) {
            let length = u32::try_from(footer.len()).expect("short");
            footer.extend_from_slice(&length.to_le_bytes());
            footer.extend_from_slice(b"PAR1");
            let _ = counted(RowFormat::Parquet, [Bytes::from(footer)]);
        }
    }
}
