//! Answers: a client reads exactly the rows that the warehouse holds.

use super::{generous, rows, shared};
use proptest::prelude::*;
use quarry::stores::result_set::{Column, ColumnData, Value};
use quarry::stores::warehouse::row_binary::decode;

#[tokio::test]
async fn every_type_comes_back_exact() {
    let warehouse = shared("answers").await;
    let answer = rows(
        &warehouse,
        "SELECT toInt8(-5) AS int8, toUInt16(65535) AS uint16, toUInt64(18446744073709551615) AS uint64,
            toInt64(-9223372036854775808) AS int64,
            toUInt256('115792089237316195423570985008687907853269984665640564039457584007913129639935') AS uint256,
            toInt256('-57896044618658097711785492504343953926634992332820282019728792003956564819968') AS int256,
            toInt128('-170141183460469231731687303715884105728') AS int128,
            toDecimal256('-12.345678901234567890', 18) AS decimal, toDecimal32('0.05', 4) AS small_decimal,
            toFloat32(0.5) AS float32, 0.1 AS float64, true AS boolean, 'é\\0\\n' AS text,
            toLowCardinality('low') AS low,
            toFixedString(unhex('0aff'), 2) AS fixed,
            toDateTime('2024-01-02 03:04:05', 'UTC') AS time, toDateTime64('1969-12-31 23:59:59.5', 6, 'UTC') AS before,
            toDateTime64('2024-01-02 03:04:05.123', 3, 'Asia/Tokyo') AS milliseconds,
            toDate('2024-01-02') AS day, toDate32('1960-01-01') AS early_day,
            toUUID('61f0c404-5cb3-11e7-907b-a6006ad3dba0') AS uuid, toIPv4('1.2.3.4') AS ip4, toIPv6('::1') AS ip6,
            CAST('b' AS Enum8('a' = 1, 'b' = -2)) AS enumerated,
            [1, 2] AS list, [toUInt256(1)] AS wide_list, map('k', [NULL, 2]) AS mapping,
            CAST((1, 'x') AS Tuple(amount UInt8, name String)) AS named, (1, 'x') AS unnamed,
            [toDateTime('2024-01-02 03:04:05', 'UTC')] AS times",
    )
    .await;
    let text = |value: &str| Value::Text(value.to_owned());
    let expected = [
        ("int8", Value::Int64(-5)),
        ("uint16", Value::UInt64(65535)),
        ("uint64", Value::UInt64(u64::MAX)),
        ("int64", Value::Int64(i64::MIN)),
        ("uint256", text("115792089237316195423570985008687907853269984665640564039457584007913129639935")),
        ("int256", text("-57896044618658097711785492504343953926634992332820282019728792003956564819968")),
        ("int128", text("-170141183460469231731687303715884105728")),
        ("decimal", text("-12.34567890123456789")),
        ("small_decimal", text("0.05")),
        ("float32", Value::Float64(0.5)),
        ("float64", Value::Float64(0.1)),
        ("boolean", Value::Boolean(true)),
        ("text", text("é\0\n")),
        ("low", text("low")),
        ("fixed", Value::Bytes(vec![0x0a, 0xff])),
        ("time", Value::Timestamp(1_704_164_645_000_000)),
        ("before", Value::Timestamp(-500_000)),
        ("milliseconds", Value::Timestamp(1_704_132_245_123_000)),
        ("day", Value::Int64(19_724)),
        ("early_day", Value::Int64(-3653)),
        ("uuid", text("61f0c404-5cb3-11e7-907b-a6006ad3dba0")),
        ("ip4", text("1.2.3.4")),
        ("ip6", text("::1")),
        ("enumerated", text("b")),
        ("list", text("[1,2]")),
        ("wide_list", text("[\"1\"]")),
        ("mapping", text("{\"k\":[null,2]}")),
        ("named", text("{\"amount\":1,\"name\":\"x\"}")),
        ("unnamed", text("[1,\"x\"]")),
        ("times", text("[\"2024-01-02T03:04:05Z\"]")),
    ];
    assert_eq!(answer.row_count, 1);
    for (name, value) in expected {
        assert_eq!(answer.column(name).map(|column| column.value(0)), Some(value), "{name}");
    }
}

#[tokio::test]
async fn nulls_stay_apart_from_empty_values() {
    let warehouse = shared("answers").await;
    let sql = "SELECT if(number % 3 = 0, NULL, number) AS sparse, if(number > 100, NULL, toString(number)) AS full
               FROM numbers(20)";
    let answer = rows(&warehouse, sql).await;
    let [sparse, full]: &[Column; 2] = answer.columns.as_slice().try_into().expect("two columns");
    for row in 0..20 {
        let expected = if row % 3 == 0 { Value::Null } else { Value::UInt64(row as u64) };
        assert_eq!(sparse.value(row), expected);
    }
    assert_eq!(full.validity, None, "a column without a null has no bitmap");
    assert_eq!(full.value(19), Value::Text("19".to_owned()));
}

