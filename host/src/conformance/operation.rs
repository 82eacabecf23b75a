//! The written contract of a component's operations.

use crate::conformance::client::{Answer, Client, Credentials, TargetError};
use crate::conformance::{Finding, Seen};
use percent_encoding::{NON_ALPHANUMERIC, utf8_percent_encode};
use quarry_contract::json_schema::{Schema, SchemaError, sentence};
use serde_json::{Map, Value as Json, json};
use std::collections::{BTreeMap, HashMap};
use std::sync::{Arc, Mutex, PoisonError};

/// The documents of the two interfaces.
const DOCUMENTS: [(&str, Credentials); 2] =
    [("/openapi.json", Credentials::Key), ("/openapi.session.json", Credentials::Session)];

/// The most steps that the check of an answer may take: seconds, since its author waits for it and nobody else.
const MAX_ANSWER_STEPS: u64 = 1_000_000_000;

/// A schema, or why it cannot be used.
type Compiled = Arc<Result<Schema, SchemaError>>;

/// The operations of one component, and the documents that describe them.
pub(super) struct Contract {
    pub(super) operations: Vec<Operation>,
    documents: Vec<Json>,
    /// By document and place of the answer in it.
    compiled: Mutex<HashMap<(usize, String), Compiled>>,
}

/// One operation.
#[derive(Debug, Clone)]
pub(super) struct Operation {
    pub(super) id: String,
    /// In capitals.
    pub(super) method: String,
    path: String,
    /// As whom it is asked.
    pub(super) credentials: Credentials,
    pub(super) parameters: Vec<Parameter>,
    /// Media type and example.
    pub(super) body: Option<(String, Json)>,
    /// True when it pages forward.
    pub(super) is_paged: bool,
    /// True when its good answers are JSON.
    pub(super) answers_json: bool,
    document: usize,
}

#[derive(Debug, Clone)]
pub(super) struct Parameter {
    pub(super) name: String,
    pub(super) is_path: bool,
    is_required: bool,
    /// As a client writes it; empty when none is declared.
    pub(super) example: String,
}

impl Contract {
    pub(super) async fn of(
        client: &Client<'_>,
        component: &str,
        there: &BTreeMap<String, String>,
    ) -> Result<Contract, TargetError> {
        let (mut operations, mut documents) = (Vec::new(), Vec::new());
        for (path, credentials) in DOCUMENTS {
            let answer = client.get(path, Credentials::Nobody).await?;
            let Some(document) = answer.json().filter(|_| answer.status == 200) else {
                let Answer { request, status, text, .. } = answer;
                return Err(TargetError::Unusable { request, status, text });
            };
            let number = documents.len();
            for (path, methods) in members(&document["paths"]) {
                for (method, described) in members(methods) {
                    if described["tags"][0] == component {
                        let operation = Operation::of(path, method, described, credentials, number);
                        operations.push(operation.with(there));
                    }
                }
            }
            documents.push(document);
        }
        Ok(Contract { operations, documents, compiled: Mutex::default() })
    }

    /// Notes what an answer has that the contract does not say: its status, or a body that is not of the declared shape.
    pub(super) fn compare(&self, check: &'static str, operation: &Operation, answer: &Answer, seen: &mut Seen) {
        if (200..300).contains(&answer.status) {
            seen.good.insert(operation.id.clone());
        }
        let mut found = |sentence| seen.push(operation.finding(check, sentence));
        if answer.status >= 500 {
            return found(format!("{} answered {}: {}", answer.request, answer.status, answer.shown()));
        }
        let document = &self.documents[operation.document];
        let pointer = format!(
            "/paths/{}/{}/responses/{}",
            escaped(&operation.path),
            operation.method.to_ascii_lowercase(),
            answer.status
        );
        let Some(declared) = resolved(document, &pointer) else {
            return found(format!(
                "{} answered {}, which it does not declare: {}",
                answer.request,
                answer.status,
                answer.shown()
            ));
        };
        let schema = &declared["content"]["application/json"]["schema"];
        if schema.is_null() {
            return;
        }
        let Some(body) = answer.json() else {
            return found(format!("{} answered {} without JSON: {}", answer.request, answer.status, answer.shown()));
        };
        let wrong = match &*self.compiled(operation.document, pointer, schema) {
            Ok(compiled) if compiled.steps(answer.text.len()) > MAX_ANSWER_STEPS => Some(format!(
                "its check could take too long: {} steps for {} bytes, and {MAX_ANSWER_STEPS} are allowed",
                compiled.steps(answer.text.len()),
                answer.text.len()
            )),
            Ok(compiled) => compiled.check(&body).err().map(|errors| match errors.first() {
                Some(error) => format!("{} at {}", sentence(error, false), error.instance_path()),
                None => "it does not satisfy the schema".to_owned(),
            }),
            Err(error) => Some(format!("its schema cannot be used: {error}")),
        };
        if let Some(wrong) = wrong {
            found(format!(
                "{} answered {} with a body that is not as declared: {wrong}",
                answer.request, answer.status
            ));
        }
    }

    /// Compiles a declared answer once: with all that a document's schemas refer to that takes longer than most answers.
    fn compiled(&self, document: usize, pointer: String, schema: &Json) -> Compiled {
        let mut compiled = self.compiled.lock().unwrap_or_else(PoisonError::into_inner);
        let entry = compiled.entry((document, pointer)).or_insert_with(|| {
            // Its references name places below `components`.
            let schema = json!({ "allOf": [schema], "components": self.documents[document]["components"] });
            Arc::new(Schema::compile(&schema, 0, MAX_ANSWER_STEPS))
        });
        Arc::clone(entry)
    }
}

