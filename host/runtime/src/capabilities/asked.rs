//! The needs of a component from a deployment, told from its declarations alone.

use crate::capabilities::statement_check::Examination;
use crate::capabilities::{Given, Hook, HostPattern, StatementSet, StatementSetError, TableGrant, declared_hooks};
use quarry_contract::{Grant, Manifest, StatementSource};
use quarry_stores::app::AppStoreDialect;
use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};

/// The grants that a deployment would have to give, so that the component serves.
#[derive(Debug, Clone, Default)]
pub struct Asked {
    pub grants: BTreeSet<Grant>,
    /// Tables in their order; the component's own tables need no grants, and neither do those that it adopts.
    pub tables: Vec<AskedTable>,
    /// Hosts as the manifest writes them: `api.example.org:8443`.
    pub outbound_hosts: Vec<String>,
    /// Groups of settings, by name.
    pub settings: Vec<String>,
    /// What the host does with it beside calling it.
    pub hooks: Vec<Hook>,
}

/// A table that a component's statements use.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AskedTable {
    pub table: TableGrant,
    /// The files of the statements that use it.
    pub files: Vec<String>,
}

impl Asked {
    /// Gives the needs of `manifest`, and the faults of its statements that no grant would mend.
    pub fn by(manifest: &Manifest) -> (Asked, Vec<StatementSetError>) {
        let (mut tables, mut wrong) = (BTreeMap::<TableGrant, Vec<String>>::new(), Vec::new());
        for source in &manifest.statements {
            match tables_of(manifest, source) {
                Ok(asked) => {
                    for table in asked {
                        tables.entry(table).or_default().push(source.file.clone());
                    }
                }
                Err(error) => wrong.push(error),
            }
        }
        if wrong.is_empty()
            && let Err(error) = StatementSet::parse(&manifest.statements, &manifest.scopes, AppStoreDialect::Sqlite)
        {
            wrong.push(error);
        }
        // What writes or deletes reads too.
        let all: Vec<TableGrant> = tables.keys().cloned().collect();
        let is_needless = |table: &TableGrant| all.iter().any(|other| other != table && other.covers(table));
        let needed = tables.into_iter().filter(|(table, _)| !is_needless(table));
        let asked = Asked {
            grants: manifest.grants.iter().copied().collect(),
            tables: needed.map(|(table, files)| AskedTable { table, files }).collect(),
            outbound_hosts: manifest.outbound_hosts.clone(),
            settings: manifest.settings.clone(),
            hooks: declared_hooks(manifest),
        };
        (asked, wrong)
    }

    /// All of it but the servers, given.
    pub fn as_given(&self) -> Given {
        Given {
            grants: self.grants.clone(),
            tables: self.tables.iter().map(|asked| asked.table.clone()).collect(),
            hooks: None,
        }
    }

    /// Gives the part of it that is neither in `given`, nor in `hosts`, nor in the groups of `settings`.
    pub fn beyond(&self, given: &Given, hosts: &[HostPattern], settings: &[String]) -> Asked {
        let has_host = |asked: &HostPattern| hosts.iter().any(|had| had.overlaps(asked));
        let has_table = |asked: &TableGrant| given.tables.iter().any(|had| had.covers(asked));
        let has_hook = |asked: &Hook| match &given.hooks {
            Some(hooks) => hooks.contains(&asked.name),
            None => given.grants.contains(&asked.grant),
        };
        Asked {
            grants: self.grants.difference(&given.grants).copied().collect(),
            tables: self.tables.iter().filter(|asked| !has_table(&asked.table)).cloned().collect(),
            outbound_hosts: self
                .outbound_hosts
                .iter()
                .filter(|host| !host.parse().is_ok_and(|pattern| has_host(&pattern)))
                .cloned()
                .collect(),
            settings: self.settings.iter().filter(|group| !settings.contains(group)).cloned().collect(),
            hooks: self.hooks.iter().filter(|hook| !has_hook(hook)).cloned().collect(),
        }
    }

    pub fn is_empty(&self) -> bool {
        self.grants.is_empty()
            && self.tables.is_empty()
            && self.outbound_hosts.is_empty()
            && self.settings.is_empty()
            && self.hooks.is_empty()
    }
}

/// The tables of the warehouse that a statement reads.
pub(super) fn warehouse_tables_of(
    manifest: &Manifest,
    source: &StatementSource,
) -> Result<Vec<String>, StatementSetError> {
    let tables = tables_of(manifest, source)?;
    Ok(tables.iter().filter_map(TableGrant::warehouse_table).map(str::to_owned).collect())
}

fn tables_of(manifest: &Manifest, source: &StatementSource) -> Result<BTreeSet<TableGrant>, StatementSetError> {
    let asked = RefCell::default();
    let given = Given::default().with_adopted(manifest);
    // Both engines' texts are examined, whichever the parsed set is for.
    let set = StatementSet::parse(std::slice::from_ref(source), &manifest.scopes, AppStoreDialect::Sqlite)?;
    let (component, append_only) = (&manifest.name, &manifest.append_only_tables);
    set.examine(&Examination { component, given: &given, append_only, asked: Some(&asked) })?;
    Ok(asked.into_inner())
}
