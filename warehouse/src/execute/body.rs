//! Reads request bodies: the statement, bounded, or the data of an INSERT as a stream.

use crate::engine::failure::{EngineFailure, code};
use crate::http::compression::{BlockDecoder, cannot_decompress};
use crate::http::multipart;
use crate::http::request::RequestHead;
use bytes::Bytes;
use http_body_util::{BodyExt, LengthLimitError, Limited};
use hyper::body::Incoming;
use std::time::Duration;

/// A statement with its inline rows and parameters; data belongs into a streamed body.
const MAX_STATEMENT_BYTES: usize = 16 << 20;
/// The time for which the rest of a failed insert's data is taken and thrown away.
const DRAIN_PATIENCE: Duration = Duration::from_secs(5);

/// The whole statement: the URL's part, then the body's. Parameters of form data are added to `head`.
pub(crate) async fn collect_statement(
    head: &mut RequestHead,
    url_statement: String,
    body: Incoming,
) -> Result<Bytes, EngineFailure> {
    let body = match Limited::new(body, MAX_STATEMENT_BYTES).collect().await {
        Ok(body) => body.to_bytes(),
        Err(error) if error.is::<LengthLimitError>() => return Err(too_large()),
        Err(error) => return Err(body_cut(&error)),
    };
    let mut statement = url_statement.into_bytes();
    if let Some(boundary) = head.boundary.take() {
        for (name, value) in multipart::fields(&boundary, &body)? {
            if name == "query" {
                append(&mut statement, &value);
            } else if let Some(name) = name.strip_prefix("param_") {
                head.parameters.push((name.to_owned(), value));
            } else {
                let sentence = format!("External tables are not supported: the form field {name} has no meaning here");
                return Err(EngineFailure::new(code::NOT_IMPLEMENTED, "NOT_IMPLEMENTED", sentence));
            }
        }
    } else if head.flag("decompress") {
        let mut decoder = BlockDecoder::default();
        decoder.push(&body);
        while let Some(block) = decoder.next_block()? {
            if statement.len() + block.len() > MAX_STATEMENT_BYTES {
                return Err(too_large());
            }
            append(&mut statement, &block);
        }
    } else if statement.is_empty() {
        return Ok(body);
    } else {
        append(&mut statement, &body);
    }
    Ok(Bytes::from(statement))
}

fn append(statement: &mut Vec<u8>, more: &[u8]) {
    if !statement.is_empty() && !more.is_empty() {
        statement.push(b'\n');
    }
    statement.extend_from_slice(more);
}

fn too_large() -> EngineFailure {
    let sentence = format!("A statement may have {MAX_STATEMENT_BYTES} bytes: send data as the body of an INSERT");
    EngineFailure::new(code::REQUEST_ENTITY_TOO_LARGE, "REQUEST_ENTITY_TOO_LARGE", sentence)
}

fn body_cut(error: &dyn std::fmt::Display) -> EngineFailure {
    let sentence = format!("The body of the request was cut off: {error}");
    EngineFailure::new(code::NETWORK_ERROR, "NETWORK_ERROR", sentence)
}

/// The data of an INSERT, chunk by chunk.
pub(crate) enum InsertBody {
    Streamed { body: Incoming, decoder: Option<BlockDecoder> },
    Inline(Option<Bytes>),
}

impl InsertBody {
    /// The request's body; `compressed` when it is ClickHouse's compressed blocks.
    pub(crate) fn streamed(body: Incoming, compressed: bool) -> InsertBody {
        InsertBody::Streamed { body, decoder: compressed.then(BlockDecoder::default) }
    }

    /// Data that came behind the statement.
    pub(crate) fn inline(data: Bytes) -> InsertBody {
        InsertBody::Inline(Some(data))
    }

    /// The next chunk; `None` at the true end. A body that was cut off is an error, never an end.
    pub(crate) async fn next(&mut self) -> Result<Option<Bytes>, EngineFailure> {
        let (body, decoder) = match self {
            InsertBody::Inline(data) => return Ok(data.take()),
            InsertBody::Streamed { body, decoder } => (body, decoder),
        };
        loop {
            if let Some(decoder) = decoder
                && let Some(block) = decoder.next_block()?
            {
                return Ok(Some(block));
            }
            let data = match body.frame().await {
                Some(Ok(frame)) => match frame.into_data() {
                    Ok(data) => data,
                    Err(_trailers) => continue,
                },
                Some(Err(error)) => return Err(body_cut(&error)),
                None if decoder.as_ref().is_some_and(|decoder| !decoder.is_empty()) => {
                    return Err(cannot_decompress("the body ends inside a block"));
                }
                None => return Ok(None),
            };
            match decoder {
                Some(decoder) => decoder.push(&data),
                None => return Ok(Some(data)),
            }
        }
    }

    /// Takes what the client still sends, for a while, so that it comes to read the answer: one that was given early
    /// would be lost to a client that finds the connection closed while it writes.
    pub(crate) fn drain(self) {
        let InsertBody::Streamed { mut body, .. } = self else { return };
        tokio::spawn(tokio::time::timeout(
            DRAIN_PATIENCE,
            async move { while let Some(Ok(_)) = body.frame().await {} },
        ));
    }
}
