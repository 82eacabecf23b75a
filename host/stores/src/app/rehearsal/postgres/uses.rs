//! All that a statement's tree names: relations, functions, operators, types, by the numbers of the engine's catalogue.

use crate::app::rehearsal::postgres::nodes::{self, Field, Meaning};
use crate::app::rehearsal::postgres::tree::{self, Reader, Unreadable};
use std::collections::BTreeSet;

/// Everything that a tree names, each by its number in the catalogue.
#[derive(Debug, Clone, Default)]
pub(super) struct Uses {
    pub(super) relations: BTreeSet<u32>,
    /// Relations into which it inserts rows, or of which it updates rows; they are among `relations` too.
    pub(super) written: BTreeSet<u32>,
    /// Those of them whose present rows it changes.
    pub(super) changed: BTreeSet<u32>,
    /// Relations of which it deletes rows; they are among `relations` too.
    pub(super) deleted: BTreeSet<u32>,
    pub(super) functions: BTreeSet<u32>,
    /// Functions that stand where a table stands; they are among `functions` too.
    pub(super) table_functions: BTreeSet<u32>,
    pub(super) support_functions: BTreeSet<u32>,
    pub(super) operators: BTreeSet<u32>,
    pub(super) types: BTreeSet<u32>,
    pub(super) collations: BTreeSet<u32>,
    pub(super) operator_classes: BTreeSet<u32>,
    /// Functions that are written without parentheses, such as `current_user`.
    pub(super) sql_values: BTreeSet<&'static str>,
    /// As the words behind "it uses".
    pub(super) forbidden: BTreeSet<String>,
    statements: usize,
    /// Statements among them that change rows.
    changes: usize,
    /// Tables that they say they change, each as often as one says so.
    told_changes: usize,
}

/// Rights in the server's `requiredPerms` (`ACL_INSERT`, `ACL_UPDATE`, `ACL_DELETE`).
const INSERT: u64 = 1;
const UPDATE: u64 = 1 << 2;
const DELETE: u64 = 1 << 3;

impl Uses {
    /// Reads a statement from its body in `pg_proc`.
    pub(super) fn of_statement(tree: &str) -> Uses {
        let mut uses = Uses::of_expression(tree);
        if uses.statements == 0 {
            uses.forbidden.insert("a form that PostgreSQL does not print as a statement".to_owned());
        }
        if uses.told_changes < uses.changes {
            uses.forbidden.insert("a change of rows whose table PostgreSQL does not tell".to_owned());
        }
        uses
    }

    /// Reads a stored expression: a default, a check, an index.
    pub(super) fn of_expression(tree: &str) -> Uses {
        let mut walk = Walk { uses: Uses::default(), open: Vec::new() };
        if let Err(Unreadable(reason)) = tree::read(tree, &mut walk) {
            let words = format!("a form that this release cannot examine on this version of PostgreSQL ({reason})");
            walk.uses.forbidden.insert(words);
        }
        walk.uses
    }
}

/// The functions without parentheses, in the order of the engine's numbers.
const SQL_VALUES: &[&str] = &[
    "current_date",
    "current_time",
    "current_time",
    "current_timestamp",
    "current_timestamp",
    "localtime",
    "localtime",
    "localtimestamp",
    "localtimestamp",
    "current_role",
    "current_user",
    "user",
    "session_user",
    "current_catalog",
    "current_schema",
];

/// A node that has not ended.
struct Node {
    kind: &'static [Field],
    /// True for each field that was read.
    read: Vec<bool>,
    /// The index of the present one.
    field: usize,
    is_function_call: bool,
    stands_for_a_table: bool,
    names_a_function: bool,
    is_relation: bool,
    /// The number of the relation that it names, once it was read.
    relation: Option<u32>,
}

struct Walk {
    uses: Uses,
    open: Vec<Node>,
}

impl Reader for Walk {
    fn begin(&mut self, kind: &str) -> Result<(), Unreadable> {
        let Some(fields) = nodes::fields(kind) else {
            self.uses.forbidden.insert(nodes::refusal(kind));
            return Err(Unreadable(format!("the node {kind}")));
        };
        self.uses.statements += usize::from(kind == "QUERY");
        self.open.push(Node {
            kind: fields,
            read: vec![false; fields.len()],
            field: 0,
            is_function_call: kind == "FUNCEXPR",
            stands_for_a_table: kind == "RANGETBLFUNCTION",
            names_a_function: false,
            is_relation: false,
            relation: None,
        });
        Ok(())
    }

    fn field(&mut self, name: &str) -> Result<(), Unreadable> {
        let Some(node) = self.open.last_mut() else { return Err(Unreadable(format!("the field {name} has no node"))) };
        let known = node.kind.iter().position(|field| field.name == name);
        let Some(index) = known else { return Err(Unreadable(format!("the field {name}"))) };
        if node.read[index] {
            return Err(Unreadable(format!("two fields {name}")));
        }
        node.read[index] = true;
        node.field = index;
        Ok(())
    }

