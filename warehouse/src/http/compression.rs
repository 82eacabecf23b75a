//! LZ4 both ways, in the two forms of ClickHouse's HTTP interface: request bodies are ClickHouse's own compressed blocks
//! (`decompress=1`), answers are LZ4 frames (`Accept-Encoding: lz4`).

use crate::engine::failure::{EngineFailure, code};
use bytes::{Bytes, BytesMut};
use lz4_flex::frame::FrameEncoder;
use std::io::Write;

/// Checksum, then method, compressed size and raw size.
const CHECKSUM_BYTES: usize = 16;
const HEADER_BYTES: usize = 9;
const METHOD_LZ4: u8 = 0x82;
const METHOD_NONE: u8 = 0x02;
/// Clients send blocks of a megabyte at most; ClickHouse's own bound is 1 GiB.
const MAX_BLOCK_BYTES: usize = 128 << 20;

/// Takes compressed blocks in pieces of any size and gives their contents.
#[derive(Default)]
pub(crate) struct BlockDecoder {
    buffer: BytesMut,
}

impl BlockDecoder {
    /// Adds what arrived.
    pub(crate) fn push(&mut self, bytes: &[u8]) {
        self.buffer.extend_from_slice(bytes);
    }

    /// The next whole block, or `None` until more has arrived.
    pub(crate) fn next_block(&mut self) -> Result<Option<Bytes>, EngineFailure> {
        let Some((_, header)) = self.buffer.split_first_chunk::<CHECKSUM_BYTES>() else { return Ok(None) };
        let Some(&[method, c0, c1, c2, c3, r0, r1, r2, r3]) = header.first_chunk::<HEADER_BYTES>() else {
            return Ok(None);
        };
        let compressed_bytes = u32::from_le_bytes([c0, c1, c2, c3]) as usize;
        let raw_bytes = u32::from_le_bytes([r0, r1, r2, r3]) as usize;
        if !(HEADER_BYTES..=MAX_BLOCK_BYTES).contains(&compressed_bytes) || raw_bytes > MAX_BLOCK_BYTES {
            return Err(cannot_decompress("a block of the request states an impossible size"));
        }
        let whole = CHECKSUM_BYTES + compressed_bytes;
        if self.buffer.len() < whole {
            self.buffer.reserve(whole - self.buffer.len());
            return Ok(None);
        }
        let block = self.buffer.split_to(whole);
        let (checksum, content) = block.split_at(CHECKSUM_BYTES);
        // ClickHouse writes the two halves of the hash in the other order than the crate returns them.
        let expected = cityhash_rs::cityhash_102_128(content).rotate_left(64).to_le_bytes();
        if checksum != expected {
            let sentence = "Checksum doesn't match: a block of the request is corrupted";
            return Err(EngineFailure::new(code::CHECKSUM_DOESNT_MATCH, "CHECKSUM_DOESNT_MATCH", sentence));
        }
        let data = &content[HEADER_BYTES..];
        match method {
            METHOD_LZ4 => lz4_flex::block::decompress(data, raw_bytes)
                .map(|raw| Some(Bytes::from(raw)))
                .map_err(|error| cannot_decompress(&error.to_string())),
            METHOD_NONE => Ok(Some(Bytes::copy_from_slice(data))),
            other => {
                let sentence = format!("Unknown codec in the request: {other:#x}; this warehouse takes LZ4 and NONE");
                Err(EngineFailure::new(code::UNKNOWN_COMPRESSION_METHOD, "UNKNOWN_COMPRESSION_METHOD", sentence))
            }
        }
    }

    /// True when everything that arrived has been given out.
    pub(crate) fn is_empty(&self) -> bool {
        self.buffer.is_empty()
    }
}

/// The failure of a body that cannot be decompressed, or that ends inside a block.
pub(crate) fn cannot_decompress(reason: &str) -> EngineFailure {
    EngineFailure::new(code::CANNOT_DECOMPRESS, "CANNOT_DECOMPRESS", format!("Cannot decompress: {reason}"))
}

/// Writes an answer as it is, or as one LZ4 frame that is flushed with each chunk.
pub(crate) enum AnswerEncoder {
    Plain,
    Lz4(Box<FrameEncoder<Vec<u8>>>),
}

impl AnswerEncoder {
    pub(crate) fn new(lz4: bool) -> AnswerEncoder {
        if lz4 { AnswerEncoder::Lz4(Box::new(FrameEncoder::new(Vec::new()))) } else { AnswerEncoder::Plain }
    }

    /// The bytes that stand for `chunk` on the wire.
    pub(crate) fn chunk(&mut self, chunk: Bytes) -> std::io::Result<Bytes> {
        match self {
            AnswerEncoder::Plain => Ok(chunk),
            AnswerEncoder::Lz4(encoder) => {
                encoder.write_all(&chunk)?;
                encoder.flush()?;
                Ok(Bytes::from(std::mem::take(encoder.get_mut())))
            }
        }
    }

    /// The bytes that close the answer.
    pub(crate) fn end(&mut self) -> std::io::Result<Bytes> {
        match self {
            AnswerEncoder::Plain => Ok(Bytes::new()),
            AnswerEncoder::Lz4(encoder) => {
                encoder.try_finish().map_err(std::io::Error::other)?;
                Ok(Bytes::from(std::mem::take(encoder.get_mut())))
            }
        }
    }
}
