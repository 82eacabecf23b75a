//! A route's parameters, prepared for parsing.

use super::page::{MAX_PAGE_ROWS, parse_limit};
use super::parse_value;
use super::query::{decode_path, decode_query, pairs};
use super::refusal::{refuse, shorten};
use super::time::is_empty_range;
use crate::{Parameter, ParameterKind, ParameterPlace, Problem, Route, Toward, Walk};
use quarry_stores::result_set::Value;
use std::borrow::Cow;

/// Parameters that one operation can declare: the set of those already seen is a 64-bit word.
const MAX_PARAMETERS: usize = 61;
/// The most characters of one text of a list.
const MAX_LISTED_CHARACTERS: u32 = 200;
const AFTER_BIT: usize = 61;
const LIMIT_BIT: usize = 62;
const CURSOR_BIT: usize = 63;

/// The parsing plan of a route's declaration, worked out once.
#[derive(Debug)]
pub struct ParameterPlan {
    /// For each declared parameter, which segment of the path it is; `None` for those of the query.
    path_positions: Vec<Option<usize>>,
    /// Positions of parameters that are the two ends of one range.
    ranges: Vec<(usize, usize)>,
}

/// The values in a request's path and query.
#[derive(Debug, Clone, PartialEq)]
pub struct ParsedParameters {
    /// One value for each declared parameter, in declared order; `Null` where absent.
    pub values: Vec<Value>,
    /// Rows of a page; zero on routes that do not page.
    pub limit: u32,
    /// The cursor as sent; only on paged routes.
    pub cursor: Option<String>,
    /// The parameter that brought it: `cursor` or `before`, or `after`.
    pub toward: Toward,
}

impl ParameterPlan {
    /// The plan of a route whose path names `path_names`, in order. The error is the reason why the declaration
    /// cannot be served.
    pub fn new(route: &Route, path_names: &[&str]) -> Result<ParameterPlan, String> {
        let parameters = &route.parameters;
        if parameters.len() > MAX_PARAMETERS {
            return Err(format!("it declares {} parameters; {MAX_PARAMETERS} is the most", parameters.len()));
        }
        if route.default_limit.is_some_and(|limit| !(1..=MAX_PAGE_ROWS).contains(&limit)) {
            return Err(format!("the default number of rows in its page is not from 1 to {MAX_PAGE_ROWS}"));
        }
        let mut path_positions = Vec::with_capacity(parameters.len());
        for (position, parameter) in parameters.iter().enumerate() {
            check_declaration(route, position, parameter)?;
            let segment = path_names.iter().position(|name| *name == parameter.name);
            match (parameter.place, segment) {
                (ParameterPlace::Path, None) => {
                    return Err(format!("path parameter \"{}\" is not in its path", parameter.name));
                }
                (ParameterPlace::Query, Some(_)) => {
                    return Err(format!("\"{}\" is in its path but declared as a query parameter", parameter.name));
                }
                _ => path_positions.push(segment),
            }
        }
        if let Some(name) = path_names.iter().find(|name| !parameters.iter().any(|known| known.name == **name)) {
            return Err(format!("\"{name}\" is in its path but not declared as a parameter"));
        }
        Ok(ParameterPlan { path_positions, ranges: find_ranges(parameters) })
    }

    /// Parses the path's values (encoded, in path order) and the query string.
    pub fn parse(&self, route: &Route, path_values: &[&str], query: Option<&str>) -> Result<ParsedParameters, Problem> {
        let mut parsed = ParsedParameters {
            values: vec![Value::Null; route.parameters.len()],
            limit: route.default_limit.unwrap_or_default(),
            cursor: None,
            toward: Toward::default(),
        };
        self.parse_path(route, path_values, &mut parsed)?;
        self.parse_query(route, query.unwrap_or_default(), &mut parsed)?;
        for (parameter, value) in route.parameters.iter().zip(&mut parsed.values) {
            if *value == Value::Null {
                *value = absent(parameter)?;
            }
        }
        self.check_ranges(route, &parsed.values)?;
        Ok(parsed)
    }

