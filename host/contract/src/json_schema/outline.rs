//! A schema as a list of places: which schemas each applies to the same value, to members and to items, and what it costs
//! itself. Keywords that are not listed here are refused, so nothing that the library reads stays without a price.

use crate::json_schema::{SchemaError, pattern};
use serde_json::{Map, Value};
use std::collections::{BTreeMap, HashMap, HashSet};

/// Places of one schema.
const MAX_PLACES: usize = 4_096;
/// Different patterns of one schema: each is compiled several times to learn its size.
const MAX_PATTERNS: usize = 100;
/// Bytes of the names and values that one schema is written with.
const MAX_TEXT_BYTES: usize = 512 << 10;
/// Bytes of a compiled pattern that cost a step for each byte of text: an engine that gave up its tables tries each state.
const PATTERN_BYTES_PER_STEP: f64 = 32.0;
/// Steps to start a pattern or a format on a text.
const TEXT_START_STEPS: f64 = 10.0;
/// Steps to follow a reference: of a recursive one the library keeps the verdict, and looks whether it is being followed.
const REFERENCE_STEPS: f64 = 40.0;
/// Steps to divide by a fraction.
const MULTIPLE_STEPS: f64 = 80.0;
/// Bytes that are compared in a step.
const COMPARED_BYTES_PER_STEP: f64 = 16.0;
const DIALECT: &str = "https://json-schema.org/draft/2020-12/schema";

/// Keywords that the library reads past.
const ANNOTATIONS: [&str; 17] = [
    "title",
    "description",
    "default",
    "deprecated",
    "readOnly",
    "writeOnly",
    "example",
    "examples",
    "$comment",
    "contentEncoding",
    "contentMediaType",
    "discriminator",
    "externalDocs",
    "xml",
    "nullable",
    "$defs",
    "definitions",
];
/// Formats whose check is more than one pass over the text.
const DEAR_FORMATS: [&str; 5] = ["regex", "idn-email", "idn-hostname", "iri", "iri-reference"];

/// Steps: some for each value, some for each byte of a text.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Steps {
    pub node: f64,
    pub byte: f64,
}

impl Steps {
    pub(super) fn add(&mut self, other: Steps, times: f64) {
        self.node += other.node * times;
        self.byte += other.byte * times;
    }
}

/// One schema within the schema.
#[derive(Debug, Default)]
pub(super) struct Place {
    pub pointer: String,
    /// Schemas that are applied to the same value.
    pub same_value: Vec<usize>,
    pub properties: BTreeMap<String, usize>,
    /// The members whose name matches a pattern; each is taken to match each name.
    pub pattern_properties: Vec<usize>,
    pub additional: Option<usize>,
    pub names: Option<usize>,
    pub prefix: Vec<usize>,
    pub items: Option<usize>,
    pub contains: Option<usize>,
    /// The price of the value itself.
    pub own: Steps,
    /// The price of each of its members, before the member's own schemas.
    pub member: Steps,
    /// The price of everything below the value, for `uniqueItems`.
    pub below: Steps,
}

#[derive(Debug, Default)]
pub(super) struct Outline {
    /// The first is the schema itself.
    pub places: Vec<Place>,
    pub has_choices: bool,
    pub has_unique_items: bool,
}

impl Outline {
    pub(super) fn of(schema: &Value) -> Result<Outline, SchemaError> {
        let too_large = |what, most| SchemaError::TooLarge { what, most };
        let parts = schema.as_object().into_iter().flatten().filter(|(keyword, _)| *keyword != "components");
        if parts.map(|(_, part)| values_and_bytes(part).1).sum::<f64>() > MAX_TEXT_BYTES as f64 {
            return Err(too_large("bytes", MAX_TEXT_BYTES));
        }
        let mut reader = Reader {
            root: schema,
            outline: Outline::default(),
            known: HashMap::new(),
            found: Vec::new(),
            patterns: HashMap::new(),
        };
        reader.place(String::new(), schema);
        // A place is read after it was found, so nesting and chains of references need no stack.
        let mut next = 0;
        while let Some((pointer, value)) = reader.found.get(next).cloned() {
            if reader.found.len() > MAX_PLACES {
                return Err(too_large("schemas in it", MAX_PLACES));
            }
            let place = reader.read(pointer, value)?;
            reader.outline.places.push(place);
            next += 1;
        }
        reader.outline.check_names()?;
        Ok(reader.outline)
    }

    /// Refuses `propertyNames` that leads back to itself: the library would compile it without end. A name is a text, so nothing is
    /// lost.
    fn check_names(&self) -> Result<(), SchemaError> {
        for (index, place) in self.places.iter().enumerate() {
            let mut ways: Vec<usize> = place.names.into_iter().collect();
            let mut reached: HashSet<usize> = ways.iter().copied().collect();
            while let Some(way) = ways.pop() {
                if way == index {
                    return Err(refused(
                        "propertyNames",
                        &place.pointer,
                        "it leads back to the schema that it stands in",
                    ));
                }
                ways.extend(self.places[way].leads_to().filter(|further| reached.insert(*further)));
            }
        }
        Ok(())
    }
}

