//! The price of a schema: the most steps that a byte of a value's JSON text can cost.
//!
//! The model. Checking a value walks pairs of a schema and a part of the value. A pair costs what the schema's own keywords
//! cost ([`Place::own`]: so many steps, and so many for each byte of the part's text and name), and leads to further pairs:
//! combinators and references to the same part, `properties`, `items` and the like to its members and items. So for a
//! schema the most that one part of the value can cost depends on how far below the schema the part lies, and on nothing else:
//!
//! - at depth 0 it is the sum over all schemas that apply to the same value, each as often as combinators and references
//!   lead to it;
//! - at depth k it is the sum, over the schemas that apply to one member or item, of what they cost at depth k-1. A member has
//!   one name and an item one index, so of those the dearest counts, and not their sum.
//!
//! That is computed for each depth that the parser admits, so a reference that leads back to a schema needs no rule of its own: one that
//! leads to it twice doubles the price at each depth, and is refused. A part of the value takes at least 5 bytes of text as
//! a member and 2 as an item, which turns steps a part into steps a byte; the dearest depth is the price.
//!
//! An upper bound, by intent: a keyword that would end a check early is taken not to, a name is taken to match each pattern.

use crate::json_schema::SchemaError;
use crate::json_schema::outline::{self, Outline, Place, Steps};
use std::collections::{BTreeMap, BTreeSet};

/// Nesting of a value; the JSON parser refuses more.
const MAX_DEPTH: usize = 128;
/// The fewest bytes of a member: `"":0,`.
const MEMBER_BYTES: f64 = 5.0;
/// The fewest bytes of an item: `0,`.
const ITEM_BYTES: f64 = 2.0;
/// Steps to parse a byte.
const PARSE_STEPS: f64 = 15.0;
/// Schemas one within the other that are applied to one value: each is a few frames of the stack.
const MAX_CHAIN: usize = 64;
/// The same over all depths of a value.
const MAX_HEIGHT: usize = 1_024;
/// Entries of the tables that the price is computed from.
const MAX_ENTRIES: usize = 50_000;

/// The price of a schema.
#[derive(Debug)]
pub(super) struct Price {
    steps_per_byte: f64,
    visits: f64,
    dearest: (String, u64),
    has_choices: bool,
    has_unique_items: bool,
    height: usize,
}

impl Price {
    pub(super) fn of(outline: &Outline) -> Result<Price, SchemaError> {
        let mut tables = Tables::new(&outline.places);
        tables.fill()?;
        let (steps_per_byte, dearest, height) = tables.dearest(|own, bytes| own.node / bytes + own.byte)?;
        // Each keyword of a pair may tell one error.
        let (visits, ..) = tables.dearest(|own, _| own.node)?;
        let dearest = (outline.places[dearest.0].pointer.clone(), dearest.1);
        let (has_choices, has_unique_items) = (outline.has_choices, outline.has_unique_items);
        Ok(Price {
            steps_per_byte: PARSE_STEPS + steps_per_byte,
            visits,
            dearest,
            has_choices,
            has_unique_items,
            height,
        })
    }

    /// The most steps for a JSON text of so many bytes; more than can be counted is the largest number.
    pub(super) fn steps(&self, bytes: u64) -> u64 {
        // One part more than the bytes of its members and items allow: the value itself.
        ((bytes as f64 + MEMBER_BYTES) * self.steps_per_byte).ceil() as u64
    }

    /// The most steps that one part of the value takes, its texts aside.
    pub(super) fn visits(&self) -> f64 {
        self.visits
    }

    /// The place that costs most, and how often one part of the value can be held against it.
    pub(super) fn dearest(&self) -> (&str, u64) {
        (if self.dearest.0.is_empty() { "the root" } else { &self.dearest.0 }, self.dearest.1)
    }

    /// True for a schema with `anyOf` or `oneOf`.
    pub(super) fn has_choices(&self) -> bool {
        self.has_choices
    }

    /// The most schemas that are applied one within the other to a value and what is below it.
    pub(super) fn height(&self) -> usize {
        self.height
    }

    pub(super) fn has_unique_items(&self) -> bool {
        self.has_unique_items
    }
}

/// Schemas that apply to one value, each with how often.
type Applied = Vec<(usize, f64)>;

