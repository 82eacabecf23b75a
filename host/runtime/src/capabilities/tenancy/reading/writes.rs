//! The values that are written, and the rows that they go into.

use super::duty::{Duty, What};
use super::reader::{Reader, line, word};
use crate::capabilities::tenancy::facts::Term;
use sqlparser::ast::{
    Assignment, AssignmentTarget, ConflictTarget, Delete, FromTable, Insert, OnConflict, OnConflictAction, OnInsert,
    TableFactor, TableObject, Update, UpdateTableFromKind,
};

impl Reader<'_> {
    pub(super) fn insert(&mut self, insert: &Insert) {
        let TableObject::TableName(name) = &insert.table else { return };
        let (table_name, at) = (word(name), line(name));
        let columns: Vec<String> = insert.columns.iter().map(word).collect();
        let source = insert.source.as_ref().map(|source| self.query(source));
        let Some(table) = self.tables.get(&table_name) else {
            if let Some(on) = &insert.on {
                self.subqueries(on);
            }
            return;
        };
        // What a new row has in each column, one term for each row or query that it may come from.
        let rows = source.map(|source| source.branches).unwrap_or_default();
        let term_of = |reader: &mut Self, column: &str| {
            let place = columns.iter().position(|known| known == column)?;
            let new = reader.facts.other();
            let terms = rows.iter().map(|row| row.get(place).cloned().unwrap_or(Term::Other)).collect::<Vec<_>>();
            match terms.as_slice() {
                [one] => Some(one.clone()),
                _ => {
                    reader.facts.union((new, column.to_owned()), terms);
                    Some(Term::Column(new, column.to_owned()))
                }
            }
        };
        let mut belongs = Vec::new();
        for declared in &table.columns {
            let term = term_of(self, &declared.column);
            if let (Some(term), false) = (term, declared.is_key) {
                belongs.push((declared.column.clone(), declared.name.clone(), term));
            }
        }
        self.written(&table_name, at, &belongs);
        // The first of a tenant (a space, an organization) belongs to nothing.
        if table.columns.iter().any(|column| !column.is_key) {
            let terms = belongs.iter().map(|(_, name, term)| (name.clone(), term.clone())).collect();
            self.duties.push(Duty { line: at, what: What::Belongs { table: table_name.clone(), terms } });
        }
        if let Some(OnInsert::OnConflict(OnConflict { conflict_target, action })) = &insert.on
            && let OnConflictAction::DoUpdate(update) = action
        {
            let relation = self.relation(&table_name, at, true);
            let excluded = self.facts.other();
            let alias = insert.table_alias.as_ref().map_or(table_name.clone(), |alias| alias.alias.value.clone());
            self.blocks.push(vec![(alias, relation)]);
            for column in &columns {
                if let Some(term) = term_of(self, column) {
                    self.facts.union((excluded, column.clone()), vec![term.clone()]);
                    // The row that was there has the same values in the columns by which it was found.
                    let is_found_by = match conflict_target {
                        Some(ConflictTarget::Columns(found_by)) => found_by.iter().any(|known| known.value == *column),
                        _ => false,
                    };
                    if is_found_by {
                        self.facts.flow(term, (relation, column.clone()));
                    }
                }
            }
            if let Some(condition) = &update.selection {
                self.condition(condition, relation);
            }
            self.name("excluded".to_owned(), excluded);
            self.assignments(&table_name, at, &update.assignments);
            self.blocks.pop();
        }
    }

    pub(super) fn update(&mut self, update: &Update) {
        let floor = self.facts.next();
        self.blocks.push(Vec::new());
        let TableFactor::Table { name, alias, .. } = &update.table.relation else { return };
        let (table, at) = (word(name), line(name));
        let relation = self.relation(&table, at, true);
        self.name(alias.as_ref().map_or(table.clone(), |alias| alias.name.value.clone()), relation);
        let from = match &update.from {
            Some(UpdateTableFromKind::BeforeSet(from) | UpdateTableFromKind::AfterSet(from)) => from.as_slice(),
            None => &[],
        };
        for table in from {
            self.table_with_joins(table, floor);
        }
        if let Some(condition) = &update.selection {
            self.condition(condition, floor);
        }
        self.assignments(&table, at, &update.assignments);
        if let Some(returning) = &update.returning {
            self.subqueries(returning);
        }
        self.blocks.pop();
    }

    pub(super) fn delete(&mut self, delete: &Delete) {
        let floor = self.facts.next();
        self.blocks.push(Vec::new());
        let (FromTable::WithFromKeyword(from) | FromTable::WithoutKeyword(from)) = &delete.from;
        for table in from {
            if let TableFactor::Table { name, alias, .. } = &table.relation {
                let table = word(name);
                let relation = self.relation(&table, line(name), true);
                self.name(alias.as_ref().map_or(table, |alias| alias.name.value.clone()), relation);
            }
        }
        for table in delete.using.iter().flatten() {
            self.table_with_joins(table, floor);
        }
        if let Some(condition) = &delete.selection {
            self.condition(condition, floor);
        }
        if let Some(returning) = &delete.returning {
            self.subqueries(returning);
        }
        self.blocks.pop();
    }

    pub(super) fn assignments(&mut self, table: &str, line: usize, assignments: &[Assignment]) {
        let mut written = Vec::new();
        for Assignment { target, value } in assignments {
            let term = self.value(value);
            let (AssignmentTarget::ColumnName(name), Some(declared)) = (target, self.tables.get(table)) else {
                continue;
            };
            let column = word(name);
            for declared in declared.columns.iter().filter(|known| known.column == column) {
                written.push((column.clone(), declared.name.clone(), term.clone()));
            }
        }
        self.written(table, line, &written);
    }

    /// Demands that values for declared columns are the caller's to write. A column that is known by several names has one of
    /// them.
    pub(super) fn written(&mut self, table: &str, line: usize, written: &[(String, String, Term)]) {
        // A row of a tenant may name any person; a row of a person alone names that one.
        let is_of_tenant = self.tables.get(table).is_some_and(|declared| {
            declared.columns.iter().any(|column| !column.is_key && !column.name.starts_with("caller."))
        });
        let is_bound = |name: &str| !is_of_tenant || !name.starts_with("caller.");
        let mut columns: Vec<&String> =
            written.iter().filter(|(_, name, _)| is_bound(name)).map(|(column, ..)| column).collect();
        columns.dedup();
        for column in columns {
            let names: Vec<&str> =
                written.iter().filter(|(known, ..)| known == column).map(|(_, name, _)| name.as_str()).collect();
            let Some((_, _, term)) = written.iter().find(|(known, ..)| known == column) else { continue };
            let (table, column, name, term) = (table.to_owned(), column.clone(), names.join(" "), term.clone());
            self.duties.push(Duty { line, what: What::Written { table, column, name, term } });
        }
    }
}
