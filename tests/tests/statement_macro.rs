//! What the author of a component is told by the compiler: `statement!` refuses a file by its name and line, and a choice that
//! does not have the words of the file's orders.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on fails where it stands")]

use std::path::{Path, PathBuf};
use std::process::Command;

const ORDERED: &str = "SELECT id, name FROM entries WHERE TRUE\n-- order newest\nAND {after(id:int64 desc)}\nORDER BY id DESC\n\
                       -- order name\nAND {after(name:text asc)}\nORDER BY name\n-- end order\nLIMIT {page_limit}\n";

/// A component's folder whose programs are compiled one by one.
struct Component {
    folder: PathBuf,
}

impl Component {
    fn new() -> Component {
        let tests = Path::new(env!("CARGO_MANIFEST_DIR"));
        let folder = std::env::temp_dir().join(format!("quarry-statement-macro-{}", std::process::id()));
        std::fs::create_dir_all(folder.join("src/bin")).unwrap();
        std::fs::create_dir_all(folder.join("sql")).unwrap();
        let sdk = tests.join("../sdk").canonicalize().unwrap();
        let manifest = format!(
            "[package]\nname = \"refused\"\nversion = \"0.1.0\"\nedition = \"2024\"\n\
             [dependencies]\nquarry-sdk = {{ path = \"{}\" }}\n[workspace]\n",
            sdk.display()
        );
        std::fs::write(folder.join("Cargo.toml"), manifest).unwrap();
        // The versions that the project is built with: nothing is asked of a registry.
        std::fs::copy(tests.join("../Cargo.lock"), folder.join("Cargo.lock")).unwrap();
        std::fs::copy(tests.join("../rust-toolchain.toml"), folder.join("rust-toolchain.toml")).unwrap();
        Component { folder }
    }

    fn sql(&self, name: &str, text: &str) {
        std::fs::write(self.folder.join("sql").join(name), text).unwrap();
    }

    /// What the compiler says of a program; nothing of one that is as it should be.
    fn check(&self, name: &str, code: &str) -> String {
        let code = format!("use quarry_sdk::prelude::*;\n{code}\nfn main() {{}}\n");
        std::fs::write(self.folder.join(format!("src/bin/{name}.rs")), code).unwrap();
        let target = Path::new(env!("CARGO_MANIFEST_DIR")).join("../target/statement-macro");
        let output = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()))
            .args(["check", "--offline", "--quiet", "--bin", name])
            .current_dir(&self.folder)
            .env("CARGO_TARGET_DIR", target)
            .env("RUSTFLAGS", "--allow=warnings")
            .output()
            .unwrap();
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        if output.status.success() { String::new() } else { said }
    }
}

impl Drop for Component {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.folder);
    }
}

#[test]
fn the_compiler_says_what_is_wrong_with_a_statement() {
    let component = Component::new();
    component.sql("ordered.sql", ORDERED);
    component.sql("plain.sql", "SELECT id FROM entries WHERE name = {name:text}");
    component.sql("malformed.sql", "SELECT id\nFROM entries\n-- order newest\nORDER BY id");
    component.sql("differing.sqlite.sql", "SELECT id FROM entries WHERE name = {name:text}");
    component.sql("differing.postgres.sql", "SELECT id, name FROM entries WHERE name = {name:text}");
    component.sql("lone.postgres.sql", "SELECT id FROM entries");
    component.sql("both.sqlite.sql", "SELECT id FROM entries WHERE name LIKE {name:text}");
    component.sql("both.postgres.sql", "SELECT id FROM entries WHERE name ILIKE {name:text}");

    let good = "
        statement!(app_store, Ordered, \"sql/ordered.sql\", order = EntryOrder);
        statement!(app_store, Both, \"sql/both.sql\");
        #[derive(Debug, Clone, Copy, Choice)]
        pub enum EntryOrder { Name, Newest }
        pub fn ask() { let _ = (Ordered { order: EntryOrder::Name }.query(), Both { name: String::new() }.query()); }";
    assert_eq!(component.check("good", good), "");

    let refused = component.check(
        "refused",
        "
        statement!(app_store, Ordered, \"sql/ordered.sql\");
        statement!(app_store, Plain, \"sql/plain.sql\", order = EntryOrder);
        statement!(app_store, Malformed, \"sql/malformed.sql\");
        statement!(app_store, Differing, \"sql/differing.sql\");
        statement!(app_store, Lone, \"sql/lone.sql\");
        statement!(warehouse, Both, \"sql/both.sql\");
        #[derive(Debug, Clone, Copy, Choice)]
        pub enum EntryOrder { Name, Newest }",
    );
    for sentence in [
        "sql/ordered.sql has the orders newest, name: say which choice picks one",
        "sql/plain.sql has no `-- order NAME`",
        "sql/malformed.sql, line 3: the order `newest` is never closed",
        "sql/differing.sqlite.sql and sql/differing.postgres.sql are texts of one statement, and the first has the columns id \
         and the second id, name",
        "there is neither sql/lone.sql nor sql/lone.sqlite.sql",
        "sql/both.sqlite.sql is a text for an engine of the app store, and sql/both.sql is declared for the warehouse",
    ] {
        assert!(refused.contains(sentence), "{sentence}\n{refused}");
    }

    for (name, words) in [("fewer", "Name"), ("more", "Name, Newest, Size"), ("others", "Name, Oldest")] {
        let code = format!(
            "statement!(app_store, Ordered, \"sql/ordered.sql\", order = EntryOrder);
             #[derive(Debug, Clone, Copy, Choice)]
             pub enum EntryOrder {{ {words} }}"
        );
        let refused = component.check(name, &code);
        let sentence = "sql/ordered.sql has the orders newest, name: its choice must have these words and no other";
        assert!(refused.contains(sentence), "{words}: {refused}");
    }
}
