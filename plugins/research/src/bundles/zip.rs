//! An archive of entries that are stored as they are: pictures are compressed, and texts are small. Each entry's size and checksum stand in
//! front of it, which readers that do not seek ask for, so it is written without ever being held.

use quarry_sdk::objects::{ObjectFailure, Upload};

/// Bytes that are handed on together.
const PIECE_BYTES: usize = 1 << 20;
/// 1980-01-01, the least that the form has: an archive of the same page has the same bytes.
const DATE: u16 = 0x21;
/// Names are UTF-8.
const FLAGS: u16 = 1 << 11;
const VERSION: u16 = 20;

/// An archive on its way into the store; all of it has less than 4 GiB.
pub struct Archive {
    upload: Upload,
    waiting: Vec<u8>,
    written: u32,
    directory: Vec<u8>,
    entries: u16,
}

impl Archive {
    pub fn begin(upload: Upload) -> Archive {
        Archive { upload, waiting: Vec::with_capacity(PIECE_BYTES), written: 0, directory: Vec::new(), entries: 0 }
    }

    /// Begins an entry, whose bytes come by [`Archive::write`].
    pub fn begin_entry(&mut self, name: &str, size: u32, checksum: u32) -> Result<(), ObjectFailure> {
        let start = self.written;
        let mut common = Vec::with_capacity(26);
        for word in [VERSION, FLAGS, 0, 0, DATE] {
            common.extend_from_slice(&word.to_le_bytes());
        }
        for word in [checksum, size, size] {
            common.extend_from_slice(&word.to_le_bytes());
        }
        common.extend_from_slice(&u16::try_from(name.len()).unwrap_or(u16::MAX).to_le_bytes());
        common.extend_from_slice(&[0, 0]);
        self.write(b"PK\x03\x04")?;
        self.write(&common)?;
        self.write(name.as_bytes())?;
        self.directory.extend_from_slice(b"PK\x01\x02");
        self.directory.extend_from_slice(&VERSION.to_le_bytes());
        self.directory.extend_from_slice(&common);
        self.directory.extend_from_slice(&[0; 10]);
        self.directory.extend_from_slice(&start.to_le_bytes());
        self.directory.extend_from_slice(name.as_bytes());
        self.entries += 1;
        Ok(())
    }

    /// A whole entry.
    pub fn add(&mut self, name: &str, bytes: &[u8]) -> Result<(), ObjectFailure> {
        self.begin_entry(name, u32::try_from(bytes.len()).unwrap_or(u32::MAX), crc32fast::hash(bytes))?;
        self.write(bytes)
    }

    pub fn write(&mut self, bytes: &[u8]) -> Result<(), ObjectFailure> {
        let mut rest = bytes;
        while !rest.is_empty() {
            let (now, later) = rest.split_at(rest.len().min(PIECE_BYTES - self.waiting.len()));
            self.waiting.extend_from_slice(now);
            rest = later;
            if self.waiting.len() == PIECE_BYTES {
                self.upload.write(&self.waiting)?;
                self.waiting.clear();
            }
        }
        self.written = self.written.saturating_add(u32::try_from(bytes.len()).unwrap_or(u32::MAX));
        Ok(())
    }

    /// Writes the directory, and makes the archive appear.
    pub fn finish(mut self) -> Result<(), ObjectFailure> {
        let (start, directory) = (self.written, std::mem::take(&mut self.directory));
        self.write(&directory)?;
        let mut end = b"PK\x05\x06\0\0\0\0".to_vec();
        end.extend_from_slice(&self.entries.to_le_bytes());
        end.extend_from_slice(&self.entries.to_le_bytes());
        end.extend_from_slice(&u32::try_from(directory.len()).unwrap_or(u32::MAX).to_le_bytes());
        end.extend_from_slice(&start.to_le_bytes());
        end.extend_from_slice(&[0, 0]);
        self.write(&end)?;
        if !self.waiting.is_empty() {
            self.upload.write(&self.waiting)?;
        }
        self.upload.finish()?;
        Ok(())
    }
}
