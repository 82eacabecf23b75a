//! `GET /session/admin/spa_routes`.

use crate::spa_route::{SelectPageSwitches, SpaRoute, spa_routes};
use quarry_sdk::prelude::*;
use serde::Serialize;

#[derive(Schema, Serialize)]
pub struct SpaRoutes {
    /// By key.
    pub routes: Vec<SpaRoute>,
}

/// The switchboard of the web application's pages
#[endpoint(
    get = "/session/admin/spa_routes",
    session = "modules_manage",
    body = SpaRoutes,
)]
pub fn list_spa_routes(_request: &Request, _query: ()) -> Result<Answer, Problem> {
    Ok(Answer::json(&SpaRoutes { routes: spa_routes(&(SelectPageSwitches {}).query()?) }))
}
