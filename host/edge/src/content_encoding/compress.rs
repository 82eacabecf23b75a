//! Making the encoded bytes.

use crate::content_encoding::ContentCoding;
use bytes::Bytes;
use flate2::Compression;
use flate2::write::GzEncoder;
use std::io::{self, Write};

/// A larger body is encoded on a thread where it holds nobody up: from here on it takes longer than the change of
/// threads does.
const LARGE_BYTES: usize = 16 * 1024;

/// The work that an encoding is worth.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Effort {
    /// For an answer that is sent once.
    Once,
    /// For bytes that are kept and sent to many.
    Kept,
}

/// The body in that form; `None` for the plain form, and where encoding it failed or would not make it smaller.
pub async fn compress(body: &Bytes, coding: ContentCoding, effort: Effort) -> Option<Bytes> {
    if coding == ContentCoding::Identity {
        return None;
    }
    let encoded = match body.len() > LARGE_BYTES {
        false => encode(body, coding, effort),
        true => {
            let body = body.clone();
            let encoding = tokio::task::spawn_blocking(move || encode(&body, coding, effort));
            encoding.await.map_err(io::Error::other).and_then(|encoded| encoded)
        }
    };
    match encoded {
        Ok(encoded) => (encoded.len() < body.len()).then(|| encoded.into()),
        Err(error) => {
            tracing::error!(%error, coding = coding.name(), "an answer could not be encoded and is sent plain");
            None
        }
    }
}

fn encode(body: &[u8], coding: ContentCoding, effort: Effort) -> io::Result<Vec<u8>> {
    let is_kept = effort == Effort::Kept;
    match coding {
        ContentCoding::Identity => Ok(body.to_vec()),
        ContentCoding::Zstd => zstd::bulk::compress(body, if is_kept { 9 } else { 1 }),
        ContentCoding::Gzip => {
            let level = Compression::new(if is_kept { 6 } else { 1 });
            let mut encoder = GzEncoder::new(Vec::with_capacity(body.len() / 4), level);
            encoder.write_all(body)?;
            encoder.finish()
        }
        ContentCoding::Brotli => {
            let parameters = brotli::enc::BrotliEncoderParams {
                quality: if is_kept { 5 } else { 1 },
                lgwin: 20,
                size_hint: body.len(),
                ..Default::default()
            };
            let mut encoded = Vec::with_capacity(body.len() / 4);
            brotli::BrotliCompress(&mut &*body, &mut encoded, &parameters)?;
            Ok(encoded)
        }
    }
}
