//! One fixture in every wrapping: lines, lists, envelopes, CSV, Parquet, plain and compressed, with and without a mark. Each gives
//! the same rows, or the same refusal by row, column and value.

use std::fmt::Write as _;
use std::path::Path;
use std::sync::Arc;

use quarry::ingest::{DatasetKind, IngestError, Silent};
use quarry_tests::extent;
use rand::prelude::*;
use rand::rngs::StdRng;

use super::files::{gzip, parquet};
use crate::ingest_support::*;

/// A value as a file has it.
#[derive(Debug, Clone)]
pub(super) enum Cell {
    Null,
    /// Bare in JSON, with its digits as they are.
    Number(String),
    Text(String),
    Flag(bool),
    List(Vec<String>),
}

/// Rows of a dataset under ethereum-etl's names.
#[derive(Debug)]
pub(super) struct Fixture {
    pub(super) kind: DatasetKind,
    pub(super) columns: Vec<&'static str>,
    pub(super) rows: Vec<Vec<Cell>>,
}

const TOPIC: &str = "0x1c411e9a96e071241c2f21f7726b17ae89e3cab4c78be50e062b03a9fffbbad1";

pub(super) fn number(text: impl ToString) -> Cell {
    Cell::Number(text.to_string())
}

pub(super) fn text(text: impl ToString) -> Cell {
    Cell::Text(text.to_string())
}

/// A whole number, in the forms of tools; now and then one that is none, or that its column cannot hold.
fn whole(random: &mut StdRng, value: u64) -> Cell {
    match random.random_range(0..24) {
        0..=8 => number(value),
        9..=13 => text(value),
        14..=18 => text(format!("{value:#x}")),
        19 | 20 => number(format!("{value}.0")),
        21 => text(format!("{value}.0")),
        22 => number(format!("{value}.5")),
        _ => text(
            ["-1", "soon", "0xzz", "1.5e3x", "9007199254740993.0", "18446744073709551616"].choose(random).expect("one"),
        ),
    }
}

/// An amount of up to 256 bits, with what floats make of it.
fn amount(random: &mut StdRng) -> Cell {
    let float = [21_000.0, 9_007_199_254_740_992.0, 9_007_199_254_740_994.0, 33_066_915_805_160_910_848.0, 1e18, 2.5];
    match random.random_range(0..12) {
        0 => Cell::Null,
        1..=3 => number(33_066_915_805_160_912_602_u128),
        4 => number(alloy_primitives::U256::MAX),
        5 => text(format!("{:#x}", alloy_primitives::U256::MAX)),
        6 => text("115792089237316195423570985008687907853269984665640564039457584007913129639936"),
        7 => number("3e5"),
        8 => text("0x"),
        _ => number(format!("{:?}", float.choose(random).expect("a float"))),
    }
}

fn time(random: &mut StdRng) -> Cell {
    match random.random_range(0..12) {
        0..=3 => number(NEW_YEAR),
        4 => text(format!("{NEW_YEAR:#x}")),
        5 => text("2024-01-01T00:00:00Z"),
        6 => number(NEW_YEAR * 1000),
        7 => number(format!("{NEW_YEAR}.0")),
        8 => number(0),
        9 => text("0x0"),
        10 => text("soon"),
        _ => Cell::Null,
    }
}

fn flag(random: &mut StdRng) -> Cell {
    match random.random_range(0..10) {
        0..=3 => Cell::Flag(false),
        4 => Cell::Flag(true),
        5 => text(["True", "t", "0x1", "1.0"].choose(random).expect("one")),
        6 => text(["False", "0", "0x0"].choose(random).expect("one")),
        7 => text("perhaps"),
        _ => Cell::Null,
    }
}

fn hash(random: &mut StdRng) -> Cell {
    match random.random_range(0..20) {
        0 => text("0x1234"),
        1 => text(TOPIC.replacen('1', "z", 1)),
        _ => text(TOPIC),
    }
}

