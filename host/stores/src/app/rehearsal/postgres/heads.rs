//! The few ways in which a statement of a migration may begin.
//!
//! A head is literal: words of letters, and names of a–z, 0–9 and `_` that belong to the author. PostgreSQL reads such words
//! in exactly one way, so it is certain which command runs and on which table. What stands behind a head is free only where
//! the engine can be asked what it became: the columns of a new table, an index, one new column.

use crate::app::rehearsal::IsOwn;

/// The command that a statement is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Head<'a> {
    CreateTable,
    CreateIndex,
    /// `ALTER TABLE … ADD COLUMN`: what stands behind those words.
    AddColumn {
        table: &'a str,
        definition: &'a str,
    },
    /// A statement of which every word is known.
    Closed,
}

const ALLOWED: &str = "a statement of a migration begins with CREATE TABLE name (, CREATE [UNIQUE] INDEX name ON name, ALTER TABLE name \
    ADD COLUMN, ALTER TABLE name DROP COLUMN, ALTER TABLE name RENAME COLUMN, DROP TABLE name or DROP INDEX name; each word is \
    followed by white space alone, and each name is one of its own in lowercase letters, digits and `_`";

/// Reads the beginning of `text`; fails with the reason for which it cannot run.
pub(super) fn head<'a>(text: &'a str, is_own: IsOwn<'_>) -> Result<Head<'a>, String> {
    let mut words = Words { rest: text, is_own };
    if words.take("CREATE") {
        if words.take("TABLE") {
            words.take_all(&["IF", "NOT", "EXISTS"]);
            words.own_name()?;
            return match words.rest.trim_start_matches(SPACE).starts_with('(') {
                true => Ok(Head::CreateTable),
                false => Err(ALLOWED.to_owned()),
            };
        }
        words.take("UNIQUE");
        words.demand("INDEX")?;
        words.take_all(&["IF", "NOT", "EXISTS"]);
        words.own_name()?;
        words.demand("ON")?;
        words.own_name()?;
        let is_ended = words.rest.trim_start_matches(SPACE).starts_with('(') || words.take("USING");
        return is_ended.then_some(Head::CreateIndex).ok_or_else(|| ALLOWED.to_owned());
    }
    if words.take("DROP") {
        if !words.take("TABLE") {
            words.demand("INDEX")?;
        }
        words.take_all(&["IF", "EXISTS"]);
        words.own_name()?;
        while words.take_comma() {
            words.own_name()?;
        }
        words.take("RESTRICT");
        return words.end();
    }
    words.demand("ALTER")?;
    words.demand("TABLE")?;
    words.take_all(&["IF", "EXISTS"]);
    let table = words.own_name()?;
    if words.take("ADD") {
        words.take("COLUMN");
        words.take_all(&["IF", "NOT", "EXISTS"]);
        return Ok(Head::AddColumn { table, definition: words.rest });
    }
    if words.take("DROP") {
        words.take("COLUMN");
        words.take_all(&["IF", "EXISTS"]);
        words.column()?;
        words.take("RESTRICT");
        return words.end();
    }
    words.demand("RENAME")?;
    words.take("COLUMN");
    words.column()?;
    words.demand("TO")?;
    words.column()?;
    words.end()
}

/// White space of every version.
const SPACE: [char; 5] = [' ', '\t', '\n', '\r', '\x0c'];

struct Words<'a, 'b> {
    rest: &'a str,
    is_own: IsOwn<'b>,
}

impl<'a> Words<'a, '_> {
    /// The next word of letters, digits and `_`, and what follows; none where it goes on with any other letter of a name.
    fn word(&self) -> Option<(&'a str, &'a str)> {
        let rest = self.rest.trim_start_matches(SPACE);
        let is_plain = |letter: char| letter.is_ascii_alphanumeric() || letter == '_';
        let (word, behind) = rest.split_at(rest.find(|letter| !is_plain(letter)).unwrap_or(rest.len()));
        let goes_on = |letter: char| !letter.is_ascii() || matches!(letter, '$' | '&' | '\'' | '"');
        let is_word = word.starts_with(|letter: char| !letter.is_ascii_digit()) && !behind.starts_with(goes_on);
        is_word.then_some((word, behind))
    }

    fn take(&mut self, wanted: &str) -> bool {
        match self.word() {
            Some((word, behind)) if word.eq_ignore_ascii_case(wanted) => {
                self.rest = behind;
                true
            }
            _ => false,
        }
    }

    /// All of `wanted`, or none of them.
    fn take_all(&mut self, wanted: &[&str]) {
        let here = self.rest;
        if !wanted.iter().all(|word| self.take(word)) {
            self.rest = here;
        }
    }

    fn demand(&mut self, wanted: &str) -> Result<(), String> {
        self.take(wanted).then_some(()).ok_or_else(|| ALLOWED.to_owned())
    }

    fn take_comma(&mut self) -> bool {
        let rest = self.rest.trim_start_matches(SPACE);
        let behind = rest.strip_prefix(',');
        self.rest = behind.unwrap_or(rest);
        behind.is_some()
    }

    /// A name of the author's, with or without `"…"`.
    fn own_name(&mut self) -> Result<&'a str, String> {
        let name = self.name().ok_or_else(|| ALLOWED.to_owned())?;
        let is_plain = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'_';
        if name.len() > 63 || !name.bytes().all(is_plain) {
            return Err(ALLOWED.to_owned());
        }
        match (self.is_own)(name) {
            true => Ok(name),
            false => Err(format!("`{name}` is not a table or index of its own")),
        }
    }

    /// The name of a column, which is of the author's own table.
    fn column(&mut self) -> Result<(), String> {
        self.name().map(|_| ()).ok_or_else(|| ALLOWED.to_owned())
    }

    fn name(&mut self) -> Option<&'a str> {
        if let Some(quoted) = self.rest.trim_start_matches(SPACE).strip_prefix('"') {
            let (name, behind) = quoted.split_once('"')?;
            if name.is_empty() || behind.starts_with('"') {
                return None;
            }
            self.rest = behind;
            return Some(name);
        }
        let (word, behind) = self.word()?;
        self.rest = behind;
        Some(word)
    }

    fn end(&self) -> Result<Head<'a>, String> {
        match self.rest.trim_start_matches(SPACE).is_empty() {
            true => Ok(Head::Closed),
            false => Err(format!(
                "`{}` stands where the statement must end: one statement changes one column, and nothing is dropped by CASCADE",
                self.rest.trim().chars().take(40).collect::<String>()
            )),
        }
    }
}
