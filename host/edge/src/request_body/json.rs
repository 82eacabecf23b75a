//! JSON, read strictly: a member that is given twice is refused, since the parties would disagree on which one counts.

use serde::de::{Deserialize, DeserializeSeed, Deserializer, Error, MapAccess, SeqAccess, Visitor};
use serde_json::error::Category;
use serde_json::{Map, Number, Value};
use std::fmt;

/// The beginning of the parser's sentence about a number that it cannot hold; it gives no other sign of it.
const TOO_LARGE: &str = "number out of range";
/// The same of its sentence about lists and groups within each other.
const TOO_DEEP: &str = "recursion limit exceeded";
/// Characters that a sentence shows of a member's name.
const MAX_NAME_CHARACTERS: usize = 60;

/// A text that is no JSON as it is read here.
#[derive(Debug)]
pub(super) enum Malformed {
    /// A number, at this path, is larger than any that can be read.
    Number(Vec<String>),
    /// The sentence says what else, and where.
    Text(String),
}

/// One step on the way to what is being read.
enum Step {
    Member(String),
    Item(usize),
}

/// Parses a whole text. Nesting is bounded by the parser, at 128.
pub(super) fn parse(text: &[u8]) -> Result<Value, Malformed> {
    let mut reader = serde_json::Deserializer::from_slice(text);
    let mut path = Vec::new();
    let read = Strict { path: &mut path }.deserialize(&mut reader);
    let read = read.and_then(|value| reader.end().map(|()| value));
    read.map_err(|error| {
        let sentence = error.to_string();
        match sentence.starts_with(TOO_LARGE) {
            true => Malformed::Number(path.into_iter().map(Step::into_name).collect()),
            false => Malformed::Text(reason(&error, &sentence)),
        }
    })
}

/// The part of a sentence that says what cannot be read, and where: the parser's words are for programmers.
fn reason(error: &serde_json::Error, sentence: &str) -> String {
    let (line, column) = (error.line(), error.column());
    let place = format!("at line {line}, column {column}");
    match error.classify() {
        Category::Eof => format!("it ends {place}, before it is complete"),
        // Said by the reader below, which the parser adds the place to.
        Category::Data => {
            let told = sentence.strip_suffix(&format!(" at line {line} column {column}")).unwrap_or(sentence);
            format!("{told}, {place}")
        }
        _ if sentence.starts_with(TOO_DEEP) => format!("it has too many lists and groups within each other, {place}"),
        Category::Syntax | Category::Io => format!("something is wrong {place}"),
    }
}

impl Step {
    fn into_name(self) -> String {
        match self {
            Step::Member(name) => name,
            Step::Item(place) => place.to_string(),
        }
    }
}

/// Reads a value; where that fails the path leads to what could not be read.
struct Strict<'path> {
    path: &'path mut Vec<Step>,
}

impl<'de> DeserializeSeed<'de> for Strict<'_> {
    type Value = Value;

    fn deserialize<D: Deserializer<'de>>(self, reader: D) -> Result<Value, D::Error> {
        reader.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for Strict<'_> {
    type Value = Value;

    fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("a JSON value")
    }

    fn visit_unit<E>(self) -> Result<Value, E> {
        Ok(Value::Null)
    }

    fn visit_bool<E>(self, value: bool) -> Result<Value, E> {
        Ok(Value::Bool(value))
    }

    fn visit_i64<E>(self, value: i64) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_u64<E>(self, value: u64) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_f64<E: Error>(self, value: f64) -> Result<Value, E> {
        Number::from_f64(value).map(Value::Number).ok_or_else(|| E::custom(TOO_LARGE))
    }

    fn visit_str<E>(self, value: &str) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_string<E>(self, value: String) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut items: A) -> Result<Value, A::Error> {
        let mut array = Vec::new();
        loop {
            self.path.push(Step::Item(array.len()));
            let item = items.next_element_seed(Strict { path: &mut *self.path })?;
            self.path.pop();
            match item {
                Some(item) => array.push(item),
                None => break,
            }
        }
        Ok(Value::Array(array))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut members: A) -> Result<Value, A::Error> {
        let mut object = Map::new();
        while let Some(name) = members.next_key_seed(Name)? {
            if object.contains_key(&name) {
                let shown: String = name.chars().take(MAX_NAME_CHARACTERS).collect();
                return Err(A::Error::custom(format!("a member is given twice: \"{shown}\"")));
            }
            self.path.push(Step::Member(name));
            let value = members.next_value_seed(Strict { path: &mut *self.path })?;
            if let Some(Step::Member(name)) = self.path.pop() {
                object.insert(name, value);
            }
        }
        Ok(Value::Object(object))
    }
}

struct Name;

impl<'de> DeserializeSeed<'de> for Name {
    type Value = String;

    fn deserialize<D: Deserializer<'de>>(self, reader: D) -> Result<String, D::Error> {
        String::deserialize(reader)
    }
}