#[tokio::test]
async fn an_empty_answer_keeps_its_columns() {
    let warehouse = shared("answers").await;
    let answer = rows(&warehouse, "SELECT toUInt64(1) AS id, 'x' AS name WHERE 0").await;
    assert_eq!((answer.row_count, answer.columns.len()), (0, 2));
    assert_eq!(answer.columns[1].data, ColumnData::Text { offsets: vec![0], data: String::new() });
}

#[tokio::test]
async fn what_a_query_read_is_counted() {
    let warehouse = shared("answers").await;
    let answer = super::ask(&warehouse, "SELECT sum(number) FROM numbers(1000000)").await.expect("an answer");
    assert_eq!(answer.read_rows, 1_000_000);
    assert!(answer.read_bytes >= 8_000_000);
}

#[tokio::test]
async fn parameters_are_values_and_never_sql() {
    let warehouse = shared("answers").await;
    let odd = "it's \\ \n\t\r\0 `é` ') OR 1=1 --\\N ?";
    let params = [
        ("text", Value::Text(odd.to_owned())),
        ("texts", Value::TextList(vec![odd.to_owned(), String::new(), "['a']".to_owned()])),
        ("bytes", Value::Bytes(vec![0, 0x0a, 0xff])),
        ("bytes_list", Value::BytesList(vec![vec![0x0b, 0x27], vec![]])),
        ("time", Value::Timestamp(1_704_164_645_123_456)),
        ("old_time", Value::Timestamp(-500_000)),
        ("numbers", Value::UInt64List(vec![0, u64::MAX])),
        ("negatives", Value::Int64List(vec![i64::MIN])),
        ("no", Value::Boolean(false)),
        ("float", Value::Float64(1e-300)),
        ("nothing", Value::Null),
        ("wide", Value::Text("115792089237316195423570985008687907853269984665640564039457584007913129639935".into())),
    ]
    .map(|(name, value)| (name.to_owned(), value));
    let sql =
        "SELECT {text:String} AS text, {texts:Array(String)}[1] AS first_text, length({texts:Array(String)}) AS texts,
            {texts:Array(String)}[3] AS third_text,
            toFixedString(unhex({bytes:String}), 3) AS bytes,
            arrayStringConcat(arrayMap(v -> hex(unhex(v)), {bytes_list:Array(String)}), '-') AS bytes_list,
            {time:DateTime64(6, 'Asia/Tokyo')} AS time, {old_time:DateTime64(6, 'UTC')} AS old_time,
            {numbers:Array(UInt64)}[2] AS number, {negatives:Array(Int64)}[1] AS negative, {no:Bool} AS no,
            {float:Float64} AS float, {nothing:Nullable(String)} AS nothing, {wide:UInt256} AS wide";
    let answer = warehouse.query(sql, &params, generous()).await.expect("an answer").rows;
    let value = |name: &str| answer.column(name).map(|column| column.value(0)).expect(name);
    assert_eq!(value("text"), Value::Text(odd.to_owned()));
    assert_eq!(value("first_text"), Value::Text(odd.to_owned()));
    assert_eq!(value("third_text"), Value::Text("['a']".to_owned()));
    assert_eq!(value("texts"), Value::UInt64(3));
    assert_eq!(value("bytes"), params[2].1);
    assert_eq!(value("bytes_list"), Value::Text("0B27-".to_owned()));
    assert_eq!(value("time"), params[4].1);
    assert_eq!(value("old_time"), params[5].1);
    assert_eq!(value("number"), Value::UInt64(u64::MAX));
    assert_eq!(value("negative"), Value::Int64(i64::MIN));
    assert_eq!(value("no"), params[8].1);
    assert_eq!(value("float"), params[9].1);
    assert_eq!(value("nothing"), Value::Null);
    assert_eq!(value("wide"), params[11].1);
}

#[tokio::test]
async fn a_text_that_is_not_utf8_takes_no_list_from_its_readers() {
    let warehouse = shared("answers").await;
    let sql = "SELECT number, arrayElement(['one', unhex('4dff52'), '', unhex('ff')], number + 1) AS plain, \
               if(number = 2, NULL, plain) AS nullable, CAST((plain, nullable), 'Tuple(plain String, nullable Nullable(String))') AS both \
               FROM numbers(4) ORDER BY number";
    let rows = super::ask(&warehouse, sql).await.expect("four rows").rows;
    let text = |text: &str| Value::Text(text.to_owned());
    let values = |name: &str| (0..4).map(|row| rows.column(name).expect(name).value(row)).collect::<Vec<_>>();
    assert_eq!(values("plain"), ["one", "M\u{fffd}R", "", "\u{fffd}"].map(text));
    assert_eq!(values("nullable"), [text("one"), Value::Null, Value::Null, Value::Null]);
    let both = |plain: &str, nullable: &str| text(&format!("{{\"plain\":\"{plain}\",\"nullable\":{nullable}}}"));
    let expected = [both("one", "\"one\""), both("M\u{fffd}R", "null"), both("", "null"), both("\u{fffd}", "null")];
    assert_eq!(values("both"), expected);
    let error = super::ask(&warehouse, "SELECT toIntervalDay(1) AS span").await.expect_err("no column type");
    assert!(error.to_string().contains("span") && error.to_string().contains("IntervalDay"), "{error}");
}

