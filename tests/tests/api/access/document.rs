//! The written contract that the server itself serves, as the judge of what it answers.

use jsonschema::Validator;
use quarry_tests::http::Answer;
use quarry_tests::server::Server;
use serde_json::{Value as Json, json};
use std::collections::{BTreeSet, HashMap};
use std::sync::{Arc, Mutex, PoisonError};

pub(super) struct Document {
    json: Json,
    /// By the text of its schema: many operations answer in one form.
    validators: Mutex<HashMap<String, Arc<Validator>>>,
}

impl Document {
    pub(super) fn of(server: &Server) -> Document {
        let answer = server.get_keyless("/openapi.session.json");
        assert_eq!(answer.status, 200, "{}", answer.text);
        Document { json: answer.json(), validators: Mutex::default() }
    }

    /// Every operation, as `GET /session`.
    pub(super) fn operations(&self) -> BTreeSet<String> {
        let paths = self.json["paths"].as_object().expect("paths");
        let of_path = |(path, methods): (&String, &Json)| {
            let methods = methods.as_object().expect("methods").keys();
            methods.map(|method| format!("{} {path}", method.to_uppercase())).collect::<Vec<_>>()
        };
        paths.iter().flat_map(of_path).collect()
    }

    pub(super) fn operation(&self, operation: &str) -> &Json {
        let (method, path) = operation.split_once(' ').expect("method and path");
        &self.json["paths"][path][method.to_lowercase()]
    }

    /// Asserts that the answer is one that the operation is said to give: its status is listed, and its body has the form.
    pub(super) fn assert_says(&self, operation: &str, answer: &Answer) {
        let listed = &self.operation(operation)["responses"][answer.status.to_string()];
        assert!(listed.is_object(), "{operation} does not say that it answers {}: {}", answer.status, answer.text);
        let listed = match listed["$ref"].as_str() {
            Some(reference) => self.json.pointer(reference.trim_start_matches('#')).expect("what is referred to"),
            None => listed,
        };
        let Some(content) = listed["content"].as_object() else {
            assert_eq!(answer.text, "", "{operation}: {} has no body", answer.status);
            return;
        };
        if !content.contains_key("application/json") || content.len() > 1 {
            // An object: its bytes have no form, JSON among them.
            assert!(
                content.contains_key(answer.header("content-type")),
                "{operation}: {}",
                answer.header("content-type")
            );
            return;
        }
        assert_eq!(answer.header("content-type"), "application/json", "{operation}: {}", answer.text);
        let validator = self.validator(&content["application/json"]["schema"]);
        let problems: Vec<String> =
            validator.iter_errors(&answer.json()).map(|error| format!("{}: {error}", error.instance_path())).collect();
        assert!(problems.is_empty(), "{operation}, {}: {problems:?}\n{}", answer.status, answer.text);
    }

    fn validator(&self, schema: &Json) -> Arc<Validator> {
        let mut validators = self.validators.lock().unwrap_or_else(PoisonError::into_inner);
        let made = validators.entry(schema.to_string()).or_insert_with(|| {
            let whole = json!({ "allOf": [schema], "components": self.json["components"] });
            let options = jsonschema::options().should_validate_formats(true);
            Arc::new(options.build(&whole).expect("the document's schemas are schemas"))
        });
        Arc::clone(made)
    }
}
