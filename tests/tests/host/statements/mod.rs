//! Declared SQL: what the stores are asked, of which tables, in which order and dialect.

mod adoption;
mod counted;
mod declared;
mod dialects;
mod grants;
mod ordered_walks;
mod orders;
mod parts;
mod rows;
mod scopes;
mod tenancy;
mod writing_reads;
