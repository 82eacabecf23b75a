//! Sentences for people about a body that does not satisfy its schema, each for one member.
//!
//! Always true: a sentence says first what is asked for and then what was sent, which is cut and never stands alone; it has no pattern
//! and no word of JSON Schema; the masked form quotes nothing that was sent. `kinds` is the one table of what schemas ask for, `nouns`
//! of what members are called. A first-party schema with a form that the table does not have fails the test `contract/refusals`.

mod kinds;
mod nouns;
mod places;
mod shown;

use crate::json_schema::refusals::kinds::Kind;
use crate::json_schema::refusals::nouns::{Noun, capital};
use crate::json_schema::refusals::shown::{cut, grouped, quoted, shown};
use jsonschema::ValidationError;
use jsonschema::error::ValidationErrorKind;
use serde_json::Value;

/// Members that one sentence names.
const MAX_NAMED_MEMBERS: usize = 10;
/// Characters of the members that an operation takes.
const MAX_TAKEN_CHARACTERS: usize = 2_000;
/// Characters of a member's name.
const MAX_NAME_CHARACTERS: usize = 60;
/// Characters of a member's whole path.
const MAX_PATH_CHARACTERS: usize = 300;

/// Why one member of a body is not taken.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Refusal {
    /// `tags.1`: its place, also where it is missing or should not be there; empty for the body itself.
    pub field: String,
    pub sentence: String,
}

/// The refusals of an error; a body with members that are not taken has one for each.
pub fn of_error(schema: &Value, error: &ValidationError<'_>, is_masked: bool) -> Vec<Refusal> {
    if let Some(within) = within_one_of_several(error) {
        return within.iter().flat_map(|error| of_error(schema, error, is_masked)).collect();
    }
    let path = places::steps(error.instance_path().as_str());
    let place = places::of_keyword(schema, error.schema_path().as_str());
    let refusal = |path: &[String], sentence| Refusal { field: field(path), sentence };
    match error.kind() {
        ValidationErrorKind::Required { property } => {
            let mut path = path;
            path.push(property.as_str().unwrap_or_default().to_owned());
            let member = places::member(schema, place, path.last().map_or("", String::as_str));
            vec![refusal(&path, Field::of(&path, member).missing())]
        }
        ValidationErrorKind::AdditionalProperties { unexpected }
        | ValidationErrorKind::UnevaluatedProperties { unexpected } => {
            let sentence = not_taken(&path, place, unexpected);
            let each = unexpected.iter().take(MAX_NAMED_MEMBERS).map(|name| {
                let mut path = path.clone();
                path.push(name.clone());
                refusal(&path, sentence.clone())
            });
            each.collect()
        }
        ValidationErrorKind::MinProperties { limit } => {
            let sentence =
                format!("Give at least {limit} of the members that {} takes: {}.", owner(&path), taken(place));
            vec![refusal(&path, sentence)]
        }
        kind => vec![refusal(&path, Field::of(&path, place).wrong(kind, error.instance(), is_masked))],
    }
}

/// The errors within the only one of several schemas that takes members at all, as of `{…}` or null: what is wrong is one of them.
fn within_one_of_several<'error>(error: &'error ValidationError<'_>) -> Option<&'error [ValidationError<'static>]> {
    let (ValidationErrorKind::AnyOf { context } | ValidationErrorKind::OneOfNotValid { context }) = error.kind() else {
        return None;
    };
    let takes_none = |inner: &ValidationError<'_>| {
        matches!(inner.kind(), ValidationErrorKind::Type { .. }) && inner.instance_path() == error.instance_path()
    };
    let mut fitting = context.iter().filter(|errors| !errors.iter().any(takes_none));
    let only = fitting.next().filter(|errors| !errors.is_empty() && error.instance().is_object())?;
    fitting.next().is_none().then_some(only.as_slice())
}

