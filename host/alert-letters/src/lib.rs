//! Emails about alerts: at once, or in a digest at 08:00 UTC, daily or on Mondays, as each person chose.
//!
//! The evaluation of alerts writes a line for each person it tells (`alert_letter_lines`), in its own transaction; an email takes the lines
//! that it has in the transaction in which it is queued. So each line is told once however many hosts there are and however they end, and a
//! person has at most one digest a day (`alert_digests`).
//!
//! Always true here: the cadence counts that is in force when an email is written; nobody is told of a space that they left; nothing is sent
//! where there is nothing to tell; every email says how to end them, without signing in where the service knows its address.
//!
//! To change when letters are written: [`cadence`]; what they say: [`letter`]; how they are ended: [`unsubscription`].

#![forbid(unsafe_code)]

pub mod cadence;
mod letter;
mod lines;
mod reader;
pub mod unsubscription;
mod worker;

pub use worker::AlertLetters;
