//! The guards behind links to which files are sent, asked again when a file comes.

use crate::modules::Modules;
use futures_util::future::BoxFuture;
use quarry_contract::Problem;
use quarry_identity::object_links::{LinkGuards, LinkRight};
use std::sync::Arc;
use std::time::Duration;

impl LinkGuards for Modules {
    fn lets_pass<'a>(
        &'a self,
        component: &'a str,
        right: &'a LinkRight,
        within: Duration,
    ) -> BoxFuture<'a, Result<bool, Problem>> {
        let found = {
            let state = self.state();
            let served = state.served.values().find(|served| served.manifest.name == component);
            served.map(|served| (Arc::clone(&served.manifest), Arc::clone(&served.capabilities)))
        };
        Box::pin(async move {
            match found {
                Some((manifest, capabilities)) => capabilities.link_guard_lets_pass(&manifest, right, within).await,
                // A component that was taken out takes no files any more.
                None => Ok(false),
            }
        })
    }
}