/// Refuses a whole number that no program of an operation could hold, and writes one with a fraction of zero (`5.0`, `1e3`) as the whole
/// number that it is by JSON Schema. Tells whether anything was written anew.
pub fn whole_numbers(schema: &Value, body: &mut Value, is_masked: bool) -> Result<bool, Vec<Refusal>> {
    let (mut refused, mut is_rewritten) = (Vec::new(), false);
    for path in places::odd_numbers(body) {
        let Some((number, place)) = places::value_mut(body, &path).zip(places::of_value(schema, &path)) else {
            continue;
        };
        let Kind::WholeNumber(..) = Kind::of(place) else { continue };
        match places::whole(number) {
            Some(whole) => (*number, is_rewritten) = (whole.into(), true),
            None => {
                let sentence = Field::of(&path, place).too_large(number, is_masked);
                refused.push(Refusal { field: field(&path), sentence });
            }
        }
    }
    if refused.is_empty() { Ok(is_rewritten) } else { Err(refused) }
}

/// The refusal of a number that JSON can write and nobody can read, such as `1e999`.
pub fn unreadable_number(schema: &Value, path: &[String]) -> Refusal {
    let asked = places::of_value(schema, path).map(|place| Field::of(path, place));
    let sentence = match asked.filter(|asked| asked.kind != Kind::Anything) {
        Some(asked) => format!("{}; this is a number larger than any that can be read.", asked.asked()),
        None => "This is a number larger than any that can be read: send a smaller one.".to_owned(),
    };
    Refusal { field: field(path), sentence }
}

/// One member with what its schema asks for.
struct Field<'schema> {
    name: String,
    noun: Noun,
    kind: Kind,
    is_id: bool,
    schema: &'schema Value,
}

