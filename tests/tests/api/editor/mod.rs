//! What the editor of a research page asks for: picks, live values, data that are fetched again, files.

mod figures;
mod files;
mod picks;
mod refresh;
mod upload_rights;

use crate::data::exports::number;
use crate::organizations::house::{Person, execute};
use quarry::stores::result_set::Value;
use quarry_tests::browser::Browser;
use quarry_tests::http::Answer;
use quarry_tests::server::shared;
use serde_json::{Value as Json, json};

/// 2026-11-01, in microseconds.
const MADE_AT: i64 = 1_793_491_200_000_000;

fn integer(value: i64) -> Value {
    Value::Int64(value)
}

fn text(value: &str) -> Value {
    Value::Text(value.to_owned())
}

/// A number of the sample's server.
fn stored(sql: &str, values: &[Value]) -> i64 {
    number(shared(), sql, values)
}

/// A page in a folder of a project, in a space with an editor.
struct Desk {
    space: i64,
    project: i64,
    folder: i64,
    page: i64,
    editor: Person,
    browser: Browser<'static>,
}

impl Desk {
    fn new() -> Desk {
        let space = stored(
            "INSERT INTO spaces (name, created_at) VALUES ('Desk', $1) RETURNING id AS number",
            &[integer(MADE_AT)],
        );
        let editor = Person::new(shared(), "Edith");
        join(space, &editor, "editor");
        let project = project(space, "Lending");
        let sql = "INSERT INTO research_folders (space_id, project_id, name, created_at) VALUES ($1, $2, 'March', $3) RETURNING id AS number";
        let folder = stored(sql, &[integer(space), integer(project), integer(MADE_AT)]);
        let page = page(space, project, "The first page");
        execute(shared(), "UPDATE research_pages SET folder_id = $1 WHERE id = $2", &[integer(folder), integer(page)]);
        let browser = editor.browser(shared());
        Desk { space, project, folder, page, editor, browser }
    }

    /// The path of an operation on the page.
    fn path(&self, rest: &str) -> String {
        format!("/session/research/pages/{}/{rest}", self.page)
    }

    fn get(&self, rest: &str) -> Answer {
        self.browser.get(&self.path(rest))
    }

    fn post(&mut self, rest: &str, body: &Json) -> Answer {
        let path = self.path(rest);
        self.browser.write("POST", &path, body)
    }

    /// A block at a position of the page, as a save made it.
    fn block(&self, kind: &str, body: &str, attrs: &Json, position: i64) -> i64 {
        let sql = "INSERT INTO research_blocks (page_id, space_id, kind, body, attrs, position, version, created_at, updated_at)
                   VALUES ($1, $2, $3, $4, $5, $6, 1, $7, $7) RETURNING id AS number";
        let values = [
            integer(self.page),
            integer(self.space),
            text(kind),
            text(body),
            text(&attrs.to_string()),
            integer(position),
            integer(MADE_AT),
        ];
        stored(sql, &values)
    }

    fn refresh(&mut self, block: i64) -> Answer {
        self.browser.write("POST", &format!("/session/research/blocks/{block}/refresh"), &json!({}))
    }

    fn document_version(&self) -> i64 {
        stored("SELECT document_version AS number FROM research_pages WHERE id = $1", &[integer(self.page)])
    }

    fn citations(&self) -> i64 {
        stored("SELECT count(*) AS number FROM space_citations WHERE space_id = $1", &[integer(self.space)])
    }
}

fn join(space: i64, person: &Person, role: &str) {
    let sql = "INSERT INTO space_members (space_id, user_id, role, created_at) VALUES ($1, $2, $3, $4)";
    execute(shared(), sql, &[integer(space), integer(person.id), text(role), integer(MADE_AT)]);
}

fn project(space: i64, name: &str) -> i64 {
    let sql = "INSERT INTO research_projects (space_id, name, created_at, updated_at) VALUES ($1, $2, $3, $3) RETURNING id AS number";
    stored(sql, &[integer(space), text(name), integer(MADE_AT)])
}

fn page(space: i64, project: i64, title: &str) -> i64 {
    let sql = "INSERT INTO research_pages (space_id, project_id, title, created_at, updated_at) VALUES ($1, $2, $3, $4, $4) RETURNING id AS number";
    stored(sql, &[integer(space), integer(project), text(title), integer(MADE_AT)])
}

/// A good answer's body.
#[track_caller]
fn good(answer: &Answer, status: u16) -> Json {
    assert_eq!(answer.status, status, "{}", answer.text);
    answer.json()
}
