//! `GET /session/admin/spa_routes`.

use crate::spa_routes::{self, SpaRoute};
use quarry_sdk::prelude::*;

#[derive(Schema)]
pub struct SpaRoutes {
    #[schema(flatten)]
    pub page: PageMembers,
    /// Pages of the application by key.
    pub routes: Vec<SpaRoute>,
}

/// The switchboard of the web application's pages
#[endpoint(get = "/session/admin/spa_routes", session = "modules_manage", paged = 500, body = SpaRoutes)]
pub fn list_spa_routes(request: &Request) -> Result<Answer, Problem> {
    let routes: Vec<SpaRoute> = spa_routes::select(None)?.all()?;
    Ok(Answer::object().page_of("routes", request, &routes, |page| page.key.clone()).into())
}
