//! A component to a registry, for its author.

use crate::registry::artifact::{COMPONENT_MEDIA_TYPE, CONFIGURATION_MEDIA_TYPE, SIGNATURE_MEDIA_TYPE};
use crate::registry::memory_bound::MemoryBound;
use crate::registry::{RegistryAccess, RegistryError, RegistryReference};
use jiff::Timestamp;
use oci_client::client::{Config, ImageLayer};
use oci_client::manifest::{OCI_IMAGE_MEDIA_TYPE, OciImageManifest};
use serde_json::json;
use std::collections::BTreeMap;

/// The component that an author publishes.
#[derive(Debug, Clone)]
pub struct Publication {
    pub component: Vec<u8>,
    /// SHA-256 of it, in lowercase hex.
    pub digest: String,
    /// In the form of minisign.
    pub signature: Option<Vec<u8>>,
    pub name: String,
    pub version: String,
    /// One sentence.
    pub summary: String,
    pub created_at: Timestamp,
}

impl RegistryAccess {
    /// Puts a component at `reference`, and says where it lies by the digest of its manifest.
    pub async fn publish(
        &self,
        reference: &RegistryReference,
        publication: Publication,
    ) -> Result<String, RegistryError> {
        let _bound = MemoryBound::set();
        let too_slow = |_| RegistryError::TooSlow { reference: reference.clone(), after: self.time };
        tokio::time::timeout(self.time, self.publish_in_time(reference, publication)).await.map_err(too_slow)?
    }

    async fn publish_in_time(
        &self,
        reference: &RegistryReference,
        publication: Publication,
    ) -> Result<String, RegistryError> {
        let failed = |error| RegistryError::of(reference, error);
        let configuration = json!({
            "created": publication.created_at.to_string(),
            "architecture": "wasm",
            "os": "wasip2",
            "layerDigests": [format!("sha256:{}", publication.digest)],
        });
        let configuration =
            Config::new(configuration.to_string().into_bytes(), CONFIGURATION_MEDIA_TYPE.to_owned(), None);
        let mut layers = vec![ImageLayer::new(publication.component, COMPONENT_MEDIA_TYPE.to_owned(), None)];
        if let Some(signature) = publication.signature {
            layers.push(ImageLayer::new(signature, SIGNATURE_MEDIA_TYPE.to_owned(), None));
        }
        let annotations = BTreeMap::from([
            ("org.opencontainers.image.created".to_owned(), publication.created_at.to_string()),
            ("org.opencontainers.image.title".to_owned(), publication.name),
            ("org.opencontainers.image.version".to_owned(), publication.version),
            ("org.opencontainers.image.description".to_owned(), publication.summary),
        ]);
        let manifest = OciImageManifest {
            media_type: Some(OCI_IMAGE_MEDIA_TYPE.to_owned()),
            ..OciImageManifest::build(&layers, &configuration, Some(annotations))
        };
        let (image, authentication) = (reference.image(), &self.authentication);
        self.client.push(image, &layers, configuration, authentication, Some(manifest)).await.map_err(failed)?;
        let digest = self.client.fetch_manifest_digest(image, authentication).await.map_err(failed)?;
        Ok(reference.pinned(&digest))
    }
}