impl Operation {
    fn of(path: &str, method: &str, described: &Json, credentials: Credentials, document: usize) -> Operation {
        let is_open = described["security"].as_array().is_none_or(|needs| {
            needs.is_empty() || needs.iter().any(|need| need.as_object().is_some_and(Map::is_empty))
        });
        let parameters = described["parameters"].as_array().into_iter().flatten();
        let parameters: Vec<Parameter> = parameters
            .filter(|parameter| parameter["in"] == "path" || parameter["in"] == "query")
            .map(|parameter| Parameter {
                name: parameter["name"].as_str().unwrap_or_default().to_owned(),
                is_path: parameter["in"] == "path",
                is_required: parameter["required"] == true,
                example: as_text(parameter),
            })
            .collect();
        let has = |name: &str| parameters.iter().any(|parameter| parameter.name == name);
        let body = members(&described["requestBody"]["content"]).next();
        let good = members(&described["responses"]).filter(|(status, _)| status.starts_with('2'));
        Operation {
            id: described["operationId"].as_str().unwrap_or_default().to_owned(),
            method: method.to_ascii_uppercase(),
            path: path.to_owned(),
            credentials: if is_open { Credentials::Nobody } else { credentials },
            is_paged: has("cursor") && has("limit"),
            parameters,
            body: body.map(|(kind, content)| (kind.to_owned(), content["example"].clone())),
            answers_json: good.into_iter().any(|(_, answer)| !answer["content"]["application/json"].is_null()),
            document,
        }
    }

    /// With what there is on the host in the place of the examples that name it.
    fn with(mut self, there: &BTreeMap<String, String>) -> Operation {
        let mut before = "";
        for segment in self.path.split('/') {
            let name = segment.strip_prefix('{').and_then(|rest| rest.strip_suffix('}'));
            let parameter = self.parameters.iter_mut().find(|parameter| Some(parameter.name.as_str()) == name);
            if let (Some(parameter), Some(value)) = (parameter, there.get(before)) {
                parameter.example.clone_from(value);
            }
            before = segment;
        }
        self
    }

    pub(super) fn finding(&self, check: &'static str, sentence: impl Into<String>) -> Finding {
        Finding { operation: self.id.clone(), check, sentence: sentence.into() }
    }

    /// Its path with the examples of what is required, and `replaced` in the place of one parameter's.
    pub(super) fn url(&self, replaced: Option<(&str, &str)>, further: &[(&str, &str)]) -> String {
        let value = |parameter: &Parameter| match replaced {
            Some((name, value)) if name == parameter.name => value.to_owned(),
            _ => parameter.example.clone(),
        };
        let encoded = |text: &str| utf8_percent_encode(text, NON_ALPHANUMERIC).to_string();
        let mut path = self.path.clone();
        for parameter in self.parameters.iter().filter(|parameter| parameter.is_path) {
            path = path.replace(&format!("{{{}}}", parameter.name), &encoded(&value(parameter)));
        }
        // The examples of filters need not fit together: only what is required or asked about is given.
        let query = self.parameters.iter().filter(|parameter| !parameter.is_path);
        let is_asked = |parameter: &Parameter| replaced.is_some_and(|(name, _)| name == parameter.name);
        let query = query.filter(|parameter| parameter.is_required || is_asked(parameter));
        let mut pairs: Vec<String> =
            query.map(|parameter| format!("{}={}", encoded(&parameter.name), encoded(&value(parameter)))).collect();
        pairs.extend(further.iter().map(|(name, value)| format!("{}={}", encoded(name), encoded(value))));
        match pairs.is_empty() {
            true => path,
            false => format!("{path}?{}", pairs.join("&")),
        }
    }

    /// Sends it with the example of its body.
    pub(super) async fn ask(
        &self,
        client: &Client<'_>,
        url: &str,
        credentials: Credentials,
    ) -> Result<Answer, TargetError> {
        match &self.body {
            Some((kind, example)) => {
                let text = example.as_str().map_or_else(|| example.to_string(), str::to_owned);
                client.send(&self.method, url, &[("content-type", kind)], text, credentials).await
            }
            None => client.send(&self.method, url, &[], String::new(), credentials).await,
        }
    }
}

fn members(value: &Json) -> impl Iterator<Item = (&str, &Json)> {
    value.as_object().into_iter().flatten().map(|(name, member)| (name.as_str(), member))
}

/// The example of a parameter as a client writes it: of a list that stands once for each item, the first.
fn as_text(parameter: &Json) -> String {
    let text = |example: &Json| match example {
        Json::Null => String::new(),
        Json::String(text) => text.clone(),
        other => other.to_string(),
    };
    match &parameter["example"] {
        Json::Array(items) if parameter["explode"] == false => items.iter().map(text).collect::<Vec<_>>().join(","),
        Json::Array(items) => items.first().map(text).unwrap_or_default(),
        example => text(example),
    }
}

/// A member's name within a JSON pointer.
fn escaped(name: &str) -> String {
    name.replace('~', "~0").replace('/', "~1")
}

/// The value at the pointer, or the value that its `$ref` leads to.
fn resolved<'a>(document: &'a Json, pointer: &str) -> Option<&'a Json> {
    let found = document.pointer(pointer)?;
    match found["$ref"].as_str().and_then(|reference| reference.strip_prefix('#')) {
        Some(pointer) => document.pointer(pointer),
        None => Some(found),
    }
}
