//! `GET /session/admin/users`.

use crate::search::anywhere;
use crate::users::{Person, with_organizations};
use quarry_sdk::prelude::*;

statement!(app_store, SelectPeople, "src/users/people.sql");

#[derive(Parameters)]
pub struct UsersQuery {
    /// Part of an email or a name, in any case.
    #[parameter(max_length = 100, example = "ada@")]
    q: Option<String>,
}

#[derive(Schema)]
pub struct Users {
    #[schema(flatten)]
    pub page: PageMembers,
    /// People, the newest first.
    pub users: Vec<Person>,
}

/// The roster of people
#[endpoint(get = "/session/admin/users", session = "users_manage", paged, body = Users)]
pub fn list_users(request: &Request, query: UsersQuery) -> Result<Answer, Problem> {
    let rows = SelectPeople { pattern: query.q.as_deref().map(anywhere) }.query()?;
    let mut users: Vec<Person> = rows.read()?;
    users.truncate(request.page_size());
    Ok(Answer::object().own_page("users", rows, &with_organizations(users)?).into())
}
