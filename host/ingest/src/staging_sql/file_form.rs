//! The text columns of a file: which there are, and which of ours they feed.

use crate::columns::{Column, Shape, taken_names};
use crate::dataset::{DatasetKind, Format};

/// The ends of names by which tools tell the exact text of a number from a float of it that stands beside it.
const EXACT: [&str; 3] = ["_lossless", "_string", "_wei"];

/// The facts about a file that are known before it is read.
pub(crate) struct FileForm<'a> {
    pub(crate) kind: DatasetKind,
    pub(crate) format: Format,
    /// The names that the file has, where they are known; else it may have any that the dataset takes.
    pub(crate) names: Option<&'a [&'static str]>,
    /// Columns that every row has from the command line, with their text: checked words and addresses, never free text.
    pub(crate) constants: &'a [(&'static str, String)],
}

impl FileForm<'_> {
    fn has(&self, name: &str) -> bool {
        self.names.is_none_or(|names| names.contains(&name))
    }

    /// Those of the dataset's names that may be in the file.
    fn possible(&self) -> Vec<&'static str> {
        taken_names(self.kind).into_iter().filter(|name| self.has(name)).collect()
    }

    /// The text columns that a file is read into; what the file lacks is an empty text.
    pub(super) fn input(&self) -> String {
        let mut names = self.possible();
        if names.is_empty() {
            // The reader needs a column, even of a file that has none that is taken.
            names.push("ignored_0");
        }
        let each = |write: &dyn Fn(&str) -> String| names.iter().map(|name| write(name)).collect::<Vec<_>>().join(", ");
        // Columns of nullable texts cost a sixth of the whole reading time.
        format!("input('{}')", each(&|name| format!("`{name}` String")))
    }

    /// The text of the first of these columns that has one; of all rows where the command line gives it.
    pub(super) fn first_given(&self, name: &str, names: &[&'static str]) -> String {
        let constant = self.constants.iter().find(|(column, _)| *column == name).map(|(_, text)| format!("'{text}'"));
        let there: Vec<_> = names.iter().filter(|name| self.has(name)).collect();
        match (&there[..], constant) {
            ([], constant) => constant.unwrap_or_else(|| "''".to_owned()),
            ([single], None) => format!("`{single}`"),
            (several, constant) => {
                let candidates: Vec<_> = several.iter().map(|name| format!("`{name}` != '', `{name}`")).collect();
                format!("multiIf({}, {})", candidates.join(", "), constant.unwrap_or_else(|| "''".to_owned()))
            }
        }
    }

    /// The text of a column's value, under a name that no column of a file or table has; a log's topics as an array.
    pub(super) fn text_of(&self, column: &Column) -> String {
        let name = column.name;
        if column.shape == Shape::Topics {
            let single: Vec<_> = (0..4)
                .map(|index| format!("topic{index}"))
                .map(|topic| if self.has(&topic) { format!("`{topic}`") } else { "''".to_owned() })
                .collect();
            let single = format!("arrayFilter(topic -> topic != '', [{}])", single.join(", "));
            if !self.has("topics") {
                return format!("{single} AS topic_texts");
            }
            // The usual list, `0x…,0x…`, is split at its commas: the split that takes any punctuation is five times as slow.
            return format!(
                "multiIf(`topics` = '', {single}, \
                 startsWith(`topics`, '0x') AND position(`topics`, ' ') = 0, splitByChar(',', `topics`), \
                 splitByNonAlpha(`topics`)) AS topic_texts"
            );
        }
        match column.shape {
            shape if shape.is_whole_number() => format!("{} AS {name}_given", self.first_whole(name, column.names)),
            _ => format!("{} AS {name}_text", self.first_given(name, column.names)),
        }
    }

    /// As [`FileForm::first_given`], the columns that tools write beside a float to say its number exactly before all others.
    fn first_whole(&self, name: &str, names: &[&'static str]) -> String {
        // What ethereum-etl calls `type` says what an object is, and a node's says the type of a transaction.
        let text_of = |name: &str| match name {
            "type" => "if(match(`type`, '^[0-9]'), `type`, '')".to_owned(),
            name => format!("`{name}`"),
        };
        let (exact, other): (Vec<&str>, Vec<&str>) = names
            .iter()
            .copied()
            .filter(|name| self.has(name))
            .partition(|name| EXACT.iter().any(|end| name.ends_with(end)));
        let there: Vec<_> = exact.into_iter().chain(other).map(text_of).collect();
        if there.len() < 2 || self.constants.iter().any(|(column, _)| *column == name) {
            return there.into_iter().next().unwrap_or_else(|| self.first_given(name, names));
        }
        let candidates: Vec<_> = there.iter().map(|text| format!("{text} != '', {text}")).collect();
        format!("multiIf({}, '')", candidates.join(", "))
    }
}
