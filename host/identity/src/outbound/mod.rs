//! Requests from the host to servers outside, on behalf of somebody whom it does not trust with its network.
//!
//! Always true here: a name is resolved once, every address of the answer is looked at by [`AddressGuard`], and the
//! connection goes to one of exactly these addresses, so that no second answer of a name server leads elsewhere. `https`
//! only, with a certificate for the name, unless a development switch allows the machine itself or lets a server of it stand in, or
//! the operator wrote the address ([`Reach::Configured`]). No redirect is followed,
//! no proxy asked, nothing decompressed, no credential or cookie added; answer, headers and time are bounded. Errors say
//! nothing about what lies inside: no address, no name server, no text of another server.
//!
//! Nothing here knows components or grants: `capabilities::outbound_http` does, for components.

mod address_guard;
mod client;
mod error;
mod exchange;
mod incoming;
mod limits;
mod message;
mod name_lookup;
mod ports;
mod refused_address;
mod resolver;
mod stand_ins;
mod tls;

pub use address_guard::AddressGuard;
pub use client::{OutboundClient, OutboundSettings};
pub use error::{OutboundError, OutboundSetupError};
pub use incoming::IncomingAnswer;
pub use limits::{LongerAnswer, OutboundLimits};
pub use message::{OutboundRequest, OutboundResponse, Reach};
pub use name_lookup::{NameLookup, NameLookupError};
pub use refused_address::RefusedAddress;
pub use stand_ins::{StandInError, StandIns};
