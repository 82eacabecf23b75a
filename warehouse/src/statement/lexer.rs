//! Splits SQL into words, quoted names, string literals and symbols, the way ClickHouse's lexer does.
//!
//! The refusal rules stand on it, so it must never see less than the engine sees: whatever two lexers could read
//! differently (nested comments, typographic quotes, unfinished quotes) is an error here.

/// The kind of a token.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum TokenKind {
    /// A keyword, name or number: a run of letters, digits, `_` and `$`.
    Word,
    /// A name in backticks or double quotes.
    QuotedName,
    /// A string literal, heredocs included.
    Text,
    /// One ASCII character.
    Symbol,
}

/// One token; `start..end` are its bytes in the statement, quotes included.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Token<'a> {
    pub(crate) kind: TokenKind,
    pub(crate) text: &'a str,
    pub(crate) start: usize,
    pub(crate) end: usize,
}

impl Token<'_> {
    pub(crate) fn is_keyword(&self, keyword: &str) -> bool {
        self.kind == TokenKind::Word && self.text.eq_ignore_ascii_case(keyword)
    }

    pub(crate) fn is_symbol(&self, symbol: u8) -> bool {
        self.kind == TokenKind::Symbol && self.text.as_bytes() == [symbol]
    }

    /// A name as it could stand before `(`, without its quotes.
    pub(crate) fn name(&self) -> Option<&str> {
        match self.kind {
            TokenKind::Word => Some(self.text),
            TokenKind::QuotedName => self.text.get(1..self.text.len() - 1),
            TokenKind::Text | TokenKind::Symbol => None,
        }
    }

    /// +1 for an opening bracket, −1 for a closing one.
    pub(crate) fn depth_change(&self) -> i32 {
        match (self.kind, self.text) {
            (TokenKind::Symbol, "(" | "[" | "{") => 1,
            (TokenKind::Symbol, ")" | "]" | "}") => -1,
            _ => 0,
        }
    }
}

/// The reason why a statement could not be split.
#[derive(Debug, thiserror::Error, PartialEq, Eq)]
pub(crate) enum LexError {
    #[error("The quote opened at byte {at} is not closed")]
    UnclosedQuote { at: usize },
    #[error("The comment opened at byte {at} is not closed")]
    UnclosedComment { at: usize },
    #[error("The comment at byte {at} holds another comment")]
    NestedComment { at: usize },
    #[error("The character {character:?} at byte {at} stands outside of quotes")]
    UnexpectedCharacter { at: usize, character: char },
}

/// Yields the tokens of a statement one by one, so that a caller can stop where data begins.
pub(crate) struct Lexer<'a> {
    sql: &'a str,
    position: usize,
}

impl<'a> Lexer<'a> {
    pub(crate) fn new(sql: &'a str) -> Lexer<'a> {
        Lexer { sql, position: 0 }
    }

    /// All tokens of a statement.
    pub(crate) fn tokens(sql: &'a str) -> Result<Vec<Token<'a>>, LexError> {
        Lexer::new(sql).collect()
    }

    fn rest(&self) -> &'a [u8] {
        &self.sql.as_bytes()[self.position..]
    }

    /// Skips white space and comments.
    fn skip_blank(&mut self) -> Result<(), LexError> {
        loop {
            let rest = self.rest();
            match rest {
                [b' ' | b'\t' | b'\n' | b'\r' | 0x0b | 0x0c, ..] => self.position += 1,
                [b'-', b'-', ..] | [b'#', b' ' | b'!', ..] => {
                    self.position += rest.iter().position(|byte| *byte == b'\n').unwrap_or(rest.len());
                }
                [b'/', b'*', body @ ..] => {
                    let at = self.position;
                    let length = find(body, b"*/").ok_or(LexError::UnclosedComment { at })?;
                    if find(&body[..length], b"/*").is_some() {
                        return Err(LexError::NestedComment { at });
                    }
                    self.position += length + 4;
                }
                _ => return Ok(()),
            }
        }
    }

    /// Length of the quoted token at the position: a backslash or a doubled quote keeps it open.
    fn quoted_length(&self, quote: u8) -> Result<usize, LexError> {
        let rest = self.rest();
        let mut index = 1;
        while index < rest.len() {
            match rest[index] {
                b'\\' => index += 2,
                byte if byte == quote && rest.get(index + 1) == Some(&quote) => index += 2,
                byte if byte == quote => return Ok(index + 1),
                _ => index += 1,
            }
        }
        Err(LexError::UnclosedQuote { at: self.position })
    }

    /// Length of the heredoc `$tag$ … $tag$` at the position, if one opens there.
    fn heredoc_length(&self) -> Result<Option<usize>, LexError> {
        let rest = self.rest();
        let tag = rest[1..].iter().take_while(|byte| is_word_byte(**byte) && **byte != b'$').count();
        if rest.get(tag + 1) != Some(&b'$') {
            return Ok(None);
        }
        let delimiter = &rest[..tag + 2];
        match find(&rest[delimiter.len()..], delimiter) {
            Some(length) => Ok(Some(length + 2 * delimiter.len())),
            None => Err(LexError::UnclosedQuote { at: self.position }),
        }
    }

    fn token(&mut self) -> Result<Option<Token<'a>>, LexError> {
        self.skip_blank()?;
        let rest = self.rest();
        let Some(first) = rest.first().copied() else { return Ok(None) };
        let (kind, length) = match first {
            b'\'' => (TokenKind::Text, self.quoted_length(first)?),
            b'"' | b'`' => (TokenKind::QuotedName, self.quoted_length(first)?),
            b'$' => match self.heredoc_length()? {
                Some(length) => (TokenKind::Text, length),
                None => (TokenKind::Word, rest.iter().take_while(|byte| is_word_byte(**byte)).count()),
            },
            byte if is_word_byte(byte) => {
                (TokenKind::Word, rest.iter().take_while(|byte| is_word_byte(**byte)).count())
            }
            byte if byte.is_ascii_graphic() => (TokenKind::Symbol, 1),
            _ => {
                let character = self.sql[self.position..].chars().next().unwrap_or_default();
                return Err(LexError::UnexpectedCharacter { at: self.position, character });
            }
        };
        let start = self.position;
        let end = start + length;
        self.position = end;
        // A quote ends at an ASCII byte, so the bounds are character boundaries; `get` keeps even a mistake harmless.
        match self.sql.get(start..end) {
            Some(text) => Ok(Some(Token { kind, text, start, end })),
            None => Err(LexError::UnclosedQuote { at: start }),
        }
    }
}

impl<'a> Iterator for Lexer<'a> {
    type Item = Result<Token<'a>, LexError>;

    fn next(&mut self) -> Option<Self::Item> {
        self.token().transpose()
    }
}

fn is_word_byte(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'_' || byte == b'$'
}

fn find(haystack: &[u8], needle: &[u8]) -> Option<usize> {
    haystack.windows(needle.len()).position(|window| window == needle)
}
