//! The app store of a server, asked past the server.

use crate::server::Server;
use quarry::stores::app::AppStore;
use std::sync::LazyLock;
use tokio::runtime::{Builder, Runtime};

/// The connections of all servers' stores belong to it.
static RUNTIME: LazyLock<Runtime> =
    LazyLock::new(|| Builder::new_multi_thread().worker_threads(1).enable_all().build().expect("a runtime"));

impl Server {
    /// The address of its app store.
    pub fn app_store_address(&self) -> String {
        let sqlite = || format!("sqlite://{}", self.data_dir.join("app.sqlite3").display());
        self.app_store_url.clone().unwrap_or_else(sqlite)
    }

    /// Does `work` with its app store, which is opened once: SQLite reads the schema of 150 tables anew on each connection.
    pub fn in_app_store<T>(&self, work: impl AsyncFnOnce(AppStore) -> T) -> T {
        RUNTIME.block_on(async {
            let open = async || AppStore::open(&self.app_store_address()).await;
            let store = self.app_store.get_or_try_init(open).await.expect("the store opens");
            work(store.clone()).await
        })
    }
}
