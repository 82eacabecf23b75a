//! A space with a member of each role, on the server of these tests.

use super::expectations::SPACE_ROLES;
use super::people::Stage;
use crate::organizations::house::{self, Person};
use quarry::stores::app::Row;
use quarry::stores::result_set::Value;

/// The tables in which a change of a space is seen.
const TABLES: [(&str, &str); 23] = [
    ("spaces", "id"),
    ("space_members", "space_id"),
    ("space_properties", "space_id"),
    ("space_property_values", "space_id"),
    ("value_notes", "space_id"),
    ("space_citations", "space_id"),
    ("research_pages", "space_id"),
    ("research_blocks", "space_id"),
    ("research_block_versions", "space_id"),
    ("research_page_versions", "space_id"),
    ("research_drafts", "space_id"),
    ("research_comments", "space_id"),
    ("inbox_notifications", "space_id"),
    ("saved_items", "space_id"),
    ("research_annotations", "space_id"),
    ("research_projects", "space_id"),
    ("research_folders", "space_id"),
    ("research_page_tags", "space_id"),
    ("research_templates", "space_id"),
    ("research_views", "space_id"),
    ("price_alerts", "space_id"),
    ("alert_watches", "space_id"),
    ("alert_firings", "space_id"),
];

#[derive(Clone)]
pub(super) struct SharedSpace {
    pub(super) id: i64,
    members: Vec<(&'static str, Person)>,
}

impl SharedSpace {
    pub(super) fn member(&self, role: &str) -> &Person {
        &self.members.iter().find(|(known, _)| *known == role).expect("a role").1
    }

    /// The number of the membership of that role.
    pub(super) fn membership(&self, stage: &'static Stage, role: &str) -> i64 {
        let sql = "SELECT id AS number FROM space_members WHERE space_id = $1 AND user_id = $2";
        number(stage, sql, &[Value::Int64(self.id), Value::Int64(self.member(role).id)])
    }

    /// Makes somebody one more member, past every check.
    pub(super) fn join(&self, stage: &'static Stage, person: &Person, role: &str) {
        join(stage, self.id, person, role);
    }

    /// All that is stored of the space.
    pub(super) fn held(&self, stage: &'static Stage) -> String {
        house::in_store(&stage.server, async |store| {
            let mut held = String::new();
            for (table, column) in TABLES {
                let sql = format!("SELECT * FROM {table} WHERE {column} = $1 ORDER BY 1, 2 LIMIT 10000");
                let mut rows = store.query(&sql, &[Value::Int64(self.id)]).await?;
                // A job marks what it has made findable, whoever asks meanwhile.
                rows.columns.retain(|column| column.name != "indexed_as");
                held += &format!("{table}: {rows:?}\n");
            }
            Ok(held)
        })
    }
}

impl Stage {
    /// A new space with a member of each role, and a second owner, so that the first may go.
    pub(super) fn space(&'static self) -> SharedSpace {
        let sql = "INSERT INTO spaces (name, created_at) VALUES ('Harbour', 1793491200000000) RETURNING id AS number";
        let id = number(self, sql, &[]);
        let members: Vec<_> = SPACE_ROLES.iter().map(|role| (*role, Person::new(&self.server, role))).collect();
        for (role, person) in &members {
            join(self, id, person, role);
        }
        join(self, id, &Person::new(&self.server, "Otto"), "owner");
        SharedSpace { id, members }
    }

    /// Something that is made in a space by one of its owners; its number.
    pub(super) fn made_in(&'static self, space: &SharedSpace, path: &str, body: &serde_json::Value) -> i64 {
        let made = self.done(space.member("owner"), "POST", path, body);
        let thing = made.get("note").unwrap_or(&made);
        thing["id"].as_i64().unwrap_or_else(|| panic!("a number: {made}"))
    }
}

fn join(stage: &'static Stage, space_id: i64, person: &Person, role: &str) {
    let sql = "INSERT INTO space_members (space_id, user_id, role, created_at) VALUES ($1, $2, $3, 1793491200000000)";
    let values = [Value::Int64(space_id), Value::Int64(person.id), Value::Text(role.to_owned())];
    house::execute(&stage.server, sql, &values);
}

pub(super) fn number(stage: &'static Stage, sql: &str, values: &[Value]) -> i64 {
    house::in_store(&stage.server, async |store| {
        let rows = store.query(sql, values).await?;
        let row = Row::all(&rows).next().expect("a row");
        Ok(row.integer("number")?)
    })
}
