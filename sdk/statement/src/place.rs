//! A line of SQL as pieces: text, and the places between braces. A brace in quoted text is only a brace.

use crate::{AfterColumn, ParameterType};

/// A piece as it was written; the statement that it stands in is not known here.
#[derive(Debug)]
pub(crate) enum Place {
    Sql(String),
    Parameter { name: String, kind: ParameterType },
    After(Vec<AfterColumn>),
    PageLimit,
}

/// Splits a line at its `{…}` places.
pub(crate) fn places(code: &str) -> Result<Vec<Place>, String> {
    let mut places = Vec::new();
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
                    places.push(Place::Sql(std::mem::take(&mut sql)));
                }
                places.push(place(inside)?);
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
        places.push(Place::Sql(sql));
    }
    Ok(places)
}

/// What stands between braces.
fn place(inside: &str) -> Result<Place, String> {
    if inside == "page_limit" {
        return Ok(Place::PageLimit);
    }
    if let Some(columns) = inside.strip_prefix("after(").and_then(|rest| rest.strip_suffix(')')) {
        let columns = columns.split(',').map(|column| after_column(column.trim()));
        return Ok(Place::After(columns.collect::<Result<_, _>>()?));
    }
    let (name, kind) =
        inside.split_once(':').ok_or_else(|| format!("`{{{inside}}}` is not a parameter: write `{{name:type}}`"))?;
    let name = identifier(name.trim())?;
    let kind = ParameterType::from_name(kind.trim())?;
    if name.starts_with("page_") || name.starts_with("after_") {
        return Err(format!("`{name}` is reserved: names that start with `page_` or `after_` belong to the host"));
    }
    Ok(Place::Parameter { name, kind })
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
    let kind = ParameterType::from_name(kind.trim())?;
    if kind.is_list() {
        return Err(format!("`{expression}` cannot be ordered by: {} is a list", kind.name()));
    }
    let column = words.last().map_or_else(String::new, |word| (*word).to_owned());
    Ok(AfterColumn { expression: expression.to_owned(), column, kind, descending })
}

pub(crate) fn identifier(text: &str) -> Result<String, String> {
    let starts_well = text.starts_with(|first: char| first.is_ascii_lowercase() || first == '_');
    if starts_well && text.chars().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '_') {
        Ok(text.to_owned())
    } else {
        Err(format!("`{text}` is not a name: lowercase letters, digits and `_`"))
    }
}
