//! `PATCH /session/research/pages/{id}/properties`.

use crate::access::PagePath;
use crate::pages;
use crate::properties::entered::{self, Entered, EnteredValue};
use crate::properties::get::{PageProperties, SelectValuesOfPage, shown};
use crate::tree;
use quarry_research_pages::access::PageRole;
use quarry_sdk::prelude::*;
use quarry_sdk::words::quoted;
use quarry_space_properties::{Property, PropertyKind, SelectPropertiesOfSpace};
use std::collections::BTreeMap;

statement!(app_store, SelectMembersAmong, "src/properties/members_among.sql");
statement!(app_store, SelectPagesAmong, "src/properties/pages_among.sql");
statement!(app_store, DeletePageValues, "src/properties/delete_page_values.sql");
statement!(app_store, InsertPageValues, "src/properties/insert_page_values.sql", values.kind: PropertyKind);
statement!(app_store, RaisePageVersion, "src/properties/raise_page_version.sql");

/// Values to set. Properties that are left out stay.
#[derive(Schema, Deserialize)]
#[schema(example = { "version": 3, "values": { "12": "draft", "13": null } })]
pub struct PropertiesChange {
    /// The version of the page on which the change is based. Without it, the change is made whatever others did.
    #[schema(optional, example = 3)]
    version: Option<i64>,
    /// Values by the property's number: a text, an option, a day (`2026-11-01`), a number, or the number of a person or a page; null clears
    /// the value.
    values: BTreeMap<String, EnteredValue>,
}

/// Set property values of a page
///
/// Sets all of the values, or none. Each is held against the kind of its property: an option must be one of the select's, a person a member
/// of the space, a page another one of the space outside the trash. Needs the role `editor` or `owner`.
#[endpoint(
    patch = "/session/research/pages/{id}/properties", session, module = "research", guard = PageRole::Editor,
    guard_path(page_id = id),
    refuses(409, "conflict", "Somebody changed the page meanwhile: `current_version` is the newest."),
    body = PageProperties
)]
pub fn update_page_properties(
    guarded: Guarded<PageRole>,
    path: PagePath,
    JsonBody(change): JsonBody<PropertiesChange>,
) -> Result<Answer, Problem> {
    let transaction = Transaction::begin()?;
    tree::touch(&transaction)?;
    let page = pages::one(&transaction, path.id)?;
    if change.version.is_some_and(|version| version != page.version) {
        return Err(Problem::conflict(page.version));
    }
    let definitions: Vec<Property> = transaction.all(SelectPropertiesOfSpace {})?;
    let changes = typed(&definitions, &change.values)?;
    refuse_unknown(&transaction, path.id, &changes)?;
    let mut version = page.version;
    if !changes.is_empty() {
        let properties: Vec<i64> = changes.iter().map(|(definition, _)| definition.id).collect();
        transaction.execute(DeletePageValues { properties: properties.clone() })?;
        let values: Vec<_> = changes.iter().filter_map(|(definition, value)| row(definition, value.clone()?)).collect();
        if !values.is_empty() {
            transaction.execute(InsertPageValues { values })?;
        }
        transaction.execute(RaisePageVersion { now: Time::now() })?;
        version += 1;
        let entry = AuditEntry::of("research_page.properties_changed", "research_page", &path.id);
        transaction.audit(entry.after(&json!({ "space_id": page.space_id, "properties": properties })))?;
        tree::tell_members(&transaction, page.space_id, page.project.id)?;
    }
    let values = transaction.all(SelectValuesOfPage {})?;
    let answer = shown(path.id, version, guarded.rank(), definitions, values);
    transaction.commit()?;
    Ok(Answer::json(&answer))
}

/// The values by their properties; the first that does not fit is refused.
fn typed<'a>(
    definitions: &'a [Property],
    values: &BTreeMap<String, EnteredValue>,
) -> Result<Vec<(&'a Property, Option<Entered>)>, Problem> {
    let one = |(key, EnteredValue(value)): (&String, &EnteredValue)| {
        // Written in one way, so that no property is named twice.
        let number = key.parse::<i64>().ok().filter(|number| number.to_string() == *key);
        let definition = definitions.iter().find(|definition| Some(definition.id) == number);
        let definition =
            definition.ok_or_else(|| refused(key, format!("The space has no property {}.", quoted(key))))?;
        let value = entered::typed(definition, value).map_err(|sentence| refused(key, sentence))?;
        Ok((definition, value))
    };
    values.iter().map(one).collect()
}

fn refused(key: &str, sentence: String) -> Problem {
    Problem::invalid_field(&format!("values.{key:.40}"), sentence)
}

/// Refuses people who are not members of the space, and pages that are not there.
fn refuse_unknown(
    transaction: &Transaction,
    page_id: i64,
    changes: &[(&Property, Option<Entered>)],
) -> Result<(), Problem> {
    let ids = |named: &[(&Property, i64)]| named.iter().map(|(_, id)| *id).collect::<Vec<_>>();
    let people = linked(changes, PropertyKind::Person);
    let pages = linked(changes, PropertyKind::Relation);
    let members: Vec<i64> = match people.is_empty() {
        true => Vec::new(),
        false => transaction.values(SelectMembersAmong { people: ids(&people) })?,
    };
    let live: Vec<i64> = match pages.is_empty() {
        true => Vec::new(),
        false => transaction.values(SelectPagesAmong { pages: ids(&pages) })?,
    };
    let stranger = people.iter().find(|(_, id)| !members.contains(id));
    let elsewhere = pages.iter().find(|(_, id)| *id == page_id || !live.contains(id));
    match stranger.or(elsewhere) {
        Some((definition, _)) => Err(refused(&definition.id.to_string(), entered::not_there(definition))),
        None => Ok(()),
    }
}

/// The people or pages that the values lead to.
fn linked<'a>(changes: &[(&'a Property, Option<Entered>)], kind: PropertyKind) -> Vec<(&'a Property, i64)> {
    let linked = |(definition, value): &(&'a Property, Option<Entered>)| match value {
        Some(Entered::Linked(id)) if definition.kind == kind => Some((*definition, *id)),
        _ => None,
    };
    changes.iter().filter_map(linked).collect()
}

fn row(definition: &Property, value: Entered) -> Option<InsertPageValuesValues> {
    let mut row = InsertPageValuesValues {
        property_id: definition.id,
        kind: definition.kind,
        text_value: None,
        number_value: None,
        option_value: None,
        date_value: None,
        person_user_id: None,
        related_page_id: None,
    };
    match (definition.kind, value) {
        (PropertyKind::Text, Entered::Text(text)) => row.text_value = Some(text),
        (PropertyKind::Select, Entered::Text(option)) => row.option_value = Some(option),
        (PropertyKind::Date, Entered::Text(day)) => row.date_value = Some(day),
        (PropertyKind::Number, Entered::Number(number)) => row.number_value = Some(number),
        (PropertyKind::Person, Entered::Linked(person)) => row.person_user_id = Some(person),
        (PropertyKind::Relation, Entered::Linked(page)) => row.related_page_id = Some(page),
        _ => return None,
    }
    Some(row)
}
