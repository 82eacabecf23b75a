//! A project whose pages have something of every field, and the same as a model that says what a board and a table must show.

use crate::organizations::house::{execute, server};
use crate::research::support::{Desk, MADE_AT, number, text};
use quarry::stores::result_set::Value;
use serde_json::{Value as Json, json};
use std::cmp::Ordering;
use std::collections::BTreeMap;

pub(super) const KINDS: [&str; 6] = ["text", "number", "select", "date", "person", "relation"];
const OWN: [&str; 6] = ["status", "title", "tags", "author", "created_at", "updated_at"];
const OPTIONS: [&str; 3] = ["wanted", "begun", "at rest"];
const STATUSES: [&str; 3] = ["draft", "in_review", "final"];
const DAY: i64 = 86_400_000_000;

/// One value of a field.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Cell {
    /// The value as filters name it and as a board's column has it.
    pub(super) value: Json,
    rank: f64,
    text: String,
}

#[derive(Debug, Clone)]
pub(super) struct Seeded {
    pub(super) id: i64,
    pub(super) cells: BTreeMap<String, Vec<Cell>>,
}

pub(super) struct Shelf {
    pub(super) desk: Desk,
    pub(super) project: i64,
    /// By kind.
    pub(super) properties: BTreeMap<&'static str, i64>,
    /// Pages of another project, to which relations lead.
    targets: [(i64, &'static str); 2],
    pub(super) pages: Vec<Seeded>,
}

fn by_number(value: Json, rank: f64) -> Cell {
    Cell { value, rank, text: String::new() }
}

fn by_text(value: Json, text: &str) -> Cell {
    Cell { value, rank: 0.0, text: text.to_ascii_lowercase() }
}

impl Shelf {
    pub(super) fn new(pages: i64) -> Shelf {
        let mut desk = Desk::new();
        let project = desk.project("Boards");
        let path = format!("/session/spaces/{}/properties", desk.space);
        let mut property = |kind: &&'static str| {
            let mut new = json!({ "name": format!("The {kind}"), "kind": kind });
            if *kind == "select" {
                new["options"] = json!(OPTIONS);
            }
            (*kind, desk.editor.does("POST", &path, &new)["id"].as_i64().expect("a number"))
        };
        let properties = KINDS.iter().map(&mut property).collect();
        let elsewhere = desk.project("Elsewhere");
        let targets = ["Zenith", "apogee"].map(|title| (desk.page(elsewhere, title), title));
        let mut shelf = Shelf { desk, project, properties, targets, pages: Vec::new() };
        for seed in 0..pages {
            shelf.add(seed);
        }
        shelf
    }

    /// The keys of all fields.
    pub(super) fn keys(&self) -> Vec<String> {
        let properties = self.properties.values().map(|id| format!("prop.{id}"));
        OWN.iter().map(|key| (*key).to_owned()).chain(properties).collect()
    }

    pub(super) fn path(&self, what: &str) -> String {
        format!("/session/research/projects/{}/{what}", self.project)
    }

    /// One more page, past every check; what it has follows from the seed.
    pub(super) fn add(&mut self, seed: i64) {
        let title = format!("{} {seed}", if seed % 2 == 0 { "Page" } else { "page" });
        let place = usize::try_from(seed).expect("a small number");
        let author = (seed % 4 != 3).then_some(if seed % 2 == 0 { &self.desk.owner } else { &self.desk.editor });
        let author = author.map(|seat| (seat.person.id, if seed % 2 == 0 { "Olga" } else { "Edith" }));
        let (made, changed) = (MADE_AT + seed % 5 * DAY / 2, MADE_AT + seed % 3 * DAY);
        let sql = "INSERT INTO research_pages (space_id, project_id, title, status, created_by_user_id, created_at, updated_at)
                   VALUES ($1, $2, $3, $4, $5, $6, $7) RETURNING id AS number";
        let by = author.map_or(Value::Null, |(id, _)| Value::Int64(id));
        let of = [Value::Int64(self.desk.space), Value::Int64(self.project), text(&title), text(STATUSES[place % 3])];
        let times = [by, Value::Timestamp(made), Value::Timestamp(changed)];
        let id = number(sql, &[&of[..], &times[..]].concat());
        let mut cells = BTreeMap::new();
        cells.insert("status".to_owned(), vec![by_number(json!(STATUSES[place % 3]), f64::from(seed as u32 % 3))]);
        cells.insert("title".to_owned(), vec![by_text(json!(title), &title)]);
        cells.insert("author".to_owned(), author.map(|(id, name)| by_text(json!(id), name)).into_iter().collect());
        let time = |time: i64| vec![by_number(json!(day(time)), time as f64)];
        cells.insert("created_at".to_owned(), time(made));
        cells.insert("updated_at".to_owned(), time(changed));
        let tags: &[&str] = [&[][..], &["aave"], &["aave", "flash loans"], &["compound"]][place % 4];
        for tag in tags {
            let sql = "INSERT INTO research_page_tags (page_id, space_id, tag) VALUES ($1, $2, $3)";
            execute(server(), sql, &[Value::Int64(id), Value::Int64(self.desk.space), text(tag)]);
        }
        cells.insert("tags".to_owned(), tags.iter().map(|tag| by_text(json!(tag), tag)).collect());
        for (kind, property) in self.properties.clone() {
            let cell = self.give(id, kind, property, place);
            cells.insert(format!("prop.{property}"), cell.into_iter().collect());
        }
        self.pages.push(Seeded { id, cells });
    }

    /// Gives a page a value of a property, or none.
    fn give(&self, page: i64, kind: &str, property: i64, seed: usize) -> Option<Cell> {
        let people = [(&self.desk.owner, "Olga"), (&self.desk.editor, "Edith")];
        let (column, value, cell) = match kind {
            "text" => {
                let value = *["Beta", "alpha", "", "Gamma ray", "alpha"].get(seed % 5)?;
                ("text_value", text(value), by_text(json!(value), value))
            }
            "number" => {
                let value = [3.5, -2.0, 0.1, 1e12, f64::NAN][seed % 5];
                ("number_value", Value::Float64(value), by_number(json!(value.to_string()), value))
            }
            "select" => {
                let option = *OPTIONS.get(seed % 4)?;
                ("option_value", text(option), by_number(json!(option), (seed % 4) as f64))
            }
            "date" => {
                let value = *["2026-11-02", "2025-01-31", "2026-02-01"].get(seed % 4)?;
                ("date_value", text(value), by_text(json!(value), value))
            }
            "person" => {
                let (seat, name) = *people.get(seed % 3)?;
                ("person_user_id", Value::Int64(seat.person.id), by_text(json!(seat.person.id), name))
            }
            _ => {
                let (target, title) = *self.targets.get(seed % 3)?;
                ("related_page_id", Value::Int64(target), by_text(json!(target), title))
            }
        };
        if cell.value == json!("") || cell.rank.is_nan() {
            return None;
        }
        let sql = format!(
            "INSERT INTO space_property_values (property_id, page_id, space_id, kind, {column}) VALUES ($1, $2, $3, $4, $5)"
        );
        let whose = [Value::Int64(property), Value::Int64(page), Value::Int64(self.desk.space), text(kind)];
        execute(server(), &sql, &[&whose[..], &[value]].concat());
        Some(cell)
    }

    /// The pages of which the field has one of these values, or none where null is among them, in that order.
    pub(super) fn expected(&self, filter: Option<&(String, Vec<Json>)>, sort: &str) -> Vec<&Seeded> {
        let passes = |page: &&Seeded| match filter {
            None => true,
            Some((key, values)) => {
                let cells = &page.cells[key];
                cells.is_empty() && values.contains(&Json::Null)
                    || cells.iter().any(|cell| values.contains(&cell.value))
            }
        };
        let (key, falls) = match sort.strip_prefix('-') {
            Some(key) => (key, true),
            None => (sort, false),
        };
        let mut pages: Vec<&Seeded> = self.pages.iter().filter(passes).collect();
        pages.sort_by(|a, b| compare(a, b, key, falls));
        pages
    }

    /// A filter of the field by what some page has, with pages without a value.
    pub(super) fn filter(&self, key: &str) -> (String, Vec<Json>) {
        let values = self.pages.iter().rev().find_map(|page| page.cells[key].first()).expect("a value");
        (key.to_owned(), vec![values.value.clone(), Json::Null])
    }
}

fn compare(a: &Seeded, b: &Seeded, key: &str, falls: bool) -> Ordering {
    let least = |page: &Seeded| {
        let cells = page.cells[key].iter();
        cells.min_by(|a, b| order(a, b)).cloned()
    };
    let turned = |order: Ordering| if falls { order.reverse() } else { order };
    match (least(a), least(b)) {
        (Some(one), Some(other)) => turned(order(&one, &other)).then(turned(a.id.cmp(&b.id))),
        (Some(_), None) => Ordering::Less,
        (None, Some(_)) => Ordering::Greater,
        (None, None) => turned(a.id.cmp(&b.id)),
    }
}

fn order(a: &Cell, b: &Cell) -> Ordering {
    a.rank.total_cmp(&b.rank).then_with(|| a.text.cmp(&b.text))
}

fn day(microseconds: i64) -> String {
    jiff::Timestamp::from_microsecond(microseconds).expect("a time").to_string()[..10].to_owned()
}

/// The query of a filter.
pub(super) fn query(filter: Option<&(String, Vec<Json>)>) -> String {
    let Some((key, values)) = filter else { return String::new() };
    let mut filters = serde_json::Map::new();
    filters.insert(key.trim_start_matches("prop.").to_owned(), json!(values));
    let text = Json::Object(filters).to_string();
    let escaped: String = text.bytes().map(|byte| format!("%{byte:02X}")).collect();
    format!("&properties={escaped}")
}

/// The numbers of pages that are shown.
pub(super) fn ids(pages: &Json) -> Vec<i64> {
    let pages = pages.as_array().unwrap_or_else(|| panic!("a list: {pages}"));
    pages.iter().map(|page| page["id"].as_i64().expect("a number")).collect()
}