/// A kind of member or item: a name, a position, or all others.
struct Kind {
    bytes: f64,
    applied: Applied,
    /// The work on each before its own schemas.
    before: Steps,
}

/// The meaning of the places together; one entry for each place.
struct Tables<'outline> {
    places: &'outline [Place],
    /// The schemas that apply to the same value, the place itself among them.
    same_value: Vec<Applied>,
    /// The longest way to one of them.
    chain: Vec<usize>,
    kinds: Vec<Vec<Kind>>,
    entries: usize,
}

impl<'outline> Tables<'outline> {
    fn new(places: &'outline [Place]) -> Tables<'outline> {
        let same_value = vec![Vec::new(); places.len()];
        let kinds = places.iter().map(|_| Vec::new()).collect();
        Tables { places, same_value, chain: vec![0; places.len()], kinds, entries: 0 }
    }

    fn fill(&mut self) -> Result<(), SchemaError> {
        for place in 0..self.places.len() {
            self.follow(place, &mut Vec::new())?;
        }
        for place in 0..self.places.len() {
            let kinds = self.kinds_of(&self.same_value[place]);
            self.count(kinds.iter().map(|kind| kind.applied.len()).sum())?;
            self.kinds[place] = kinds;
        }
        Ok(())
    }

    /// Everything that applies to the value that `place` is applied to.
    fn follow(&mut self, place: usize, way: &mut Vec<usize>) -> Result<(), SchemaError> {
        if !self.same_value[place].is_empty() {
            return Ok(());
        }
        let refuse = |reason: String| outline::refused("the schema", &self.places[place].pointer, &reason);
        if way.contains(&place) {
            return Err(refuse("it applies itself to the same value again".to_owned()));
        }
        let too_long = || refuse(format!("more than {MAX_CHAIN} schemas within each other apply to one value"));
        if way.len() >= MAX_CHAIN {
            return Err(too_long());
        }
        way.push(place);
        let mut applied = BTreeMap::from([(place, 1.0)]);
        let mut chain = 0;
        for further in self.places[place].same_value.clone() {
            self.follow(further, way)?;
            chain = chain.max(self.chain[further]);
            for (schema, times) in &self.same_value[further] {
                *applied.entry(*schema).or_insert(0.0) += times;
            }
        }
        way.pop();
        if chain >= MAX_CHAIN {
            return Err(too_long());
        }
        self.count(applied.len())?;
        self.chain[place] = chain + 1;
        self.same_value[place] = applied.into_iter().collect();
        Ok(())
    }

    fn count(&mut self, entries: usize) -> Result<(), SchemaError> {
        self.entries += entries;
        match self.entries > MAX_ENTRIES {
            true => Err(SchemaError::TooLarge { what: "combinations of schemas", most: MAX_ENTRIES }),
            false => Ok(()),
        }
    }

    fn kinds_of(&self, applied: &Applied) -> Vec<Kind> {
        let places = || applied.iter().map(|(place, times)| (&self.places[*place], *times));
        let mut member = Steps::default();
        for (place, times) in places() {
            member.add(place.member, times);
            if let Some(names) = place.names {
                member.add(self.own(names), times);
            }
        }
        let of_member = |name: Option<&str>| {
            let named = |place: &Place| name.and_then(|name| place.properties.get(name)).copied().or(place.additional);
            let schemas = places().flat_map(|(place, times)| {
                let all = named(place).into_iter().chain(place.pattern_properties.iter().copied());
                all.map(move |schema| (schema, times))
            });
            Kind { bytes: MEMBER_BYTES, applied: summed(schemas), before: member }
        };
        let of_item = |index: usize| {
            let schemas = places().flat_map(|(place, times)| {
                let all = place.prefix.get(index).copied().or(place.items).into_iter().chain(place.contains);
                all.map(move |schema| (schema, times))
            });
            let before = Steps { node: places().map(|(_, times)| times).sum(), byte: 0.0 };
            Kind { bytes: ITEM_BYTES, applied: summed(schemas), before }
        };
        let names: BTreeSet<&str> =
            places().flat_map(|(place, _)| place.properties.keys().map(String::as_str)).collect();
        let positions = places().map(|(place, _)| place.prefix.len()).max().unwrap_or(0);
        let members = names.into_iter().map(Some).chain([None]).map(of_member);
        members.chain((0..=positions).map(of_item)).collect()
    }

    /// The price of the schemas on one value.
    fn own(&self, place: usize) -> Steps {
        let mut own = Steps::default();
        for (place, times) in &self.same_value[place] {
            own.add(self.places[*place].own, *times);
        }
        own
    }

    /// The most that a part of the value costs at any depth, and the place that costs most with how often it is applied.
    fn dearest(&self, cost: impl Fn(Steps, f64) -> f64) -> Result<(f64, (usize, u64), usize), SchemaError> {
        let count = self.places.len();
        let on_value = |bytes: f64| (0..count).map(|place| cost(self.own(place), bytes)).collect::<Vec<_>>();
        let (as_member, as_item) = (on_value(MEMBER_BYTES), on_value(ITEM_BYTES));
        let below: Vec<f64> = (0..count)
            .map(|place| {
                let mut below = Steps::default();
                self.same_value[place].iter().for_each(|(place, times)| below.add(self.places[*place].below, *times));
                cost(below, ITEM_BYTES)
            })
            .collect();
        let (mut dearest, mut depth_of_dearest) = (as_item[0], 0);
        let (mut before, mut height_before): (Vec<f64>, Vec<usize>) = (Vec::new(), self.chain.clone());
        // The kind that was dearest, by depth and place.
        let mut choices: Vec<Vec<Option<usize>>> = Vec::new();
        for depth in 1..=MAX_DEPTH {
            let (mut now, mut height, mut chosen) = (vec![0.0; count], self.chain.clone(), vec![None; count]);
            for place in 0..count {
                for (index, kind) in self.kinds[place].iter().enumerate() {
                    let first = if kind.bytes == MEMBER_BYTES { &as_member } else { &as_item };
                    let values = if depth == 1 { first } else { &before };
                    let mut total: f64 = kind.applied.iter().map(|(schema, times)| values[*schema] * times).sum();
                    total += if depth == 1 { cost(kind.before, kind.bytes) } else { 0.0 };
                    if total > now[place] {
                        (now[place], chosen[place]) = (total, Some(index));
                    }
                    let below = kind.applied.iter().map(|(schema, _)| height_before[*schema]).max().unwrap_or(0);
                    height[place] = height[place].max(self.chain[place] + below);
                }
                now[place] += below[place];
            }
            if now[0] > dearest {
                (dearest, depth_of_dearest) = (now[0], depth);
            }
            if height[0] > MAX_HEIGHT {
                return Err(SchemaError::TooLarge {
                    what: "schemas within each other for one value",
                    most: MAX_HEIGHT,
                });
            }
            choices.push(chosen);
            (before, height_before) = (now, height);
        }
        let cost_of = |place: usize| cost(self.places[place].own, ITEM_BYTES);
        Ok((dearest + below[0], self.blame(&choices[..depth_of_dearest], cost_of), height_before[0]))
    }

    /// Follows the dearest kinds down to the schema that costs most.
    fn blame(&self, choices: &[Vec<Option<usize>>], cost: impl Fn(usize) -> f64) -> (usize, u64) {
        let mut applied: Applied = vec![(0, 1.0)];
        for depth in (0..choices.len()).rev() {
            let further = applied.iter().flat_map(|(place, times)| {
                let kind = choices[depth][*place].map(|kind| &self.kinds[*place][kind]);
                kind.into_iter().flat_map(|kind| &kind.applied).map(move |(schema, further)| (*schema, times * further))
            });
            let further = summed(further);
            if further.is_empty() {
                break;
            }
            applied = further;
        }
        let on_value = applied.iter().flat_map(|(place, times)| {
            self.same_value[*place].iter().map(move |(schema, further)| (*schema, times * further))
        });
        let most = summed(on_value)
            .into_iter()
            .max_by(|one, other| (cost(one.0) * one.1).total_cmp(&(cost(other.0) * other.1)));
        most.map_or((0, 1), |(place, times)| (place, times as u64))
    }
}

fn summed(schemas: impl Iterator<Item = (usize, f64)>) -> Applied {
    let mut sums = BTreeMap::new();
    schemas.for_each(|(schema, times)| *sums.entry(schema).or_insert(0.0) += times);
    sums.into_iter().collect()
}