impl<'schema> Field<'schema> {
    fn of(path: &[String], schema: &'schema Value) -> Field<'schema> {
        let (name, is_entry) = places::name(path);
        let kind = Kind::of(schema);
        let owner = Noun::of_id(name).filter(|_| matches!(kind, Kind::WholeNumber(..)));
        let is_id = owner.is_some();
        let noun = owner.unwrap_or_else(|| Noun::of(name, is_entry));
        Field { name: cut(name, MAX_NAME_CHARACTERS), noun, kind, is_id, schema }
    }

    /// For one that is not there, or has nothing in it.
    fn missing(&self) -> String {
        let (noun, words) = (&self.noun, self.kind.in_words());
        match &self.kind {
            Kind::Text(..) | Kind::Anything => format!("Enter {}.", noun.with_article()),
            Kind::WholeNumber(..) if self.is_id => format!("Choose {}: its id, {words}.", noun.with_article()),
            Kind::WholeNumber(..) | Kind::Number(..) => format!("Enter {}: {words}.", noun.of_number()),
            Kind::Form(_) | Kind::Either(_) => format!("Enter {}: {words}.", noun.with_article()),
            Kind::Choice(_) => format!("Choose {}: {words}.", noun.with_article()),
            Kind::YesOrNo => format!("Say {words} for {}.", quoted(&self.name)),
            Kind::List { .. } | Kind::Members => format!("Give {}: {words}.", noun.with_article()),
        }
    }

    /// `A title is a text of 1 to 200 characters`.
    fn asked(&self) -> String {
        let (noun, words) = (&self.noun, self.kind.in_words());
        match &self.kind {
            Kind::WholeNumber(..) if self.is_id => {
                format!("{} is given by its id, {words}", capital(&noun.with_article()))
            }
            Kind::WholeNumber(..) | Kind::Number(..) => format!("{} is {words}", capital(&noun.of_number())),
            Kind::YesOrNo => format!("For {} say {words}", quoted(&self.name)),
            _ => format!("{} {} {words}", capital(&noun.with_article()), noun.verb()),
        }
    }

    fn wrong(&self, kind: &ValidationErrorKind, sent: &Value, is_masked: bool) -> String {
        let is_blank = sent.is_null() || sent.as_str().is_some_and(str::is_empty);
        let grown = |count: usize| grouped(&count.into());
        match (kind, sent) {
            _ if is_blank => self.missing(),
            (ValidationErrorKind::MinItems { limit: 1 }, _) => format!("Give at least one {}.", self.noun.one()),
            (ValidationErrorKind::MinItems { .. } | ValidationErrorKind::MaxItems { .. }, Value::Array(items)) => {
                format!("{}; this one has {}.", self.asked(), grown(items.len()))
            }
            (ValidationErrorKind::MinLength { .. } | ValidationErrorKind::MaxLength { .. }, Value::String(text)) => {
                let quote = if is_masked { String::new() } else { format!(": {}", quoted(text)) };
                let (noun, verb) = (capital(&self.noun.with_article()), self.noun.has());
                let (length, sent) = (Kind::length_in_words(self.schema), grown(text.chars().count()));
                format!("{noun} {verb} {length}; this one has {sent}{quote}.")
            }
            (ValidationErrorKind::MaxProperties { limit }, Value::Object(members)) => {
                let count = grown(members.len());
                format!("{} may have at most {limit} members; {count} were sent.", capital(&self.noun.with_article()))
            }
            (ValidationErrorKind::UniqueItems, _) => {
                format!("Give each of the {} once; one of them is there twice.", self.noun.many())
            }
            (ValidationErrorKind::MultipleOf { multiple_of }, _) => {
                let noun = capital(&self.noun.of_number());
                format!("{noun} is a multiple of {multiple_of}; this is {}.", shown(sent, is_masked))
            }
            (ValidationErrorKind::FalseSchema, _) => {
                format!("Leave {} out: it is not taken.", quoted(&self.name))
            }
            (ValidationErrorKind::AnyOf { .. } | ValidationErrorKind::OneOfNotValid { .. }, Value::Array(_)) => {
                format!("{}; an entry of this list is something else.", self.asked().trim_end_matches(','))
            }
            (
                ValidationErrorKind::Type { .. }
                | ValidationErrorKind::Enum { .. }
                | ValidationErrorKind::Constant { .. }
                | ValidationErrorKind::Format { .. }
                | ValidationErrorKind::Pattern { .. }
                | ValidationErrorKind::Minimum { .. }
                | ValidationErrorKind::Maximum { .. }
                | ValidationErrorKind::ExclusiveMinimum { .. }
                | ValidationErrorKind::ExclusiveMaximum { .. }
                | ValidationErrorKind::AnyOf { .. }
                | ValidationErrorKind::OneOfNotValid { .. },
                _,
            ) if self.kind != Kind::Anything => {
                format!("{}; this is {}.", self.asked().trim_end_matches(','), shown(sent, is_masked))
            }
            _ => {
                let (noun, verb) = (capital(&self.noun.with_article()), self.noun.verb());
                let shown = shown(sent, is_masked);
                format!(
                    "{noun} {verb} not what this operation takes, hold it against the operation's description: {shown}."
                )
            }
        }
    }

    fn too_large(&self, sent: &Value, is_masked: bool) -> String {
        let largest = grouped(&i64::MAX.into());
        format!("{}, at most {largest}; this is {}.", self.asked(), shown(sent, is_masked))
    }
}

/// `These members are not taken: from. This operation takes name, tags.`
fn not_taken(path: &[String], place: &Value, unexpected: &[String]) -> String {
    let named: Vec<String> =
        unexpected.iter().take(MAX_NAMED_MEMBERS).map(|name| cut(name, MAX_NAME_CHARACTERS)).collect();
    let more = match unexpected.len().saturating_sub(MAX_NAMED_MEMBERS) {
        0 => String::new(),
        more => format!(" and {more} more"),
    };
    let owner = capital(&owner(path));
    format!("These members are not taken: {}{more}. {owner} takes {}.", named.join(", "), taken(place))
}

/// Whose members they are.
fn owner(path: &[String]) -> String {
    match path.is_empty() {
        true => "this operation".to_owned(),
        false => quoted(&field(path)),
    }
}

/// The members that a place declares.
fn taken(place: &Value) -> String {
    let names = place.get("properties").and_then(Value::as_object).into_iter().flatten();
    let names = names.map(|(name, _)| name.as_str()).collect::<Vec<_>>().join(", ");
    match names.is_empty() {
        true => "no members".to_owned(),
        false => cut(&names, MAX_TAKEN_CHARACTERS),
    }
}

/// The path of a member, with dots: what stands in it was sent, and is cut.
fn field(path: &[String]) -> String {
    let names = path.iter().map(|name| cut(name, MAX_NAME_CHARACTERS)).collect::<Vec<_>>().join(".");
    cut(&names, MAX_PATH_CHARACTERS)
}
