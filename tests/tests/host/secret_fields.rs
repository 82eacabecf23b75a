//! No secret of any route reaches its component: every declared body is filled with secrets of the test's own, checked as
//! the edge checks it, and searched for them.

use anyhow::Result;
use bytes::Bytes;
use quarry::assembly::{Inspector, Installation, unconnected_stores};
use quarry::config::Configuration;
use quarry::contract::{RequestBody, RequestBodyForm, Route};
use quarry::edge::RequestBodyPlan;
use quarry::runtime::Compiler;
use quarry_tests::complete;
use serde_json::{Value as Json, json};
use std::sync::Arc;

/// The routes of every family, and of the test component that keeps secrets.
async fn routes() -> Result<Vec<Route>> {
    let folder = quarry_tests::server::fresh_folder("secret-fields")?;
    let components = folder.join("components");
    std::fs::create_dir(&components)?;
    for entry in std::fs::read_dir(quarry_tests::server::installation()?.join("components"))? {
        let file = entry?;
        std::fs::copy(file.path(), components.join(file.file_name()))?;
    }
    complete::copy(&components, &[]);
    let config = folder.join("quarry.toml");
    std::fs::write(&config, complete::given(""))?;
    let mut configuration = Configuration::load(Some(&config))?;
    configuration.components.folder.clone_from(&components);
    configuration.paths.data_dir = folder.join("data");
    quarry_tests::compiled_code::give(&configuration.paths.data_dir);
    // It was copied with the families.
    let release_list = components.join("SHA256SUMS");
    let installation = Installation { components, release_list, ..Installation::find(&configuration)? };
    let stores = Arc::new(unconnected_stores(&configuration)?);
    let verdicts = Inspector::new(&configuration, &installation, stores)?
        .with_compiler(Compiler::ThisProcess)
        .components()
        .await?;
    let loaded =
        verdicts.into_iter().map(|(_, verdict)| verdict.map_err(anyhow::Error::msg)).collect::<Result<Vec<_>>>()?;
    Ok(loaded.iter().flat_map(|component| component.manifest().routes.clone()).collect())
}

/// Replaces every member of the example that the schema calls a password by a secret of its own.
fn plant(schema: &Json, example: &mut Json, planted: &mut Vec<String>) {
    if schema["format"] == "password" {
        let secret = format!("planted-secret-{}", planted.len());
        *example = json!(secret);
        planted.push(secret);
        return;
    }
    for (name, member) in schema["properties"].as_object().into_iter().flatten() {
        if !example[name].is_null() {
            plant(member, &mut example[name], planted);
        }
    }
    for part in schema["allOf"].as_array().into_iter().flatten() {
        plant(part, example, planted);
    }
}

#[tokio::test]
async fn no_secret_of_any_route_reaches_its_component() -> Result<()> {
    let mut found = 0;
    for route in routes().await? {
        let Some(body) = &route.request_body else { continue };
        let RequestBodyForm::Json { schema, example } = &body.form else { continue };
        let (schema, mut sent): (Json, Json) = (serde_json::from_str(schema)?, serde_json::from_str(example)?);
        let mut planted = Vec::new();
        plant(&schema, &mut sent, &mut planted);
        let (given, secrets) = RequestBodyPlan::new(body)?
            .check(Bytes::from(sent.to_string()))
            .map_err(|problem| anyhow::anyhow!("{}: {}", route.operation_id, problem.detail))?;
        let given = String::from_utf8(given.to_vec())?;
        assert!(!given.contains("planted-secret"), "{}: {given}", route.operation_id);
        assert_eq!(secrets.len(), planted.len(), "{}: each secret is a handle", route.operation_id);
        found += planted.len();
    }
    assert!(found >= 5, "the test had something to hide: {found}");
    Ok(())
}

fn refusal(schema: &Json) -> String {
    let form = RequestBodyForm::Json { schema: schema.to_string(), example: "{}".to_owned() };
    match RequestBodyPlan::new(&RequestBody { form, max_bytes: 1_000, required: true }) {
        Ok(_) => "it was taken".to_owned(),
        Err(error) => error.to_string(),
    }
}

#[test]
fn a_secret_where_it_could_not_be_taken_out_is_refused_at_load() {
    let secret = json!({ "type": "string", "format": "password" });
    for schema in [
        json!({ "type": "object", "properties": { "codes": { "type": "array", "items": secret } } }),
        json!({ "type": "object", "properties": { "code": { "anyOf": [secret, { "type": "null" }] } } }),
        json!({ "type": "object", "additionalProperties": secret }),
        json!({ "type": "object", "patternProperties": { "^x": secret } }),
        json!({ "type": "object", "$defs": { "code": secret }, "properties": { "code": { "$ref": "#/$defs/code" } } }),
    ] {
        let sentence = refusal(&schema);
        assert!(sentence.contains("a secret is a member of an object"), "{schema}: {sentence}");
    }
    assert_eq!(refusal(&json!({ "type": "object", "properties": { "code": secret } })), "it was taken");
}
