//! The facts about a statement that the warehouse needs before the engine sees it: its words, its refusal, the beginning of an
//! INSERT's data, and the format of the answer. The engine does the real parsing.

pub(crate) mod insert;
pub(crate) mod lexer;
pub(crate) mod refusal;

use self::lexer::{Token, TokenKind};

/// The output format that the statement itself names (`… FORMAT x`), if any.
pub(crate) fn named_format<'a>(tokens: &[Token<'a>]) -> Option<&'a str> {
    let mut depth = 0_i32;
    let mut found = None;
    for (index, token) in tokens.iter().enumerate() {
        depth += token.depth_change();
        if depth == 0 && token.is_keyword("FORMAT") {
            found = tokens.get(index + 1).filter(|next| next.kind == TokenKind::Word).map(|next| next.text).or(found);
        }
    }
    found
}

/// The first word, which says what kind of statement it is.
pub(crate) fn first_keyword<'a>(tokens: &[Token<'a>]) -> Option<&'a str> {
    tokens.iter().find(|token| !token.is_symbol(b'(')).filter(|token| token.kind == TokenKind::Word).map(|t| t.text)
}

/// True when the statement is a query whose rows could be streamed. SHOW, DESCRIBE and EXPLAIN are not: the library
/// materializes them, and they are small.
pub(crate) fn is_query(tokens: &[Token<'_>]) -> bool {
    let begins = first_keyword(tokens)
        .is_some_and(|keyword| ["SELECT", "WITH", "FROM"].iter().any(|query| query.eq_ignore_ascii_case(keyword)));
    begins && !tokens.iter().any(|token| token.is_keyword("INSERT"))
}
