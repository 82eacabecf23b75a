//! `GET /session/research/pages/{id}/properties`.

use crate::access::PagePath;
use crate::pages::{self, Page, SelectPage};
use crate::properties::{FieldValue, StoredValue};
use quarry_research_pages::access::PageRole;
use quarry_sdk::prelude::*;
use quarry_space_properties::{Property, SelectPropertiesOfSpace};
use std::collections::BTreeMap;

statement!(app_store, SelectValuesOfPage, "src/properties/values_of_page.sql");

/// A property, and what the page has of it.
#[derive(Schema, Serialize)]
pub struct PageProperty {
    #[serde(flatten)]
    #[schema(flatten)]
    pub definition: Property,
    /// The page's value; null where the page has none, and where the page that it leads to lies in the trash.
    #[schema(example = "draft")]
    pub value: Option<FieldValue>,
}

/// The properties of a page.
#[derive(Schema, Serialize)]
pub struct PageProperties {
    /// Id of the page.
    #[schema(example = 1)]
    pub page_id: i64,
    /// Version of the page's own fields; a change of a value raises it.
    #[schema(example = 3)]
    pub version: i64,
    /// True for owners and editors.
    #[schema(example = true)]
    pub can_write: bool,
    /// All properties of the space, by number.
    pub properties: Vec<PageProperty>,
}

/// The properties of a page, in pages.
#[derive(Schema)]
pub struct PagedPageProperties {
    #[schema(flatten)]
    pub page: PageMembers,
    #[schema(flatten)]
    pub of_page: PageProperties,
}

#[derive(Row)]
pub struct ValueOfPage {
    field: i64,
    #[row(flatten)]
    value: StoredValue,
}

/// Property values of a page
///
/// Lists every property of the space, with the page's value or null. Any member of the space can read them.
#[endpoint(
    get = "/session/research/pages/{id}/properties", session, module = "research", paged = 500, guard = PageRole::Viewer,
    guard_path(page_id = id), body = PagedPageProperties
)]
pub fn get_page_properties(request: &Request, guarded: Guarded<PageRole>, path: PagePath) -> Result<Answer, Problem> {
    let page: Option<Page> = SelectPage { id: path.id }.one()?;
    let version = page.ok_or_else(|| pages::gone(path.id))?.version;
    let definitions = SelectPropertiesOfSpace {}.all()?;
    let values = SelectValuesOfPage {}.all()?;
    let PageProperties { page_id, version, can_write, properties } =
        shown(path.id, version, guarded.rank(), definitions, values);
    Ok(Answer::object()
        .member("page_id", &page_id)
        .member("version", &version)
        .member("can_write", &can_write)
        .page_of("properties", request, &properties, |property| property.definition.id.to_string())
        .into())
}

/// The properties with their values.
pub fn shown(
    page_id: i64,
    version: i64,
    role: PageRole,
    definitions: Vec<Property>,
    values: Vec<ValueOfPage>,
) -> PageProperties {
    let mut by_field: BTreeMap<i64, StoredValue> =
        values.into_iter().map(|ValueOfPage { field, value }| (field, value)).collect();
    let properties = definitions.into_iter().map(|definition| PageProperty {
        value: by_field.remove(&definition.id).and_then(StoredValue::shown),
        definition,
    });
    PageProperties { page_id, version, can_write: role >= PageRole::Editor, properties: properties.collect() }
}