    fn parse_path(&self, route: &Route, encoded: &[&str], parsed: &mut ParsedParameters) -> Result<(), Problem> {
        for (position, segment) in self.path_positions.iter().enumerate() {
            let Some(text) = segment.and_then(|segment| encoded.get(segment)) else { continue };
            let parameter = &route.parameters[position];
            let decoded = readable(&parameter.name, text, decode_path(text))?;
            parsed.values[position] = parse_value(&parameter.name, &parameter.kind, &decoded)?;
        }
        Ok(())
    }

    fn parse_query(&self, route: &Route, query: &str, parsed: &mut ParsedParameters) -> Result<(), Problem> {
        let mut seen = 0_u64;
        for (encoded_name, encoded_value) in pairs(query) {
            let Some(name) = decode_query(encoded_name) else { continue };
            let Some(position) = self.query_position(route, &name) else { continue };
            if let Some(ParameterKind::TextList { max_items }) = route.parameters.get(position).map(|p| &p.kind) {
                let value = readable(&name, encoded_value, decode_query(encoded_value))?;
                add_text(&name, &value, *max_items, &mut parsed.values[position])?;
                continue;
            }
            if seen & (1 << position) != 0 {
                return Err(Problem::invalid_parameter(
                    &name,
                    format!(
                        "The parameter \"{name}\" is given twice, the second time as \"{}\": give it once.",
                        shorten(encoded_value)
                    ),
                ));
            }
            seen |= 1 << position;
            let value = readable(&name, encoded_value, decode_query(encoded_value))?;
            match position {
                LIMIT_BIT => parsed.limit = parse_limit(&value)?,
                CURSOR_BIT | AFTER_BIT if parsed.cursor.is_some() => {
                    return Err(before_and_after(&name, encoded_value));
                }
                CURSOR_BIT => parsed.cursor = Some(value.into_owned()),
                AFTER_BIT => {
                    parsed.cursor = Some(value.into_owned());
                    parsed.toward = Toward::Previous;
                }
                _ => parsed.values[position] = parse_value(&name, &route.parameters[position].kind, &value)?,
            }
        }
        Ok(())
    }

    /// The position of the query parameter `name`; `None` for one that the route does not have.
    fn query_position(&self, route: &Route, name: &str) -> Option<usize> {
        let declared = route
            .parameters
            .iter()
            .position(|parameter| parameter.place == ParameterPlace::Query && parameter.name == name);
        match name {
            "limit" if route.is_paged() => Some(LIMIT_BIT),
            "cursor" if route.is_paged() && route.walk == Walk::Forward => Some(CURSOR_BIT),
            "before" if route.is_paged() && route.walk == Walk::BothWays => Some(CURSOR_BIT),
            "after" if route.is_paged() && route.walk == Walk::BothWays => Some(AFTER_BIT),
            _ => declared,
        }
    }

    fn check_ranges(&self, route: &Route, values: &[Value]) -> Result<(), Problem> {
        for (from, to) in &self.ranges {
            let relation = match (&values[*from], &values[*to]) {
                (Value::Timestamp(start), Value::Timestamp(end)) if is_empty_range(*start, *end) => {
                    if start > end {
                        "is after"
                    } else {
                        "is already the end that is given by"
                    }
                }
                (Value::Int64(start), Value::Int64(end)) if start > end => "is after",
                _ => continue,
            };
            let (from_name, to_name) = (&route.parameters[*from].name, &route.parameters[*to].name);
            return Err(Problem::invalid_parameter(
                from_name,
                format!(
                    "The parameter \"{from_name}\" ({}) {relation} \"{to_name}\" ({}): give a range that does not end \
                     before it begins.",
                    shown(&values[*from]),
                    shown(&values[*to])
                ),
            ));
        }
        Ok(())
    }
}

/// Adds one text of a list.
fn add_text(name: &str, text: &str, max_items: u32, value: &mut Value) -> Result<(), Problem> {
    let parsed = parse_value(name, &ParameterKind::Text { max_length: MAX_LISTED_CHARACTERS }, text)?;
    let Value::Text(text) = parsed else { return Ok(()) };
    let mut items = match std::mem::replace(value, Value::Null) {
        Value::TextList(items) => items,
        _ => Vec::new(),
    };
    if items.len() >= max_items as usize {
        let sentence = format!("The parameter \"{name}\" is given more than {max_items} times: give fewer.");
        return Err(Problem::invalid_parameter(name, sentence));
    }
    items.push(text);
    *value = Value::TextList(items);
    Ok(())
}

