//! The OWASP API Security Top 10 (2023), one file for each item that applies to what is served so far.
//!
//! | item | where |
//! |---|---|
//! | API1 object level authorization, API3 object property level authorization | [`objects`] |
//! | API2 broken authentication | [`authentication`] |
//! | API4 unrestricted resource consumption | [`consumption`], with `rate_limits`, `bodies` and `runtime_limits` |
//! | API5 function level authorization | [`functions`] |
//! | API7 server side request forgery | [`requests_elsewhere`] |
//! | API8 security misconfiguration | [`misconfiguration`] |
//! | API9 improper inventory management | [`inventory`], with `contract/operations` |
//! | API6 sensitive business flows, API10 unsafe consumption of other APIs | do not apply yet: nothing is sold or booked, and no other API is asked |

mod authentication;
mod consumption;
mod functions;
mod inventory;
mod misconfiguration;
mod objects;
mod requests_elsewhere;
