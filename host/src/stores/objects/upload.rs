//! Putting an object, piece by piece.

use crate::stores::objects::{MAX_OBJECT_BYTES, ObjectInfo, Objects, ObjectsError};
use bytes::Bytes;
use jiff::{SignedDuration, Timestamp};
use object_store::buffered::BufWriter;
use rand::Rng;
use sha2::{Digest, Sha256};
use std::sync::Arc;
use tokio::io::AsyncWriteExt;

/// What is held in memory before it is sent: the smallest part that S3 takes. A smaller object is sent at once.
const PART_BYTES: usize = 5 << 20;

/// How long an upload may go on before its bytes count as given up.
const LONGEST_UPLOAD: SignedDuration = SignedDuration::from_hours(24);

/// An object on its way in. Dropped before [`Upload::finish`], nothing of it is kept.
pub struct Upload {
    objects: Objects,
    component: String,
    key: String,
    content_type: String,
    expires_at: Option<Timestamp>,
    location: String,
    /// Gone once the upload has ended, one way or the other, or broken.
    writer: Option<BufWriter>,
    digest: Sha256,
    size_bytes: u64,
}

impl Objects {
    /// Begins an upload. `expires_at` is when the object goes on its own.
    pub async fn begin_upload(
        &self,
        component: &str,
        key: &str,
        content_type: &str,
        expires_at: Option<Timestamp>,
    ) -> Result<Upload, ObjectsError> {
        let mut random = [0; 16];
        rand::rng().fill_bytes(&mut random);
        let location = format!("{component}/{}", const_hex::encode(random));
        self.plan_removal(&location, self.clock.now() + LONGEST_UPLOAD).await?;
        let writer = BufWriter::with_capacity(Arc::clone(&self.store), self.path(&location), PART_BYTES);
        Ok(Upload {
            objects: self.clone(),
            component: component.to_owned(),
            key: key.to_owned(),
            content_type: content_type.to_owned(),
            expires_at,
            location,
            writer: Some(writer.with_max_concurrency(1)),
            digest: Sha256::new(),
            size_bytes: 0,
        })
    }
}

impl Upload {
    /// Adds bytes; waits while the store has not taken earlier ones.
    pub async fn write(&mut self, bytes: Bytes) -> Result<(), ObjectsError> {
        let size_bytes = self.size_bytes.saturating_add(bytes.len() as u64);
        if size_bytes > MAX_OBJECT_BYTES {
            return Err(ObjectsError::TooLarge);
        }
        // Taken while it writes: a write that fails or is given up halfway leaves nothing that could be finished.
        let mut writer = self.writer.take().ok_or(ObjectsError::BrokenUpload)?;
        self.digest.update(&bytes);
        self.size_bytes = size_bytes;
        writer.put(bytes).await.map_err(ObjectsError::store("put"))?;
        self.writer = Some(writer);
        Ok(())
    }

    /// Makes the object appear under its key, in the place of an earlier one.
    pub async fn finish(mut self) -> Result<ObjectInfo, ObjectsError> {
        let mut writer = self.writer.take().ok_or(ObjectsError::BrokenUpload)?;
        writer.shutdown().await.map_err(|source| ObjectsError::Store {
            operation: "put",
            source: object_store::Error::Generic { store: "upload", source: source.into() },
        })?;
        let info = ObjectInfo {
            key: std::mem::take(&mut self.key),
            size_bytes: self.size_bytes,
            sha256: std::mem::take(&mut self.digest).finalize().into(),
            content_type: std::mem::take(&mut self.content_type),
            created_at: self.objects.clock.now(),
            expires_at: self.expires_at,
            location: std::mem::take(&mut self.location),
        };
        self.objects.record(&self.component, &info).await?;
        Ok(info)
    }
}

impl Drop for Upload {
    /// Parts that a remote store holds are given back; the row in `object_removals` stands for what this cannot do.
    fn drop(&mut self) {
        if let Some(mut writer) = self.writer.take()
            && let Ok(runtime) = tokio::runtime::Handle::try_current()
        {
            runtime.spawn(async move {
                if let Err(error) = writer.abort().await {
                    tracing::debug!(%error, "an upload that was given up could not be aborted");
                }
            });
        }
    }
}
