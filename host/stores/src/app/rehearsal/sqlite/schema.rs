//! The schema of a deployment's store, as its catalogue has it.

use crate::app::rehearsal::OwnNames;
use crate::app::rehearsal::rehearsed::change_of_view;
use crate::app::{AppStore, AppStoreError, Row};
use crate::report::Report;
use std::collections::BTreeMap;

const OBJECTS: &str = "SELECT type, name, tbl_name, sql FROM sqlite_schema WHERE sql IS NOT NULL ORDER BY rowid";
const COLUMNS_OF_VIEWS: &str = "SELECT views.name AS view_name, columns.name AS column_name
     FROM sqlite_schema AS views JOIN pragma_table_info(views.name) AS columns
     WHERE views.type = 'view' ORDER BY views.name, columns.cid";

/// Everything that the catalogue lists.
#[derive(Debug)]
pub(super) struct Schema {
    objects: Vec<Object>,
    /// The columns of each view, in order.
    views: BTreeMap<String, Vec<String>>,
}

#[derive(Debug)]
struct Object {
    /// `table`, `index`, `view` or `trigger`.
    kind: String,
    name: String,
    table: String,
    sql: String,
}

impl Schema {
    pub(super) async fn of(store: &AppStore) -> Result<Schema, AppStoreError> {
        let rows = store.query(OBJECTS, &[]).await?;
        let mut objects = Vec::with_capacity(rows.row_count);
        for row in Row::all(&rows) {
            objects.push(Object {
                kind: row.text("type")?,
                name: row.text("name")?,
                table: row.text("tbl_name")?,
                sql: row.text("sql")?,
            });
        }
        let mut views: BTreeMap<String, Vec<String>> = BTreeMap::new();
        let columns = store.query(COLUMNS_OF_VIEWS, &[]).await?;
        for row in Row::all(&columns) {
            let view = views.entry(row.text("view_name")?).or_default();
            view.push(row.text("column_name")?);
        }
        Ok(Schema { objects, views })
    }

    /// The texts that make the tables and indexes of everybody but the component, and a table in the place of each view.
    /// Triggers are left out: they run when rows change, and nothing changes rows in a rehearsal.
    pub(super) fn of_others(&self, own: &OwnNames) -> Vec<String> {
        let others =
            self.objects.iter().filter(|object| !own.has(&object.table) && !object.name.starts_with("sqlite_"));
        let mut texts: Vec<String> = others
            .filter(|object| object.kind == "table" || object.kind == "index")
            .map(|object| object.sql.clone())
            .collect();
        for (view, columns) in &self.views {
            let columns: Vec<String> = columns.iter().map(|column| quoted(column)).collect();
            texts.push(format!("CREATE TABLE {} ({})", quoted(view), columns.join(", ")));
        }
        texts
    }

    /// A view stands in a rehearsal as a table, whose rows could be changed; those of the view cannot.
    pub(super) fn forbid_changes_of_views(&self, report: &mut Report) {
        let changed = report.written.union(&report.deleted).filter(|name| self.views.contains_key(*name));
        let changes: Vec<String> = changed.map(|view| change_of_view(view)).collect();
        report.forbidden.extend(changes);
    }

    /// Everything that stands on the component's tables, triggers and views included: its name, and the text that made it.
    pub(super) fn own<'a>(&'a self, own: &'a OwnNames) -> impl Iterator<Item = (&'a str, &'a str)> {
        let objects = self.objects.iter().filter(|object| own.has(&object.table) || own.has(&object.name));
        objects.map(|object| (object.name.as_str(), object.sql.as_str()))
    }
}

fn quoted(name: &str) -> String {
    format!("\"{}\"", name.replace('"', "\"\""))
}
