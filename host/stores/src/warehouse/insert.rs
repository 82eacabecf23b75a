//! Streamed inserts: data in any input format of ClickHouse, in constant memory, as fast as the server takes it.

use super::client::Warehouse;
use super::error::WarehouseError;
use super::insert_client::{Compressed, INSERT_DEADLINE, InsertSummary};
use bytes::Bytes;
use futures_util::Stream;
use std::io;
use std::sync::{Arc, OnceLock};

impl Warehouse {
    /// Runs `sql`, an INSERT that ends in `FORMAT x`, with `body` as its data. `INSERT INTO t SELECT … FROM
    /// input('structure') FORMAT x` transforms the data on the way in.
    ///
    /// The server holds `body` back while it is busy. When `body` yields an error the insert is cancelled and the error
    /// comes back as [`WarehouseError::Body`]; blocks of a million rows (`min_insert_block_size_rows`) that were complete
    /// before may be committed, none in part.
    pub async fn insert_stream(
        &self,
        sql: &str,
        settings: &[(&str, &str)],
        body: impl Stream<Item = io::Result<Bytes>> + Send + 'static,
    ) -> Result<InsertSummary, WarehouseError> {
        self.insert_compressed_stream(sql, settings, Compressed::No, body).await
    }

    /// As [`Warehouse::insert_stream`], with data that is compressed as a whole. The embedded warehouse takes it only for
    /// statements with `input('structure')`.
    pub async fn insert_compressed_stream(
        &self,
        sql: &str,
        settings: &[(&str, &str)],
        compressed: Compressed,
        body: impl Stream<Item = io::Result<Bytes>> + Send + 'static,
    ) -> Result<InsertSummary, WarehouseError> {
        let mut address = self.inserts.address.as_ref().clone();
        address
            .query_pairs_mut()
            .append_pair("query", sql)
            .append_pair("wait_end_of_query", "1")
            .extend_pairs(settings);
        let broken = Arc::new(OnceLock::new());
        let request = self.inserts.request(&address, compressed, body, broken.clone())?;
        let outcome = tokio::time::timeout(INSERT_DEADLINE, self.inserts.send(request)).await;
        if let Some(error) = broken.get() {
            return Err(WarehouseError::Body(Arc::clone(error)));
        }
        outcome.unwrap_or(Err(WarehouseError::DeadlineExceeded { deadline: INSERT_DEADLINE }))
    }
}
