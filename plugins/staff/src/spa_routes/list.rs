//! `GET /session/admin/spa_routes`.

use crate::spa_routes::{self, SelectPages, SpaRoute};
use quarry_sdk::prelude::*;

#[derive(Schema)]
pub struct SpaRoutes {
    /// By key.
    #[schema(rows = SelectPages)]
    pub routes: Vec<SpaRoute>,
}

/// The switchboard of the web application's pages
#[endpoint(get = "/session/admin/spa_routes", session = "modules_manage", body = SpaRoutes)]
pub fn list_spa_routes() -> Result<Answer, Problem> {
    Ok(Answer::object().rows("routes", spa_routes::select(None)?.query()?).into())
}
