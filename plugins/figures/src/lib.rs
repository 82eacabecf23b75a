//! Figures that are cited, for the families that cite them: what is hashed, how a figure is derived at first and again, what can be cited of
//! a transaction, and the reference that a space has to the record of a figure.
//!
//! Always true here: what is hashed says all that is needed to compute the figure again, and the same request on the same data gives the
//! same hash in every family. An outage changes no state.

pub mod canonical;
pub mod cited;
pub mod derivation;
pub mod outcomes;
pub mod references;
pub mod transactions;
