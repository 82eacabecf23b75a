//! Conditions that must hold in the end, and the sentence for each that does not.

use super::duty::{Duty, What};
use super::reader::{Reader, Refusal};
use crate::capabilities::tenancy::facts::{Held, Term};
use quarry_contract::{TenantColumn, TenantTable};

impl Reader<'_> {
    /// Checks that every duty is done.
    pub(super) fn conclude(mut self) -> Result<(), Refusal> {
        self.facts.conclude();
        for Duty { line, what } in &self.duties {
            self.done(what).map_err(|reason| (*line, reason))?;
        }
        Ok(())
    }

    pub(super) fn done(&self, what: &What) -> Result<(), String> {
        match what {
            What::Held { relation, is_changed } => {
                let Some(table) = self.facts.declared(*relation) else { return Ok(()) };
                match (self.facts.held(*relation), is_changed) {
                    (Some(Held::ForWriting | Held::Own), _) | (Some(Held::ForReading), false) => Ok(()),
                    (Some(Held::ForReading), true) => Err(format!(
                        "it changes rows of {} that a scope only shows: hold {} equal to what a guard found",
                        table.table,
                        ways(table)
                    )),
                    (None, _) => Err(format!(
                        "rows of {} are held to no tenant: hold {} equal to it, or say why the statement is unguarded",
                        table.table,
                        ways(table)
                    )),
                }
            }
            What::Written { table, column, name, term } => {
                let known = self.facts.known_of(term);
                let is_known =
                    known.iter().any(|known| known.for_writing && name.split(' ').any(|name| name == known.name));
                match *term == Term::Null || is_known {
                    true => Ok(()),
                    false => Err(format!(
                        "it writes something of its own into {table}.{column}, by which rows belong to tenants: write what a \
                         guard found ({})",
                        name.split(' ').map(shown).collect::<Vec<_>>().join(" or ")
                    )),
                }
            }
            What::Belongs { table, terms } => {
                let is_known = |(name, term): &(String, Term)| {
                    self.facts.known_of(term).iter().any(|known| known.for_writing && known.name == *name)
                };
                match terms.iter().any(is_known) {
                    true => Ok(()),
                    false => Err(format!("the rows that it adds to {table} belong to nothing that a guard found")),
                }
            }
            What::Recursive { column, term } => {
                let first = self.facts.known_of(&Term::Column(column.0, column.1.clone()));
                match self.facts.known_of(term).is_superset(&first) {
                    true => Ok(()),
                    false => Err(format!(
                        "the column {} of a query that refers to itself leaves what its beginning is held to",
                        column.1
                    )),
                }
            }
        }
    }
}

/// `id ({guard.page_id}) or space_id ({guard.tenant})`.
fn ways(table: &TenantTable) -> String {
    let way = |column: &TenantColumn| format!("{} ({})", column.column, shown(&column.name));
    table.columns.iter().map(way).collect::<Vec<_>>().join(" or ")
}

fn shown(name: &str) -> String {
    match name.starts_with("caller.") {
        true => format!("{{{name}}}"),
        false => format!("{{guard.{name}}}"),
    }
}
