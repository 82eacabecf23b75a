//! `DELETE /watch-digest/pools/{chain}/{address}`

use crate::watch_list::PoolPath;
use quarry_sdk::prelude::*;

statement!(app_store, DeletePool, "sql/delete_pool.sql");

/// Takes a pool off the watch list
#[endpoint(
    delete = "/watch-digest/pools/{chain}/{address}",
    key = "research:write",
    status = 204,
    cache = no_store,
    body = (),
)]
pub fn unwatch_watch_digest_pool(path: PoolPath) -> Result<Answer, Problem> {
    let address = path.address.to_hex();
    let deleted = DeletePool { chain_id: path.chain_id(), address: address.clone() }.query()?;
    if deleted.is_empty() {
        return Err(Problem::not_found(format!("The pool {address} of chain {} is not watched.", path.chain.0)));
    }
    Ok(Answer::no_content())
}
