//! The statements that give the rows of an answer, so that the rows can be checked against its schema before the first request.

use serde_json::Value as Json;

/// The keyword of a response schema that names the statements whose rows stand there: a list of names.
const KEYWORD: &str = "x-rows";

/// Rows of an answer.
#[derive(Debug, Clone, PartialEq)]
pub struct AnswerRows {
    pub statement: String,
    /// The JSON Schema of one row.
    pub row: Json,
}

impl AnswerRows {
    /// Takes what a response schema says of them out of it: documents show nothing of statements.
    pub fn take(schema: &mut Json) -> Vec<AnswerRows> {
        let mut found = Vec::new();
        take_from(schema, &mut found);
        let definitions = schema.get("$defs").cloned();
        for rows in &mut found {
            if let (Some(definitions), Json::Object(row)) = (&definitions, &mut rows.row) {
                row.insert("$defs".to_owned(), definitions.clone());
            }
        }
        found
    }
}

fn take_from(schema: &mut Json, found: &mut Vec<AnswerRows>) {
    match schema {
        Json::Object(members) => {
            let named = members.remove(KEYWORD);
            members.values_mut().for_each(|member| take_from(member, found));
            for statement in named.as_ref().and_then(Json::as_array).into_iter().flatten().filter_map(Json::as_str) {
                let row = members.get("items").cloned().unwrap_or_else(|| Json::Object(members.clone()));
                found.push(AnswerRows { statement: statement.to_owned(), row });
            }
        }
        Json::Array(items) => items.iter_mut().for_each(|item| take_from(item, found)),
        _ => {}
    }
}
