//! The store that the configuration names.

use crate::app::AppStore;
use crate::clock::Clock;
use crate::objects::{ObjectQuotas, ObjectsError};
use object_store::aws::AmazonS3Builder;
use object_store::local::LocalFileSystem;
use object_store::memory::InMemory;
use object_store::path::Path as StorePath;
use object_store::{ClientOptions, ObjectStore, RetryConfig};
use std::fmt;
use std::os::unix::fs::PermissionsExt;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;
use tokio_rustls::rustls::crypto::ring;

/// The time that one answer of a remote store may take, its bytes included: a client that loads a large object may be slow.
const REQUEST_TIMEOUT: Duration = Duration::from_secs(7_200);
const CONNECT_TIMEOUT: Duration = Duration::from_secs(5);
/// A remote store that does not answer is tried again for this long.
const RETRY_TIMEOUT: Duration = Duration::from_secs(20);

/// The place of objects.
#[derive(Clone)]
pub struct ObjectsSettings {
    /// `s3://bucket/prefix`; empty: `folder`.
    pub url: String,
    /// The local folder, which is made where it does not exist.
    pub folder: PathBuf,
    /// `https://host:port` of a store that is not Amazon's; empty: Amazon's of the region.
    pub endpoint: String,
    pub region: String,
    /// Empty, with the secret: what the environment of the process gives.
    pub access_key_id: String,
    pub secret_access_key: Option<String>,
    /// Plain HTTP to the endpoint, for development.
    pub allow_http: bool,
    pub quotas: ObjectQuotas,
}

/// The objects of a deployment. Clones share it.
#[derive(Clone)]
pub struct Objects {
    pub(super) store: Arc<dyn ObjectStore>,
    pub(super) prefix: StorePath,
    pub(super) records: AppStore,
    pub(super) clock: Clock,
    /// The quotas of components; `None` for objects of the host itself.
    pub(super) quotas: Option<Arc<ObjectQuotas>>,
}

impl fmt::Debug for Objects {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "Objects({})", self.store)
    }
}

impl Objects {
    /// Opens the store that `settings` name; `records` keeps what is known of each object.
    pub fn open(settings: &ObjectsSettings, records: AppStore, clock: Clock) -> Result<Objects, ObjectsError> {
        let (store, prefix): (Arc<dyn ObjectStore>, _) = match settings.url.as_str() {
            "" => (Arc::new(folder(settings)?), StorePath::default()),
            url => {
                let (store, prefix) = s3(url, settings)?;
                (Arc::new(store), prefix)
            }
        };
        Ok(Objects { store, prefix, records, clock, quotas: Some(Arc::new(settings.quotas.clone())) })
    }

    /// Objects that are nowhere: for reading declarations.
    pub fn unconnected() -> Objects {
        let store = Arc::new(InMemory::new());
        Objects {
            store,
            prefix: StorePath::default(),
            records: AppStore::unconnected(),
            clock: Clock::system(),
            quotas: Some(Arc::default()),
        }
    }

    pub(super) fn path(&self, location: &str) -> StorePath {
        self.prefix.parts().chain(StorePath::from(location).parts()).collect()
    }
}

fn folder(settings: &ObjectsSettings) -> Result<LocalFileSystem, ObjectsError> {
    let folder = &settings.folder;
    let failed = |source| ObjectsError::Folder { folder: folder.clone(), source };
    std::fs::create_dir_all(folder).map_err(failed)?;
    std::fs::set_permissions(folder, std::fs::Permissions::from_mode(0o700)).map_err(failed)?;
    let store = LocalFileSystem::new_with_prefix(folder).map_err(ObjectsError::Settings)?;
    Ok(store.with_automatic_cleanup(false))
}

fn s3(text: &str, settings: &ObjectsSettings) -> Result<(object_store::aws::AmazonS3, StorePath), ObjectsError> {
    let refused = || ObjectsError::Address { url: text.to_owned() };
    let url = url::Url::parse(text).map_err(|_| refused())?;
    let bucket = url.host_str().filter(|_| url.scheme() == "s3").ok_or_else(refused)?;
    let prefix = StorePath::from_url_path(url.path()).map_err(|_| refused())?;
    // The client takes the process's provider of cryptography; one that is there already is as good.
    let _ = ring::default_provider().install_default();
    let client = ClientOptions::new()
        .with_timeout(REQUEST_TIMEOUT)
        .with_connect_timeout(CONNECT_TIMEOUT)
        .with_allow_http(settings.allow_http);
    let mut builder = AmazonS3Builder::from_env()
        .with_bucket_name(bucket)
        .with_region(&settings.region)
        .with_client_options(client)
        .with_retry(RetryConfig { max_retries: 3, retry_timeout: RETRY_TIMEOUT, ..RetryConfig::default() });
    if !settings.endpoint.is_empty() {
        builder = builder.with_endpoint(&settings.endpoint);
    }
    if let (false, Some(secret)) = (settings.access_key_id.is_empty(), &settings.secret_access_key) {
        builder = builder.with_access_key_id(&settings.access_key_id).with_secret_access_key(secret);
    }
    Ok((builder.build().map_err(ObjectsError::Settings)?, prefix))
}
