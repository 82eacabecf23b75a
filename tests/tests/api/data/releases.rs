//! Monthly releases: frozen once, described for machines, corrected by another one.

use super::exports::{bytes_at, csv_rows, number, on_plan, parquet_rows, sha256};
use super::tools::{folder_of, read_folder};
use super::{got, of_itself, signed_in};
use crate::organizations::house::execute;
use quarry::stores::result_set::Value;
use quarry_tests::browser::Browser;
use quarry_tests::server::shared;
use serde_json::{Value as Json, json};
use std::sync::Once;
use std::time::{Duration, Instant};

const WITHIN: Duration = Duration::from_secs(120);
/// After so long it is asked again for what is missing: the schedule drops a run while the one before it has not ended, which may have
/// found the deployment too young, and a release that failed waits for the next hour.
const AGAIN_AFTER: Duration = Duration::from_secs(10);

/// Makes the deployment two hours old, once: a new one releases nothing.
fn age() {
    static AGED: Once = Once::new();
    AGED.call_once(|| {
        let oldest = "UPDATE organizations SET created_at = created_at - 7200000000 WHERE id = (SELECT min(id) FROM organizations)";
        execute(shared(), oldest, &[]);
        queue_releases();
    });
}

/// Has the host look for releases that are missing.
fn queue_releases() {
    let sql = "INSERT INTO jobs (component, name, arguments, state, run_at, attempts, max_attempts, is_cancel_asked, progress_done,
                                 created_at)
               VALUES ('datasets', 'queue_releases', '{}', 'queued', 0, 0, 3, FALSE, 0, 0)";
    execute(shared(), sql, &[]);
}

/// The releases of a dataset, once there is the one of that correction; newest first.
fn released(browser: &Browser<'_>, dataset: &str, correction: &str) -> Vec<Json> {
    age();
    let (began, mut asked_at) = (Instant::now(), Instant::now());
    loop {
        let page = got(browser, &format!("/session/data/datasets/{dataset}"));
        let releases = page["releases"].as_array().expect("releases").clone();
        let is_there = |release: &Json| release["release"].as_str().is_some_and(|name| name.ends_with(correction));
        if releases.iter().any(is_there) {
            return releases;
        }
        assert!(began.elapsed() < WITHIN, "{dataset} is released: {page}");
        if asked_at.elapsed() > AGAIN_AFTER {
            asked_at = Instant::now();
            queue_releases();
        }
        std::thread::sleep(Duration::from_millis(100));
    }
}

fn path_of(release: &Json) -> String {
    release["path"].as_str().and_then(|path| path.strip_prefix("/api/v1")).expect("a path").to_owned()
}

/// All files of a release by name, each of which is what the record says.
fn files(browser: &Browser<'_>, record: &Json) -> Vec<(String, Vec<u8>)> {
    let file = |file: &Json| {
        let path = file["path"].as_str().and_then(|path| path.strip_prefix("/api/v1")).expect("a path");
        let answer = browser.get(path);
        assert_eq!(answer.status, 200, "{path}: {}", answer.text);
        let link = answer.json();
        let (status, bytes) = bytes_at(shared(), link["download_url"].as_str().expect("a link"), &[]);
        assert_eq!((status, &file["bytes"]), (200, &json!(bytes.len())), "{file}");
        assert_eq!(
            (&file["sha256"], answer.header("x-checksum-sha256")),
            (&json!(sha256(&bytes)), sha256(&bytes).as_str())
        );
        (file["name"].as_str().expect("a name").to_owned(), bytes)
    };
    record["files"].as_array().expect("files").iter().map(file).collect()
}

fn bytes_of<'a>(files: &'a [(String, Vec<u8>)], ending: &str) -> &'a [u8] {
    &files.iter().find(|(name, _)| name.ends_with(ending)).unwrap_or_else(|| panic!("{ending}")).1
}

/// The month before this one.
fn month_that_is_over() -> String {
    let today = jiff::Timestamp::now().to_zoned(jiff::tz::TimeZone::UTC).date();
    today.first_of_month().yesterday().expect("a day").strftime("%Y-%m").to_string()
}

#[test]
fn the_month_that_is_over_is_released_of_every_dataset_but_the_raw_ones() {
    let (_, browser) = signed_in();
    let month = month_that_is_over();
    for dataset in
        ["swaps", "reserves", "price_bars", "pools", "tokens", "liquidations", "health_factors", "chain_events"]
    {
        let releases = released(&browser, dataset, &month);
        let first = releases.last().expect("a release");
        assert_eq!((&first["release"], &first["dataset"]), (&json!(month), &json!(dataset)), "{first}");
    }
    for dataset in ["blocks", "transactions", "logs"] {
        assert_eq!(got(&browser, &format!("/session/data/datasets/{dataset}"))["releases"], json!([]), "{dataset}");
    }
    let newest = got(&browser, "/session/data")["newest_releases"].clone();
    let datasets: Vec<&str> =
        newest.as_array().expect("a list").iter().filter_map(|one| one["dataset"].as_str()).collect();
    assert!(datasets.is_sorted() && datasets.contains(&"swaps") && !datasets.contains(&"logs"), "{datasets:?}");
    let once = "SELECT count(*) AS number FROM dataset_releases WHERE dataset = 'swaps' AND correction = 0";
    assert_eq!(number(shared(), once, &[]), 1);
}

