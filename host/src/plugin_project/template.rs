//! The files that `quarry plugin new` writes: those of `sdk/template`, a project that builds as it stands there, under another
//! name.

use crate::plugin_project::ProjectName;

/// Path in the project, and text.
const FILES: &[(&str, &str)] = &[
    ("Cargo.toml", include_str!("../../../sdk/template/Cargo.toml")),
    ("rust-toolchain.toml", include_str!("../../../sdk/template/rust-toolchain.toml")),
    (".cargo/config.toml", include_str!("../../../sdk/template/cargo-config.toml")),
    ("rustfmt.toml", include_str!("../../../sdk/template/rustfmt.toml")),
    (".gitignore", include_str!("../../../sdk/template/gitignore")),
    ("README.md", include_str!("../../../sdk/template/README.md")),
    ("src/lib.rs", include_str!("../../../sdk/template/src/lib.rs")),
    ("src/note.rs", include_str!("../../../sdk/template/src/note.rs")),
    ("src/list_notes.rs", include_str!("../../../sdk/template/src/list_notes.rs")),
    ("src/write_note.rs", include_str!("../../../sdk/template/src/write_note.rs")),
    ("sql/notes.sql", include_str!("../../../sdk/template/sql/notes.sql")),
    ("sql/upsert_note.sql", include_str!("../../../sdk/template/sql/upsert_note.sql")),
    ("migrations/0001_notes.sql", include_str!("../../../sdk/template/migrations/0001_notes.sql")),
    ("tests/Cargo.toml", include_str!("../../../sdk/template/tests/Cargo.toml")),
    ("tests/notes.rs", include_str!("../../../sdk/template/tests/notes.rs")),
    (
        "tests/snapshots/a_note_that_was_written_is_listed.json",
        include_str!("../../../sdk/template/tests/snapshots/a_note_that_was_written_is_listed.json"),
    ),
];

/// The template's own name, in the two forms that stand in its files.
const KEBAB: &str = "field-notes";
const SNAKE: &str = "field_notes";

/// Every file of a project of that name.
pub(super) fn files(name: &ProjectName) -> impl Iterator<Item = (&'static str, String)> {
    FILES.iter().map(|(path, text)| (*path, text.replace(KEBAB, name.kebab()).replace(SNAKE, &name.snake())))
}
