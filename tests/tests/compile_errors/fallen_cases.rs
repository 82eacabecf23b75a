//! The runner of the suite, on a program whose cases fall (`fixtures/fallen-cases`): one busy moment loses nobody's landing, and
//! nothing that is wrong twice is let through.

use quarry_tests::bounded;
use quarry_tests::server::fresh_folder;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::sync::OnceLock;

const MANIFEST: &str = env!("CARGO_MANIFEST_DIR");

/// The fixture, compiled as libtest's.
fn fixture() -> &'static Path {
    static PROGRAM: OnceLock<PathBuf> = OnceLock::new();
    PROGRAM.get_or_init(|| {
        let program = Path::new(env!("CARGO_TARGET_TMPDIR")).join("fallen_cases-0123456789abcdef");
        let mut compiler = Command::new("rustc");
        compiler.args(["--test", "--edition", "2024", "-o"]).arg(&program).arg("tests/fixtures/fallen-cases/cases.rs");
        let output = bounded::output(compiler.current_dir(Path::new(MANIFEST).join("..")), bounded::LONG).unwrap();
        assert!(output.status.success(), "{}", text(&output));
        program
    })
}

/// A suite of its own: a folder for its fallen cases, and one for what the fixture remembers.
struct Suite {
    folder: PathBuf,
}

impl Suite {
    fn new(name: &str) -> Suite {
        let folder = fresh_folder(name).unwrap();
        std::fs::create_dir(folder.join("fixture")).unwrap();
        Suite { folder }
    }

    fn kept(&self) -> PathBuf {
        self.folder.join("fallen")
    }

    fn runner(&self, arguments: &[&str]) -> Output {
        let mut runner = Command::new(env!("CARGO_BIN_EXE_quarry-fallen-cases"));
        runner
            .args(arguments)
            .env("QUARRY_TEST_FALLEN", self.kept())
            .env("QUARRY_TEST_FIXTURE", self.folder.join("fixture"));
        bounded::output(runner.env_remove("QUARRY_TEST_APP_STORE"), bounded::SHORT).unwrap()
    }

    /// Runs cases of the fixture, as cargo would.
    fn run(&self, cases: &[&str]) -> Output {
        self.runner(&[&["run", fixture().to_str().unwrap(), "--exact"], cases].concat())
    }

    fn again(&self) -> Output {
        self.runner(&["again"])
    }
}

impl Drop for Suite {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.folder);
    }
}

fn text(output: &Output) -> String {
    [&output.stdout, &output.stderr].map(|bytes| String::from_utf8_lossy(bytes).into_owned()).concat()
}

#[test]
fn a_case_that_falls_once_is_named_and_the_run_goes_on() {
    let suite = Suite::new("once");
    let run = suite.run(&["first_falls_once", "passes"]);
    assert!(run.status.success(), "{}", text(&run));
    assert!(text(&run).contains("test result: FAILED. 1 passed; 1 failed;"), "libtest's own words: {}", text(&run));
    let again = suite.again();
    assert!(again.status.success(), "{}", text(&again));
    assert!(text(&again).contains("FLAKY first_falls_once (fallen_cases)\n"), "{}", text(&again));
    let last = text(&again);
    let last = last.trim_end().lines().last().unwrap();
    assert!(last.starts_with("test result: ok. 1 passed; 0 failed;"), "the last line is libtest's: {last}");
    let first = std::fs::read_to_string(suite.kept().join("fallen_cases: first_falls_once/first.txt")).unwrap();
    assert!(first.contains("first falls the first time"), "what it said is kept: {first}");
}

#[test]
fn a_case_that_falls_twice_fails_the_run_and_has_the_engine_that_it_had() {
    let suite = Suite::new("twice");
    let mut runner = Command::new(env!("CARGO_BIN_EXE_quarry-fallen-cases"));
    runner.args(["run"]).arg(fixture()).args(["--exact", "always_falls", "passes"]);
    runner.env("QUARRY_TEST_FALLEN", suite.kept()).env("QUARRY_TEST_APP_STORE", "postgres");
    let run = bounded::output(&mut runner, bounded::SHORT).unwrap();
    assert!(run.status.success(), "the other programs go on: {}", text(&run));
    let again = suite.again();
    assert!(!again.status.success(), "{}", text(&again));
    assert!(text(&again).contains("FAILED twice: always_falls (fallen_cases on postgres)"), "{}", text(&again));
    for output in ["first.txt", "again.txt"] {
        let said =
            std::fs::read_to_string(suite.kept().join("fallen_cases on postgres: always_falls").join(output)).unwrap();
        assert!(said.contains("it falls on postgres"), "{output}: {said}");
    }
}

