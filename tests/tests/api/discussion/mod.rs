//! Comments on research pages: threads, who is told, and what stays when blocks, comments and people go.

mod hostile;
mod live;
mod mentions;
mod rights;
mod threads;
mod together;

use crate::organizations::house::{self, Person, server};
use quarry::stores::app::Row;
use quarry::stores::result_set::Value;
use quarry_tests::browser::Browser;
use quarry_tests::http::Answer;
use serde_json::{Value as Json, json};

/// 2026-11-01T00:00:00Z.
const MADE_AT: i64 = 1_793_491_200_000_000;

/// Somebody who is signed in.
pub(crate) struct Seat {
    pub(crate) person: Person,
    pub(crate) browser: Browser<'static>,
}

/// A space of its own with one page, whose maker owns the space.
pub(crate) struct Table {
    pub(crate) space: i64,
    pub(crate) page: i64,
    pub(crate) maker: Seat,
}

/// The number that a statement gives.
pub(crate) fn number(sql: &str, values: &[Value]) -> i64 {
    house::in_store(server(), async |store| {
        let rows = store.query(sql, values).await?;
        Ok(Row::first(&rows).expect("a row").integer("number")?)
    })
}

pub(crate) fn execute(sql: &str, values: &[i64]) {
    let values: Vec<Value> = values.iter().map(|value| Value::Int64(*value)).collect();
    house::execute(server(), sql, &values);
}

impl Seat {
    pub(crate) fn new(name: &str) -> Seat {
        let person = Person::new(server(), name);
        let browser = person.browser(server());
        Seat { person, browser }
    }

    /// The body of an answer that must be 200.
    #[track_caller]
    pub(crate) fn read(&self, path: &str) -> Json {
        let answer = self.browser.get(path);
        assert_eq!(answer.status, 200, "{path}: {}", answer.text);
        answer.json()
    }

    pub(crate) fn write(&mut self, method: &str, path: &str, body: &Json) -> Answer {
        self.browser.write(method, path, body)
    }

    /// Comments on a page.
    #[track_caller]
    pub(crate) fn says(&mut self, page: i64, comment: &Json) -> Json {
        let answer = self.write("POST", &comments(page), comment);
        assert_eq!(answer.status, 201, "{comment}: {}", answer.text);
        answer.json()
    }

    /// Changes a comment: `resolve` or `reopen`.
    #[track_caller]
    pub(crate) fn moves(&mut self, page: i64, comment: &Json, verb: &str) -> Json {
        let answer = self.write("PATCH", &format!("{}/{}/{verb}", comments(page), comment["id"]), &json!({}));
        assert_eq!(answer.status, 200, "{verb} {comment}: {}", answer.text);
        answer.json()
    }

    #[track_caller]
    pub(crate) fn removes(&mut self, page: i64, comment: &Json) {
        let answer = self.write("DELETE", &format!("{}/{}", comments(page), comment["id"]), &json!({}));
        assert_eq!(answer.status, 204, "{comment}: {}", answer.text);
    }

    /// Kind and comment of each entry of the inbox, the newest first.
    #[track_caller]
    pub(crate) fn inbox(&self) -> Vec<(String, i64)> {
        let inbox = self.read("/session/notifications");
        let entries = inbox["notifications"].as_array().expect("notifications").iter();
        let of = |entry: &Json| (entry["kind"].as_str().expect("a kind").to_owned(), id_of(&entry["subject_id"]));
        entries.map(of).collect()
    }
}

impl Table {
    pub(crate) fn new() -> Table {
        let maker = Seat::new("Mona");
        let sql = "INSERT INTO spaces (name, created_at) VALUES ('Quay', $1) RETURNING id AS number";
        let space = number(sql, &[Value::Int64(MADE_AT)]);
        let mut table = Table { space, page: 0, maker };
        let id = table.maker.person.id;
        table.join(id, "owner");
        table.page = table.page();
        table
    }

    /// One more page of the maker, in a project of its own.
    pub(crate) fn page(&self) -> i64 {
        let values = [Value::Int64(self.space), Value::Int64(self.maker.person.id), Value::Int64(MADE_AT)];
        let sql = "INSERT INTO research_projects (space_id, name, created_by_user_id, created_at, updated_at)
                   VALUES ($1, 'Liquidations', $2, $3, $3) RETURNING id AS number";
        let project = number(sql, &values);
        let sql = "INSERT INTO research_pages (space_id, project_id, title, created_by_user_id, created_at, updated_at)
                   VALUES ($1, $4, 'Liquidations of March', $2, $3, $3) RETURNING id AS number";
        number(sql, &[&values[..], &[Value::Int64(project)]].concat())
    }

    /// A block at the end of a page.
    pub(crate) fn block(&self, page: i64, body: &str) -> i64 {
        let sql = "INSERT INTO research_blocks (page_id, space_id, kind, body, attrs, position, created_at, updated_at)
                   SELECT $1, $2, 'paragraph', $3, '{}', count(*), $4, $4 FROM research_blocks WHERE page_id = $1
                   RETURNING id AS number";
        let body = Value::Text(body.to_owned());
        number(sql, &[Value::Int64(page), Value::Int64(self.space), body, Value::Int64(MADE_AT)])
    }

    pub(crate) fn join(&self, user_id: i64, role: &str) {
        let sql = "INSERT INTO space_members (space_id, user_id, role, created_at) VALUES ($1, $2, $3, $4)";
        let role = Value::Text(role.to_owned());
        let values = [Value::Int64(self.space), Value::Int64(user_id), role, Value::Int64(MADE_AT)];
        house::execute(server(), sql, &values);
    }

    pub(crate) fn member(&self, name: &str, role: &str) -> Seat {
        let seat = Seat::new(name);
        self.join(seat.person.id, role);
        seat
    }

    pub(crate) fn part_with(&self, seat: &Seat) {
        execute("DELETE FROM space_members WHERE space_id = $1 AND user_id = $2", &[self.space, seat.person.id]);
    }
}

pub(crate) fn comments(page: i64) -> String {
    format!("/session/research/pages/{page}/comments")
}

pub(crate) fn threads(page: i64) -> String {
    format!("/session/research/pages/{page}/threads")
}

#[track_caller]
pub(crate) fn id_of(id: &Json) -> i64 {
    id.as_i64().unwrap_or_else(|| panic!("a number: {id}"))
}

/// All bodies of the page's comments, as the list gives them.
#[track_caller]
fn bodies(seat: &Seat, page: i64) -> Vec<Json> {
    let listed = seat.read(&comments(page));
    listed["comments"].as_array().expect("comments").iter().map(|comment| comment["body"].clone()).collect()
}
