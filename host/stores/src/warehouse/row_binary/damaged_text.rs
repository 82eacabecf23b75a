//! Texts of the warehouse that are not UTF-8: rows of before the loading refused them, or that something else wrote.

/// A column's texts with each damaged one made readable.
pub(super) struct Mended {
    pub(super) offsets: Vec<u32>,
    pub(super) data: String,
    pub(super) validity: Option<Vec<u8>>,
    /// How many were damaged.
    pub(super) count: usize,
}

/// The values as text, each of which has to be UTF-8 by itself; else the bytes again.
pub(super) fn whole(data: Vec<u8>, offsets: &[u32]) -> Result<String, Vec<u8>> {
    let text = String::from_utf8(data).map_err(std::string::FromUtf8Error::into_bytes)?;
    let is_whole = |offset: &u32| text.is_char_boundary(*offset as usize);
    if offsets.iter().all(is_whole) { Ok(text) } else { Err(text.into_bytes()) }
}

/// Makes each value text: a damaged one is null where the column may be null, else U+FFFD stands for what is no character.
/// No value gets longer than three times its bytes.
pub(super) fn mend(bytes: &[u8], offsets: &[u32], is_nullable: bool, mut validity: Option<Vec<u8>>) -> Mended {
    let mut mended = String::with_capacity(bytes.len());
    let mut ends = Vec::with_capacity(offsets.len());
    let mut count = 0;
    ends.push(0);
    for (row, span) in offsets.windows(2).enumerate() {
        let value = bytes.get(span[0] as usize..span[1] as usize).unwrap_or_default();
        match std::str::from_utf8(value) {
            Ok(text) => mended.push_str(text),
            Err(_) => {
                count += 1;
                if is_nullable {
                    set_null(&mut validity, row, offsets.len() - 1);
                } else {
                    mended.push_str(&String::from_utf8_lossy(value));
                }
            }
        }
        // A column that would be longer than an offset reaches ends with empty texts.
        let end = u32::try_from(mended.len()).ok();
        if end.is_none() {
            mended.truncate(ends.last().map_or(0, |end: &u32| *end as usize));
        }
        ends.push(end.or(ends.last().copied()).unwrap_or_default());
    }
    Mended { offsets: ends, data: mended, validity, count }
}

fn set_null(validity: &mut Option<Vec<u8>>, row: usize, rows: usize) {
    let bits = validity.get_or_insert_with(|| {
        let mut bits = vec![0xff; rows / 8];
        if !rows.is_multiple_of(8) {
            bits.push((1 << (rows % 8)) - 1);
        }
        bits
    });
    if let Some(byte) = bits.get_mut(row / 8) {
        *byte &= !(1 << (row % 8));
    }
}
