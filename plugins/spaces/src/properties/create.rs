//! `POST /session/spaces/{space_id}/properties`.

use crate::access::OfSpacePath;
use crate::properties::options::SentOptions;
use crate::properties::{self, MOST_PROPERTIES, PropertyName};
use crate::space::tell_members;
use quarry_sdk::prelude::*;
use quarry_space_access::SpaceRole;
use quarry_space_properties::{Property, PropertyKind};

statement!(app_store, CountProperties, "src/properties/property_count.sql");
statement!(app_store, InsertProperty, "src/properties/insert_property.sql", kind: PropertyKind);

/// A property to be made.
#[derive(Schema, Deserialize)]
pub struct NewProperty {
    name: PropertyName,
    #[schema(example = "select")]
    kind: PropertyKind,
    /// The options of a select, at most 100: a list, or one text with commas between them. Other kinds have none.
    #[schema(optional)]
    #[serde(default)]
    options: SentOptions,
}

/// Add a property to a space's pages
///
/// Adds a property to the space's pages; its kind cannot be changed later. Needs the role `editor` or `owner`.
#[endpoint(
    post = "/session/spaces/{space_id}/properties", session, status = 201, guard = SpaceRole::Editor,
    refuses(422, "too_many_properties", "A space has at most 100 properties."),
    body = Property
)]
pub fn create_space_property(path: OfSpacePath, JsonBody(new): JsonBody<NewProperty>) -> Result<Answer, Problem> {
    let options = match (new.kind, new.options.kept()?) {
        (PropertyKind::Select, options) => Some(options.unwrap_or_default()),
        (kind, Some(_)) => return Err(properties::options_of_another_kind(kind)),
        (_, None) => None,
    };
    let PropertyName(name) = new.name;
    let transaction = Transaction::begin()?;
    if transaction.query(CountProperties {})?.integer(0, "properties").unwrap_or_default() >= MOST_PROPERTIES {
        let sentence = format!("The space has {MOST_PROPERTIES} properties, and that is the most: remove one first.");
        return Err(Problem::new(422, "too_many_properties", sentence).with("limit", MOST_PROPERTIES));
    }
    properties::refuse_namesake(&transaction, 0, &name)?;
    let id = transaction.insert(InsertProperty {
        name,
        kind: new.kind,
        options: options.map(|options| json!(options).to_string()),
        created_at: Time::now(),
    })?;
    let property = properties::one(&transaction, id)?;
    let entry = AuditEntry::of("space_property.created", "space", &path.space_id);
    transaction.audit(entry.after(&properties::audited(&property)))?;
    tell_members(&transaction, path.space_id)?;
    transaction.commit()?;
    Ok(Answer::json(&property).with_status(201))
}