fn before_and_after(name: &str, encoded_value: &str) -> Problem {
    let value = shorten(encoded_value);
    let detail = format!(
        "The parameter \"{name}\" (\"{value}\") and its opposite are both given: a page lies on one side of a place."
    );
    Problem::invalid_parameter(name, detail)
}

/// The value of a parameter that was not given.
pub(super) fn absent(parameter: &Parameter) -> Result<Value, Problem> {
    match &parameter.kind {
        ParameterKind::Choice { default: Some(default), .. } => Ok(Value::Text(default.clone())),
        _ if parameter.required => Err(Problem::invalid_parameter(
            &parameter.name,
            format!("The parameter \"{}\" is required and was not given.", parameter.name),
        )),
        _ => Ok(Value::Null),
    }
}

fn readable<'a>(name: &str, encoded: &str, decoded: Option<Cow<'a, str>>) -> Result<Cow<'a, str>, Problem> {
    decoded.ok_or_else(|| {
        refuse(
            name,
            encoded,
            "it must be UTF-8, with two hexadecimal digits behind every percent sign (a percent sign itself is %25)",
        )
    })
}

fn shown(value: &Value) -> String {
    match value {
        Value::Timestamp(microseconds) => match jiff::Timestamp::from_microsecond(*microseconds) {
            Ok(time) => time.to_string(),
            Err(_) => microseconds.to_string(),
        },
        Value::Int64(number) => number.to_string(),
        _ => String::new(),
    }
}

fn check_declaration(route: &Route, position: usize, parameter: &Parameter) -> Result<(), String> {
    let name = &parameter.name;
    if route.parameters[..position].iter().any(|earlier| earlier.name == *name) {
        return Err(format!("parameter \"{name}\" is declared twice"));
    }
    let is_the_hosts = match route.walk {
        Walk::Forward => matches!(name.as_str(), "limit" | "cursor"),
        Walk::BothWays => matches!(name.as_str(), "limit" | "before" | "after"),
    };
    if route.is_paged() && is_the_hosts {
        return Err(format!("it pages, so \"{name}\" is the host's and cannot be declared"));
    }
    match &parameter.kind {
        ParameterKind::Choice { values, .. } if values.is_empty() => {
            Err(format!("parameter \"{name}\" is a choice of nothing"))
        }
        ParameterKind::Choice { values, default: Some(default) } if !values.contains(default) => {
            Err(format!("the default \"{default}\" of parameter \"{name}\" is not one of its values"))
        }
        ParameterKind::Integer { minimum, maximum } if minimum > maximum => {
            Err(format!("the bounds of parameter \"{name}\" are the wrong way round"))
        }
        ParameterKind::TextList { .. } if parameter.place == ParameterPlace::Path => {
            Err(format!("parameter \"{name}\" is a list of texts, which a path cannot have"))
        }
        ParameterKind::Text { max_length: 0 }
        | ParameterKind::AddressList { max_items: 0 }
        | ParameterKind::TextList { max_items: 0 } => Err(format!("parameter \"{name}\" allows no value")),
        _ => Ok(()),
    }
}

/// Pairs whose names differ in `from` and `to` alone (`from`/`to`, `block_from`/`block_to`), both times or both
/// integers.
fn find_ranges(parameters: &[Parameter]) -> Vec<(usize, usize)> {
    let is_range = |from: &Parameter, to: &Parameter| {
        let kinds = matches!(
            (&from.kind, &to.kind),
            (ParameterKind::TimeFrom, ParameterKind::TimeTo)
                | (ParameterKind::Integer { .. }, ParameterKind::Integer { .. })
        );
        let stem = from.name.strip_suffix("from");
        kinds && stem.is_some() && stem == to.name.strip_suffix("to")
    };
    let mut ranges = Vec::new();
    for (start, from) in parameters.iter().enumerate() {
        if let Some(end) = parameters.iter().position(|to| is_range(from, to)) {
            ranges.push((start, end));
        }
    }
    ranges
}