/// The columns of a file of logs.
pub(super) const LOG_COLUMNS: [&str; 10] = [
    "block_number",
    "log_index",
    "transaction_hash",
    "transaction_index",
    "address",
    "topics",
    "data",
    "block_hash",
    "block_timestamp",
    "removed",
];

fn fixture(random: &mut StdRng) -> Fixture {
    let count = random.random_range(1..=3_usize);
    let is_of_logs = random.random_bool(0.6);
    let (kind, mut columns) = match is_of_logs {
        true => (DatasetKind::Logs, LOG_COLUMNS.to_vec()),
        false => (
            DatasetKind::Transactions,
            vec![
                "block_number",
                "transaction_index",
                "hash",
                "from_address",
                "to_address",
                "value",
                "gas_price",
                "receipt_gas_used",
                "receipt_status",
                "transaction_type",
                "input",
                "block_timestamp",
            ],
        ),
    };
    // A column that the file lacks, needed or not.
    if random.random_bool(0.2) {
        columns.remove(random.random_range(0..columns.len()));
    }
    let row = |index: usize, random: &mut StdRng| -> Vec<Cell> {
        let bytes = |random: &mut StdRng| match random.random_range(0..8) {
            0 => Cell::Null,
            1 => text("0xabc"),
            2 => text("0x"),
            _ => text("0x00ff"),
        };
        let place = index as u64;
        let cell = |column: &&str| match *column {
            "block_number" => {
                let block = if random.random_bool(0.1) { 0 } else { 100 + place };
                whole(random, block)
            }
            "log_index" | "transaction_index" => whole(random, place),
            "transaction_hash" | "hash" | "block_hash" => hash(random),
            "address" | "from_address" | "to_address" => text(address(7)),
            "topics" => match random.random_range(0..6) {
                0 => Cell::Null,
                1 => Cell::List(vec![TOPIC[..40].to_owned()]),
                count => Cell::List(vec![TOPIC.to_owned(); count - 1]),
            },
            "data" | "input" => bytes(random),
            "block_timestamp" => time(random),
            "removed" | "receipt_status" => flag(random),
            "receipt_gas_used" | "transaction_type" => whole(random, place + 1),
            _ => amount(random),
        };
        columns.iter().map(cell).collect()
    };
    let rows = (0..count).map(|index| row(index, random)).collect();
    Fixture { kind, columns, rows }
}

impl Fixture {
    /// The objects of JSON, each as a text, their members in this order.
    fn objects(&self, rename: impl Fn(&str) -> String, order: &[usize]) -> Vec<String> {
        let object = |row: &Vec<Cell>| {
            let members: Vec<_> = order
                .iter()
                .map(|column| {
                    format!("{}:{}", serde_json::json!(rename(self.columns[*column])), in_json(&row[*column]))
                })
                .collect();
            format!("{{{}}}", members.join(","))
        };
        self.rows.iter().map(object).collect()
    }

    fn csv(&self, order: &[usize], is_quoted: bool) -> String {
        let end = if is_quoted { "\r\n" } else { "\n" };
        let field = |value: &str| match is_quoted || value.contains(',') {
            true => format!("\"{value}\""),
            false => value.to_owned(),
        };
        let mut names: Vec<_> = order.iter().map(|column| field(self.columns[*column])).collect();
        if is_quoted {
            names.insert(0, "\"what, they called it\"".to_owned());
        }
        let mut file = names.join(",") + end;
        for row in &self.rows {
            let mut fields: Vec<_> = order.iter().map(|column| field(&in_csv(&row[*column]))).collect();
            if is_quoted {
                fields.insert(0, "\"a, b\"".to_owned());
            }
            write!(file, "{}{end}", fields.join(",")).expect("text");
        }
        file
    }

