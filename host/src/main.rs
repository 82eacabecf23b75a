//! The program `quarry`: all of it is in the library, since futures are compiled once more in each crate that polls them.

use std::process::ExitCode;

fn main() -> ExitCode {
    quarry::cli::main()
}
