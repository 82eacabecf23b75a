//! Text → [`Statement`]. Quoted text and comments are told apart from SQL, so a brace in a string is only a brace.

use crate::{AfterColumn, Line, Parameter, ParameterType, Piece, Statement, StatementError};

pub(crate) fn parse(sql: &str) -> Result<Statement, StatementError> {
    let mut statement = Statement { lines: Vec::new(), parameters: Vec::new(), after: Vec::new(), page_limit: false };
    let mut block_comment = false;
    for (index, text) in sql.lines().enumerate() {
        let number = index + 1;
        let (code, comment) = split_comment(text, &mut block_comment).map_err(|message| at(number, message))?;
        let when = match comment.and_then(|comment| comment.trim().strip_prefix("when ")) {
            Some(name) => Some(identifier(name.trim()).map_err(|message| at(number, message))?),
            None => None,
        };
        if code.trim().is_empty() {
            if when.is_some() {
                return Err(at(number, "a `-- when` must end a line of SQL".to_owned()));
            }
            continue;
        }
        let pieces = pieces(&code, &mut statement).map_err(|message| at(number, message))?;
        statement.lines.push(Line { number, when, pieces });
    }
    if block_comment {
        return Err(at(sql.lines().count(), "a `/*` comment is never closed".to_owned()));
    }
    check(statement, sql)
}

fn at(line: usize, message: String) -> StatementError {
    StatementError { line, message }
}

/// The SQL of a line without its comments, and the text of its `--` comment.
fn split_comment<'a>(text: &'a str, block_comment: &mut bool) -> Result<(String, Option<&'a str>), String> {
    let mut code = String::with_capacity(text.len());
    let mut quote: Option<char> = None;
    let mut rest = text.char_indices().peekable();
    while let Some((position, character)) = rest.next() {
        let next = rest.peek().map(|(_, next)| *next);
        if *block_comment {
            if character == '*' && next == Some('/') {
                rest.next();
                *block_comment = false;
            }
            continue;
        }
        match quote {
            Some(open) => {
                code.push(character);
                if character == '\\' {
                    return Err("a backslash in quoted text means different things to different stores".to_owned());
                }
                if character == open {
                    quote = None;
                }
            }
            None if character == '-' && next == Some('-') => return Ok((code, Some(&text[position + 2..]))),
            None if character == '/' && next == Some('*') => {
                rest.next();
                *block_comment = true;
            }
            None => {
                if matches!(character, '\'' | '"' | '`') {
                    quote = Some(character);
                }
                if character == ';' {
                    return Err("a statement is one statement: leave the `;` out".to_owned());
                }
                code.push(character);
            }
        }
    }
    match quote {
        Some(open) => Err(format!("quoted text must end on its line: {open} is never closed")),
        None => Ok((code, None)),
    }
}

/// Splits a line at its `{…}` places.
fn pieces(code: &str, statement: &mut Statement) -> Result<Vec<Piece>, String> {
    let mut pieces = Vec::new();
    let mut sql = String::new();
    let mut quote: Option<char> = None;
    let mut rest = code.trim_end().char_indices();
    while let Some((position, character)) = rest.next() {
        match quote {
            Some(open) if character == open => quote = None,
            Some(_) => {}
            None if matches!(character, '\'' | '"' | '`') => quote = Some(character),
            None if character == '{' => {
                let inside = code[position + 1..].split_once('}').map(|(inside, _)| inside);
                let inside = inside.ok_or("a `{` is never closed")?;
                if !sql.is_empty() {
                    pieces.push(Piece::Sql(std::mem::take(&mut sql)));
                }
                pieces.push(place(inside, statement)?);
                for _ in 0..=inside.chars().count() {
                    rest.next();
                }
                continue;
            }
            None => {}
        }
        sql.push(character);
    }
    if !sql.is_empty() {
        pieces.push(Piece::Sql(sql));
    }
    Ok(pieces)
}