    fn word(&mut self, word: &str) -> Result<(), Unreadable> {
        // A list of lists outside of any node has no words.
        let Some(node) = self.open.last() else { return Err(Unreadable(format!("the word {word} has no node"))) };
        match node.kind[node.field].meaning {
            Meaning::Shape => {}
            Meaning::CommandType => match word {
                "1" => {}
                "2" | "3" | "4" => self.uses.changes += 1,
                "5" => self.forbid("MERGE"),
                _ => self.forbid("a command other than SELECT, INSERT, UPDATE and DELETE"),
            },
            Meaning::TableKind => self.table_kind(word),
            Meaning::ColumnNumber if number::<i32>(word)? < 0 => self.forbid("a system column"),
            Meaning::ColumnNumber => {}
            Meaning::Permissions => {
                let rights = number::<u64>(word)?;
                let Some(relation) = node.relation else {
                    // What stands for no table needs no right.
                    return if rights == 0 { Ok(()) } else { Err(Unreadable("rights of no table".to_owned())) };
                };
                self.uses.told_changes += usize::from(rights & (INSERT | UPDATE | DELETE) > 0);
                if rights & (INSERT | UPDATE) > 0 {
                    self.uses.written.insert(relation);
                }
                if rights & UPDATE > 0 {
                    self.uses.changed.insert(relation);
                }
                if rights & DELETE > 0 {
                    self.uses.deleted.insert(relation);
                }
            }
            // Not said, or said that the store's own number counts.
            Meaning::Override if matches!(word, "0" | "1") => {}
            Meaning::Override => self.forbid("OVERRIDING SYSTEM VALUE"),
            // A value from outside, or the answer of a subquery.
            Meaning::ParameterKind if matches!(word, "0" | "2") => {}
            Meaning::ParameterKind => return Err(Unreadable(format!("a parameter of the kind {word}"))),
            Meaning::SqlValue => {
                let known = SQL_VALUES.get(number::<usize>(word)?).copied();
                self.uses.sql_values.insert(known.ok_or_else(|| Unreadable(format!("the value function {word}")))?);
            }
            // Where it is not empty, its nodes have come before any word of theirs; see `end`.
            Meaning::RowLocks | Meaning::Sample | Meaning::Empty if word == "<>" => {}
            Meaning::RowLocks | Meaning::Sample | Meaning::Empty => {
                return Err(Unreadable(format!("the word {word} in {}", node.kind[node.field].name)));
            }
            meaning => self.object(meaning, word)?,
        }
        Ok(())
    }

    fn end(&mut self) -> Result<(), Unreadable> {
        let Some(node) = self.open.pop() else { return Err(Unreadable("a node ends that did not begin".to_owned())) };
        let is_missing = |(field, is_read): &(&Field, &bool)| field.is_required && !**is_read;
        if let Some((field, _)) = node.kind.iter().zip(&node.read).find(is_missing) {
            return Err(Unreadable(format!("the field {} is missing", field.name)));
        }
        if node.stands_for_a_table && !node.names_a_function {
            self.forbid("a table function");
        }
        let has = |name: &str| node.kind.iter().zip(&node.read).any(|(field, is_read)| field.name == name && *is_read);
        if node.is_relation && !has("relid") {
            return Err(Unreadable("a table without its number".to_owned()));
        }
        // The field that this node stands in.
        match self.open.last().map(|around| around.kind[around.field].meaning) {
            Some(Meaning::RowLocks) => self.forbid("FOR UPDATE or another lock of rows"),
            Some(Meaning::Sample) => self.forbid("TABLESAMPLE"),
            None | Some(Meaning::Shape) => {}
            Some(_) => return Err(Unreadable("a node stands where a number was expected".to_owned())),
        }
        Ok(())
    }
}

impl Walk {
    fn forbid(&mut self, words: &str) {
        self.uses.forbidden.insert(words.to_owned());
    }

    fn table_kind(&mut self, word: &str) {
        match word {
            "0" => {
                if let Some(node) = self.open.last_mut() {
                    node.is_relation = true;
                }
            }
            // A subquery, a join, rows of VALUES, a CTE, nothing at all, the rows of a GROUP BY. A function (3) tells its name.
            "1" | "2" | "3" | "5" | "6" | "8" | "9" => {}
            "4" => self.forbid("XMLTABLE or JSON_TABLE"),
            _ => self.forbid("a table of a kind that this release cannot examine"),
        }
    }

    /// A number of the catalogue, or the `o` that a list of them begins with.
    fn object(&mut self, meaning: Meaning, word: &str) -> Result<(), Unreadable> {
        if matches!(word, "o" | "<>") {
            return Ok(());
        }
        let object: u32 = number(word)?;
        if object == 0 {
            let is_relation = self.open.last().is_some_and(|node| node.is_relation);
            return match meaning {
                Meaning::Function => Err(Unreadable("a call without a function".to_owned())),
                Meaning::Relation if is_relation => Err(Unreadable("a table without its number".to_owned())),
                _ => Ok(()),
            };
        }
        let uses = &mut self.uses;
        match meaning {
            Meaning::Relation => &mut uses.relations,
            Meaning::Function => &mut uses.functions,
            Meaning::Support => &mut uses.support_functions,
            Meaning::Operator => &mut uses.operators,
            Meaning::Type => &mut uses.types,
            Meaning::Collation => &mut uses.collations,
            Meaning::OperatorClass => &mut uses.operator_classes,
            _ => return Err(Unreadable(format!("the number {word}"))),
        }
        .insert(object);
        if meaning == Meaning::Relation
            && let Some(node) = self.open.last_mut()
        {
            node.relation = Some(object);
        }
        if meaning == Meaning::Function
            && let [.., around, node] = self.open.as_mut_slice()
            && node.is_function_call
            && around.stands_for_a_table
        {
            around.names_a_function = true;
            uses.table_functions.insert(object);
        }
        Ok(())
    }
}

fn number<T: std::str::FromStr>(word: &str) -> Result<T, Unreadable> {
    word.parse().map_err(|_| Unreadable(format!("`{word}` is not a number")))
}
