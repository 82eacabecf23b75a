//! The place of an error: the member of the body, and the part of the schema that asks for it.

use serde_json::{Map, Value};

/// References and choices that are followed to one schema.
const MAX_FOLLOWED: usize = 16;
/// Numbers of one body that are looked at.
const MAX_ODD_NUMBERS: usize = 20;
/// Up to here a number with a fraction part is exact.
const MAX_EXACT: f64 = 9_007_199_254_740_992.0;

/// The steps of a JSON pointer.
pub(super) fn steps(pointer: &str) -> Vec<String> {
    pointer.split('/').skip(1).map(|step| step.replace("~1", "/").replace("~0", "~")).collect()
}

/// The name of the member at a path, and whether it is an entry of a list of that name.
pub(super) fn name(path: &[String]) -> (&str, bool) {
    let is_place = |step: &&String| step.bytes().all(|byte| byte.is_ascii_digit());
    let name = path.iter().rev().find(|step| !is_place(step)).map_or("entry", String::as_str);
    (name, path.last().is_some_and(|step| is_place(&step)))
}

/// The schema in which a keyword stands.
pub(super) fn of_keyword<'schema>(schema: &'schema Value, keyword: &str) -> &'schema Value {
    let place = keyword.rsplit_once('/').and_then(|(place, _)| schema.pointer(place));
    followed(schema, place.unwrap_or(&Value::Null))
}

/// The schema of a member of a place; null where nothing is said of it.
pub(super) fn member<'schema>(schema: &'schema Value, place: &'schema Value, name: &str) -> &'schema Value {
    let mut found = Vec::new();
    step(schema, place, name, &mut found, 0);
    found.first().copied().unwrap_or(&Value::Null)
}

/// The schema of the value at a path.
pub(super) fn of_value<'schema>(schema: &'schema Value, path: &[String]) -> Option<&'schema Value> {
    let mut places = vec![followed(schema, schema)];
    for name in path {
        let mut next = Vec::new();
        for place in places {
            step(schema, place, name, &mut next, 0);
        }
        places = next;
        places.truncate(MAX_FOLLOWED);
    }
    places.first().copied()
}

/// The schemas that a place has for what lies at one step below it.
fn step<'schema>(
    schema: &'schema Value,
    place: &'schema Value,
    name: &str,
    found: &mut Vec<&'schema Value>,
    depth: usize,
) {
    if depth > MAX_FOLLOWED || found.len() > MAX_FOLLOWED {
        return;
    }
    let place = followed(schema, place);
    let named = place.get("properties").and_then(|members| members.get(name));
    let other = || place.get("additionalProperties").filter(|other| other.is_object());
    let item = || place.get("items").filter(|_| name.bytes().all(|byte| byte.is_ascii_digit()));
    found.extend(named.or_else(other).or_else(item).map(|below| followed(schema, below)));
    for keyword in ["allOf", "anyOf", "oneOf"] {
        for part in place.get(keyword).and_then(Value::as_array).into_iter().flatten() {
            step(schema, part, name, found, depth + 1);
        }
    }
}

/// The schema that a reference leads to.
fn followed<'schema>(schema: &'schema Value, place: &'schema Value) -> &'schema Value {
    let mut place = place;
    for _ in 0..MAX_FOLLOWED {
        let target = place.get("$ref").and_then(Value::as_str).and_then(|target| target.strip_prefix('#'));
        match target.and_then(|target| schema.pointer(target)) {
            Some(next) => place = next,
            None => break,
        }
    }
    place
}

/// The paths of numbers that are no whole numbers of 64 bits as they are written.
pub(super) fn odd_numbers(body: &Value) -> Vec<Vec<String>> {
    let (mut found, mut path) = (Vec::new(), Vec::new());
    if has_odd_number(body) {
        find_odd_numbers(body, &mut path, &mut found);
    }
    found
}

fn is_odd(number: &Value) -> bool {
    number.is_number() && number.as_i64().is_none()
}

fn has_odd_number(value: &Value) -> bool {
    match value {
        Value::Array(items) => items.iter().any(has_odd_number),
        Value::Object(members) => members.values().any(has_odd_number),
        value => is_odd(value),
    }
}

fn find_odd_numbers(value: &Value, path: &mut Vec<String>, found: &mut Vec<Vec<String>>) {
    let mut below = |name: String, value: &Value| {
        if found.len() < MAX_ODD_NUMBERS {
            path.push(name);
            find_odd_numbers(value, path, found);
            path.pop();
        }
    };
    match value {
        Value::Array(items) => items.iter().enumerate().for_each(|(place, item)| below(place.to_string(), item)),
        Value::Object(members) => each(members, &mut below),
        value if is_odd(value) => found.push(path.clone()),
        _ => {}
    }
}

fn each(members: &Map<String, Value>, below: &mut impl FnMut(String, &Value)) {
    members.iter().for_each(|(name, member)| below(name.clone(), member));
}

pub(super) fn value_mut<'body>(body: &'body mut Value, path: &[String]) -> Option<&'body mut Value> {
    path.iter().try_fold(body, |value, name| match value {
        Value::Array(items) => items.get_mut(name.parse::<usize>().ok()?),
        Value::Object(members) => members.get_mut(name),
        _ => None,
    })
}

/// The whole number that a number is, where it is exact.
pub(super) fn whole(number: &Value) -> Option<i64> {
    let number = number.as_f64().filter(|number| number.fract() == 0.0 && number.abs() <= MAX_EXACT)?;
    format!("{number:.0}").parse().ok()
}
