//! The edge: the texts that a client may write, the operation that a request reaches, the client's address behind proxies, and
//! the look of an answer on the way out.

mod addresses;
mod chains;
mod content_encoding;
mod cursor;
mod parameters;
mod parameters_hostile;
mod router;
mod rows_json;
mod schema_price;