#[test]
fn a_release_is_read_by_the_tools_of_researchers_and_a_flipped_byte_is_found() {
    quarry_tests::on_one_engine!();
    let (_, browser) = on_plan(shared(), "team");
    for dataset in ["liquidations", "tokens"] {
        let release = released(&browser, dataset, &month_that_is_over()).pop().expect("a release");
        let record = got(&browser, &path_of(&release));
        let mut files = files(&browser, &record);
        let rows = csv_rows(bytes_of(&files, ".csv"));
        assert_eq!(json!(rows.len()), record["row_count"]);
        assert_eq!(rows, parquet_rows(bytes_of(&files, ".parquet")), "{dataset}");
        assert_eq!(record["checksum_sha256"], json!(sha256(bytes_of(&files, ".csv"))));
        let package: Json = serde_json::from_slice(bytes_of(&files, "datapackage.json")).expect("JSON");
        assert_eq!((&package["version"], &package["as_of_blocks"]), (&record["release"], &record["as_of_blocks"]));
        let newest = rows.iter().filter_map(|row| row.get("block_timestamp")?.as_str()).max();
        assert_eq!(
            (record["as_of"].as_str(), package["as_of"].as_str()),
            (newest, newest),
            "{dataset}: of its newest row"
        );
        let columns = got(&browser, &format!("/session/data/datasets/{dataset}"))["variables"].clone();
        let described: Vec<[Json; 3]> = package["resources"][0]["schema"]["fields"]
            .as_array()
            .expect("fields")
            .iter()
            .map(|field| ["name", "description", "unit"].map(|name| field[name].clone()))
            .collect();
        let said: Vec<[Json; 3]> = columns
            .as_array()
            .expect("variables")
            .iter()
            .map(|column| ["name", "description", "unit"].map(|name| column[name].clone()))
            .collect();
        assert_eq!(described, said, "{dataset}");

        let folder = folder_of("release", &files);
        let Some(found) = read_folder(&folder) else { return };
        let name = |ending: &str| files.iter().find(|(name, _)| name.ends_with(ending)).expect("a file").0.clone();
        for file in [name(".csv"), name(".parquet")] {
            for reader in ["pandas", "duckdb"] {
                assert_eq!(found[&file][reader], json!(rows), "{reader} reads {file}");
            }
        }
        let metadata = &found[&name(".parquet")]["metadata"];
        assert_eq!(metadata["citation"], record["citation"], "{metadata}");
        assert_eq!(metadata.get("as_of").and_then(Json::as_str), newest, "{metadata}");
        assert_eq!(metadata["data_version"], json!(record["data_version"].to_string()));
        let columns: Json = serde_json::from_str(metadata["columns"].as_str().expect("JSON")).expect("JSON");
        assert_eq!(columns[0]["name"], "chain_id", "{columns}");
        assert_eq!(
            (&found["frictionless"]["valid"], &found["frictionless"]["rows"]),
            (&json!(true), &json!([rows.len()])),
            "{}",
            found["frictionless"]
        );
        assert_eq!(
            (&found["croissant"]["errors"], &found["croissant"]["rows"]),
            (&json!([]), &json!(rows)),
            "{dataset}"
        );

        // In a word of the last line, so that only the sum tells.
        let csv = files.iter_mut().find(|(name, _)| name.ends_with(".csv")).expect("the CSV");
        let place = csv.1.iter().rposition(u8::is_ascii_digit).expect("a digit");
        csv.1[place] ^= 1;
        let flipped = read_folder(&folder_of("flipped", &files)).expect("what was read");
        let errors = flipped["frictionless"]["errors"].to_string();
        assert!(flipped["frictionless"]["valid"] == false && errors.contains("hash-count"), "{errors}");
    }
}

