//! Getting an object's bytes.

use crate::objects::{ObjectInfo, Objects, ObjectsError};
use bytes::{Bytes, BytesMut};
use futures_util::stream::BoxStream;
use futures_util::{StreamExt, TryStreamExt};
use object_store::{GetOptions, GetRange, GetResultPayload};
use std::io::SeekFrom;
use std::ops::Range;
use tokio::fs::File;
use tokio::io::{AsyncReadExt, AsyncSeekExt};

/// The bytes that are read of a file at once.
const PIECE_BYTES: u64 = 128 << 10;

/// Bytes of an object, in pieces.
pub type ObjectStream = BoxStream<'static, Result<Bytes, ObjectsError>>;

impl Objects {
    /// The bytes of `range`, which is not empty and lies within the object. The stream ends early with an error only.
    pub async fn read(&self, info: &ObjectInfo, range: Range<u64>) -> Result<ObjectStream, ObjectsError> {
        let options = GetOptions { range: Some(GetRange::Bounded(range.clone())), ..GetOptions::default() };
        let answer = self.store.get_opts(&self.path(&info.location), options).await;
        match answer.map_err(ObjectsError::store("get"))?.payload {
            GetResultPayload::Stream(stream) => Ok(stream.map_err(ObjectsError::store("get")).boxed()),
            GetResultPayload::File(file, _) => Ok(pieces(File::from_std(file), range)),
        }
    }
}

/// A file's bytes: pieces that are large enough to be worth a hop to a blocking thread.
fn pieces(file: File, range: Range<u64>) -> ObjectStream {
    let failed = |source: std::io::Error| ObjectsError::Store {
        operation: "get",
        source: object_store::Error::Generic { store: "folder", source: source.into() },
    };
    futures_util::stream::try_unfold((file, range.start), move |(mut file, at)| async move {
        if at >= range.end {
            return Ok(None);
        }
        if at == range.start {
            file.seek(SeekFrom::Start(at)).await.map_err(failed)?;
        }
        let wanted = usize::try_from((range.end - at).min(PIECE_BYTES)).unwrap_or_default();
        let mut piece = BytesMut::zeroed(wanted);
        file.read_exact(&mut piece).await.map_err(failed)?;
        Ok(Some((piece.freeze(), (file, at + wanted as u64))))
    })
    .boxed()
}
