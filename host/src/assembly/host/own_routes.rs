//! Starts: the routes and pages that the host serves itself.

use crate::assembly::Installation;
use crate::assembly::OpenStores;
use crate::assembly::host::accounts::HostAccounts;
use crate::assembly::host::error::HostError;
use crate::cable::Cable;
use crate::openapi::{self, Contract, DocumentationPages, Reader};
use crate::session_operations::SessionOperations;
use crate::web_application::{WebApplication, WebFiles};
use quarry_alert_letters::unsubscription;
use quarry_config::Configuration;
use quarry_contract::{Handler, Route};
use quarry_edge::Pages;
use quarry_identity::object_links::{link_route, upload_route};
use quarry_stores::clock::Clock;
use std::sync::Arc;

/// A route with the handler that answers it.
pub(super) type OwnRoute = (Arc<Route>, Arc<dyn Handler>);

/// The given routes, the documents, the signed links, the end of emails and the session interface.
pub(super) fn routes(
    given: Vec<OwnRoute>,
    contract: &Arc<Contract>,
    accounts: &HostAccounts,
    cable: &Cable,
    stores: &OpenStores,
) -> Vec<OwnRoute> {
    let links = accounts.object_links.clone();
    given
        .into_iter()
        .chain(openapi::documents(contract))
        .chain([
            link_route(links.clone(), stores.objects.clone(), Clock::system()),
            upload_route(links, accounts.link_rights.clone(), stores.objects.clone(), Clock::system()),
        ])
        .chain(unsubscription::routes(&stores.app, &accounts.unsubscription_links, &Clock::system()))
        .chain(SessionOperations::new(accounts.sign_in.clone(), cable.clone(), Clock::system()).routes())
        .collect()
}

/// The pages outside the base path: the documentation, and the web application, which has every other address.
pub(super) fn pages(
    configuration: &Configuration,
    installation: &Installation,
    contract: Arc<Contract>,
) -> Result<Vec<Box<dyn Pages>>, HostError> {
    let client = configuration.sign_in.service_clients.0.first().map_or("", String::as_str);
    let base_path = configuration.server.base_path.trim_end_matches('/');
    let web_application = WebApplication::new(WebFiles::open(&installation.web)?, base_path, client)?;
    let documentation = DocumentationPages::new(contract, Reader::open(&installation.reader)?);
    Ok(vec![Box::new(documentation), Box::new(web_application)])
}
