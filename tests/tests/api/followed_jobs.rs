//! A job that follows the warehouse is given each new row once: over hosts that are killed and switched off, over runs at once, and over
//! more rows than a run has statements for.

use crate::notebook::{Notebook, eventually};
use quarry_tests::server::quarry_with_input;
use serde_json::{Value as Json, json};

/// A notebook whose job has looked once.
fn follower(name: &str) -> Notebook {
    let notebook = Notebook::start(name);
    eventually("it has looked", || notebook.numbers(MARKS)[0] == 1);
    notebook
}

const MARKS: &str = "SELECT count(*) AS marks FROM job_marks WHERE component = 'complete' AND version > 0";
const KEPT: &str = "SELECT count(*) AS kept, count(DISTINCT version) AS loads FROM complete__loads";

/// The loads that the job has kept, each of them once.
#[track_caller]
fn kept(notebook: &Notebook) -> i64 {
    let numbers = notebook.numbers(KEPT);
    assert_eq!(numbers[0], numbers[1], "one was given twice");
    numbers[0]
}

/// Loads a file of its own into the warehouse.
fn load(notebook: &Notebook, number: u32) {
    let file = notebook.server.data_dir.join(format!("tokens-{number}.csv"));
    std::fs::write(&file, format!("address,symbol,decimals\n0x{number:040x},T{number},18\n")).expect("a file");
    let (path, config) = (file.display().to_string(), notebook.config());
    let words = ["ingest", "tokens", &path, "--chain", "ethereum", "--config", &config];
    let output = quarry_with_input(&words, "").expect("runs");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
}

/// Asks for a run; gives its id.
fn ask(notebook: &Notebook, arguments: &Json) -> i64 {
    let sql = format!(
        "INSERT INTO jobs (component, name, arguments, state, run_at, attempts, max_attempts, is_cancel_asked, progress_done, created_at)
         VALUES ('complete', 'keep_loads', '{arguments}', 'queued', 1, 0, 5, FALSE, 0, 1) RETURNING id"
    );
    notebook.numbers(&sql)[0]
}

fn is_done(notebook: &Notebook, id: i64) -> bool {
    notebook.numbers(&format!("SELECT count(*) AS done FROM jobs WHERE id = {id} AND state = 'completed'")) == [1]
}

/// Runs it to its end.
fn run(notebook: &Notebook) {
    let id = ask(notebook, &json!({}));
    eventually("the run ends", || is_done(notebook, id));
}

fn stands_at(notebook: &Notebook, place: &str) {
    let line = format!("it stands where it has {place}");
    eventually("the run stands still", || notebook.server.log().contains(&line));
}

#[test]
fn a_load_is_given_once_though_hosts_die_and_are_switched_off_between_work_and_mark() {
    let mut notebook = follower("followed-killed");
    let (first, mut loads) = (kept(&notebook), 0);
    for (place, signal, told) in
        [("kept", "KILL", 0), ("marked", "KILL", 1), ("begun", "KILL", 0), ("kept", "TERM", 0), ("marked", "TERM", 1)]
    {
        load(&notebook, loads + 1);
        let before = kept(&notebook);
        ask(&notebook, &json!({ "stands_at": place }));
        stands_at(&notebook, place);
        notebook = notebook.restart(signal);
        loads += 1;
        // A host that is switched off lets a run end that has little left to do.
        let after = kept(&notebook) - before;
        assert!(
            after == told || signal == "TERM" && after == 1,
            "{place}, {signal}: work and mark go together: {after}"
        );
        run(&notebook);
        assert_eq!(kept(&notebook), first + i64::from(loads), "{place}, {signal}");
    }
    // Runs whose hosts died are begun again, and find nothing new.
    let left = "SELECT count(*) AS unfinished FROM jobs WHERE name = 'keep_loads' AND state <> 'completed'";
    eventually("each run ends", || notebook.numbers(left) == [0]);
    assert_eq!(kept(&notebook), first + i64::from(loads));
}

#[test]
fn a_run_that_another_one_overtook_writes_nothing() {
    let notebook = follower("followed-overtaken");
    let first = kept(&notebook);
    load(&notebook, 1);
    let slow = ask(&notebook, &json!({ "stands_at": "begun" }));
    stands_at(&notebook, "begun");
    run(&notebook);
    assert_eq!(kept(&notebook), first + 1, "the one that came later does the work");
    eventually("the one that was overtaken is tried again", || is_done(&notebook, slow));
    assert_eq!(kept(&notebook), first + 1);
    let refused =
        format!("SELECT count(*) AS refused FROM jobs WHERE id = {slow} AND last_failure LIKE 'Another host began%'");
    assert_eq!(notebook.numbers(&refused), [1]);
}

#[test]
fn a_run_whose_share_is_used_up_leaves_the_rest_to_the_next() {
    let notebook = follower("followed-turns");
    let first = kept(&notebook);
    (1..=3).for_each(|number| load(&notebook, number));
    let before = "SELECT count(*) AS runs FROM jobs WHERE name = 'keep_loads'";
    let runs_before = notebook.numbers(before)[0];
    // Of the 10,000 statements of a run one load leaves fewer than a step may need.
    ask(&notebook, &json!({ "spends": 9_850 }));
    eventually("all three are given", || kept(&notebook) == first + 3);
    let waiting = "SELECT count(*) AS waiting FROM jobs WHERE name = 'keep_loads' AND state <> 'completed'";
    eventually("each run ends well", || notebook.numbers(waiting) == [0]);
    assert!(notebook.numbers(before)[0] >= runs_before + 3, "a run for each load");
    let failed = "SELECT count(*) AS failed FROM jobs WHERE name = 'keep_loads' AND last_failure IS NOT NULL";
    assert_eq!(notebook.numbers(failed), [0], "none met the bounds of a job");
}
