//! `objects`: a component's own objects, within its limits and the call's time.

use crate::capabilities::ObjectFailure;
use crate::capabilities::call::{Frame, Requester};
use crate::capabilities::link_rights;
use crate::capabilities::object_names::{MAX_KEY_BYTES, check_content_type, check_key, is_key_byte, shown_file_name};
use crate::capabilities::object_share::{OPERATIONS, ObjectShare};
use bytes::Bytes;
use futures_util::TryStreamExt;
use jiff::{SignedDuration, Timestamp};
use quarry_contract::{Grant, Guarded, MOST_UPLOAD_BYTES, ObjectBody, Problem, SilentStore};
use quarry_identity::object_links::{ObjectLink, ObjectUpload};
use quarry_stores::objects::{ObjectInfo, ObjectsError, Upload};

/// Each holds a part in memory.
const MAX_OPEN_UPLOADS: u32 = 4;
/// Most bytes of one `write` and one `read`.
const MAX_PIECE_BYTES: usize = 1 << 20;
const MAX_LISTED: u32 = 500;
const MAX_LINK_SECONDS: u32 = 3_600;
/// A century: longer is a mistake.
const MAX_VALID_SECONDS: u64 = 100 * 365 * 86_400;

type Outcome<T> = Result<T, ObjectFailure>;

/// The parts of a call that `objects` needs.
pub struct ObjectCalls<'a> {
    pub(super) frame: &'a mut Frame,
    pub(super) requester: &'a Requester,
    /// What the route's guard found.
    pub(super) guarded: Option<&'a Guarded>,
    pub(super) left: &'a mut ObjectShare,
}

