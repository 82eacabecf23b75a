//! The field of a block or a saved copy that an annotation is about, and what it holds.
//!
//! A path leads through objects by their names and through lists by their places to one text, number or truth. Of a saved copy it is
//! resolved in its snapshot, of a block in its attributes; `body` is the block's text.

use quarry_research_pages::blocks::Block;
use quarry_sdk::prelude::*;
use quarry_sdk::serde_json::Value as Json;
use quarry_sdk::words::quoted;
use std::collections::BTreeMap;

statement!(app_store, SelectAnnotatedBlocks, "src/annotation/annotated_blocks.sql");
statement!(app_store, SelectSavedValues, "src/annotation/saved_values.sql");

/// The kind of thing that has the field.
#[derive(Choice, Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum HolderType {
    /// A block of a page.
    Block,
    /// A saved copy: of a transaction, or of a block of a chain.
    SavedTransaction,
}

/// A path to a field.
#[derive(ColumnValue, Schema, Serialize, Deserialize, Debug, Clone, PartialEq, Eq)]
#[schema(max_length = 200, pattern = "^[A-Za-z0-9_$-]+([.][A-Za-z0-9_$-]+)*$", example = "logs.3.args.amount")]
pub struct TargetField(pub String);

/// A field to look up.
pub struct Field<'a> {
    pub holder_type: HolderType,
    pub holder_id: i64,
    pub path: &'a str,
}

#[derive(Row)]
struct SavedValue {
    position: i64,
    value: Option<String>,
}

/// The present values of the fields, in their order; nothing where there is none. All are on the guard's page.
pub fn values(fields: &[Field<'_>]) -> Result<Vec<Option<String>>, Problem> {
    let mut values = vec![None; fields.len()];
    let of = |kind: HolderType| fields.iter().enumerate().filter(move |(_, field)| field.holder_type == kind);
    let saved: Vec<SelectSavedValuesFields> = of(HolderType::SavedTransaction)
        .map(|(place, field)| SelectSavedValuesFields {
            position: i64::try_from(place).unwrap_or(i64::MAX),
            saved_item_id: field.holder_id,
            path: field.path.to_owned(),
        })
        .collect();
    if !saved.is_empty() {
        let found: Vec<SavedValue> = SelectSavedValues { fields: saved }.all()?;
        for SavedValue { position, value } in found {
            if let Some(place) = usize::try_from(position).ok().and_then(|place| values.get_mut(place)) {
                *place = value;
            }
        }
    }
    let ids: Vec<i64> = of(HolderType::Block).map(|(_, field)| field.holder_id).collect();
    if !ids.is_empty() {
        let blocks: Vec<Block> = SelectAnnotatedBlocks { ids }.all()?;
        let blocks: BTreeMap<i64, Block> = blocks.into_iter().map(|block| (block.id, block)).collect();
        for (place, field) in of(HolderType::Block) {
            values[place] = blocks.get(&field.holder_id).and_then(|block| of_block(block, field.path));
        }
    }
    Ok(values)
}

fn of_block(block: &Block, path: &str) -> Option<String> {
    if path == "body" {
        return Some(block.body.clone()).filter(|body| !body.is_empty());
    }
    let step = |place: &'_ Json, name: &str| match place {
        Json::Object(members) => members.get(name).cloned(),
        Json::Array(items) => items.get(name.parse::<usize>().ok()?).cloned(),
        _ => None,
    };
    match path.split('.').try_fold(block.attrs.0.clone(), |place, name| step(&place, name))? {
        Json::String(text) => Some(text),
        Json::Number(number) => Some(number.to_string()),
        Json::Bool(truth) => Some(truth.to_string()),
        Json::Null | Json::Array(_) | Json::Object(_) => None,
    }
}

/// The value of one field; 422 where there is nothing.
pub fn value(field: Field<'_>) -> Result<String, Problem> {
    let path = field.path.to_owned();
    values(&[field])?.into_iter().flatten().next().ok_or_else(|| {
        let path = quoted(&path);
        unresolvable(format!(
            "Name a field that holds a value, such as \"logs.3.args.amount\"; {path} leads to none there."
        ))
    })
}

/// The refusal where a field does not hold what is needed.
pub fn unresolvable(sentence: String) -> Problem {
    Problem::new(422, "unresolvable_value", sentence.clone()).with_field("target_field", sentence)
}
