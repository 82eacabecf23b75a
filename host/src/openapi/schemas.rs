//! Schemas of bodies: a part that its component gave a name stands once, in the components, and is referred to elsewhere.

use serde_json::{Map, Value as Json, json};

/// Moves every titled part of `schema` into `schemas`. Two different schemas of one title are told apart by a number.
pub(super) fn hoist(schema: Json, schemas: &mut Map<String, Json>) -> Json {
    match schema {
        Json::Object(members) => {
            let members: Map<String, Json> =
                members.into_iter().map(|(name, member)| (name, hoist(member, schemas))).collect();
            match members.get("title") {
                Some(Json::String(title)) if is_name(title) => refer(title.clone(), members, schemas),
                _ => flatten(members),
            }
        }
        Json::Array(items) => items.into_iter().map(|item| hoist(item, schemas)).collect::<Vec<_>>().into(),
        other => other,
    }
}

fn refer(title: String, mut schema: Map<String, Json>, schemas: &mut Map<String, Json>) -> Json {
    schema.shift_remove("title");
    let schema = Json::Object(schema);
    let mut name = title.clone();
    for number in 2.. {
        match schemas.get(&name) {
            Some(known) if *known != schema => name = format!("{title}{number}"),
            _ => break,
        }
    }
    let reference = json!({ "$ref": format!("#/components/schemas/{name}") });
    schemas.insert(name, schema);
    reference
}

/// `{"allOf": [{"$ref": …}], "description": …}`, as the SDK describes a member of a named type, without the `allOf`.
fn flatten(mut members: Map<String, Json>) -> Json {
    if let Some(Json::Array(parts)) = members.get("allOf")
        && let [Json::Object(part)] = parts.as_slice()
        && part.contains_key("$ref")
    {
        let part = part.clone();
        members.shift_remove("allOf");
        members.extend(part);
    }
    members.into()
}

/// True when a title can be the name of a component.
fn is_name(title: &str) -> bool {
    !title.is_empty() && title.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_')
}