#[test]
fn two_cases_may_fall_once_and_three_may_not() {
    let suite = Suite::new("two");
    assert!(suite.run(&["first_falls_once", "second_falls_once"]).status.success());
    assert!(suite.again().status.success());
    let suite = Suite::new("three");
    // Of two programs: what counts is the whole run.
    assert!(suite.run(&["first_falls_once", "second_falls_once"]).status.success());
    assert!(suite.run(&["deeper::first_falls_once"]).status.success());
    let again = suite.again();
    assert!(!again.status.success(), "{}", text(&again));
    let said = text(&again);
    assert!(said.contains("FAILED once, passed alone, of which a run may have 2: "), "{said}");
    for name in ["first_falls_once", "second_falls_once", "deeper::first_falls_once"] {
        assert!(said.contains(&format!("FLAKY {name} (fallen_cases)")), "{said}");
    }
}

#[test]
fn a_program_that_dies_or_ends_without_a_summary_fails_at_once() {
    for (case, code) in [("dies", 134), ("ends_early", 101)] {
        let suite = Suite::new(case);
        let run = suite.run(&[case, "passes"]);
        assert_eq!(run.status.code(), Some(code), "{}", text(&run));
        assert!(!suite.kept().exists(), "nothing is left for a second run");
    }
}

#[test]
fn a_case_that_is_not_found_again_has_not_passed() {
    let suite = Suite::new("renamed");
    assert!(suite.run(&["third_falls_once"]).status.success());
    let call = suite.kept().join("fallen_cases: third_falls_once/call.json");
    let other = std::fs::read_to_string(&call).unwrap().replace("third_falls_once", "third_falls");
    std::fs::write(&call, other).unwrap();
    assert!(!suite.again().status.success(), "a run of no case is no pass");
}

#[test]
fn a_run_in_which_nothing_fell_says_nothing_more() {
    let suite = Suite::new("nothing");
    assert!(suite.run(&["passes"]).status.success());
    let again = suite.again();
    assert!(again.status.success());
    assert_eq!(text(&again), "", "the last line stays cargo's");
}

/// The names of the cases that a run on an engine ran.
fn run_on(engine: &str, is_whole: bool) -> Vec<String> {
    let suite = Suite::new(engine);
    let program = suite.folder.join("api-0123456789abcdef");
    std::fs::copy(fixture(), &program).unwrap();
    let mut runner = Command::new(env!("CARGO_BIN_EXE_quarry-fallen-cases"));
    runner.args(["run"]).arg(program).args(["--skip", "dies", "--skip", "ends_early"]);
    runner.env("QUARRY_TEST_FALLEN", suite.kept()).env("QUARRY_TEST_FIXTURE", suite.folder.join("fixture"));
    runner.env("QUARRY_TEST_APP_STORE", engine).env("QUARRY_TEST_WHOLE", is_whole.to_string());
    let said = text(&bounded::output(&mut runner, bounded::SHORT).unwrap());
    let cases = said.lines().filter_map(|line| line.strip_prefix("test ")?.split_once(" ... "));
    let mut names: Vec<String> = cases.map(|(name, _)| name.to_owned()).collect();
    names.sort();
    names
}

#[test]
fn a_case_of_the_black_box_suite_runs_on_one_engine_or_on_both_and_never_on_none() {
    let all = run_on("sqlite", true);
    assert!(all.len() > 5 && all == run_on("postgres", true), "the whole suite runs each on both: {all:?}");
    let (sqlite, postgres) = (run_on("sqlite", false), run_on("postgres", false));
    assert!(!sqlite.is_empty() && !postgres.is_empty(), "{sqlite:?} {postgres:?}");
    let mut once = [sqlite, postgres].concat();
    once.sort();
    assert_eq!(once, all);
}
