//! Compressing a file as its bytes come.

use crate::row_files::FileCompression;
use bytes::Bytes;
use flate2::Compression;
use flate2::write::GzEncoder;
use std::io::{self, Write};

/// From here on a piece is compressed on a thread where it holds nobody up.
const LARGE_BYTES: usize = 16 << 10;
/// Files are written once and loaded often.
const GZIP_LEVEL: u32 = 6;
const ZSTD_LEVEL: i32 = 3;

/// Bytes in, compressed bytes out, as many as there are by then.
pub(super) enum Encoder {
    None,
    Gzip(GzEncoder<Vec<u8>>),
    Zstd(zstd::stream::write::Encoder<'static, Vec<u8>>),
}

impl Encoder {
    pub(super) fn new(compression: FileCompression) -> io::Result<Encoder> {
        Ok(match compression {
            FileCompression::None => Encoder::None,
            FileCompression::Gzip => Encoder::Gzip(GzEncoder::new(Vec::new(), Compression::new(GZIP_LEVEL))),
            FileCompression::Zstd => Encoder::Zstd(zstd::stream::write::Encoder::new(Vec::new(), ZSTD_LEVEL)?),
        })
    }

    /// Takes a piece; gives the encoder back with what is compressed by now.
    pub(super) async fn take(mut self, piece: Bytes) -> io::Result<(Encoder, Bytes)> {
        if matches!(self, Encoder::None) {
            return Ok((self, piece));
        }
        if piece.len() <= LARGE_BYTES {
            let encoded = self.encode(&piece)?;
            return Ok((self, encoded));
        }
        let encoding = tokio::task::spawn_blocking(move || {
            let encoded = self.encode(&piece)?;
            Ok((self, encoded))
        });
        encoding.await.map_err(io::Error::other)?
    }

    fn encode(&mut self, piece: &[u8]) -> io::Result<Bytes> {
        let encoded = match self {
            Encoder::None => piece.to_vec(),
            Encoder::Gzip(encoder) => {
                encoder.write_all(piece)?;
                std::mem::take(encoder.get_mut())
            }
            Encoder::Zstd(encoder) => {
                encoder.write_all(piece)?;
                std::mem::take(encoder.get_mut())
            }
        };
        Ok(encoded.into())
    }

    /// The end of the file.
    pub(super) fn finish(self) -> io::Result<Bytes> {
        match self {
            Encoder::None => Ok(Bytes::new()),
            Encoder::Gzip(encoder) => encoder.finish().map(Bytes::from),
            Encoder::Zstd(encoder) => encoder.finish().map(Bytes::from),
        }
    }
}
