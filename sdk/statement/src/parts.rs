//! Parts: pieces of SQL that several statements have in common, each in a file of its own.
//!
//! `parts/NAME.sql` of a crate's folder stands where a statement has `{part.NAME}` on a line of its own. A crate sees its own parts
//! and those of the crates that it names by their path. They are written out when the component is built, so the host, its wall
//! and the engines see whole texts. A part may have anything that a statement's lines have: parameters, `-- when`, `-- column`,
//! other parts.

use crate::StatementError;
use crate::crates::crates_beside;
use crate::names::identifier;
use crate::source_line::{Marker, SourceLine};
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// The folder of a crate that has its parts.
const FOLDER: &str = "parts";

/// What stands before a part's name.
const OPENING: &str = "{part.";

/// The most lines of a statement with its parts: parts that have parts can double with each.
const MAX_LINES: usize = 5_000;

/// A statement's text with its parts written out.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Expanded {
    pub sql: String,
    /// The files of its parts, each once.
    pub parts: Vec<PathBuf>,
}

/// Writes out the parts of `sql`, a text of the crate in `folder`.
///
/// # Errors
/// A part that there is not, or in two crates, that cannot be read, or that stands in itself; with the line, and where that is a
/// part's the part.
pub fn expand(folder: &Path, sql: &str) -> Result<Expanded, StatementError> {
    if !sql.contains(OPENING) && !sql.lines().any(|line| Marker::read(line).is_some()) {
        return Ok(Expanded { sql: sql.to_owned(), parts: Vec::new() });
    }
    let crates = crates_beside(folder).into_iter().map(|(folder, _)| folder).collect();
    let mut writer =
        Writer { crates, sql: String::with_capacity(sql.len() * 2), lines: 0, parts: Vec::new(), open: Vec::new() };
    writer.write(sql, "", 0)?;
    Ok(Expanded { sql: writer.sql, parts: writer.parts })
}

struct Writer {
    /// Where parts are looked for.
    crates: Vec<PathBuf>,
    sql: String,
    /// The lines of `sql`.
    lines: usize,
    parts: Vec<PathBuf>,
    /// The parts that the text stands in, the outermost first.
    open: Vec<Arc<str>>,
}

impl Writer {
    /// `of_statement` is the line of the statement's file on which the text stands, where it is a part's.
    fn write(&mut self, text: &str, indentation: &str, of_statement: usize) -> Result<(), StatementError> {
        for (index, line) in text.lines().enumerate() {
            let here = match self.open.last() {
                None => SourceLine::from(index + 1),
                Some(part) => SourceLine { number: of_statement, part: Some((Arc::clone(part), index + 1)) },
            };
            self.line(line, indentation, &here).map_err(|message| match message {
                Refused::Here(message) => StatementError { line: here.clone(), message },
                Refused::Below(error) => error,
            })?;
        }
        Ok(())
    }

    fn line(&mut self, line: &str, indentation: &str, here: &SourceLine) -> Result<(), Refused> {
        if Marker::read(line).is_some() {
            return Err("`-- begin part` and `-- end part` are written where parts are: write `{part.NAME}`"
                .to_owned()
                .into());
        }
        let Some(name) = part_name(line)? else {
            return Ok(self.push(indentation, line)?);
        };
        if self.open.iter().any(|open| **open == *name) {
            let way: Vec<&str> = self.open.iter().map(|open| &**open).chain([name]).collect();
            return Err(format!("the part `{name}` stands in itself: {}", way.join(", ")).into());
        }
        let path = self.find(name)?;
        let text =
            std::fs::read_to_string(&path).map_err(|error| format!("the part `{name}` cannot be read: {error}"))?;
        if !self.parts.contains(&path) {
            self.parts.push(path);
        }
        let deeper = format!("{indentation}{}", &line[..line.len() - line.trim_start().len()]);
        self.push(&deeper, &format!("-- begin part {name}"))?;
        self.open.push(name.into());
        self.write(&text, &deeper, here.number).map_err(Refused::Below)?;
        self.open.pop();
        Ok(self.push(&deeper, &format!("-- end part {name}"))?)
    }

    fn push(&mut self, indentation: &str, line: &str) -> Result<(), String> {
        self.lines += 1;
        if self.lines > MAX_LINES {
            return Err(format!("the statement has more than {MAX_LINES} lines with its parts"));
        }
        if !line.is_empty() {
            self.sql.push_str(indentation);
            self.sql.push_str(line);
        }
        self.sql.push('\n');
        Ok(())
    }

    /// The one file of a part.
    fn find(&self, name: &str) -> Result<PathBuf, String> {
        let file = format!("{FOLDER}/{name}.sql");
        let mut found = self.crates.iter().map(|folder| folder.join(&file)).filter(|path| path.is_file());
        match (found.next(), found.next()) {
            (Some(path), None) => Ok(path),
            (None, _) => Err(format!(
                "there is no part `{name}`: neither this crate nor one that it names by its path has {file}"
            )),
            (Some(one), Some(other)) => {
                Err(format!("two crates have a part `{name}`: {} and {}", one.display(), other.display()))
            }
        }
    }
}

/// The reason why a line is refused: its own, or that of a line of a part that stands there.
enum Refused {
    Here(String),
    Below(StatementError),
}

impl From<String> for Refused {
    fn from(message: String) -> Refused {
        Refused::Here(message)
    }
}

/// The part that a line is; none of a line of SQL.
fn part_name(line: &str) -> Result<Option<&str>, String> {
    let Some(rest) = line.trim().strip_prefix(OPENING) else { return Ok(None) };
    let name = rest.strip_suffix('}').filter(|name| !name.contains('}'));
    let name = name.ok_or_else(|| {
        format!("a part is a line of its own, and what stands behind it is on the next one: `{}`", line.trim())
    })?;
    identifier(name)?;
    Ok(Some(name))
}
