//! A line of SQL as pieces: text, and the places between braces. A brace in quoted text is only a brace.

use crate::names::{NAMESPACES, PAGE_LIMIT, identifier};
use crate::parameter_type::value_type;
use crate::statement::Slot;
use crate::{AfterColumn, ParameterType, rows};

/// A piece as it was written; the statement that it stands in is not known here.
#[derive(Debug)]
pub(crate) enum Place {
    Sql(String),
    Parameter(Slot),
    After(Vec<AfterColumn>),
    PageLimit,
    Scope(String),
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

/// Reads the text between braces.
fn place(inside: &str) -> Result<Place, String> {
    if inside == PAGE_LIMIT {
        return Ok(Place::PageLimit);
    }
    if let Some(columns) = inside.strip_prefix("after(").and_then(|rest| rest.strip_suffix(')')) {
        let columns = columns.split(',').map(|column| after_column(column.trim()));
        return Ok(Place::After(columns.collect::<Result<_, _>>()?));
    }
    if inside.starts_with("part.") {
        return Err(format!(
            "a part is a line of its own, and is written out when the component is built: `{{{inside}}}`"
        ));
    }
    if let Some(name) = inside.strip_prefix("scope.") {
        return Ok(Place::Scope(identifier(name)?));
    }
    let (name, kind) =
        inside.split_once(':').ok_or_else(|| format!("`{{{inside}}}` is not a parameter: write `{{name:type}}`"))?;
    let name = parameter_name(name.trim())?;
    let (kind, otherwise) = match kind.split_once(" else ") {
        Some((kind, column)) => (kind, Some(column_name(column.trim())?)),
        None => (kind, None),
    };
    let columns = rows::columns(&name, kind.trim())?;
    let (kind, nullable) = match columns {
        Some(_) => (ParameterType::Rows, false),
        None => value_type(kind.trim())?,
    };
    let columns = columns.unwrap_or_default();
    if otherwise.is_some() && kind == ParameterType::Rows {
        return Err(format!("`{name}` is rows, and a column holds no rows"));
    }
    if otherwise.is_some() && kind.is_list() {
        return Err(format!("`{name}` is a list, and a column holds no list"));
    }
    Ok(Place::Parameter(Slot { name, kind, nullable, otherwise, columns }))
}

/// A name of the caller's own, or one in a namespace of the host's: `guard.page_id`.
fn parameter_name(text: &str) -> Result<String, String> {
    let Some((namespace, name)) = text.split_once('.') else {
        let name = identifier(text)?;
        // Where SQL has no dots in the names of parameters, the host's own are written with `__`.
        return match name.contains("__") {
            true => Err(format!("`{name}` has two `_` in a row, as the names that belong to the host")),
            false => Ok(name),
        };
    };
    if !NAMESPACES.contains(&namespace) {
        let known = NAMESPACES.join(", ");
        return Err(format!("nothing binds `{text}`: the host binds names that begin with one of {known}"));
    }
    identifier(name)?;
    Ok(text.to_owned())
}

/// A column, qualified or not.
fn column_name(text: &str) -> Result<String, String> {
    text.split('.').try_for_each(|word| identifier(word).map(|_| ()))?;
    Ok(text.to_owned())
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
    let expression = column_name(expression)?;
    let (kind, nullable) = value_type(kind.trim())?;
    if kind.is_list() {
        return Err(format!("`{expression}` cannot be ordered by: {} is a list", kind.name()));
    }
    let column = expression.rsplit('.').next().unwrap_or(&expression).to_owned();
    Ok(AfterColumn { expression, column, kind, descending, nullable })
}
