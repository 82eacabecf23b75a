//! The words that no statement may contain: libchdb confines nothing, not even under `readonly`, so a statement that reaches
//! files, the network or this process's life is refused here.
//!
//! Only declared statements of the host ever arrive, over a private socket; this is the second lock. It errs on the
//! side of refusing: kinds of statement, engines and dictionary sources are listed as allowed, and table functions are
//! denied unless listed, so a function that a new version of the library brings is denied until somebody looks at it.

use super::lexer::{Token, TokenKind};
use std::collections::HashSet;

/// The words that a statement may begin with.
const STATEMENTS: &[&str] = &[
    "SELECT", "WITH", "FROM", "SHOW", "DESCRIBE", "DESC", "EXPLAIN", "EXISTS", "CHECK", "INSERT", "CREATE", "ALTER",
    "DROP", "UNDROP", "RENAME", "EXCHANGE", "TRUNCATE", "OPTIMIZE", "DELETE", "UPDATE", "KILL", "SYSTEM", "USE", "SET",
];

/// The statements among them that can name an engine or a dictionary's source.
const DEFINITIONS: &[&str] = &["CREATE", "ALTER"];

/// The words that may follow `SYSTEM`.
const SYSTEM_COMMANDS: &[&str] = &["FLUSH", "DROP", "CLEAR", "RELOAD", "REFRESH", "WAIT", "START", "STOP", "SYNC"];

/// Table functions that stay inside the engine.
const TABLE_FUNCTIONS: &[&str] = &[
    "dictionary",
    "format",
    "generaterandom",
    "generateseries",
    "generate_series",
    "input",
    "loop",
    "merge",
    "mergetreeindex",
    "mergetreeprojection",
    "null",
    "numbers",
    "numbers_mt",
    "primes",
    "sqlstandardvalues",
    "values",
    "view",
    "viewexplain",
    "viewifpermitted",
    "zeros",
    "zeros_mt",
];

/// Ordinary functions that reach files or the network.
const FUNCTIONS: &[&str] = &[
    "file",
    "catboostevaluate",
    "hascolumnintable",
    "reversednsquery",
    "aiclassify",
    "aiembed",
    "aiextract",
    "aigenerate",
    "aitranslate",
    "disk",
];

/// Table and database engines that stay inside the data directory; everything that ends in `MergeTree` too.
const ENGINES: &[&str] = &[
    "atomic",
    "buffer",
    "dictionary",
    "generaterandom",
    "join",
    "log",
    "memory",
    "merge",
    "null",
    "ordinary",
    "set",
    "stripelog",
    "tinylog",
    "view",
    "materializedview",
];

/// Dictionary sources that stay inside the engine.
const DICTIONARY_SOURCES: &[&str] = &["clickhouse", "null"];

/// Word pairs that read or write files, or hand the statement to other hosts.
const PAIRS: &[(&str, &str)] = &[
    ("INTO", "OUTFILE"),
    ("FROM", "INFILE"),
    ("INTO", "FUNCTION"),
    ("TABLE", "FUNCTION"),
    ("ON", "CLUSTER"),
    ("NAMED", "COLLECTION"),
    ("FETCH", "PARTITION"),
    ("FETCH", "PART"),
    ("EXPORT", "PART"),
    ("EXPORT", "PARTITION"),
    ("DETACH", "PERMANENTLY"),
    ("FUNCTION", "WITH"),
    ("PARALLEL", "WITH"),
];

/// The reason why a statement is refused.
#[derive(Debug, thiserror::Error, PartialEq, Eq)]
pub(crate) enum Refusal {
    #[error("Multi-statements are not allowed")]
    SeveralStatements,
    #[error("The embedded warehouse refuses {0}")]
    Forbidden(String),
    #[error("The embedded warehouse refuses the name {0}, which the engine could take for a file")]
    PathLikeName(String),
    #[error("The statement is empty")]
    Empty,
}

/// The rules, with the table functions that the loaded library has.
pub(crate) struct Refusals {
    denied_functions: HashSet<String>,
}

impl Refusals {
    /// `table_functions` are the names in `system.table_functions`.
    pub(crate) fn new(table_functions: Vec<String>) -> Refusals {
        let denied_functions = table_functions
            .into_iter()
            .map(|name| name.to_ascii_lowercase())
            .filter(|name| !TABLE_FUNCTIONS.contains(&name.as_str()))
            .chain(FUNCTIONS.iter().map(|name| (*name).to_owned()))
            .collect();
        Refusals { denied_functions }
    }

