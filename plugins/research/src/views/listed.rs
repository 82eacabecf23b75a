//! Pages as boards and tables show them.

use crate::editor::pick::Typed;
use crate::pages::PageStatus;
use crate::properties::{FieldValue, Linked, StoredValue};
use crate::views::fields::{AUTHOR, CREATED_AT, Field, FieldKind, STATUS, TAGS, TITLE, UPDATED_AT};
use crate::views::wish::Wish;
use quarry_sdk::prelude::*;
use std::collections::BTreeMap;

statement!(app_store, SelectTagsOfListed, "src/views/tags_of_listed.sql");
statement!(app_store, SelectValuesOfListed, "src/views/values_of_listed.sql");

/// A page, and where it stands in the order.
#[derive(Row, Debug, Clone, PartialEq)]
pub struct ListedPage {
    pub id: i64,
    pub title: String,
    pub status: PageStatus,
    pub author_id: Option<i64>,
    pub author_name: String,
    pub created_at: Time,
    pub updated_at: Time,
    /// 1 where it has nothing of the field by which is sorted.
    pub missing: i64,
    pub sort_text: String,
    pub sort_number: f64,
    pub sort_tie: i64,
}

/// A page with what it has of the fields that are shown.
#[derive(Schema, Serialize, Debug, Clone, PartialEq)]
pub struct ShownPage {
    /// Id of the page.
    #[schema(example = 1)]
    pub id: i64,
    /// The title that people gave it.
    #[schema(example = "Liquidations of March")]
    pub title: String,
    /// Values by the keys of the columns; null where the page has none.
    #[schema(example = { "status": "draft", "prop.12": "3.5", "prop.14": { "id": 7, "label": "Ada Lovelace" }, "prop.15": null })]
    pub values: BTreeMap<String, Option<FieldValue>>,
}

/// A field that is shown.
#[derive(Schema, Serialize, Debug, Clone, PartialEq)]
pub struct ShownField {
    /// The field's name in requests and in `values`.
    #[schema(example = "prop.12")]
    pub key: String,
    /// The field's name as people read it.
    #[schema(example = "Size")]
    pub name: String,
    /// The kind of its values.
    pub kind: FieldKind,
}

impl ShownField {
    pub fn all(fields: &[Field]) -> Vec<ShownField> {
        let shown = |field: &Field| ShownField { key: field.key.clone(), name: field.name.clone(), kind: field.kind };
        fields.iter().map(shown).collect()
    }
}

#[derive(Row)]
struct TagsOfPage {
    page_id: i64,
    tags: String,
}

#[derive(Row)]
struct ValueOfPage {
    page_id: i64,
    field: i64,
    #[row(flatten)]
    value: StoredValue,
}

/// The pages with these fields. Two statements, however many pages there are.
pub fn with_values(pages: Vec<ListedPage>, shown: &[Field]) -> Result<Vec<ShownPage>, Problem> {
    let ids: Vec<i64> = pages.iter().map(|page| page.id).collect();
    let tags: Vec<TagsOfPage> = match shown.iter().any(|field| field.key == TAGS) && !ids.is_empty() {
        true => SelectTagsOfListed { separator: "\n".to_owned(), pages: ids.clone() }.all()?,
        false => Vec::new(),
    };
    let fields: Vec<i64> = shown.iter().map(|field| field.number).filter(|number| *number > 0).collect();
    let values: Vec<ValueOfPage> = match fields.is_empty() || ids.is_empty() {
        true => Vec::new(),
        false => SelectValuesOfListed { pages: ids, fields }.all()?,
    };
    let tags: BTreeMap<i64, String> = tags.into_iter().map(|row| (row.page_id, row.tags)).collect();
    let values: BTreeMap<(i64, i64), StoredValue> =
        values.into_iter().map(|row| ((row.page_id, row.field), row.value)).collect();
    let one = |page: ListedPage| {
        let value = |field: &Field| match field.number > 0 {
            true => values.get(&(page.id, field.number)).cloned().and_then(StoredValue::shown),
            false => own_value(&page, &field.key, &tags),
        };
        let values = shown.iter().map(|field| (field.key.clone(), value(field))).collect();
        ShownPage { id: page.id, title: page.title.clone(), values }
    };
    Ok(pages.into_iter().map(one).collect())
}

fn own_value(page: &ListedPage, key: &str, tags: &BTreeMap<i64, String>) -> Option<FieldValue> {
    let text = |text: String| Some(FieldValue::Text(text));
    match key {
        STATUS => text(page.status.word().to_owned()),
        TITLE => text(page.title.clone()),
        AUTHOR => page.author_id.map(|id| FieldValue::Linked(Linked { id, label: page.author_name.clone() })),
        CREATED_AT => text(page.created_at.to_string()),
        UPDATED_AT => text(page.updated_at.to_string()),
        TAGS => {
            let mut tags: Vec<String> = tags.get(&page.id)?.split('\n').map(str::to_owned).collect();
            tags.sort();
            Some(FieldValue::Texts(tags))
        }
        _ => None,
    }
}

/// Parameters that the statements of boards and tables share.
pub struct Ordered {
    pub sort_field: i64,
    /// 1 where the options of a select give the order.
    pub by_place: i64,
    /// 1, or -1 where the order falls.
    pub sign: f64,
    pub step: i64,
    /// A part of the title, as a pattern in small letters.
    pub part: String,
    /// The same as it was typed.
    pub exact: String,
}

impl Ordered {
    pub fn of(wish: &Wish) -> Ordered {
        let Typed { part, exact, .. } = Typed::of(wish.q.as_deref());
        Ordered {
            sort_field: wish.sort.field.number,
            by_place: i64::from(wish.sort.field.kind == FieldKind::Select),
            sign: if wish.sort.falls { -1.0 } else { 1.0 },
            step: if wish.sort.falls { -1 } else { 1 },
            part,
            exact,
        }
    }
}

/// The options of a select with their places.
pub fn places(field: Option<&Field>) -> impl Iterator<Item = (String, f64)> + '_ {
    let options = field.map(|field| field.options.as_slice()).unwrap_or_default();
    options.iter().cloned().zip((0..).map(f64::from))
}
