//! Takes values off the front of a byte slice; everything that is not there is [`ValueError::Truncated`].

use super::ValueError;

pub(super) struct Reader<'a> {
    rest: &'a [u8],
}

impl<'a> Reader<'a> {
    pub(super) fn new(bytes: &'a [u8]) -> Reader<'a> {
        Reader { rest: bytes }
    }

    pub(super) fn is_empty(&self) -> bool {
        self.rest.is_empty()
    }

    pub(super) fn remaining(&self) -> usize {
        self.rest.len()
    }

    pub(super) fn byte(&mut self) -> Result<u8, ValueError> {
        let (first, rest) = self.rest.split_first().ok_or(ValueError::Truncated)?;
        self.rest = rest;
        Ok(*first)
    }

    pub(super) fn bytes(&mut self, length: usize) -> Result<&'a [u8], ValueError> {
        let (taken, rest) = self.rest.split_at_checked(length).ok_or(ValueError::Truncated)?;
        self.rest = rest;
        Ok(taken)
    }

    pub(super) fn array<const N: usize>(&mut self) -> Result<[u8; N], ValueError> {
        let (taken, rest) = self.rest.split_first_chunk().ok_or(ValueError::Truncated)?;
        self.rest = rest;
        Ok(*taken)
    }

    /// A little-endian integer of 1, 2, 4 or 8 bytes.
    pub(super) fn unsigned(&mut self, bytes: usize) -> Result<u64, ValueError> {
        Ok(match bytes {
            1 => self.byte()?.into(),
            2 => u16::from_le_bytes(self.array()?).into(),
            4 => u32::from_le_bytes(self.array()?).into(),
            _ => u64::from_le_bytes(self.array()?),
        })
    }

    /// A little-endian integer of 1, 2, 4 or 8 bytes.
    pub(super) fn signed(&mut self, bytes: usize) -> Result<i64, ValueError> {
        Ok(match bytes {
            1 => i8::from_le_bytes(self.array()?).into(),
            2 => i16::from_le_bytes(self.array()?).into(),
            4 => i32::from_le_bytes(self.array()?).into(),
            _ => i64::from_le_bytes(self.array()?),
        })
    }

    /// LEB128, as lengths are written.
    pub(super) fn variable_integer(&mut self) -> Result<u64, ValueError> {
        let mut value = 0_u64;
        for shift in (0..64).step_by(7) {
            let byte = self.byte()?;
            value |= u64::from(byte & 0x7f).checked_shl(shift).unwrap_or(0);
            if byte < 0x80 {
                return Ok(value);
            }
        }
        Err(ValueError::Invalid)
    }

    /// The number of elements of an array or map. Each takes a byte at least, so a larger number is a lie.
    pub(super) fn element_count(&mut self) -> Result<usize, ValueError> {
        let count = self.variable_integer()?;
        usize::try_from(count).ok().filter(|count| *count <= self.rest.len()).ok_or(ValueError::Truncated)
    }

    /// A length and as many bytes.
    pub(super) fn length_and_bytes(&mut self) -> Result<&'a [u8], ValueError> {
        let length = usize::try_from(self.variable_integer()?).map_err(|_| ValueError::Truncated)?;
        self.bytes(length)
    }

    /// A length and as many bytes of UTF-8.
    pub(super) fn text(&mut self) -> Result<&'a str, ValueError> {
        std::str::from_utf8(self.length_and_bytes()?).map_err(|_| ValueError::Invalid)
    }
}
