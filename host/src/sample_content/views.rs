//! Values that the sample's pages have of their space's properties, and the board and the table that show it.

use super::made::made;
use quarry_stores::app::{AppStoreError, Row, Transaction};
use quarry_stores::result_set::Value;
use serde_json::json;

/// The sample's project and its two pages, in their space with its two people.
pub(super) struct Shown {
    pub(super) space: Value,
    pub(super) project: Value,
    pub(super) pages: [Value; 2],
    pub(super) owner: Value,
    pub(super) editor: Value,
}

impl Shown {
    /// Gives the pages values of each kind, and the project a board and a table that the space shares.
    pub(super) async fn load(&self, transaction: &mut Transaction, made_at: &Value) -> Result<(), AppStoreError> {
        let stage = self.stage(transaction, made_at).await?;
        let size = self.property(transaction, "Repaid, millions", "number", made_at).await?;
        let due = self.property(transaction, "Due", "date", made_at).await?;
        let reviewer = self.property(transaction, "Reviewer", "person", made_at).await?;
        let rests_on = self.property(transaction, "Rests on", "relation", made_at).await?;
        let text = |text: &str| Value::Text(text.to_owned());
        let [first, second] = &self.pages;
        for (page, property, kind, column, value) in [
            (first, &stage, "select", "option_value", text("checked")),
            (second, &stage, "select", "option_value", text("draft")),
            (first, &size, "number", "number_value", Value::Float64(3.5)),
            (second, &size, "number", "number_value", Value::Float64(1.25)),
            (first, &due, "date", "date_value", text("2026-11-15")),
            (first, &reviewer, "person", "person_user_id", self.owner.clone()),
            (second, &reviewer, "person", "person_user_id", self.editor.clone()),
            (second, &rests_on, "relation", "related_page_id", first.clone()),
        ] {
            let sql = format!(
                "INSERT INTO space_property_values (property_id, page_id, space_id, kind, {column}) VALUES ($1, $2, $3, $4, $5)"
            );
            let values = [property.clone(), page.clone(), self.space.clone(), text(kind), value];
            transaction.execute(&sql, &values).await?;
        }
        let key = |property: &Value| match property {
            Value::Int64(id) => format!("prop.{id}"),
            _ => String::new(),
        };
        let board = json!({ "group_by": key(&stage), "columns": ["status", key(&reviewer)] });
        let columns = [&stage, &size, &due, &reviewer, &rests_on].map(key);
        let table = json!({ "sort": format!("-{}", key(&size)), "columns": columns });
        for (name, layout, settings) in [("By stage", "board", board), ("The largest first", "table", table)] {
            let sql = "INSERT INTO research_views (space_id, project_id, created_by_user_id, name, layout, settings, is_shared, created_at,
                           updated_at)
                       VALUES ($1, $2, $3, $4, $5, $6, TRUE, $7, $7) RETURNING id";
            let whose = [self.space.clone(), self.project.clone(), self.owner.clone()];
            let what = [text(name), text(layout), text(&settings.to_string()), made_at.clone()];
            made(transaction, sql, &[&whose[..], &what[..]].concat()).await?;
        }
        Ok(())
    }

    /// The select that the sample's space came with, or one like it.
    async fn stage(&self, transaction: &mut Transaction, made_at: &Value) -> Result<Value, AppStoreError> {
        let known = "SELECT id FROM space_properties WHERE space_id = $1 AND name = 'Stage' AND kind = 'select'";
        let rows = transaction.query(known, std::slice::from_ref(&self.space)).await?;
        if let Some(row) = Row::first(&rows) {
            return Ok(Value::Int64(row.integer("id")?));
        }
        let sql = "INSERT INTO space_properties (space_id, name, kind, options, created_at)
                   VALUES ($1, 'Stage', 'select', '[\"draft\",\"checked\"]', $2) RETURNING id";
        made(transaction, sql, &[self.space.clone(), made_at.clone()]).await
    }

    async fn property(
        &self,
        transaction: &mut Transaction,
        name: &str,
        kind: &str,
        made_at: &Value,
    ) -> Result<Value, AppStoreError> {
        let sql =
            "INSERT INTO space_properties (space_id, name, kind, created_at) VALUES ($1, $2, $3, $4) RETURNING id";
        let text = |text: &str| Value::Text(text.to_owned());
        made(transaction, sql, &[self.space.clone(), text(name), text(kind), made_at.clone()]).await
    }
}
