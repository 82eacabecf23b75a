//! The place at which an INSERT ends and its data begins.

use super::lexer::{LexError, Lexer, Token, TokenKind};

/// An INSERT whose data comes apart from the statement.
#[derive(Debug)]
pub(crate) struct Insert<'a> {
    /// The tokens before `FORMAT`.
    pub(crate) tokens: Vec<Token<'a>>,
    /// The statement without its FORMAT clause.
    pub(crate) statement: &'a str,
    /// The input format, when the statement names one.
    pub(crate) format: Option<&'a str>,
    /// The byte at which inline data begins, when something follows the format.
    pub(crate) data_start: usize,
}

impl<'a> Insert<'a> {
    /// Reads an INSERT up to its format; `None` for any other statement, and for an INSERT that brings its rows itself
    /// (`VALUES (…)`, `SELECT` without `input(…)`). The bytes after the format are never looked at.
    pub(crate) fn parse(sql: &'a str) -> Result<Option<Insert<'a>>, LexError> {
        let mut lexer = Lexer::new(sql);
        let mut tokens: Vec<Token<'a>> = Vec::new();
        let mut depth = 0_i32;
        while let Some(token) = lexer.next().transpose()? {
            if tokens.is_empty() && !token.is_keyword("INSERT") {
                return Ok(None);
            }
            depth += token.depth_change();
            if depth == 0 && token.is_keyword("FORMAT") {
                let Some(format) = lexer.next().transpose()?.filter(|token| token.kind == TokenKind::Word) else {
                    return Ok(None);
                };
                let statement = sql[..token.start].trim_end();
                let data_start = data_start(sql.as_bytes(), format.end);
                return Ok(Some(Insert { tokens, statement, format: Some(format.text), data_start }));
            }
            tokens.push(token);
        }
        let statement = sql.trim_end().trim_end_matches(';').trim_end();
        let ends_in_values = tokens.last().is_some_and(|token| token.is_keyword("VALUES"));
        let (statement, format) = match ends_in_values {
            true => (statement[..statement.len() - "VALUES".len()].trim_end(), Some("Values")),
            false => (statement, None),
        };
        Ok((!tokens.is_empty()).then_some(Insert { tokens, statement, format, data_start: sql.len() }))
    }

    /// True when the rows stand in the statement (`VALUES (…)`) or come out of a query.
    pub(crate) fn brings_its_rows(&self) -> bool {
        let mut depth = 0_i32;
        let mut tokens = self.tokens.iter().peekable();
        while let Some(token) = tokens.next() {
            depth += token.depth_change();
            let selects = token.is_keyword("SELECT") || token.is_keyword("WITH");
            let has_values = token.is_keyword("VALUES") && tokens.peek().is_some_and(|next| next.is_symbol(b'('));
            if depth == 0 && (selects || has_values) {
                return self.input().is_none();
            }
        }
        false
    }

    /// The call `input('structure')`, when the INSERT transforms its data: its first and last byte and the structure.
    pub(crate) fn input(&self) -> Option<InputCall<'a>> {
        self.tokens.windows(4).find_map(|window| match window {
            [name, open, structure, close]
                if name.is_keyword("input")
                    && open.is_symbol(b'(')
                    && structure.kind == TokenKind::Text
                    && close.is_symbol(b')') =>
            {
                Some(InputCall { start: name.start, end: close.end, structure: structure.text })
            }
            _ => None,
        })
    }
}

/// The table function that stands for the request's body.
#[derive(Debug, Clone, Copy)]
pub(crate) struct InputCall<'a> {
    pub(crate) start: usize,
    pub(crate) end: usize,
    /// The structure as a literal, quotes included.
    pub(crate) structure: &'a str,
}

/// ClickHouse's rule: after the format come blanks, then at most one line end, then data.
fn data_start(sql: &[u8], format_end: usize) -> usize {
    let mut position = format_end;
    while matches!(sql.get(position), Some(b' ' | b'\t' | b'\r' | b';')) {
        position += 1;
    }
    if sql.get(position) == Some(&b'\n') { position + 1 } else { position }
}
