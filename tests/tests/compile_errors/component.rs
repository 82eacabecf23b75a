//! A component's folder whose programs are compiled, as its author's would be.

use quarry_tests::bounded;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

/// A project with the SDK and nothing else; it goes with its handle.
pub(crate) struct Component {
    folder: PathBuf,
}

impl Component {
    pub(crate) fn new(name: &str) -> Component {
        let tests = Path::new(env!("CARGO_MANIFEST_DIR"));
        let folder = std::env::temp_dir().join(format!("quarry-compile-errors-{name}-{}", std::process::id()));
        std::fs::create_dir_all(folder.join("src/bin")).unwrap();
        std::fs::create_dir_all(folder.join("sql")).unwrap();
        std::fs::create_dir_all(folder.join("parts")).unwrap();
        let sdk = tests.join("../sdk").canonicalize().unwrap();
        let manifest = format!(
            "[package]\nname = \"refused\"\nversion = \"0.1.0\"\nedition = \"2024\"\n\
             [dependencies]\nquarry-sdk = {{ path = \"{}\" }}\nserde = {{ version = \"1\", features = [\"derive\"] }}\n\
             [workspace]\n",
            sdk.display()
        );
        std::fs::write(folder.join("Cargo.toml"), manifest).unwrap();
        // The versions that the project is built with: nothing is asked of a registry.
        std::fs::copy(tests.join("../Cargo.lock"), folder.join("Cargo.lock")).unwrap();
        std::fs::copy(tests.join("../rust-toolchain.toml"), folder.join("rust-toolchain.toml")).unwrap();
        Component { folder }
    }

    pub(crate) fn sql(&self, name: &str, text: &str) {
        std::fs::write(self.folder.join("sql").join(name), text).unwrap();
    }

    pub(crate) fn part(&self, name: &str, text: &str) {
        std::fs::write(self.folder.join("parts").join(name), text).unwrap();
    }

    pub(crate) fn program(&self, name: &str, code: &str) {
        std::fs::write(self.folder.join(format!("src/bin/{name}.rs")), code).unwrap();
    }

    /// Gives the compiler's messages on a program; nothing for a right one.
    pub(crate) fn check(&self, name: &str, code: &str) -> String {
        self.program(name, &format!("use quarry_sdk::prelude::*;\n{code}\nfn main() {{}}\n"));
        let output = self.cargo_check(&["--quiet", "--bin", name]);
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        if output.status.success() { String::new() } else { said }
    }

    pub(crate) fn cargo_check(&self, arguments: &[&str]) -> Output {
        let target = Path::new(env!("CARGO_MANIFEST_DIR")).join("../target/compile-errors");
        let mut cargo = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
        cargo
            .args(["check", "--offline"])
            .args(arguments)
            .current_dir(&self.folder)
            .env("CARGO_TARGET_DIR", target)
            .env("RUSTFLAGS", "--allow=warnings");
        bounded::output(&mut cargo, bounded::LONG).unwrap()
    }
}

impl Drop for Component {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.folder);
    }
}
