//! Lists of names.

use serde::{Deserialize, Serialize};

/// Names without spaces: an array, or one text with commas between them, as an environment variable has it.
#[derive(Debug, Clone, Default, Deserialize, Serialize)]
#[serde(from = "Written", into = "Vec<String>")]
pub struct Names(pub Vec<String>);

#[derive(Deserialize)]
#[serde(untagged)]
enum Written {
    Text(String),
    List(Vec<String>),
}

impl From<Written> for Names {
    fn from(written: Written) -> Names {
        let entries = match written {
            Written::Text(text) => text.split(',').map(str::to_owned).collect(),
            Written::List(entries) => entries,
        };
        let entries = entries.iter().map(|entry| entry.trim().to_owned());
        Names(entries.filter(|entry| !entry.is_empty()).collect())
    }
}

impl From<Names> for Vec<String> {
    fn from(names: Names) -> Vec<String> {
        names.0
    }
}
