//! The options of a select, as people send them and as they are kept.

use quarry_sdk::prelude::*;
use quarry_sdk::serde_json::Value as Json;
use quarry_sdk::words::quoted;
use serde::{Deserialize, Deserializer};

/// Options that a select has at most.
const MOST_OPTIONS: usize = 100;
/// Characters that an option has at most.
const MOST_CHARACTERS: usize = 120;

/// The options that were sent: a list, or one text with commas between them. None where nothing was sent.
#[derive(Default)]
pub struct SentOptions(Option<Vec<String>>);

#[derive(Deserialize)]
#[serde(untagged)]
enum Form {
    Text(String),
    List(Vec<String>),
}

impl<'de> Deserialize<'de> for SentOptions {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<SentOptions, D::Error> {
        let sent: Option<Form> = Option::deserialize(deserializer)?;
        Ok(SentOptions(sent.map(|form| match form {
            // Between two commas that follow each other there is no option.
            Form::Text(text) => {
                text.split(',').map(|option| option.trim().to_owned()).filter(|option| !option.is_empty()).collect()
            }
            Form::List(options) => options,
        })))
    }
}

impl Schema for SentOptions {
    fn schema() -> Json {
        // One schema for both forms, and not a choice of two: its refusals say which option is wrong.
        json!({
            "type": ["array", "string", "null"],
            "format": "single-line-text",
            "maxItems": MOST_OPTIONS,
            "items": {
                "type": "string", "format": "single-line-text", "minLength": 1, "maxLength": MOST_CHARACTERS
            },
        })
    }

    fn example() -> Json {
        json!(["draft", "checked"])
    }
}

impl SentOptions {
    /// The options as they are kept: each may stand there once.
    pub fn kept(self) -> Result<Option<Vec<String>>, Problem> {
        let Some(options) = self.0 else { return Ok(None) };
        let refused = |sentence: String| Err(Problem::invalid_field("options", sentence));
        if options.len() > MOST_OPTIONS {
            return refused(format!("A select has at most {MOST_OPTIONS} options; these are {}.", options.len()));
        }
        for (place, option) in options.iter().enumerate() {
            let (length, shown) = (option.chars().count(), quoted(option));
            if length > MOST_CHARACTERS {
                return refused(format!(
                    "An option has at most {MOST_CHARACTERS} characters; this one has {length}: {shown}."
                ));
            }
            if options[..place].contains(option) {
                return refused(format!("Give each of the options once; one of them is there twice: {shown}."));
            }
        }
        Ok(Some(options))
    }
}
