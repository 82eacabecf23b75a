//! A component from a registry.

use crate::modules::MAX_COMPONENT_BYTES;
use crate::registry::artifact::{COMPONENT_MEDIA_TYPE, ComponentArtifact, MAX_SIGNATURE_BYTES, SIGNATURE_MEDIA_TYPE};
use crate::registry::error::shortened;
use crate::registry::memory_bound::MemoryBound;
use crate::registry::{RegistryAccess, RegistryError, RegistryReference};
use futures_util::StreamExt;
use oci_client::manifest::{OciDescriptor, OciManifest};

impl RegistryAccess {
    /// Takes the component at `reference`, with its signature where it has one.
    pub async fn pull(&self, reference: &RegistryReference) -> Result<ComponentArtifact, RegistryError> {
        let _bound = MemoryBound::set();
        let too_slow = |_| RegistryError::TooSlow { reference: reference.clone(), after: self.time };
        tokio::time::timeout(self.time, self.pull_in_time(reference)).await.map_err(too_slow)?
    }

    async fn pull_in_time(&self, reference: &RegistryReference) -> Result<ComponentArtifact, RegistryError> {
        let failed = |error| RegistryError::of(reference, error);
        let (manifest, digest) =
            self.client.pull_manifest(reference.image(), &self.authentication).await.map_err(failed)?;
        let none =
            |reason: &str| RegistryError::NoComponent { reference: reference.clone(), reason: reason.to_owned() };
        let OciManifest::Image(manifest) = manifest else {
            return Err(none("it is an index of several images"));
        };
        let of_type =
            |media_type: &'static str| manifest.layers.iter().filter(move |layer| layer.media_type == media_type);
        let mut components = of_type(COMPONENT_MEDIA_TYPE);
        let component = components.next().ok_or_else(|| none("it has no layer of the media type application/wasm"))?;
        if components.next().is_some() {
            return Err(none("it has several layers of the media type application/wasm"));
        }
        let signature = match of_type(SIGNATURE_MEDIA_TYPE).next() {
            Some(layer) => Some(self.layer(reference, layer, MAX_SIGNATURE_BYTES).await?),
            None => None,
        };
        let component = self.layer(reference, component, MAX_COMPONENT_BYTES).await?;
        Ok(ComponentArtifact { component, signature, origin: reference.pinned(&digest) })
    }

    /// A layer of exactly the size and the digest that its manifest says.
    async fn layer(
        &self,
        reference: &RegistryReference,
        layer: &OciDescriptor,
        most: u64,
    ) -> Result<Vec<u8>, RegistryError> {
        let wrong = |reason: String| RegistryError::NoComponent { reference: reference.clone(), reason };
        let declared = u64::try_from(layer.size).unwrap_or(u64::MAX);
        if declared > most {
            let media_type = shortened(&layer.media_type);
            return Err(wrong(format!("its layer of {media_type} is larger than the {most} bytes that one may have")));
        }
        // From the registry itself: a manifest may name other places for its layers.
        let layer = OciDescriptor { urls: None, ..layer.clone() };
        let stream = self.client.pull_blob_stream(reference.image(), &layer).await;
        let mut stream = stream.map_err(|error| RegistryError::of(reference, error))?;
        let mut bytes = Vec::new();
        while let Some(piece) = stream.next().await {
            let piece = piece.map_err(|error| wrong(shortened(&error.to_string())))?;
            if (bytes.len() + piece.len()) as u64 > declared {
                return Err(wrong(format!("its layer is longer than the {declared} bytes that its manifest says")));
            }
            bytes.extend_from_slice(&piece);
        }
        match bytes.len() as u64 == declared {
            true => Ok(bytes),
            false => {
                Err(wrong(format!("its layer has {} of the {declared} bytes that its manifest says", bytes.len())))
            }
        }
    }
}
