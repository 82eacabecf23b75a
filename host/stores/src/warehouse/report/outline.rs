//! The query tree as `EXPLAIN QUERY TREE` writes it: one row a node or a heading, two blanks a level.
//!
//! Read strictly: each row stands at most one level below the row before it. In a tree that is not resolved each node has
//! the next number, so a row that a text smuggled in would be a number too many.

/// The kinds of nodes. One that is not here is refused by both readers, until somebody has judged it.
pub(super) const KINDS: &[&str] = &[
    "APPLY COLUMN TRANSFORMER",
    "ARRAY_JOIN",
    "COLUMN",
    "CONSTANT",
    "CROSS JOIN",
    "EXCEPT COLUMN TRANSFORMER",
    "FUNCTION",
    "IDENTIFIER",
    "INTERPOLATE",
    "JOIN",
    "LAMBDA",
    "LIST",
    "MATCHER",
    "QUERY",
    "REPLACE COLUMN TRANSFORMER",
    "SORT",
    "TABLE",
    "TABLE_FUNCTION",
    "UNION",
    "WINDOW",
];

/// The kind of a row.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Row<'a> {
    /// `KIND id: 7, alias: a, …`; `rest` begins with the comma.
    Node { kind: &'a str, id: usize, rest: &'a str },
    /// The heading over nodes, such as `JOIN TREE`.
    Heading(&'a str),
}

impl<'a> Row<'a> {
    /// A row without its blanks.
    pub(super) fn read(text: &'a str) -> Row<'a> {
        let node = text.split_once(" id: ").and_then(|(kind, rest)| {
            let of_kind = |letter: char| letter.is_ascii_uppercase() || matches!(letter, '_' | ' ');
            let digits = rest.find(|letter: char| !letter.is_ascii_digit()).unwrap_or(rest.len());
            let id = rest.get(..digits)?.parse().ok().filter(|_| kind.chars().all(of_kind))?;
            Some(Row::Node { kind, id, rest: rest.get(digits..)? })
        });
        node.unwrap_or(Row::Heading(text.trim_end()))
    }
}

/// The value of an attribute of a node, where it is written once: text of a statement that reads like a second one makes
/// it none. The value ends at the next comma.
pub(super) fn attribute<'a>(rest: &'a str, name: &str) -> Option<&'a str> {
    let marker = format!(", {name}: ");
    let (_, value) = rest.split_once(&marker)?;
    (!value.contains(&marker)).then(|| value.split(", ").next().unwrap_or(value))
}

/// A tree that is not resolved.
#[derive(Debug)]
pub(super) struct Outline<'a> {
    rows: Vec<Placed<'a>>,
}

#[derive(Debug)]
struct Placed<'a> {
    row: Row<'a>,
    parent: Option<usize>,
    children: Vec<usize>,
}

impl<'a> Outline<'a> {
    /// `None` for anything that is not one tree.
    pub(super) fn read(text: &'a str) -> Option<Outline<'a>> {
        let mut rows: Vec<Placed<'a>> = Vec::new();
        // The rows that the next one could stand under, from the root.
        let mut open: Vec<usize> = Vec::new();
        let mut nodes = 0;
        for line in text.lines().filter(|line| !line.is_empty()) {
            let content = line.trim_start_matches(' ');
            let blanks = line.len() - content.len();
            let level = blanks / 2;
            if blanks % 2 != 0 || level > open.len() || (level == 0) != rows.is_empty() {
                return None;
            }
            open.truncate(level);
            let (index, parent) = (rows.len(), open.last().copied());
            let row = Row::read(content);
            if let Row::Node { id, .. } = row {
                if id != nodes {
                    return None;
                }
                nodes += 1;
            }
            if let Some(parent) = parent {
                rows[parent].children.push(index);
            }
            rows.push(Placed { row, parent, children: Vec::new() });
            open.push(index);
        }
        (!rows.is_empty()).then_some(Outline { rows })
    }

    pub(super) fn rows(&self) -> impl Iterator<Item = (usize, Row<'a>)> {
        self.rows.iter().map(|placed| placed.row).enumerate()
    }

    pub(super) fn row(&self, index: usize) -> Row<'a> {
        self.rows[index].row
    }

    pub(super) fn parent(&self, index: usize) -> Option<usize> {
        self.rows[index].parent
    }

    pub(super) fn children(&self, index: usize) -> &[usize] {
        &self.rows[index].children
    }

    /// The nodes that a function, of values or of tables, is given.
    pub(super) fn arguments(&self, function: usize) -> Vec<usize> {
        let headings = self.children(function).iter().filter(|child| self.row(**child) == Row::Heading("ARGUMENTS"));
        let lists = headings.flat_map(|heading| self.children(*heading));
        lists.flat_map(|list| self.children(*list)).copied().collect()
    }
}

/// Tells the name of a table or a column that stands without quotes.
pub(super) fn is_plain(name: &str) -> bool {
    !name.is_empty() && name.chars().all(|letter| letter.is_ascii_alphanumeric() || letter == '_')
}