/// What stands between braces.
fn place(inside: &str, statement: &mut Statement) -> Result<Piece, String> {
    if inside == "page_limit" {
        statement.page_limit = true;
        return Ok(Piece::PageLimit);
    }
    if let Some(columns) = inside.strip_prefix("after(").and_then(|rest| rest.strip_suffix(')')) {
        if !statement.after.is_empty() {
            return Err("a statement has one `{after(…)}`".to_owned());
        }
        statement.after = columns.split(',').map(|column| after_column(column.trim())).collect::<Result<_, _>>()?;
        return Ok(Piece::After);
    }
    let (name, kind) =
        inside.split_once(':').ok_or_else(|| format!("`{{{inside}}}` is not a parameter: write `{{name:type}}`"))?;
    let name = identifier(name.trim())?;
    let kind = parameter_type(kind.trim())?;
    if name.starts_with("page_") || name.starts_with("after_") {
        return Err(format!("`{name}` is reserved: names that start with `page_` or `after_` belong to the host"));
    }
    match statement.parameters.iter().find(|parameter| parameter.name == name) {
        Some(known) if known.kind != kind => {
            Err(format!("`{name}` is {} here and {} before", kind.name(), known.kind.name()))
        }
        Some(_) => Ok(Piece::Parameter { name, kind }),
        None => {
            statement.parameters.push(Parameter { name: name.clone(), kind, optional: true });
            Ok(Piece::Parameter { name, kind })
        }
    }
}

fn after_column(text: &str) -> Result<AfterColumn, String> {
    let malformed = || format!("`{text}` is not a column of `after`: write `column:type asc` or `column:type desc`");
    let (expression, rest) = text.split_once(':').ok_or_else(malformed)?;
    let (kind, direction) = rest.trim().split_once(' ').ok_or_else(malformed)?;
    let descending = match direction.trim() {
        "asc" => false,
        "desc" => true,
        _ => return Err(malformed()),
    };
    let expression = expression.trim();
    let words: Vec<&str> = expression.split('.').collect();
    for word in &words {
        identifier(word)?;
    }
    let kind = parameter_type(kind.trim())?;
    if kind.is_list() {
        return Err(format!("`{expression}` cannot be ordered by: {} is a list", kind.name()));
    }
    let column = words.last().map_or_else(String::new, |word| (*word).to_owned());
    Ok(AfterColumn { expression: expression.to_owned(), column, kind, descending })
}

fn parameter_type(name: &str) -> Result<ParameterType, String> {
    ParameterType::from_name(name).ok_or_else(|| {
        let known: Vec<&str> = ParameterType::NAMES.iter().map(|(name, _)| *name).collect();
        format!("`{name}` is not a type: one of {}", known.join(", "))
    })
}

fn identifier(text: &str) -> Result<String, String> {
    let starts_well = text.starts_with(|first: char| first.is_ascii_lowercase() || first == '_');
    if starts_well && text.chars().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '_') {
        Ok(text.to_owned())
    } else {
        Err(format!("`{text}` is not a name: lowercase letters, digits and `_`"))
    }
}

/// What can only be said of the whole statement.
fn check(mut statement: Statement, sql: &str) -> Result<Statement, StatementError> {
    for line in &statement.lines {
        if let Some(when) = &line.when
            && !statement.parameters.iter().any(|parameter| parameter.name == *when)
        {
            let number = sql.lines().position(|text| text.contains(&format!("when {when}"))).unwrap_or(0) + 1;
            return Err(at(number, format!("`-- when {when}` names a parameter that the statement does not have")));
        }
    }
    for parameter in &mut statement.parameters {
        parameter.optional = statement.lines.iter().all(|line| {
            let names_it = line
                .pieces
                .iter()
                .any(|piece| matches!(piece, Piece::Parameter { name, .. } if *name == parameter.name));
            !names_it || line.when.is_some()
        });
    }
    if statement.lines.is_empty() {
        return Err(at(1, "the statement is empty".to_owned()));
    }
    if statement.is_paged() && !statement.page_limit {
        return Err(at(1, "a statement with `{after(…)}` needs `LIMIT {page_limit}`".to_owned()));
    }
    Ok(statement)
}
