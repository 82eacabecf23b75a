//! Deliveries of events to webhook endpoints: what was promised arrives, signed, and nobody can be made to ask inside.

mod failing;
mod hosts;
mod inside;
mod lists;
mod load;
mod receivers;
mod schedule;
mod signed;
mod stage;
