//! A space with a member of each role, and what lies in it: made over HTTP by its people, or past every check.

use crate::account_support::eventually;
use crate::organizations::house::{Person, execute, in_store, server, texts};
use crate::spaces;
use quarry::stores::app::Row;
use quarry::stores::result_set::Value;
use quarry_tests::browser::Browser;
use quarry_tests::http::Answer;
use serde_json::{Value as Json, json};

/// 2026-11-01T00:00:00Z.
pub(crate) const MADE_AT: i64 = 1_793_491_200_000_000;

/// Somebody of a space, or outside it, with a browser.
pub(crate) struct Seat {
    pub(crate) person: Person,
    pub(crate) browser: Browser<'static>,
}

/// A space with a member of each role, and somebody who is in none but their own. The owner works in it.
pub(crate) struct Desk {
    pub(crate) space: i64,
    pub(crate) owner: Seat,
    pub(crate) editor: Seat,
    pub(crate) commenter: Seat,
    pub(crate) viewer: Seat,
    pub(crate) outsider: Seat,
}

impl Seat {
    /// Somebody whose personal space has come, on a plan with keys.
    pub(crate) fn new(name: &str) -> Seat {
        let (person, browser) = spaces::settled(name);
        Seat { person, browser }
    }

    pub(crate) fn get(&self, path: &str) -> Answer {
        self.browser.get(path)
    }

    pub(crate) fn write(&mut self, method: &str, path: &str, body: &Json) -> Answer {
        self.browser.write(method, path, body)
    }

    /// The body of an answer that must be 200.
    #[track_caller]
    pub(crate) fn read(&self, path: &str) -> Json {
        let answer = self.get(path);
        assert_eq!(answer.status, 200, "{path}: {}", answer.text);
        answer.json()
    }

    /// The body of a write that must be good; null without one.
    #[track_caller]
    pub(crate) fn does(&mut self, method: &str, path: &str, body: &Json) -> Json {
        let answer = self.write(method, path, body);
        assert!((200..300).contains(&answer.status), "{method} {path}: {}", answer.text);
        serde_json::from_str(&answer.text).unwrap_or(Json::Null)
    }

    /// The value of a header `Authorization`: a key with these scopes, which acts as the person.
    pub(crate) fn key(&mut self, scopes: &[&str]) -> String {
        let path = format!("/session/organizations/{}/api_keys", self.person.own_organization_id);
        let made = self.does("POST", &path, &json!({ "name": "notebook", "scopes": scopes }));
        format!("Bearer {}", made["secret"].as_str().expect("the key, shown once"))
    }

    /// Works in a space from now on.
    pub(crate) fn works_in(&mut self, space: i64) {
        self.does("POST", &format!("/session/spaces/{space}/activate"), &json!({}));
    }
}

impl Desk {
    pub(crate) fn new() -> Desk {
        let [mut owner, editor, commenter, viewer, outsider] =
            ["Olga", "Edith", "Conrad", "Viola", "Eve"].map(Seat::new);
        let space = spaces::shared(&mut owner.browser, "Harbour");
        for (seat, role) in [(&editor, "editor"), (&commenter, "commenter"), (&viewer, "viewer")] {
            spaces::add(&mut owner.browser, space, &seat.person, role);
        }
        owner.works_in(space);
        Desk { space, owner, editor, commenter, viewer, outsider }
    }

    /// A project of the space, past every check.
    pub(crate) fn project(&self, name: &str) -> i64 {
        let sql = "INSERT INTO research_projects (space_id, name, created_by_user_id, created_at, updated_at)
                   VALUES ($1, $2, $3, $4, $4) RETURNING id AS number";
        let by = Value::Int64(self.owner.person.id);
        number(sql, &[Value::Int64(self.space), text(name), by, Value::Timestamp(MADE_AT)])
    }

    /// A folder of a project, past every check.
    pub(crate) fn folder(&self, project: i64, name: &str) -> i64 {
        let sql = "INSERT INTO research_folders (space_id, project_id, name, created_at)
                   VALUES ($1, $2, $3, $4) RETURNING id AS number";
        number(sql, &[Value::Int64(self.space), Value::Int64(project), text(name), Value::Timestamp(MADE_AT)])
    }

