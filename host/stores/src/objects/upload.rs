//! Putting an object, piece by piece.

use crate::objects::records::{Earlier, place_of_empty};
use crate::objects::{MAX_OBJECT_BYTES, ObjectInfo, Objects, ObjectsError};
use bytes::Bytes;
use jiff::{SignedDuration, Timestamp};
use object_store::buffered::BufWriter;
use rand::Rng;
use sha2::{Digest, Sha256};
use std::sync::Arc;
use tokio::io::AsyncWriteExt;

/// The bytes that are held in memory before they are sent: the smallest part that S3 takes. A smaller object is sent at once.
const PART_BYTES: usize = 5 << 20;

/// The time that an upload may go on before its bytes count as given up.
const LONGEST_UPLOAD: SignedDuration = SignedDuration::from_hours(24);

/// The time after which the rest of an upload is deleted that was given up or refused in order.
const SOON: SignedDuration = SignedDuration::from_mins(1);

/// The bytes of the quota that are set aside at once for an upload that goes on.
const STEP_BYTES: u64 = 16 << 20;

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
    /// The bytes set aside of the quota; `None` before the first bytes leave for the store.
    set_aside: Option<u64>,
    begun_at: Timestamp,
}

impl Objects {
    /// Begins an upload. `expires_at` is when the object goes on its own.
    pub fn begin_upload(
        &self,
        component: &str,
        key: &str,
        content_type: &str,
        expires_at: Option<Timestamp>,
    ) -> Upload {
        let mut random = [0; 16];
        rand::rng().fill_bytes(&mut random);
        let location = format!("{component}/{}", const_hex::encode(random));
        let writer = BufWriter::with_capacity(Arc::clone(&self.store), self.path(&location), PART_BYTES);
        Upload {
            objects: self.clone(),
            component: component.to_owned(),
            key: key.to_owned(),
            content_type: content_type.to_owned(),
            expires_at,
            location,
            writer: Some(writer.with_max_concurrency(1)),
            digest: Sha256::new(),
            size_bytes: 0,
            set_aside: None,
            begun_at: self.clock.now(),
        }
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
        // Up to a part stays in memory; what is more leaves for the store.
        if size_bytes > self.set_aside.unwrap_or(PART_BYTES as u64)
            && let Err(error) = self.set_aside(size_bytes).await
        {
            self.give_back(writer);
            return Err(error);
        }
        self.digest.update(&bytes);
        self.size_bytes = size_bytes;
        writer.put(bytes).await.map_err(ObjectsError::store("put"))?;
        self.writer = Some(writer);
        Ok(())
    }

    /// The digest of what was written so far, to go on with.
    pub(crate) fn digest_so_far(&self) -> Sha256 {
        self.digest.clone()
    }

    /// Makes the object appear under its key, in the place of an earlier one.
    pub async fn finish(self) -> Result<ObjectInfo, ObjectsError> {
        self.end(Earlier::Replaced).await
    }

    /// Makes the object appear under its key where that has none yet: [`ObjectsError::AlreadyThere`] where it has one.
    pub async fn finish_first(self) -> Result<ObjectInfo, ObjectsError> {
        self.end(Earlier::Kept).await
    }

    async fn end(mut self, earlier: Earlier) -> Result<ObjectInfo, ObjectsError> {
        let is_empty = self.size_bytes == 0;
        if is_empty {
            self.location = place_of_empty(&self.component);
        } else if self.writer.is_some() && self.set_aside.is_none_or(|set_aside| set_aside < self.size_bytes) {
            self.set_aside_exactly(self.size_bytes).await?;
        }
        let mut writer = self.writer.take().ok_or(ObjectsError::BrokenUpload)?;
        if !is_empty {
            writer.shutdown().await.map_err(|source| ObjectsError::Store {
                operation: "put",
                source: object_store::Error::Generic { store: "upload", source: source.into() },
            })?;
        }
        let info = ObjectInfo {
            key: std::mem::take(&mut self.key),
            size_bytes: self.size_bytes,
            sha256: std::mem::take(&mut self.digest).finalize().into(),
            content_type: std::mem::take(&mut self.content_type),
            created_at: self.objects.clock.now(),
            expires_at: self.expires_at,
            location: std::mem::take(&mut self.location),
        };
        if let Err(error) = self.objects.record(&self.component, &info, earlier).await {
            // The bytes count until they are deleted.
            let hastened = self.objects.hasten_removal(&info.location, self.objects.now() + SOON).await;
            if let Err(error) = hastened {
                tracing::debug!(%error, "the bytes of an object that was refused stay for a day");
            }
            return Err(error);
        }
        Ok(info)
    }

    /// Sets enough of the quota aside for `size_bytes`, and some more while there is more.
    async fn set_aside(&mut self, size_bytes: u64) -> Result<(), ObjectsError> {
        match self.set_aside_exactly(size_bytes.next_multiple_of(STEP_BYTES).min(MAX_OBJECT_BYTES)).await {
            Err(ObjectsError::BytesUsedUp { .. }) => self.set_aside_exactly(size_bytes).await,
            outcome => outcome,
        }
    }

    async fn set_aside_exactly(&mut self, size_bytes: u64) -> Result<(), ObjectsError> {
        let more_bytes = size_bytes.saturating_sub(self.set_aside.unwrap_or_default());
        let due_at = self.begun_at + LONGEST_UPLOAD;
        self.objects.set_aside(&self.component, &self.location, more_bytes, due_at).await?;
        self.set_aside = Some(size_bytes);
        Ok(())
    }
}

impl Upload {
    /// Has parts that a remote store holds given back, and what was set aside; the row in `object_removals` stands for what
    /// this cannot do.
    fn give_back(&self, mut writer: BufWriter) {
        let Ok(runtime) = tokio::runtime::Handle::try_current() else { return };
        let (objects, location, is_planned) = (self.objects.clone(), self.location.clone(), self.set_aside.is_some());
        let due_at = objects.now() + SOON;
        runtime.spawn(async move {
            let given_back = match writer.abort().await {
                Ok(()) if is_planned => objects.hasten_removal(&location, due_at).await,
                Ok(()) => Ok(()),
                Err(source) => Err(ObjectsError::store("abort")(source)),
            };
            if let Err(error) = given_back {
                tracing::debug!(%error, "an upload that was given up could not be aborted");
            }
        });
    }
}

impl Drop for Upload {
    fn drop(&mut self) {
        if let Some(writer) = self.writer.take() {
            self.give_back(writer);
        }
    }
}