impl Place {
    /// The schemas that it applies to anything.
    fn leads_to(&self) -> impl Iterator<Item = usize> {
        let lists = [&self.same_value, &self.pattern_properties, &self.prefix].into_iter().flatten();
        let single = [self.additional, self.names, self.items, self.contains].into_iter().flatten();
        lists.chain(self.properties.values()).copied().chain(single)
    }
}

struct Reader<'schema> {
    root: &'schema Value,
    outline: Outline,
    known: HashMap<String, usize>,
    found: Vec<(String, &'schema Value)>,
    /// The price of each pattern on a text.
    patterns: HashMap<String, Steps>,
}

impl<'schema> Reader<'schema> {
    fn place(&mut self, pointer: String, value: &'schema Value) -> usize {
        if let Some(known) = self.known.get(&pointer) {
            return *known;
        }
        self.known.insert(pointer.clone(), self.found.len());
        self.found.push((pointer, value));
        self.found.len() - 1
    }

    fn read(&mut self, pointer: String, value: &'schema Value) -> Result<Place, SchemaError> {
        let mut place = Place { own: Steps { node: 1.0, byte: 0.0 }, pointer, ..Place::default() };
        match value {
            Value::Bool(_) => {}
            Value::Object(keywords) => {
                for (keyword, value) in keywords {
                    place.own.node += 1.0;
                    self.keyword(&mut place, keyword, value, keywords)?;
                }
            }
            _ => return Err(refused("a value", &place.pointer, "a schema is an object, true or false")),
        }
        Ok(place)
    }

    fn keyword(
        &mut self,
        place: &mut Place,
        keyword: &str,
        value: &'schema Value,
        beside: &Map<String, Value>,
    ) -> Result<(), SchemaError> {
        let at = format!("{}/{}", place.pointer, escaped(keyword));
        match keyword {
            "type" | "minimum" | "maximum" | "exclusiveMinimum" | "exclusiveMaximum" | "minItems" | "maxItems"
            | "minContains" | "maxContains" | "minProperties" | "maxProperties" => {}
            "multipleOf" => place.own.node += MULTIPLE_STEPS,
            "minLength" | "maxLength" => place.own.byte += 1.0,
            "enum" | "const" | "required" | "dependentRequired" => {
                let (values, bytes) = values_and_bytes(value);
                place.own.node += 2.0 * values + bytes / COMPARED_BYTES_PER_STEP;
            }
            "format" => self.format(place, value)?,
            "pattern" => {
                let pattern = value.as_str().ok_or_else(|| refused(keyword, &at, "a pattern is a text"))?;
                place.own.add(self.pattern_steps(pattern, &at)?, 1.0);
            }
            "$ref" => {
                place.own.node += REFERENCE_STEPS;
                let (pointer, target) = self.target(value, &at)?;
                let target = self.place(pointer, target);
                place.same_value.push(target);
            }
            "not" | "if" | "then" | "else" => place.same_value.push(self.place(at, value)),
            "allOf" | "anyOf" | "oneOf" => {
                self.outline.has_choices |= keyword != "allOf";
                place.same_value.extend(self.list(&at, value)?);
            }
            "dependentSchemas" => {
                let schemas = self.map(&at, value)?;
                place.own.node += 2.0 * schemas.len() as f64;
                place.same_value.extend(schemas.into_values());
            }
            "properties" => {
                place.properties = self.map(&at, value)?;
                // A small object's members are looked for among all names.
                place.member.node += 4.0 + place.properties.len() as f64 / 4.0;
                place.member.byte += 1.0 / COMPARED_BYTES_PER_STEP;
            }
            "patternProperties" => {
                for (pattern, schema) in self.map(&at, value)? {
                    place.member.add(self.pattern_steps(&pattern, &at)?, 2.0);
                    place.pattern_properties.push(schema);
                }
            }
            "additionalProperties" => {
                place.member.add(Steps { node: 4.0, byte: 1.0 }, 1.0);
                place.additional = Some(self.place(at, value));
            }
            "propertyNames" => {
                place.member.add(Steps { node: 8.0, byte: 1.0 }, 1.0);
                place.names = Some(self.place(at, value));
            }
            "items" => place.items = Some(self.place(at, value)),
            "contains" => place.contains = Some(self.place(at, value)),
            "prefixItems" => place.prefix = self.list(&at, value)?,
            "uniqueItems" => self.unique_items(place, value, beside)?,
            "$schema" if place.pointer.is_empty() && value == DIALECT => {}
            // Definitions are read where a reference points at them; so are those of an OpenAPI document.
            "components" if place.pointer.is_empty() => {}
            _ if ANNOTATIONS.contains(&keyword) || keyword.starts_with("x-") => {}
            _ => {
                return Err(refused(
                    keyword,
                    &place.pointer,
                    "schemas are written in JSON Schema 2020-12 without $id, $anchor, $dynamicRef, contentSchema, \
                     unevaluatedProperties and unevaluatedItems; a keyword of your own begins with x-",
                ));
            }
        }
        Ok(())
    }

