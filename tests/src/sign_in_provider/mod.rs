//! A provider of OpenID Connect with faults on demand: what signing in at providers is tested against.
//!
//! It runs in a process of its own (`quarry-sign-in-provider`) and serves what a provider does: discovery document, keys,
//! authorization (always granted, to the person that a test says), token endpoint with PKCE, user info. `POST /control` tells it
//! who is in front of the browser and what goes wrong.

mod client;
mod keys;
mod provider;
mod serve;

pub use client::{Begun, SignInProvider};
pub use serve::serve;
