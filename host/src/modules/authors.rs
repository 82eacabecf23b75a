//! The author of an installed component, as far as a deployment can tell: the repository that its file came from, and the key that
//! signed it. A name is bound to them: a version by somebody else waits until it is accepted, whatever it asks for.

use crate::modules::InstallationRecord;

impl InstallationRecord {
    /// The reason why `self` may be by another author than `before`, a version of the same component; none where both are one
    /// file, or come from one repository, or are files that one key has signed.
    pub fn author_change(&self, before: &InstallationRecord) -> Option<String> {
        if self.digest == before.digest {
            return None;
        }
        // A component that was never signed may be signed from now on.
        let is_other_key = before.signed_by.is_some() && before.signed_by != self.signed_by;
        let is_one_key = before.signed_by.is_some() && before.signed_by == self.signed_by;
        match (&self.repository, before.known_repository()) {
            _ if is_other_key => {}
            (Some(now), Some(before)) if *now == before => return None,
            (Some(_), Some(_)) => {}
            // A path says nothing about who made the file.
            _ if is_one_key => return None,
            _ => {}
        }
        Some(format!(
            "it is from {}, {}, and the version before it from {}, {}",
            self.origin,
            self.signature_words(),
            before.origin,
            before.signature_words()
        ))
    }

    fn signature_words(&self) -> String {
        match &self.signed_by {
            Some(key) => format!("signed by {key}"),
            None => "signed by no key of components.signing_keys".to_owned(),
        }
    }

    /// Records of earlier releases have the origin alone.
    fn known_repository(&self) -> Option<String> {
        self.repository.clone().or_else(|| repository_of(&self.origin))
    }
}

/// The repository of a place at a registry, without tag and digest; none of a file's path.
pub fn repository_of(origin: &str) -> Option<String> {
    let place = origin.strip_prefix("oci://")?;
    let place = place.split('@').next().unwrap_or_default();
    let (registry, repository) = place.split_once('/')?;
    Some(format!("oci://{registry}/{}", repository.split(':').next().unwrap_or_default()))
}