    fn format(&mut self, place: &mut Place, value: &Value) -> Result<(), SchemaError> {
        if let Some(format) = value.as_str().filter(|format| DEAR_FORMATS.contains(format)) {
            let reason = "its check can take more than linear time";
            return Err(refused(&format!("the format {format}"), &place.pointer, reason));
        }
        place.own.add(Steps { node: TEXT_START_STEPS, byte: 4.0 }, 1.0);
        Ok(())
    }

    /// Items of equal hashes can be made at will, so each may be compared with each: `maxItems` is what bounds it. The library
    /// looks at it first.
    fn unique_items(
        &mut self,
        place: &mut Place,
        value: &Value,
        beside: &Map<String, Value>,
    ) -> Result<(), SchemaError> {
        if value == false {
            return Ok(());
        }
        let items = beside.get("maxItems").and_then(Value::as_u64).ok_or_else(|| {
            let reason = "each item may have to be compared with each: declare maxItems beside it";
            refused("uniqueItems", &place.pointer, reason)
        })?;
        self.outline.has_unique_items = true;
        let items = items as f64;
        place.below.add(Steps { node: 8.0 + items, byte: 1.0 + items / COMPARED_BYTES_PER_STEP }, 1.0);
        Ok(())
    }

    fn pattern_steps(&mut self, pattern: &str, at: &str) -> Result<Steps, SchemaError> {
        if let Some(known) = self.patterns.get(pattern) {
            return Ok(*known);
        }
        if self.patterns.len() >= MAX_PATTERNS {
            return Err(SchemaError::TooLarge { what: "patterns", most: MAX_PATTERNS });
        }
        let bytes = pattern::compiled_bytes(pattern, at)? as f64;
        let steps = Steps { node: TEXT_START_STEPS, byte: 1.0 + bytes / PATTERN_BYTES_PER_STEP };
        self.patterns.insert(pattern.to_owned(), steps);
        Ok(steps)
    }

    fn list(&mut self, at: &str, value: &'schema Value) -> Result<Vec<usize>, SchemaError> {
        let items = value.as_array().ok_or_else(|| refused("a value", at, "a list of schemas is expected"))?;
        Ok(items.iter().enumerate().map(|(index, item)| self.place(format!("{at}/{index}"), item)).collect())
    }

    fn map(&mut self, at: &str, value: &'schema Value) -> Result<BTreeMap<String, usize>, SchemaError> {
        let members = value.as_object().ok_or_else(|| refused("a value", at, "an object of schemas is expected"))?;
        let place = |(name, schema): (&String, &'schema Value)| {
            (name.clone(), self.place(format!("{at}/{}", escaped(name)), schema))
        };
        Ok(members.iter().map(place).collect())
    }

    /// The schema that a reference points at: a path within this schema, on which nothing changes what references mean.
    fn target(&self, reference: &Value, at: &str) -> Result<(String, &'schema Value), SchemaError> {
        let refuse = |reason| refused(&format!("the $ref {reference}"), at, reason);
        let text = reference.as_str().unwrap_or_default();
        let is_plain = |byte: u8| byte.is_ascii_alphanumeric() || b"$_.-/".contains(&byte);
        let pointer = text.strip_prefix('#').filter(|path| path.is_empty() || path.starts_with('/'));
        let pointer = pointer.filter(|path| path.bytes().all(is_plain)).ok_or_else(|| {
            refuse("nothing is fetched: it is # and a path within this schema, of letters, digits and $_.-")
        })?;
        let mut target = self.root;
        for step in pointer.split('/').skip(1) {
            target = target.pointer(&format!("/{step}")).ok_or_else(|| refuse("it points at nothing"))?;
            if target.get("$id").is_some_and(Value::is_string) {
                return Err(refuse("a schema on its path has an $id"));
            }
        }
        Ok((pointer.to_owned(), target))
    }
}

pub(super) fn refused(keyword: &str, place: &str, reason: &str) -> SchemaError {
    let place = if place.is_empty() { "the root" } else { place };
    SchemaError::Keyword { keyword: keyword.to_owned(), place: place.to_owned(), reason: reason.to_owned() }
}

fn escaped(name: &str) -> String {
    name.replace('~', "~0").replace('/', "~1")
}

/// The number of values that a JSON value consists of, and the bytes of its names and texts.
fn values_and_bytes(value: &Value) -> (f64, f64) {
    let sum = |sum: (f64, f64), part: (f64, f64)| (sum.0 + part.0, sum.1 + part.1);
    match value {
        Value::Array(items) => items.iter().map(values_and_bytes).fold((1.0, 0.0), sum),
        Value::Object(members) => members
            .iter()
            .map(|(name, member)| sum(values_and_bytes(member), (0.0, name.len() as f64)))
            .fold((1.0, 0.0), sum),
        Value::String(text) => (1.0, text.len() as f64),
        _ => (1.0, 8.0),
    }
}