    /// The statement that gives the rows. A column of bare numbers of one kind has the type of a table.
    fn statement(&self, order: &[usize]) -> String {
        let columns: Vec<_> = order.iter().map(|column| self.column_of_table(*column)).collect();
        let types: Vec<_> = columns.iter().map(|(declared, _)| declared.as_str()).collect();
        let rows: Vec<_> = (0..self.rows.len())
            .map(|row| {
                let values: Vec<_> = columns.iter().map(|(_, values)| values[row].as_str()).collect();
                format!("({})", values.join(", "))
            })
            .collect();
        format!("SELECT * FROM values('{}', {})", types.join(", "), rows.join(", "))
    }

    fn column_of_table(&self, column: usize) -> (String, Vec<String>) {
        let name = self.columns[column];
        let cells: Vec<&Cell> = self.rows.iter().map(|row| &row[column]).collect();
        let numbers = |is_of_type: &dyn Fn(&str) -> bool| {
            cells.iter().all(|cell| matches!(cell, Cell::Number(digits) if is_of_type(digits)))
        };
        let as_written = |cell: &&Cell| in_csv(cell);
        if numbers(&|digits| digits.parse::<i64>().is_ok()) {
            return (format!("`{name}` Int64"), cells.iter().map(as_written).collect());
        }
        if numbers(&|digits| digits.parse::<f64>().is_ok_and(|float| format!("{float:?}") == digits)) {
            return (format!("`{name}` Float64"), cells.iter().map(as_written).collect());
        }
        if cells.iter().all(|cell| matches!(cell, Cell::Flag(_))) {
            return (format!("`{name}` Bool"), cells.iter().map(as_written).collect());
        }
        if cells.iter().all(|cell| matches!(cell, Cell::List(_))) {
            let list = |cell: &&Cell| format!("splitByChar(',', '{}')", in_csv(cell));
            return (format!("`{name}` Array(String)"), cells.iter().map(list).collect());
        }
        let value = |cell: &&Cell| match cell {
            Cell::Null => "NULL".to_owned(),
            other => format!("'{}'", in_csv(other)),
        };
        (format!("`{name}` Nullable(String)"), cells.iter().map(value).collect())
    }
}

fn in_json(cell: &Cell) -> String {
    match cell {
        Cell::Null => "null".to_owned(),
        Cell::Number(digits) => digits.clone(),
        Cell::Text(text) => serde_json::json!(text).to_string(),
        Cell::Flag(flag) => flag.to_string(),
        Cell::List(items) => serde_json::json!(items).to_string(),
    }
}

fn in_csv(cell: &Cell) -> String {
    match cell {
        Cell::Null => String::new(),
        Cell::Number(text) | Cell::Text(text) => text.clone(),
        Cell::Flag(flag) => flag.to_string(),
        Cell::List(items) => items.join(","),
    }
}

/// `block_number` as nodes write it: `blockNumber`.
fn camel_case(name: &str) -> String {
    let mut words = name.split('_');
    let first = words.next().unwrap_or_default().to_owned();
    words.fold(first, |name, word| name + &word[..1].to_uppercase() + &word[1..])
}

fn pretty(objects: &[String]) -> String {
    // Members one a line; their values hold no such signs.
    format!("[\n{}\n]\n", objects.join(",\n").replace('{', "{\n  ").replace(",\"", ",\n  \""))
}

fn envelope(result: &str) -> String {
    format!("{{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{result}}}")
}

/// The wrappings of [`wrapped`]; the first is text of JSON in lines.
pub(super) const WRAPPINGS: u32 = 12;

