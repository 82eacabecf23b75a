//! The words of a migration that stand for what the two engines of the app store call differently.
//!
//! To add one: a line in [`WORDS`], and in the table of `migrations/app/README.md`. A word that is not known stays as it is
//! written, and either engine refuses the text for its braces.

use crate::app::AppStoreDialect;

/// A word in braces, and its meaning to SQLite and to PostgreSQL.
const WORDS: [(&str, [&str; 2]); 5] = [
    ("{id}", ["INTEGER PRIMARY KEY AUTOINCREMENT", "BIGINT PRIMARY KEY GENERATED ALWAYS AS IDENTITY"]),
    ("{key_text}", ["TEXT", "TEXT COLLATE \"C\""]),
    ("{by_bytes}", ["", "COLLATE \"C\""]),
    ("{bytes}", ["BLOB", "BYTEA"]),
    ("{read_only}", ["", "CROSS JOIN (SELECT 1 AS one) AS read_only"]),
];

/// Begins the word `{truth column}`: SQLite has no type for truth, and is told to take nothing but 0 and 1.
const TRUTH: &str = "{truth ";

/// The text of a migration as one engine runs it.
pub(super) fn expand(text: &str, dialect: AppStoreDialect) -> String {
    let place = match dialect {
        AppStoreDialect::Sqlite => 0,
        AppStoreDialect::Postgres => 1,
    };
    let expanded = WORDS.iter().fold(text.to_owned(), |text, (word, meanings)| text.replace(word, meanings[place]));
    with_truths(&expanded, dialect)
}

fn with_truths(text: &str, dialect: AppStoreDialect) -> String {
    let mut pieces = text.split(TRUTH);
    let mut expanded = pieces.next().unwrap_or_default().to_owned();
    for piece in pieces {
        match (piece.split_once('}'), dialect) {
            (Some((column, rest)), AppStoreDialect::Sqlite) => {
                expanded.push_str(&format!("CHECK ({column} IN (0, 1)){rest}"));
            }
            (Some((_, rest)), AppStoreDialect::Postgres) => expanded.push_str(rest),
            (None, _) => expanded.push_str(piece),
        }
    }
    expanded
}
