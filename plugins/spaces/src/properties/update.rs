//! `PATCH /session/spaces/{space_id}/properties/{id}`.

use crate::access::ThingPath;
use crate::properties::options::SentOptions;
use crate::properties::{self, PropertyName};
use crate::space::tell_members;
use quarry_sdk::prelude::*;
use quarry_space_access::SpaceRole;
use quarry_space_properties::{Property, PropertyKind};

statement!(app_store, CountPagesOfOtherOptions, "src/properties/pages_of_other_options.sql");
statement!(app_store, UpdateProperty, "src/properties/update_property.sql");

/// The fields to change. Fields that are left out stay.
#[derive(Schema, Deserialize)]
pub struct PropertyChange {
    #[schema(optional)]
    name: Option<PropertyName>,
    /// All options of a select, at most 100: a list, or one text with commas between them. Other kinds have none.
    #[schema(optional)]
    #[serde(default)]
    options: SentOptions,
    /// Member that is ignored, since the kind of a property stays.
    #[schema(optional)]
    #[serde(default)]
    #[expect(dead_code, reason = "a kind that is sent later says nothing")]
    kind: Ignored,
}

/// A value that is ignored.
#[derive(Deserialize, Default)]
struct Ignored(serde::de::IgnoredAny);

impl Schema for Ignored {
    fn schema() -> serde_json::Value {
        json!({})
    }

    fn example() -> serde_json::Value {
        json!("select")
    }
}

/// Change a property
///
/// Owners and editors change its name, or the options of a select. A property keeps its kind, whatever is sent, and a select keeps
/// the options that pages have.
#[endpoint(
    patch = "/session/spaces/{space_id}/properties/{id}", session, guard = SpaceRole::Editor,
    refuses(422, "option_in_use", "Pages have an option that is left out: `used` says how many."),
    body = Property
)]
pub fn update_space_property(path: ThingPath, JsonBody(change): JsonBody<PropertyChange>) -> Result<Answer, Problem> {
    let options = change.options.kept()?;
    let name = change.name.map(|PropertyName(name)| name);
    let transaction = Transaction::begin()?;
    let before = properties::one(&transaction, path.id)?;
    if let Some(options) = &options {
        if before.kind != PropertyKind::Select {
            return Err(properties::options_of_another_kind(before.kind));
        }
        let pages = CountPagesOfOtherOptions { id: path.id, options: options.clone() };
        let used = transaction.query(pages)?.integer(0, "pages").unwrap_or_default();
        if used > 0 {
            let sentence = format!("{used} pages have an option that is left out: change them first.");
            return Err(Problem::new(422, "option_in_use", sentence.clone())
                .with("used", used)
                .with_field("options", sentence));
        }
    }
    if let Some(name) = &name {
        properties::refuse_namesake(&transaction, path.id, name)?;
    }
    let options = options.map(|options| json!(options).to_string());
    transaction.execute(UpdateProperty { id: path.id, name, options })?;
    let after = properties::one(&transaction, path.id)?;
    if before != after {
        let entry = AuditEntry::of("space_property.changed", "space", &path.space_id);
        transaction.audit(entry.before(&properties::audited(&before)).after(&properties::audited(&after)))?;
        tell_members(&transaction, path.space_id)?;
    }
    transaction.commit()?;
    Ok(Answer::json(&after))
}