impl ObjectCalls<'_> {
    /// Begins an upload under the component's own `key`.
    pub fn begin_upload(&mut self, key: &str, content_type: &str, valid_seconds: Option<u64>) -> Outcome<Upload> {
        let expires_at = self.check_upload(key, content_type, valid_seconds)?;
        if self.left.open_uploads == MAX_OPEN_UPLOADS {
            return Err(ObjectFailure::LimitExceeded(format!(
                "{MAX_OPEN_UPLOADS} uploads of this call are open; finish or drop one first"
            )));
        }
        let objects = self.frame.capabilities.stores().objects.clone();
        let component = self.frame.component().to_owned();
        self.left.open_uploads += 1;
        let upload = objects.begin_upload(&component, key, content_type, expires_at);
        Ok(upload)
    }

    /// Checks that an object of that key could be stored, and tells until when it would stay.
    pub(super) fn check_upload(
        &mut self,
        key: &str,
        content_type: &str,
        valid_seconds: Option<u64>,
    ) -> Outcome<Option<Timestamp>> {
        self.refuse_on_a_read("store an object")?;
        self.take_operation()?;
        check_key(key)?;
        check_content_type(content_type)?;
        match valid_seconds {
            Some(seconds @ 1..=MAX_VALID_SECONDS) => {
                let seconds = SignedDuration::from_secs(i64::try_from(seconds).unwrap_or(i64::MAX));
                Ok(Some(self.frame.capabilities.stores().objects.now() + seconds))
            }
            Some(other) => Err(ObjectFailure::Rejected(format!(
                "an object cannot be kept for {other} seconds: it is 1 to {MAX_VALID_SECONDS}, or none"
            ))),
            None => Ok(None),
        }
    }

    /// Adds a piece to an upload.
    pub async fn write_upload(&mut self, upload: &mut Upload, bytes: Vec<u8>) -> Outcome<()> {
        self.take_operation()?;
        if !(1..=MAX_PIECE_BYTES).contains(&bytes.len()) {
            return Err(ObjectFailure::LimitExceeded(format!(
                "a piece of an upload has 1 to {MAX_PIECE_BYTES} bytes, and this one has {}",
                bytes.len()
            )));
        }
        self.within(upload.write(Bytes::from(bytes))).await
    }

    /// Makes an upload the object of its key.
    pub async fn finish_upload(&mut self, upload: Upload) -> Outcome<ObjectInfo> {
        self.drop_upload();
        self.take_operation()?;
        self.within(upload.finish()).await
    }

    /// An upload has ended, one way or the other.
    pub fn drop_upload(&mut self) {
        self.left.open_uploads = self.left.open_uploads.saturating_sub(1);
    }

    pub async fn find(&mut self, key: &str) -> Outcome<Option<ObjectInfo>> {
        self.take_operation()?;
        check_key(key)?;
        let (objects, component) =
            (self.frame.capabilities.stores().objects.clone(), self.frame.component().to_owned());
        self.within(objects.head(&component, key)).await
    }

    /// Reads up to `length` bytes of an object from `offset` on; `None` where there is no such object.
    pub async fn read(&mut self, key: &str, offset: u64, length: u32) -> Outcome<Option<Vec<u8>>> {
        if length as usize > MAX_PIECE_BYTES {
            return Err(ObjectFailure::LimitExceeded(format!(
                "one read gives at most {MAX_PIECE_BYTES} bytes, and {length} were asked for"
            )));
        }
        let Some(info) = self.find(key).await? else { return Ok(None) };
        let end = info.size_bytes.min(offset.saturating_add(length.into()));
        if offset >= end {
            return Ok(Some(Vec::new()));
        }
        let objects = self.frame.capabilities.stores().objects.clone();
        let reading = async {
            let pieces = objects.read(&info, offset..end).await?;
            let gather = |mut bytes: Vec<u8>, piece: Bytes| async move {
                bytes.extend_from_slice(&piece);
                Ok(bytes)
            };
            pieces.try_fold(Vec::with_capacity(length as usize), gather).await
        };
        Ok(Some(self.within(reading).await?))
    }

    pub async fn remove(&mut self, key: &str) -> Outcome<bool> {
        self.refuse_on_a_read("remove an object")?;
        self.take_operation()?;
        check_key(key)?;
        let (objects, component) =
            (self.frame.capabilities.stores().objects.clone(), self.frame.component().to_owned());
        self.within(objects.remove(&component, key)).await
    }

    pub async fn list(&mut self, prefix: &str, after: Option<&str>, limit: u32) -> Outcome<Vec<ObjectInfo>> {
        self.take_operation()?;
        if prefix.len() > MAX_KEY_BYTES || !prefix.bytes().all(is_key_byte) {
            return Err(ObjectFailure::Rejected(format!("\"{prefix}\" is no beginning of a key")));
        }
        if !(1..=MAX_LISTED).contains(&limit) {
            return Err(ObjectFailure::LimitExceeded(format!(
                "one list gives 1 to {MAX_LISTED} objects, and {limit} were asked for"
            )));
        }
        let (objects, component) =
            (self.frame.capabilities.stores().objects.clone(), self.frame.component().to_owned());
        self.within(objects.list(&component, prefix, after, limit)).await
    }

    /// The path of a link to the component's own `key`.
    pub fn sign_link(&mut self, key: &str, file_name: &str, valid_seconds: u32) -> Outcome<String> {
        self.take_operation()?;
        check_key(key)?;
        let file_name = shown_file_name(file_name)?;
        if !(1..=MAX_LINK_SECONDS).contains(&valid_seconds) {
            return Err(ObjectFailure::LimitExceeded(format!(
                "a link lives 1 to {MAX_LINK_SECONDS} seconds, and {valid_seconds} were asked for"
            )));
        }
        let stores = self.frame.capabilities.stores();
        let link = ObjectLink {
            component: self.frame.component().to_owned(),
            key: key.to_owned(),
            file_name,
            expires_at: stores.objects.now() + SignedDuration::from_secs(valid_seconds.into()),
        };
        stores.object_links.sign(&link).ok_or_else(|| ObjectFailure::Rejected("the link is too long".to_owned()))
    }

    /// The path that takes an upload of the component's own `key`, for as long as the caller may ask for it.
    pub fn sign_upload(
        &mut self,
        key: &str,
        content_type: &str,
        max_bytes: u32,
        valid_seconds: u32,
    ) -> Outcome<String> {
        self.refuse_on_a_read("sign an upload")?;
        self.take_operation()?;
        check_key(key)?;
        check_content_type(content_type)?;
        if !(1..=MAX_LINK_SECONDS).contains(&valid_seconds) || !(1..=MOST_UPLOAD_BYTES).contains(&max_bytes) {
            return Err(ObjectFailure::LimitExceeded(format!(
                "a link lives 1 to {MAX_LINK_SECONDS} seconds and takes 1 to {MOST_UPLOAD_BYTES} bytes; {valid_seconds} seconds \
                 and {max_bytes} bytes were asked for"
            )));
        }
        let right = link_rights::of_call(self.requester, self.guarded)?;
        let stores = self.frame.capabilities.stores();
        let upload = ObjectUpload {
            component: self.frame.component().to_owned(),
            key: key.to_owned(),
            content_type: content_type.to_owned(),
            max_bytes,
            expires_at: stores.objects.now() + SignedDuration::from_secs(valid_seconds.into()),
            right,
        };
        let signed = stores.object_links.sign_upload(&upload);
        signed.ok_or_else(|| ObjectFailure::Rejected("the link is too long".to_owned()))
    }

    /// The object that an answer names, as its body.
    pub async fn body(&mut self, key: &str, file_name: Option<String>) -> Result<ObjectBody, Problem> {
        let (file_name, found) = match file_name.as_deref().map(shown_file_name).transpose() {
            Ok(file_name) => (file_name, self.find(key).await),
            Err(failure) => (None, Err(failure)),
        };
        match found {
            Ok(Some(info)) => {
                Ok(ObjectBody { info, objects: self.frame.capabilities.stores().objects.clone(), file_name })
            }
            Ok(None) => Err(Problem::not_found("There is no such object any more.")),
            Err(ObjectFailure::Unavailable(detail) | ObjectFailure::DeadlineExceeded(detail)) => {
                Err(Problem::data_source_unavailable(detail).of_store(SilentStore::Objects))
            }
            Err(ObjectFailure::LimitExceeded(detail) | ObjectFailure::Rejected(detail)) => {
                let component = self.frame.component();
                tracing::error!(component, detail, "an answer names an object that it may not");
                Err(Problem::plugin_failed(format!(
                    "The component {component} gave an answer that the host cannot use."
                )))
            }
        }
    }

    fn refuse_on_a_read(&self, what: &str) -> Outcome<()> {
        self.frame.read_refusal(what).map_or(Ok(()), |sentence| Err(ObjectFailure::Rejected(sentence)))
    }

    fn take_operation(&mut self) -> Outcome<()> {
        if let Some(sentence) = self.frame.missing(Grant::Objects) {
            return Err(ObjectFailure::Rejected(sentence));
        }
        if let Some(sentence) = self.frame.open_transaction_refusal("ask for objects") {
            return Err(ObjectFailure::Rejected(sentence));
        }
        self.left.operations_left = self.left.operations_left.checked_sub(1).ok_or_else(|| {
            ObjectFailure::LimitExceeded(format!(
                "one call may do {OPERATIONS} operations on objects, and has done them"
            ))
        })?;
        Ok(())
    }

    /// Waits for the store, for as long as the call has time.
    async fn within<T>(&mut self, work: impl Future<Output = Result<T, ObjectsError>>) -> Outcome<T> {
        match self.frame.time.asking_objects(work).await {
            Some(Ok(done)) => Ok(done),
            Some(Err(
                error
                @ (ObjectsError::TooLarge | ObjectsError::ObjectsUsedUp { .. } | ObjectsError::BytesUsedUp { .. }),
            )) => Err(ObjectFailure::LimitExceeded(error.to_string())),
            Some(Err(error @ ObjectsError::BrokenUpload)) => Err(ObjectFailure::Unavailable(error.to_string())),
            Some(Err(error)) => {
                tracing::error!(component = self.frame.component(), %error, "the object store failed");
                let detail = "The object store is not reachable at the moment; try again shortly.";
                Err(ObjectFailure::Unavailable(detail.to_owned()))
            }
            None => Err(ObjectFailure::DeadlineExceeded(
                "The object store did not answer within the time of the request; try again.".to_owned(),
            )),
        }
    }
}