#[test]
fn a_correction_is_a_release_of_its_own_with_the_pins_of_what_it_corrects() {
    let (_, browser) = on_plan(shared(), "team");
    let mut staff = Browser::of(shared(), "staff");
    let month = month_that_is_over();
    let first = got(&browser, &path_of(&released(&browser, "reserves", &month)[0]));
    let before = files(&browser, &first);
    let path = format!("/session/admin/data/datasets/reserves/releases/{month}/corrections");
    let unreasoned = staff.write("POST", &path, &json!({ "reason": "" }));
    assert_eq!(unreasoned.status, 422, "{}", unreasoned.text);
    let answer = staff.write("POST", &path, &json!({ "reason": "Reserves of one pool were missing." }));
    assert_eq!(answer.status, 201, "{}", answer.text);
    assert_eq!(answer.json()["release"], json!(format!("{month}.1")));
    // While it is under way, and once it is there, the first one is not to be corrected again.
    let again = staff.write("POST", &path, &json!({ "reason": "Once more." }));
    assert_eq!((again.status, again.code().as_str()), (422, "not_correctable"), "{}", again.text);
    let releases = released(&browser, "reserves", ".1");
    let corrected = got(&browser, &path_of(&releases[0]));
    assert_eq!(corrected["reason"], "Reserves of one pool were missing.", "{corrected}");
    assert_eq!(corrected["as_of_blocks"], first["as_of_blocks"]);
    assert_eq!(corrected["checksum_sha256"], first["checksum_sha256"], "nothing was changed in truth");
    let newest = got(&browser, "/session/data")["newest_releases"].clone();
    let of_reserves = newest.as_array().expect("a list").iter().find(|one| one["dataset"] == "reserves").expect("one");
    assert_eq!(of_reserves["release"], json!(format!("{month}.1")));
    assert_eq!(got(&browser, &path_of(&first)), first, "what was released stays");
    assert_eq!(files(&browser, &first), before);
    // Other tests correct releases of other datasets.
    let audited =
        "SELECT count(*) AS number FROM audit_entries WHERE action = 'dataset_release.corrected' AND after LIKE $1";
    assert_eq!(number(shared(), audited, &[Value::Text("%reserves%".to_owned())]), 1);
}

#[test]
fn a_file_of_a_release_is_for_plans_with_data_downloads() {
    let (ada, mut browser) = on_plan(shared(), "team");
    let release = released(&browser, "pools", &month_that_is_over()).pop().expect("a release");
    let record = got(&browser, &path_of(&release));
    let file = format!("{}/files/datapackage.json", path_of(&release));
    assert_eq!(browser.get(&file).status, 200);
    let audited =
        "SELECT count(*) AS number FROM audit_entries WHERE action = 'data.downloaded' AND actor_user_id = $1";
    assert_eq!(number(shared(), audited, &[Value::Int64(ada.id)]), 1);
    for absent in [
        format!("{}/files/none.csv", path_of(&release)),
        "/session/data/datasets/pools/releases/1999-01".to_owned(),
        format!("/session/data/datasets/pools/releases/{}.0", month_that_is_over()),
        "/session/data/datasets/nothing/releases/2026-01".to_owned(),
    ] {
        let answer = browser.get(&absent);
        assert_eq!((answer.status, answer.code().as_str()), (404, "not_found"), "{absent}: {}", answer.text);
    }
    let (_, without) = on_plan(shared(), "free");
    let page = without.get(&path_of(&release)).json();
    assert_eq!(of_itself(&page), of_itself(&record), "everybody reads what there is");
    assert_eq!((&record["can"]["download"], &page["can"]["download"]), (&json!(true), &json!(false)));
    let refused = without.get(&file);
    assert_eq!((refused.status, refused.code().as_str()), (403, "no_subscription"), "{}", refused.text);
    let path = format!("/session/admin/data{}/corrections", path_of(&release).trim_start_matches("/session/data"));
    assert_eq!(browser.write("POST", &path, &json!({ "reason": "Mine." })).status, 403);
}

#[test]
fn a_release_whose_host_died_is_written_anew_and_one_that_failed_is_tried_again() {
    let (_, browser) = on_plan(shared(), "team");
    released(&browser, "absorptions", &month_that_is_over());
    // A month of long ago, as a host left it that died: running, without a job.
    let left = "INSERT INTO dataset_releases (dataset, month, correction, status, run, created_at)
                VALUES ('absorptions', $1, 0, $2, 1, 0)";
    for (month, status) in [("2025-01", "running"), ("2025-02", "failed")] {
        execute(shared(), left, &[Value::Text(month.to_owned()), Value::Text(status.to_owned())]);
    }
    queue_releases();
    for month in ["2025-01", "2025-02"] {
        released(&browser, "absorptions", month);
    }
    let objects = "SELECT count(*) AS number FROM objects JOIN dataset_releases AS release
                   ON objects.key LIKE 'releases/' || release.id || '/2/%' WHERE release.month IN ('2025-01', '2025-02')";
    assert_eq!(number(shared(), objects, &[]), 8, "each has two files and two documents, of its second run");
    execute(shared(), "DELETE FROM dataset_releases WHERE month IN ('2025-01', '2025-02')", &[]);
}
