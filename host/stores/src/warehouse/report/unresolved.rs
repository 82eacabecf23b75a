//! The names in a text, read from its tree before anything of it is resolved: nothing was looked up and nothing was run.
//!
//! A name alone in a place of tables could be a table; so could one behind `IN` or in `exists(…)`, and there it is refused.
//! Headings and nodes that are not listed here are refused.

use super::functions::is_computing_function;
use super::outline::{KINDS, Outline, Row, attribute, is_plain};
use super::table_functions;
use std::collections::BTreeSet;

/// The table that a query without FROM reads: one row that says nothing.
pub(super) const ONE: &str = "system.one";

/// Headings over places of tables.
const OF_TABLES: &[&str] = &["JOIN TREE", "TABLE EXPRESSION", "LEFT TABLE EXPRESSION", "RIGHT TABLE EXPRESSION"];

/// Headings over expressions, where a name is a column.
const OF_EXPRESSIONS: &[&str] = &[
    "ARGUMENTS",
    "EXPRESSION",
    "FILL FROM",
    "FILL STALENESS",
    "FILL STEP",
    "FILL TO",
    "FRAME BEGIN OFFSET",
    "FRAME END OFFSET",
    "GROUP BY",
    "HAVING",
    "INTERPOLATE",
    "INTERPOLATE_EXPRESSION",
    "JOIN EXPRESSION",
    "JOIN EXPRESSIONS",
    "LIMIT",
    "LIMIT BY",
    "LIMIT BY LIMIT",
    "LIMIT BY OFFSET",
    "OFFSET",
    "ORDER BY",
    "PARAMETERS",
    "PARTITION BY",
    "PREWHERE",
    "PROJECTION",
    "QUALIFY",
    "QUERIES",
    "WHERE",
    "WINDOW",
    "WITH",
];

/// Headings that end in words of the text.
const OF_EXPRESSIONS_BEFORE: &[&str] = &["EXPRESSION ", "REPLACEMENTS ", "REPLACEMENT NAME "];

/// In lowercase, with every form that the analyzer knows.
const IN: &[&str] =
    &["in", "notin", "globalin", "globalnotin", "nullin", "notnullin", "globalnullin", "globalnotnullin"];

/// All that stands in the text by name.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Unresolved {
    /// Plain names that stand where tables do: tables, or what a WITH of the text has made.
    pub(super) tables: BTreeSet<String>,
    /// Names that a WITH of the text makes.
    pub(super) made: BTreeSet<String>,
    pub(super) functions: BTreeSet<String>,
    pub(super) forbidden: BTreeSet<String>,
}

impl Unresolved {
    /// Reads the tree of `SELECT * FROM (text)`; `None` where it is not that.
    pub(super) fn read(tree: &str) -> Option<Unresolved> {
        let outline = Outline::read(tree)?;
        if !is_one_query_in_brackets(&outline) {
            return None;
        }
        let mut found = Unresolved::default();
        for (index, row) in outline.rows() {
            match row {
                Row::Heading(heading) => found.heading(heading),
                Row::Node { kind, rest, .. } => found.node(&outline, index, kind, rest),
            }
        }
        Some(found)
    }

    fn forbid(&mut self, what: impl Into<String>) {
        self.forbidden.insert(what.into());
    }

    fn heading(&mut self, heading: &str) {
        if heading.starts_with("SETTINGS") {
            self.forbid("SETTINGS, which are the host's");
        } else if !OF_TABLES.contains(&heading) && !is_of_expressions(heading) {
            self.forbid(format!("a clause that the host does not know ({heading:.40})"));
        }
    }

    fn node(&mut self, outline: &Outline<'_>, index: usize, kind: &str, rest: &str) {
        match kind {
            "IDENTIFIER" => self.identifier(outline, index, rest),
            "FUNCTION" => match attribute(rest, "function_name") {
                Some(name) => self.function(outline, index, name),
                None => self.forbid("a function or a name that reads like the engine's own words"),
            },
            "TABLE_FUNCTION" => {
                if let Some(objection) = table_functions::objection(outline, index, rest) {
                    self.forbid(objection);
                }
            }
            "QUERY" | "UNION" => {
                if let Some((_, name)) = rest.rsplit_once(", cte_name: ") {
                    self.made.insert(name.split(", ").next().unwrap_or(name).to_owned());
                }
            }
            known if KINDS.contains(&known) => {}
            unknown => self.forbid(format!("a form of query that the host does not know ({unknown:.40})")),
        }
    }

