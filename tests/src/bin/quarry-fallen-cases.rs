//! The runner of the suite's test programs (`justfile`): `quarry-fallen-cases run PROGRAM ARGUMENT…` keeps the cases that fall,
//! `quarry-fallen-cases again` runs each of them once more.

use anyhow::Result;
use std::process::ExitCode;

fn main() -> Result<ExitCode> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    quarry_tests::fallen_cases::command(&arguments)
}
