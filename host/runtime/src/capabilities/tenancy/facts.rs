//! The facts that a statement states of its columns, and their consequences.
//!
//! A column is known as NAME where each row that passes has in it what the guard, a scope or another held table calls NAME. A
//! table is held once one of its columns is known as what its declaration calls that column; then its other declared columns
//! are known too, since they are of the same row.

use quarry_contract::TenantTable;
use std::collections::{BTreeSet, HashMap};

pub(super) type RelationId = usize;

/// A thing by the name that guards give it.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Known {
    pub(super) name: String,
    /// True where it may be written with: a guard's finding or the caller may, a scope only shows.
    pub(super) for_writing: bool,
}

/// A value in a statement.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Term {
    Column(RelationId, String),
    Known(Known),
    Null,
    /// Anything else.
    Other,
}

/// The origin of rows.
#[derive(Debug)]
enum Relation<'a> {
    /// A table of tenants.
    Table(&'a TenantTable),
    /// A scope: each of its columns is known by its name.
    Scope,
    /// A table of nobody, or a query whose columns are given by [`Facts::union`].
    Other,
}

/// All that was said.
#[derive(Debug, Default)]
pub(super) struct Facts<'a> {
    relations: Vec<Relation<'a>>,
    /// The column has the value of the term in each row that passes.
    flows: Vec<(Term, (RelationId, String))>,
    /// The column has the value of one of the terms.
    unions: Vec<((RelationId, String), Vec<Term>)>,
    known: HashMap<(RelationId, String), BTreeSet<Known>>,
}

impl<'a> Facts<'a> {
    /// The id that the next relation gets: those from here on are further in.
    pub(super) fn next(&self) -> RelationId {
        self.relations.len()
    }

    pub(super) fn table(&mut self, table: &'a TenantTable) -> RelationId {
        self.add(Relation::Table(table))
    }

    pub(super) fn scope(&mut self) -> RelationId {
        self.add(Relation::Scope)
    }

    pub(super) fn other(&mut self) -> RelationId {
        self.add(Relation::Other)
    }

    fn add(&mut self, relation: Relation<'a>) -> RelationId {
        self.relations.push(relation);
        self.relations.len() - 1
    }

    /// The declared table that a relation is.
    pub(super) fn declared(&self, relation: RelationId) -> Option<&'a TenantTable> {
        match self.relations.get(relation) {
            Some(Relation::Table(table)) => Some(table),
            _ => None,
        }
    }

    pub(super) fn flow(&mut self, from: Term, to: (RelationId, String)) {
        self.flows.push((from, to));
    }

    pub(super) fn union(&mut self, column: (RelationId, String), terms: Vec<Term>) {
        self.unions.push((column, terms));
    }

    /// Draws every conclusion.
    pub(super) fn conclude(&mut self) {
        loop {
            let mut learned = false;
            for (from, to) in self.flows.clone() {
                let known = self.known_of(&from);
                learned |= self.learn(to, known);
            }
            for (column, terms) in self.unions.clone() {
                let mut all = terms.iter().map(|term| self.known_of(term));
                let first = all.next().unwrap_or_default();
                let common = all.fold(first, |common, other| common.intersection(&other).cloned().collect());
                learned |= self.learn(column, common);
            }
            for relation in 0..self.relations.len() {
                learned |= self.conclude_of_row(relation);
            }
            if !learned {
                return;
            }
        }
    }

    /// A held row makes its other declared columns known.
    fn conclude_of_row(&mut self, relation: RelationId) -> bool {
        let Some(table) = self.declared(relation) else { return false };
        let Some(held) = self.held(relation) else { return false };
        let mut learned = false;
        for column in &table.columns {
            // Who is asking is a row's owner only where the row says so itself.
            if column.name.starts_with("caller.") {
                continue;
            }
            let known = Known { name: column.name.clone(), for_writing: held == Held::ForWriting };
            learned |= self.learn((relation, column.column.clone()), BTreeSet::from([known]));
        }
        learned
    }

    fn learn(&mut self, column: (RelationId, String), known: BTreeSet<Known>) -> bool {
        let before = self.known.entry(column).or_default();
        let length = before.len();
        before.extend(known);
        before.len() > length
    }

    pub(super) fn known_of(&self, term: &Term) -> BTreeSet<Known> {
        match term {
            Term::Known(known) => BTreeSet::from([known.clone()]),
            Term::Column(relation, column) => match self.relations.get(*relation) {
                Some(Relation::Scope) => BTreeSet::from([Known { name: column.clone(), for_writing: false }]),
                _ => self.known.get(&(*relation, column.clone())).cloned().unwrap_or_default(),
            },
            Term::Null | Term::Other => BTreeSet::new(),
        }
    }

    /// Tells how a table's rows are held to what the caller may touch; none where they are not.
    pub(super) fn held(&self, relation: RelationId) -> Option<Held> {
        let table = self.declared(relation)?;
        let mut held = None;
        for column in &table.columns {
            let known = self.known_of(&Term::Column(relation, column.column.clone()));
            for known in known.iter().filter(|known| known.name == column.name) {
                // A row is the caller's to write, and what it belongs to is the caller's to see.
                let is_own = known.name.starts_with("caller.");
                held = held.max(Some(match (known.for_writing, is_own) {
                    (true, false) => Held::ForWriting,
                    (true, true) => Held::Own,
                    (false, _) => Held::ForReading,
                }));
            }
        }
        held
    }
}

/// The hold on the rows of a table, from the least to the most.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Held {
    /// A scope holds them.
    ForReading,
    /// The caller holds them: the row itself may be written, and the thing that it belongs to may be read.
    Own,
    /// A guard's finding holds them.
    ForWriting,
}
