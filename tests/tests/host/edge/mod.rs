//! What a client may write, which operation it reaches, who it is behind proxies, and what an answer looks like on the way out.

mod addresses;
mod chains;
mod content_encoding;
mod cursor;
mod parameters;
mod parameters_hostile;
mod router;
mod rows_json;
mod schema_price;