    /// Checks one statement. `parameter` looks up the value of a query parameter by its name.
    pub(crate) fn check<'p>(
        &self,
        tokens: &[Token<'_>],
        parameter: impl Fn(&str) -> Option<&'p [u8]>,
    ) -> Result<(), Refusal> {
        let keyword = super::first_keyword(tokens).ok_or(Refusal::Empty)?;
        if !is_in(STATEMENTS, keyword) {
            return Err(Refusal::Forbidden(format!("{} statements", keyword.to_ascii_uppercase())));
        }
        // Elsewhere `engine` and `source` are columns.
        let defines = is_in(DEFINITIONS, keyword);
        for (index, token) in tokens.iter().enumerate() {
            let next = tokens.get(index + 1);
            if token.is_symbol(b';') && next.is_some() {
                return Err(Refusal::SeveralStatements);
            }
            self.check_name(token, next)?;
            if defines {
                check_engine(token, &tokens[index + 1..])?;
            }
            check_identifier_parameter(&tokens[index..], &parameter)?;
            let Some(next) = next else { continue };
            if token.is_keyword("SYSTEM") && index == 0 && !is_in(SYSTEM_COMMANDS, next.text) {
                return Err(Refusal::Forbidden(format!("SYSTEM {}", next.text.to_ascii_uppercase())));
            }
            if let Some((first, second)) =
                PAIRS.iter().find(|(first, second)| token.is_keyword(first) && next.is_keyword(second))
            {
                return Err(Refusal::Forbidden(format!("{first} {second}")));
            }
        }
        Ok(())
    }

    /// A denied function is a name before `(`. A name with an escape in its quotes could spell any function, and a
    /// path as a table name is read as a file by the engine's default database.
    fn check_name(&self, token: &Token<'_>, next: Option<&Token<'_>>) -> Result<(), Refusal> {
        let Some(name) = token.name() else { return Ok(()) };
        if token.kind == TokenKind::QuotedName && name.contains(['/', '\\']) {
            return Err(Refusal::PathLikeName(token.text.to_owned()));
        }
        if next.is_some_and(|next| next.is_symbol(b'(')) && self.denied_functions.contains(&name.to_ascii_lowercase()) {
            return Err(Refusal::Forbidden(format!("the function {name}")));
        }
        Ok(())
    }
}

/// `ENGINE = Name` and a dictionary's `SOURCE(Name(…))`.
fn check_engine(token: &Token<'_>, following: &[Token<'_>]) -> Result<(), Refusal> {
    if token.is_keyword("ENGINE") {
        let name = following.iter().find(|token| !token.is_symbol(b'='));
        let Some(name) = name.filter(|_| following.first().is_some_and(|token| token.kind != TokenKind::Text)) else {
            return Ok(());
        };
        // A view's query may compare such a column: only a name right after it, or after `=`, is an engine.
        let Some(engine) = name.name().filter(|_| is_engine_clause(following)) else { return Ok(()) };
        let lowercase = engine.to_ascii_lowercase();
        if !lowercase.ends_with("mergetree") && !ENGINES.contains(&lowercase.as_str()) {
            return Err(Refusal::Forbidden(format!("the engine {engine}")));
        }
    }
    if token.is_keyword("SOURCE") && following.first().is_some_and(|token| token.is_symbol(b'(')) {
        let source = following.get(1).and_then(|token| token.name()).unwrap_or_default();
        let names_host = following.iter().any(|token| token.is_keyword("HOST"));
        if !is_in(DICTIONARY_SOURCES, source) || names_host {
            return Err(Refusal::Forbidden(format!("the dictionary source {source}")));
        }
    }
    Ok(())
}

/// After the word ENGINE: `= Name`, or directly a name that an engine could have (a comparison has a literal there).
fn is_engine_clause(following: &[Token<'_>]) -> bool {
    match following {
        [equals, name, ..] if equals.is_symbol(b'=') => name.name().is_some(),
        [name, next, ..] => name.name().is_some() && (next.is_symbol(b'(') || next.is_keyword("ORDER")),
        [name] => name.name().is_some(),
        _ => false,
    }
}

/// `{name:Identifier}` puts a parameter's value where a table stands: it must be a plain name.
fn check_identifier_parameter<'p>(
    tokens: &[Token<'_>],
    parameter: impl Fn(&str) -> Option<&'p [u8]>,
) -> Result<(), Refusal> {
    let [open, name, colon, kind, ..] = tokens else { return Ok(()) };
    if !(open.is_symbol(b'{') && colon.is_symbol(b':') && kind.is_keyword("Identifier")) {
        return Ok(());
    }
    let value = parameter(name.text).unwrap_or_default();
    let is_plain = value.iter().all(|byte| byte.is_ascii_alphanumeric() || *byte == b'_');
    if is_plain { Ok(()) } else { Err(Refusal::PathLikeName(format!("in parameter {}", name.text))) }
}

fn is_in(list: &[&str], word: &str) -> bool {
    list.iter().any(|entry| entry.eq_ignore_ascii_case(word))
}
