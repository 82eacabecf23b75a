//! A probe that stores bytes and reads them back, for the status probe.

use crate::objects::{Objects, ObjectsError};
use bytes::Bytes;
use object_store::ObjectStoreExt;

/// Beside the folders of components, none of which has such a name.
const LOCATION: &str = "_status_probe";

impl Objects {
    /// Writes a few random bytes over those of the last probe and reads them back.
    pub async fn probe(&self) -> Result<(), ObjectsError> {
        let written = Bytes::copy_from_slice(&rand::random::<[u8; 16]>());
        let path = self.path(LOCATION);
        self.store.put(&path, written.clone().into()).await.map_err(ObjectsError::store("put"))?;
        let answer = self.store.get(&path).await.map_err(ObjectsError::store("get"))?;
        match answer.bytes().await.map_err(ObjectsError::store("get"))? == written {
            true => Ok(()),
            false => Err(ObjectsError::OtherBytes),
        }
    }
}