/// An answer of the real format, made by hand: `name String`, `note Nullable(String)`.
fn answer_of_texts(rows: &[(Vec<u8>, Option<String>)]) -> Vec<u8> {
    let mut bytes = vec![2];
    let text = |bytes: &mut Vec<u8>, text: &[u8]| {
        // LEB128; two bytes are enough for what the tests write.
        assert!(text.len() < 1 << 14, "a text of {} bytes", text.len());
        bytes.extend_from_slice(&[text.len() as u8 | 0x80, (text.len() >> 7) as u8]);
        bytes.extend_from_slice(text);
    };
    for word in ["name", "note", "String", "Nullable(String)"] {
        text(&mut bytes, word.as_bytes());
    }
    for (name, note) in rows {
        text(&mut bytes, name);
        bytes.push(note.is_none().into());
        note.iter().for_each(|note| text(&mut bytes, note.as_bytes()));
    }
    bytes
}

#[test]
fn halves_of_a_character_in_two_rows_are_not_put_together() {
    let halves = |first: &[u8], second: &[u8]| {
        decode(&answer_of_texts(&[(first.to_vec(), None), (second.to_vec(), Some("whole".to_owned()))]))
    };
    let texts = |answer: quarry::stores::result_set::ResultSet| [0, 1].map(|row| answer.columns[0].value(row));
    let mended = texts(halves(b"caf\xc3", b"\xa9").expect("two texts"));
    assert_eq!(mended, ["caf\u{fffd}", "\u{fffd}"].map(|text| Value::Text(text.to_owned())));
    let whole = halves("café".as_bytes(), b"").expect("two texts");
    assert_eq!([0, 1].map(|row| whole.columns[0].value(row)), ["café", ""].map(|text| Value::Text(text.to_owned())));
}

/// An answer of the real format, made by hand: `id UInt32`, `tags Array(Nullable(String))`.
fn sample_answer() -> Vec<u8> {
    let mut bytes = vec![2];
    for text in ["id", "tags", "UInt32", "Array(Nullable(String))"] {
        bytes.push(text.len() as u8);
        bytes.extend_from_slice(text.as_bytes());
    }
    for row in 0..50_u32 {
        bytes.extend_from_slice(&row.to_le_bytes());
        bytes.extend_from_slice(&[2, 0, 1, b'x', 1]);
    }
    bytes
}

#[test]
fn an_answer_cut_anywhere_is_an_error_or_whole_rows() {
    let whole = sample_answer();
    let complete = decode(&whole).expect("the whole answer");
    assert_eq!(complete.columns[1].value(49), Value::Text("[\"x\",null]".to_owned()));
    for length in 1..whole.len() {
        if let Ok(part) = decode(&whole[..length]) {
            assert_eq!((whole.len() - length) % 9, 0, "cut inside of a row at {length}");
            assert_eq!(part.row_count, 50 - (whole.len() - length) / 9);
        }
    }
}

proptest! {
    // A failure is in the test's output; a file of past failures would have to be committed by hand.
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    /// Room is made by what the first row holds: the others hold more, or less.
    #[test]
    fn every_text_of_an_answer_is_read_whatever_the_first_row_holds(
        first in "(?s).{0,60}",
        others in proptest::collection::vec(("(?s).{0,60}", proptest::option::of("[a-zé]{0,300}")), 0..700),
    ) {
        let mut rows = vec![(first, None)];
        rows.extend(others);
        let written: Vec<_> = rows.iter().map(|(name, note)| (name.clone().into_bytes(), note.clone())).collect();
        let answer = decode(&answer_of_texts(&written)).expect("texts");
        prop_assert_eq!(answer.row_count, rows.len());
        for (row, (name, note)) in rows.into_iter().enumerate() {
            prop_assert_eq!(answer.columns[0].value(row), Value::Text(name));
            prop_assert_eq!(answer.columns[1].value(row), note.map_or(Value::Null, Value::Text));
        }
    }

    #[test]
    fn no_bytes_make_the_decoder_panic(bytes in proptest::collection::vec(any::<u8>(), 0..400)) {
        let _ = decode(&bytes);
    }

    #[test]
    fn no_damage_makes_the_decoder_panic(at in 0_usize..200, byte in any::<u8>()) {
        let mut bytes = sample_answer();
        let length = bytes.len();
        bytes[at % length] = byte;
        let _ = decode(&bytes);
    }
}