/// The bytes of a wrapping, and whether it is text.
pub(super) async fn wrapped(store: &Store, fixture: &Fixture, wrapping: u32, random: &mut StdRng) -> (Vec<u8>, bool) {
    let mut order: Vec<usize> = (0..fixture.columns.len()).collect();
    let as_named = |order: &[usize]| fixture.objects(str::to_owned, order);
    let objects = as_named(&order);
    let file = match wrapping {
        0 => objects.join("\n") + "\n",
        1 => {
            order.shuffle(random);
            fixture.objects(camel_case, &order).join("\n")
        }
        2 => format!("[{}]", objects.join(",")),
        3 => pretty(&objects),
        4 => envelope(&format!("[{}]", objects.join(","))) + "\n",
        5 => format!("{{\n\"jsonrpc\": \"2.0\",\n\"id\": 1,\n\"result\": {}}}", pretty(&objects)),
        6 => format!("[{}]", objects.iter().map(|row| envelope(&format!("[{row}]"))).collect::<Vec<_>>().join(",\n")),
        7 => objects.iter().map(|row| envelope(&format!("[{row}]")) + "\n").collect(),
        8 => format!("{{\"data\": {{\"rows\": [{}]}}}}\n", objects.join(",")),
        9 => {
            order.shuffle(random);
            fixture.csv(&order, false)
        }
        10 => fixture.csv(&order, true),
        _ => {
            let sql = format!(
                "{} SETTINGS output_format_parquet_string_as_string = {}",
                fixture.statement(&order),
                u8::from(random.random_bool(0.5))
            );
            return (parquet(store, &sql).await, false);
        }
    };
    (file.into_bytes(), true)
}

/// What comes of a file: its rows and the counts of those that are left out, or the refusal.
async fn reading(store: &Store, kind: DatasetKind, path: &Path) -> String {
    let read = store.ingest.preview_file(kind, path, &ethereum(), Arc::new(Silent)).await;
    match read {
        Ok(preview) => {
            let bad: Vec<_> = preview.bad_rows.iter().map(|row| (row.row, row.problem.clone())).collect();
            format!("{} read, {} removed, bad {bad:?}, {:#?}", preview.rows_read, preview.rows_removed, preview.rows)
        }
        Err(error @ IngestError::Warehouse { .. }) => panic!("{}: {error}", path.display()),
        Err(error) => error.to_string().replace(&path.display().to_string(), "the file"),
    }
}

/// The seeds that a run was asked for.
pub(super) fn asked_seeds() -> Option<u64> {
    std::env::var("QUARRY_TEST_WRAPPINGS").ok().and_then(|seeds| seeds.parse().ok())
}

/// The seeds of a run: so many from zero on.
pub(super) fn seeds() -> u64 {
    asked_seeds().unwrap_or_else(|| extent::of(50, 200))
}

#[tokio::test]
async fn the_same_rows_give_the_same_reading_in_every_wrapping() {
    let store = Store::new("wrappings").await;
    let folder = fresh_folder("wrappings");
    let (mut read, mut refused) = (0, 0);
    for seed in 0..seeds() {
        let mut random = StdRng::seed_from_u64(seed);
        let fixture = fixture(&mut random);
        let mut expected = None;
        let others = (1..WRAPPINGS).collect::<Vec<_>>().into_iter().sample(&mut random, 3);
        for wrapping in std::iter::once(0).chain(others) {
            let (mut bytes, is_text) = wrapped(&store, &fixture, wrapping, &mut random).await;
            let mut described = format!("seed {seed}, wrapping {wrapping}");
            if wrapping > 0 && is_text && random.random_bool(0.3) {
                bytes.splice(0..0, *b"\xef\xbb\xbf");
                described += ", with a mark";
            }
            match random.random_range(0..4) {
                1 => bytes = gzip(&bytes),
                2 => bytes = zstd::encode_all(bytes.as_slice(), 1).expect("zstd"),
                _ => {}
            }
            // The content tells the format.
            let path = folder.join("file");
            std::fs::write(&path, &bytes).expect("a file");
            let reading = reading(&store, fixture.kind, &path).await;
            match &expected {
                None => {
                    if reading.contains("bad []") {
                        read += 1
                    } else {
                        refused += 1
                    }
                    expected = Some(reading);
                }
                Some(expected) => assert_eq!(&reading, expected, "{described}: {fixture:#?}"),
            }
        }
    }
    // A property over files that are all refused would say little.
    assert!(read >= 5 && refused >= 5, "{read} files were read, {refused} refused");
}
