//! The members of lines: what each name stands for, looked up once, and whether a line is a row as it stands.

use std::collections::{BTreeSet, HashMap};
use std::fmt;

use serde::de::{Deserialize, DeserializeSeed, Deserializer, Error, IgnoredAny, MapAccess, SeqAccess, Visitor};

use super::answers::MARKS_OF_ANSWERS;
use super::wrapping::may_hold_rows;
use crate::columns::taken_name;
use crate::dataset::DatasetKind;

/// Names that are remembered. A file with more of them is read all the same, more slowly.
const REMEMBERED: usize = 10_000;

/// The names that were met so far.
pub(super) struct Names {
    kind: DatasetKind,
    members: Vec<Member>,
    positions: HashMap<String, usize>,
    /// The members of the line at hand.
    of_line: Vec<usize>,
    /// The names of the first row.
    pub(super) given: Vec<String>,
    /// The dataset's columns that some row had.
    pub(super) taken: BTreeSet<&'static str>,
}

struct Member {
    name: String,
    taken: Option<&'static str>,
    meaning: Meaning,
    was_seen: bool,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Meaning {
    /// A column under the dataset's own name, or nothing of the dataset.
    AsItStands,
    /// A column under another name.
    Renamed,
    /// It holds rows where it holds a list or an object.
    MayHoldRows,
    /// It tells that the object may be an answer of a server and no row.
    OfAnAnswer,
}

impl Names {
    pub(super) fn new(kind: DatasetKind) -> Names {
        Names {
            kind,
            members: Vec::new(),
            positions: HashMap::new(),
            of_line: Vec::new(),
            given: Vec::new(),
            taken: BTreeSet::new(),
        }
    }

    /// True when a line is a row as it stands, whose columns are then noted. What is no JSON is none.
    pub(super) fn are_of_a_row(&mut self, record: &[u8]) -> bool {
        self.of_line.clear();
        self.members.truncate(REMEMBERED);
        let mut reader = serde_json::Deserializer::from_slice(record);
        let is_row = matches!((&mut reader).deserialize_map(Line(self)), Ok(true)) && reader.end().is_ok();
        if is_row {
            for position in &self.of_line {
                let member = &mut self.members[*position];
                if let Some(taken) = member.taken.filter(|_| !member.was_seen) {
                    self.taken.insert(taken);
                }
                member.was_seen = true;
            }
            if self.given.is_empty() {
                self.given.extend(self.of_line.iter().map(|position| self.members[*position].name.clone()));
            }
        }
        is_row
    }

    /// Notes the columns of a row that was written anew.
    pub(super) fn note(&mut self, row: &super::row::PlainRow) {
        if self.given.is_empty() {
            self.given.extend(row.given.iter().cloned());
        }
        self.taken.extend(&row.taken);
    }

    fn position_of(&mut self, name: &str) -> usize {
        if let Some(position) = self.positions.get(name) {
            return *position;
        }
        let taken = taken_name(self.kind, name);
        let meaning = match taken {
            _ if MARKS_OF_ANSWERS.contains(&name) => Meaning::OfAnAnswer,
            _ if may_hold_rows(self.kind, name) => Meaning::MayHoldRows,
            Some(taken) if taken != name => Meaning::Renamed,
            _ => Meaning::AsItStands,
        };
        let position = self.members.len();
        self.members.push(Member { name: name.to_owned(), taken, meaning, was_seen: false });
        if position < REMEMBERED {
            self.positions.insert(name.to_owned(), position);
        }
        position
    }
}

/// Reads the outline of a line: true when it is a row as it stands.
struct Line<'a>(&'a mut Names);

impl<'de> Visitor<'de> for Line<'_> {
    type Value = bool;

    fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("an object")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut members: A) -> Result<bool, A::Error> {
        let names = self.0;
        let mut is_row = true;
        while let Some(position) = members.next_key_seed(Name(names))? {
            let kind: Kind = members.next_value()?;
            names.of_line.push(position);
            let member = &names.members[position];
            is_row &= match member.meaning {
                Meaning::AsItStands => member.taken.is_none() || kind != Kind::Object,
                Meaning::MayHoldRows => kind == Kind::Single && member.taken.is_none_or(|taken| taken == member.name),
                Meaning::Renamed | Meaning::OfAnAnswer => false,
            };
        }
        Ok(is_row)
    }
}

struct Name<'a>(&'a mut Names);

impl<'de> DeserializeSeed<'de> for Name<'_> {
    type Value = usize;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<usize, D::Error> {
        deserializer.deserialize_str(self)
    }
}

impl Visitor<'_> for Name<'_> {
    type Value = usize;

    fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("a name")
    }

    fn visit_str<E: Error>(self, name: &str) -> Result<usize, E> {
        Ok(self.0.position_of(name))
    }
}

/// The kind of a member's value.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Single,
    List,
    Object,
}

impl<'de> Deserialize<'de> for Kind {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Kind, D::Error> {
        deserializer.deserialize_any(KindVisitor)
    }
}

struct KindVisitor;

impl<'de> Visitor<'de> for KindVisitor {
    type Value = Kind;

    fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("a value")
    }

    fn visit_bool<E>(self, _: bool) -> Result<Kind, E> {
        Ok(Kind::Single)
    }

    fn visit_i64<E>(self, _: i64) -> Result<Kind, E> {
        Ok(Kind::Single)
    }

    fn visit_u64<E>(self, _: u64) -> Result<Kind, E> {
        Ok(Kind::Single)
    }

    fn visit_f64<E>(self, _: f64) -> Result<Kind, E> {
        Ok(Kind::Single)
    }

    fn visit_str<E>(self, _: &str) -> Result<Kind, E> {
        Ok(Kind::Single)
    }

    fn visit_unit<E>(self) -> Result<Kind, E> {
        Ok(Kind::Single)
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut items: A) -> Result<Kind, A::Error> {
        while items.next_element::<IgnoredAny>()?.is_some() {}
        Ok(Kind::List)
    }

    fn visit_map<A: MapAccess<'de>>(self, mut members: A) -> Result<Kind, A::Error> {
        while members.next_entry::<IgnoredAny, IgnoredAny>()?.is_some() {}
        Ok(Kind::Object)
    }
}
