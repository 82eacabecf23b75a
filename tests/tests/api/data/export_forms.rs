//! Forms that are asked for: several parts, texts that a spreadsheet would run, the description in Parquet.

use super::exports::{bytes_at, completed, csv_rows, download, file, id_of, on_plan, sha256};
use super::tools::{folder_of, read_folder};
use crate::explorer_real_data::ingest_lines;
use crate::organizations::house::execute;
use quarry::stores::result_set::Value;
use quarry_tests::server::{Options, Server, app_store_environment, shared};
use serde_json::{Value as Json, json};

#[test]
fn a_large_file_is_downloaded_part_by_part_and_the_parts_are_the_whole() {
    quarry_tests::on_one_engine!();
    let mut environment = app_store_environment("exports_in_parts").expect("a store");
    environment.push(("QUARRY__LIMITS__ROW_FILE_ROWS".to_owned(), "20000".to_owned()));
    let server = Server::start(&Options { environment, ..Options::default() }).expect("a server");
    let (_, mut browser) = on_plan(&server, "institution");
    let record = completed(&mut browser, "reserves", &json!({ "formats": ["csv", "ndjson"] }));
    for written in record["files"].as_array().expect("files") {
        let format = written["format"].as_str().expect("a format");
        let parts = written["parts"].as_array().expect("parts");
        assert!(parts.len() > 1 && parts.iter().all(|part| part["rows"].as_u64() <= Some(20_000)), "{written}");
        let unnamed = download(&browser, id_of(&record), &format!("?format={format}"));
        assert_eq!(unnamed.status, 422, "{}", unnamed.text);
        let mut whole = Vec::new();
        for part in parts {
            let answer = download(&browser, id_of(&record), &format!("?format={format}&part={}", part["part"]));
            let link = answer.json();
            let (status, bytes) = bytes_at(&server, link["download_url"].as_str().expect("a link"), &[]);
            assert_eq!((status, &part["sha256"]), (200, &json!(sha256(&bytes))), "{link}");
            whole.extend(bytes);
        }
        assert_eq!(written["sha256"], json!(sha256(&whole)), "{format}");
        if format == "csv" {
            assert_eq!(json!(csv_rows(&whole).len()), record["row_count"]);
        }
    }
}

#[test]
fn texts_that_a_spreadsheet_would_run_are_harmless_where_that_is_asked_for() {
    quarry_tests::on_one_engine!();
    let environment = app_store_environment("exports_for_spreadsheets").expect("a store");
    let server = Server::start(&Options { no_sample: true, environment, ..Options::default() }).expect("a server");
    let (_, mut browser) = on_plan(&server, "researcher");
    let insert =
        "INSERT INTO chain_events (key, category, title, summary, occurred_at, time_precision, ordered_at, is_verified,
                                         created_at, updated_at, version)
                  VALUES ('bad/one', 'exploit', $1, '@SUM(A1)', 0, 'day', 0, TRUE, 0, 1, 1)";
    execute(&server, insert, &[Value::Text("=1+1".to_owned())]);
    let titles = |record: &Json, browser: &_, format: &str| {
        let bytes = file(&server, browser, record, format);
        String::from_utf8(bytes).expect("text")
    };
    let body =
        |safe: bool| json!({ "formats": ["csv", "ndjson"], "spreadsheet_safe": safe, "columns": ["title", "summary"] });
    let faithful = completed(&mut browser, "chain_events", &body(false));
    let safe = completed(&mut browser, "chain_events", &body(true));
    assert!(titles(&faithful, &browser, "csv").contains("\"=1+1\",\"@SUM(A1)\""));
    assert!(titles(&safe, &browser, "csv").contains("\"'=1+1\",\"'@SUM(A1)\""));
    assert_eq!(titles(&safe, &browser, "ndjson"), titles(&faithful, &browser, "ndjson"), "other readers run nothing");
}

/// Spreadsheets pass over space in front of a formula, and read the full-width forms of its signs.
#[test]
fn a_formula_behind_a_space_or_in_full_width_signs_is_harmless_too() {
    quarry_tests::on_one_engine!();
    let environment = app_store_environment("exports_of_hidden_formulas").expect("a store");
    let server = Server::start(&Options { no_sample: true, environment, ..Options::default() }).expect("a server");
    let (_, mut browser) = on_plan(&server, "researcher");
    let hidden = [" =1+1", "＝1+1", "\u{a0}+1", "\u{200b}@SUM(A1)", "\u{3000}－1"];
    let plain = ["a=1", "fine", "é +1"];
    for (number, text) in hidden.iter().chain(&plain).enumerate() {
        let insert = "INSERT INTO chain_events (key, category, title, summary, occurred_at, time_precision, ordered_at, is_verified,
                                                created_at, updated_at, version)
                      VALUES ($1, 'exploit', $2, $2, 0, 'day', 0, TRUE, 0, 1, 1)";
        execute(&server, insert, &[Value::Text(format!("bad/{number}")), Value::Text((*text).to_owned())]);
    }
    let token =
        |(number, text): (usize, &&str)| json!({ "address": format!("0x{number:040x}"), "symbol": text, "name": text });
    let tokens: Vec<Json> = hidden.iter().chain(&plain).enumerate().map(token).collect();
    ingest_lines(&server, "tokens", &tokens);
    for (dataset, columns) in [("chain_events", json!(["title", "summary"])), ("tokens", json!(["symbol", "name"]))] {
        let body = json!({ "formats": ["csv"], "spreadsheet_safe": true, "columns": columns });
        let record = completed(&mut browser, dataset, &body);
        let written = String::from_utf8(file(&server, &browser, &record, "csv")).expect("text");
        for text in hidden {
            assert!(written.contains(&format!("\"'{text}\",\"'{text}\"")), "{dataset}, {text:?}: {written}");
        }
        for text in plain {
            assert!(written.contains(&format!("\"{text}\",\"{text}\"")), "{dataset}, {text:?}: {written}");
        }
    }
}

#[test]
fn an_export_is_read_back_equal_by_the_tools_of_researchers() {
    quarry_tests::on_one_engine!();
    let (_, mut browser) = on_plan(shared(), "team");
    let body = json!({ "formats": ["csv", "parquet"], "columns": ["address", "symbol", "decimals"] });
    let record = completed(&mut browser, "tokens", &body);
    let files =
        ["csv", "parquet"].map(|format| (format!("tokens.{format}"), file(shared(), &browser, &record, format)));
    let rows = csv_rows(&files[0].1);
    let Some(found) = read_folder(&folder_of("export", &files)) else { return };
    for name in ["tokens.csv", "tokens.parquet"] {
        for reader in ["pandas", "duckdb"] {
            assert_eq!(found[name][reader], json!(rows), "{reader} reads {name}");
        }
    }
    let metadata = &found["tokens.parquet"]["metadata"];
    assert_eq!(
        (&metadata["title"], &metadata["data_version"]),
        (&record["name"], &json!(record["data_version"].to_string()))
    );
    let columns: Json = serde_json::from_str(metadata["columns"].as_str().expect("JSON")).expect("JSON");
    assert_eq!(columns.as_array().map(Vec::len), Some(3), "{columns}");
    let (citation, whole) =
        (metadata["citation"].as_str().expect("a text"), record["citation"].as_str().expect("a text"));
    assert!(whole.starts_with(citation), "{citation}");
}
