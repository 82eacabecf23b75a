//! Organizations, as their members and admins meet them in a browser.

mod access;
mod audit;
mod domain;
pub(crate) mod house;
mod invitations;
mod keys;
mod members;
mod settings;
mod webhook_creators;
mod webhooks;