    /// A page at a project's root by the editor, past every check.
    pub(crate) fn page(&self, project: i64, title: &str) -> i64 {
        let sql = "INSERT INTO research_pages (space_id, project_id, title, created_by_user_id, updated_by_user_id, created_at,
                       updated_at)
                   VALUES ($1, $2, $3, $4, $4, $5, $5) RETURNING id AS number";
        let by = Value::Int64(self.editor.person.id);
        number(sql, &[Value::Int64(self.space), Value::Int64(project), text(title), by, Value::Timestamp(MADE_AT)])
    }

    /// One more block at the end of a page, past every check: kind, body, attributes.
    pub(crate) fn block(&self, page: i64, kind: &str, body: &str, attrs: &Json) -> i64 {
        let sql = "INSERT INTO research_blocks (page_id, space_id, kind, body, attrs, position, created_by_user_id,
                       updated_by_user_id, created_at, updated_at)
                   SELECT $1, $2, $3, $4, $5, count(*), $6, $6, $7, $7 FROM research_blocks WHERE page_id = $1
                   RETURNING id AS number";
        let by = Value::Int64(self.editor.person.id);
        let (page, space, made_at) = (Value::Int64(page), Value::Int64(self.space), Value::Timestamp(MADE_AT));
        number(sql, &[page, space, text(kind), text(body), text(&attrs.to_string()), by, made_at])
    }

    /// A page of a new project, with a paragraph and a heading; project, page, blocks.
    pub(crate) fn page_with_blocks(&self) -> (i64, i64, [i64; 2]) {
        let project = self.project("Liquidations");
        let page = self.page(project, "Liquidations of March");
        let heading = self.block(page, "heading", "What happened", &json!({ "level": 2 }));
        let paragraph = self.block(page, "paragraph", "128 accounts were liquidated.", &json!({}));
        (project, page, [heading, paragraph])
    }

    /// Puts a page or a project into the trash, past every check.
    pub(crate) fn trash(&self, table: &str, id: i64) {
        let sql = format!("UPDATE {table} SET trashed_at = $2 WHERE id = $1");
        assert_eq!(execute(server(), &sql, &[Value::Int64(id), Value::Timestamp(MADE_AT)]), 1);
    }

    /// A citation of the space with this value, past every check; its number.
    pub(crate) fn citation(&self, value: &str) -> i64 {
        let hash = Value::Bytes(format!("{:032}", self.space * 1_000 + count("space_citations")).into_bytes());
        let sql = "INSERT INTO cited_figures (hash, canonical, kind, dataset, value, verification_state, cited_at)
                   VALUES ($1, '{}', 'computed_figure', 'liquidations', $2, 'verified', $3)";
        execute(server(), sql, &[hash.clone(), text(value), Value::Timestamp(MADE_AT)]);
        let sql = "INSERT INTO space_citations (space_id, hash, created_at) VALUES ($1, $2, $3) RETURNING id AS number";
        number(sql, &[Value::Int64(self.space), hash, Value::Timestamp(MADE_AT)])
    }
}

/// The number that a statement gives as `number`.
pub(crate) fn number(sql: &str, values: &[Value]) -> i64 {
    in_store(server(), async |store| {
        let mut transaction = store.begin().await?;
        let rows = transaction.query(sql, values).await?;
        let number = Row::all(&rows).next().expect("a row").integer("number")?;
        transaction.commit().await?;
        Ok(number)
    })
}

/// How many rows a table has.
pub(crate) fn count(table: &str) -> i64 {
    number(&format!("SELECT count(*) AS number FROM {table}"), &[])
}

pub(crate) fn text(text: &str) -> Value {
    Value::Text(text.to_owned())
}

/// Runs a job of the family now, and waits for its end.
pub(crate) fn run_job(component: &str, name: &str, arguments: &Json) {
    let sql = "INSERT INTO jobs (component, name, arguments, state, run_at, attempts, max_attempts, is_cancel_asked, progress_done,
                   created_at)
               VALUES ($1, $2, $3, 'queued', 0, 0, 3, FALSE, 0, 0) RETURNING id AS number";
    let id = number(sql, &[text(component), text(name), text(&arguments.to_string())]);
    let state = || texts(server(), "SELECT state AS text FROM jobs WHERE id = $1", &[Value::Int64(id)]);
    eventually("the job ends", || !["queued", "running"].contains(&state()[0].as_str()));
    assert_eq!(state(), ["completed"]);
}
