//! Recognises gzip and zstd by their first bytes, whatever the file is called.

use std::io::{self, BufRead, BufReader, Read};

const GZIP_MAGIC: &[u8] = &[0x1f, 0x8b];
const ZSTD_MAGIC: &[u8] = &[0x28, 0xb5, 0x2f, 0xfd];
/// Bytes read from the file at a time.
const BUFFER_BYTES: usize = 256 << 10;

/// The decompressed bytes. Several gzip members or zstd frames one after the other are one file.
pub fn decompressed(reader: Box<dyn Read + Send>) -> io::Result<Box<dyn BufRead + Send>> {
    let mut reader: Box<dyn BufRead + Send> = Box::new(BufReader::with_capacity(BUFFER_BYTES, reader));
    let start = peek(&mut reader, ZSTD_MAGIC.len())?;
    Ok(if start.starts_with(GZIP_MAGIC) {
        Box::new(BufReader::with_capacity(BUFFER_BYTES, flate2::bufread::MultiGzDecoder::new(reader)))
    } else if start.starts_with(ZSTD_MAGIC) {
        Box::new(BufReader::with_capacity(BUFFER_BYTES, zstd::stream::read::Decoder::with_buffer(reader)?))
    } else {
        reader
    })
}

/// The first bytes, at most `wanted`, without taking them: they are put back in front.
pub(super) fn peek(reader: &mut Box<dyn BufRead + Send>, wanted: usize) -> io::Result<Vec<u8>> {
    let mut start = Vec::with_capacity(wanted);
    reader.as_mut().take(wanted as u64).read_to_end(&mut start)?;
    let rest = std::mem::replace(reader, Box::new(io::empty()));
    *reader = Box::new(io::Cursor::new(start.clone()).chain(rest));
    Ok(start)
}
