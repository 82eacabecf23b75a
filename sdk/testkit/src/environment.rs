//! The environment that `quarry plugin test` gives the tests that it runs.

use std::path::PathBuf;

/// The files from which a sandbox is started.
#[derive(Debug)]
pub(crate) struct Environment {
    /// The program `quarry`.
    pub(crate) program: PathBuf,
    /// A data directory of a host that has stopped, with the component in it: a sandbox is a copy of it.
    pub(crate) prepared: PathBuf,
}

impl Environment {
    /// Of this test run.
    pub(crate) fn get() -> Environment {
        let path = |name: &str| {
            let value = std::env::var_os(name);
            PathBuf::from(value.unwrap_or_else(|| {
                panic!("{name} is not set: these tests need a host, so run them by `quarry plugin test`")
            }))
        };
        Environment { program: path("QUARRY_TEST_PROGRAM"), prepared: path("QUARRY_TEST_PREPARED") }
    }
}
