//! Bytes that stay: whatever becomes of the data, and for as long as their assignment does.

use super::market::{load_pool, load_prices, load_tokens, prices, server};
use super::{code, described, downloaded, pinned};
use crate::data::exports::number;
use crate::organizations::house::{House, execute};
use quarry::stores::result_set::Value;
use quarry_tests::server::Server;
use std::time::{Duration, Instant};

/// Has a job run now, and waits for its end.
fn run(server: &Server, component: &str, job: &str) {
    let sql = "INSERT INTO jobs (component, name, arguments, state, run_at, attempts, max_attempts, is_cancel_asked, progress_done,
                                 created_at)
               VALUES ($1, $2, '{}', 'queued', 0, 0, 3, FALSE, 0, 0)";
    execute(server, sql, &[Value::Text(component.to_owned()), Value::Text(job.to_owned())]);
    let waiting = "SELECT count(*) AS number FROM jobs WHERE name = $1 AND state IN ('queued', 'running')";
    let began = Instant::now();
    // The schedule's own next run waits too, for an hour.
    while number(server, &format!("{waiting} AND run_at < 1000000"), &[Value::Text(job.to_owned())]) > 0 {
        assert!(began.elapsed() < quarry_tests::bounded::beside_others(Duration::from_secs(60)), "{job} runs");
        std::thread::sleep(Duration::from_millis(50));
    }
    let failed = "SELECT count(*) AS number FROM jobs WHERE name = $1 AND state = 'failed'";
    assert_eq!(number(server, failed, &[Value::Text(job.to_owned())]), 0, "{job}");
}

fn objects(server: &Server) -> i64 {
    number(server, "SELECT count(*) AS number FROM objects WHERE component = 'classroom'", &[])
}

#[test]
fn pinned_bytes_stay_when_the_data_change_and_when_the_sweeps_come() {
    let server = server("classroom-life");
    let house = House::new(&server);
    let mut browser = house.admin.browser(&server);
    load_tokens(&server, "ethereum", "18");
    load_pool(&server, "ethereum");
    load_prices(&server, "ethereum", &[1, 2]);
    let first = pinned(&mut browser, &prices(&house));
    let bytes = downloaded(&server, &browser, &first);
    load_prices(&server, "ethereum", &[3]);
    let second = pinned(&mut browser, &prices(&house));
    assert_ne!(second["checksum_sha256"], first["checksum_sha256"], "the data did change");
    assert_ne!(downloaded(&server, &browser, &second), bytes);
    server.command(&["withdraw", "blocks", "ethereum", "1", "3", "--yes"], "");
    assert_eq!(downloaded(&server, &browser, &first), bytes);
    assert_eq!(described(&browser, code(&first)).json(), first);

    // Thirty days later.
    let never = "SELECT count(*) AS number FROM objects WHERE component = 'classroom' AND expires_at IS NOT NULL";
    assert_eq!(number(&server, never, &[]), 0, "no bytes go on their own");
    let month_ago = (jiff::Timestamp::now() - jiff::SignedDuration::from_hours(30 * 24)).as_microsecond();
    execute(&server, "UPDATE objects SET created_at = $1 WHERE component = 'classroom'", &[Value::Int64(month_ago)]);
    run(&server, "classroom", "sweep_pinned_bytes");
    run(&server, "datasets", "sweep_exports");
    assert_eq!(objects(&server), 2);
    assert_eq!(downloaded(&server, &browser, &first), bytes);

    // Bytes whose assignment is gone go; those that are young may be of a request that is not over.
    execute(
        &server,
        "DELETE FROM classroom_assignments WHERE id = $1",
        &[Value::Int64(first["id"].as_i64().expect("a number"))],
    );
    let now = jiff::Timestamp::now().as_microsecond();
    execute(&server, "UPDATE objects SET created_at = $1 WHERE component = 'classroom'", &[Value::Int64(now)]);
    run(&server, "classroom", "sweep_pinned_bytes");
    assert_eq!(objects(&server), 2);
    execute(&server, "UPDATE objects SET created_at = $1 WHERE component = 'classroom'", &[Value::Int64(month_ago)]);
    run(&server, "classroom", "sweep_pinned_bytes");
    assert_eq!(objects(&server), 1);
    assert_eq!(described(&browser, code(&first)).status, 404);
    downloaded(&server, &browser, &second);
}
