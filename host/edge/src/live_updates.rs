//! A service that takes connections over, once they have left HTTP.

use futures_util::future::BoxFuture;
use http::request::Parts;
use hyper::upgrade::Upgraded;
use quarry_contract::Problem;
use std::net::IpAddr;

/// Serves a connection once HTTP has let go of it.
pub type ServeUpgraded = Box<dyn FnOnce(Upgraded) -> BoxFuture<'static, ()> + Send>;

/// A service that takes connections over. `cable` implements it.
pub trait LiveUpdates: Send + Sync {
    /// The path where it does, outside the base path.
    fn path(&self) -> &'static str;

    /// True where a page that anybody may open asks, and nobody needs to be signed in.
    fn is_public(&self, parts: &Parts) -> bool;

    /// Lets a connection of a client at `client_ip` in, or says why not.
    fn admit<'a>(&'a self, parts: &'a Parts, client_ip: IpAddr) -> BoxFuture<'a, Result<ServeUpgraded, Problem>>;
}
