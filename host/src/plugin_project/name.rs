//! The names that a component may have: one word for its package, its tables, its paths and its operations.

use std::fmt;
use std::str::FromStr;
use thiserror::Error;

/// A component's own tables begin with its name, and PostgreSQL cuts names at 63 bytes.
const LONGEST: usize = 40;

/// Words that Rust or cargo do not take for the name of a package.
const TAKEN: &[&str] = &[
    "abstract",
    "alloc",
    "as",
    "async",
    "await",
    "become",
    "box",
    "break",
    "const",
    "continue",
    "core",
    "crate",
    "do",
    "dyn",
    "else",
    "enum",
    "extern",
    "false",
    "final",
    "fn",
    "for",
    "gen",
    "if",
    "impl",
    "in",
    "let",
    "loop",
    "macro",
    "match",
    "mod",
    "move",
    "mut",
    "override",
    "priv",
    "proc-macro",
    "pub",
    "quarry-sdk",
    "quarry-testkit",
    "ref",
    "return",
    "self",
    "serde",
    "static",
    "std",
    "struct",
    "super",
    "test",
    "trait",
    "true",
    "try",
    "type",
    "typeof",
    "unsafe",
    "unsized",
    "use",
    "virtual",
    "where",
    "while",
    "yield",
];

/// Lowercase words joined by `-`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ProjectName(String);

/// A name that cannot be used.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum ProjectNameError {
    #[error(
        "\"{0}\" is not a name for a component: write lowercase words joined by `-`, the first letter a letter, at most {LONGEST} characters, such as price-alerts"
    )]
    Form(String),
    #[error("\"{0}\" means something to Rust or cargo already: choose another name, such as my-{0}")]
    Taken(String),
}

impl ProjectName {
    /// As it stands in manifests and paths: `price-alerts`.
    pub fn kebab(&self) -> &str {
        &self.0
    }

    /// As it stands in names of tables, operations and files: `price_alerts`.
    pub fn snake(&self) -> String {
        self.0.replace('-', "_")
    }
}

impl fmt::Display for ProjectName {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(&self.0)
    }
}

impl FromStr for ProjectName {
    type Err = ProjectNameError;

    fn from_str(text: &str) -> Result<ProjectName, ProjectNameError> {
        let is_word = |word: &str| {
            !word.is_empty() && word.bytes().all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit())
        };
        let has_form = text.len() <= LONGEST
            && text.starts_with(|first: char| first.is_ascii_lowercase())
            && text.split('-').all(is_word);
        match (has_form, TAKEN.contains(&text)) {
            (false, _) => Err(ProjectNameError::Form(text.to_owned())),
            (true, true) => Err(ProjectNameError::Taken(text.to_owned())),
            (true, false) => Ok(ProjectName(text.to_owned())),
        }
    }
}