    fn function(&mut self, outline: &Outline<'_>, index: usize, name: &str) {
        self.functions.insert(name.to_owned());
        if !is_computing_function(name) {
            self.forbid(format!("the function {name:.80}"));
        }
        let lowercase = name.to_ascii_lowercase();
        let arguments = outline.arguments(index);
        if IN.contains(&lowercase.as_str()) {
            let is_good = |right: &usize| {
                matches!(outline.row(*right), Row::Node { kind: "QUERY" | "UNION" | "CONSTANT" | "FUNCTION", .. })
            };
            if arguments.len() != 2 || !arguments.get(1).is_some_and(is_good) {
                self.forbid("a name alone behind IN, which could be a table: write `IN (SELECT … FROM …)` or `= …`");
            }
        }
        let is_query = |argument: &usize| matches!(outline.row(*argument), Row::Node { kind: "QUERY" | "UNION", .. });
        if lowercase == "exists" && !arguments.iter().all(is_query) {
            self.forbid("exists(…) of something that is not a query");
        }
    }

    fn identifier(&mut self, outline: &Outline<'_>, index: usize, rest: &str) {
        let is_list = |index: usize| matches!(outline.row(index), Row::Node { kind: "LIST", .. });
        let above = outline.parent(index).and_then(|parent| match is_list(parent) {
            true => outline.parent(parent),
            false => Some(parent),
        });
        let is_column = above.is_some_and(|above| match outline.row(above) {
            // `GROUPING SETS ((a), (b))` is a list of lists.
            Row::Node { kind, .. } => kind == "LIST",
            Row::Heading(heading) => is_of_expressions(heading),
        });
        let of_table_function = above
            .and_then(|above| outline.parent(above))
            .is_some_and(|owner| matches!(outline.row(owner), Row::Node { kind, .. } if kind == "TABLE_FUNCTION"));
        if of_table_function {
            return self.forbid("a name as the argument of a table function");
        }
        if is_column {
            return;
        }
        match table_name(rest) {
            Some(ONE) => {}
            Some(name) if is_plain(name) => {
                self.tables.insert(name.to_owned());
            }
            Some(name) => self.forbid(format!(
                "the table {name:.120}, which is not the plain name of a table: letters, digits and `_`, without a database"
            )),
            None => self.forbid("a table under a name that reads like the engine's own words, or as a stream"),
        }
    }
}

/// `SELECT * FROM (…)` around one query, and no more than that.
fn is_one_query_in_brackets(outline: &Outline<'_>) -> bool {
    let below = |index: usize| outline.children(index);
    let [projection, tree] = below(0) else { return false };
    let is = |index: usize, heading: &str| outline.row(index) == Row::Heading(heading);
    let [query] = below(*tree) else { return false };
    matches!(outline.row(0), Row::Node { kind: "QUERY", .. })
        && is(*projection, "PROJECTION")
        && is(*tree, "JOIN TREE")
        && matches!(outline.row(*query), Row::Node { kind: "QUERY" | "UNION", .. })
}

fn is_of_expressions(heading: &str) -> bool {
    OF_EXPRESSIONS.contains(&heading) || OF_EXPRESSIONS_BEFORE.iter().any(|before| heading.starts_with(before))
}

/// The name in `, alias: a, identifier: name, final: 1, sample_size: 1 / 2`; none where the row has more than that.
fn table_name(rest: &str) -> Option<&str> {
    let mut parts = rest.split(", ").skip(1).peekable();
    parts.next_if(|part| part.starts_with("alias: "));
    let name = parts.next()?.strip_prefix("identifier: ")?;
    let is_modifier = |part: &str| {
        let (name, value) = part.split_once(": ").unwrap_or((part, ""));
        let is_number = value.chars().all(|letter| letter.is_ascii_digit() || matches!(letter, ' ' | '/'));
        matches!(name, "final" | "sample_size" | "sample_offset") && is_number
    };
    parts.all(is_modifier).then_some(name)
}
