//! Files that are something else than rows, told by their first bytes, each in a sentence that says what to do.

const UTF8_MARK: &[u8] = b"\xef\xbb\xbf";

/// The mark that Windows tools put before a text in UTF-8.
pub(super) fn has_utf8_mark(start: &[u8]) -> bool {
    start.starts_with(UTF8_MARK)
}

/// The length of that mark.
pub(super) const UTF8_MARK_BYTES: u64 = UTF8_MARK.len() as u64;

/// The first bytes of files of other kinds, where in the file they stand, and the sentence.
const KINDS: [(&[u8], usize, &str); 16] = [
    (b"\xff\xfe\0\0", 0, "is text in UTF-32; save it as UTF-8"),
    (b"\0\0\xfe\xff", 0, "is text in UTF-32; save it as UTF-8"),
    (b"\xff\xfe", 0, UTF16),
    (b"\xfe\xff", 0, UTF16),
    (
        b"PK\x03\x04",
        0,
        "is a ZIP archive (or an Excel workbook, which is one); unpack it, or save it as CSV, and load the files in it",
    ),
    (b"PK\x05\x06", 0, "is a ZIP archive with nothing in it"),
    (b"\xd0\xcf\x11\xe0", 0, "is an Excel workbook; save it as CSV"),
    (b"7z\xbc\xaf\x27\x1c", 0, "is a 7z archive; unpack it and load the files in it"),
    (b"Rar!", 0, "is a RAR archive; unpack it and load the files in it"),
    (b"ustar", 257, "is a tar archive; unpack it and load the files in it"),
    (b"\xfd7zXZ\0", 0, "is compressed with xz; decompress it, or compress it with gzip or zstd"),
    (b"BZh", 0, "is compressed with bzip2; decompress it, or compress it with gzip or zstd"),
    (b"\x04\x22\x4d\x18", 0, "is compressed with LZ4; decompress it, or compress it with gzip or zstd"),
    (b"Obj\x01", 0, "is an Avro file; export Parquet, CSV or newline JSON"),
    (b"ARROW1", 0, "is an Arrow (Feather) file; export Parquet, CSV or newline JSON"),
    (b"SQLite format 3\0", 0, "is an SQLite database; export its tables as CSV"),
];
const UTF16: &str = "is text in UTF-16; save it as UTF-8 (PowerShell: `-Encoding utf8`)";
const TWICE: &str = "is compressed twice; decompress it once";
/// Bytes by which text in UTF-16 without a mark shows.
const LOOKED_AT: usize = 64;

/// The sentence about a file that has no rows for us. `start` is decompressed.
pub(super) fn sentence(start: &[u8]) -> Option<&'static str> {
    let known = KINDS.iter().find(|(bytes, at, _)| start.get(*at..).is_some_and(|rest| rest.starts_with(bytes)));
    if let Some((_, _, sentence)) = known {
        return Some(sentence);
    }
    if start.starts_with(b"\x1f\x8b") || start.starts_with(b"\x28\xb5\x2f\xfd") {
        return Some(TWICE);
    }
    let text = start.trim_ascii_start();
    let begins = |word: &str| text.get(..word.len()).is_some_and(|start| start.eq_ignore_ascii_case(word.as_bytes()));
    if begins("<!doctype html") || begins("<html") {
        return Some(
            "is a web page (HTML) and no export: the server answered with a page, of an error or of a sign-in perhaps",
        );
    }
    if begins("<?xml") {
        return Some("is XML; export Parquet, CSV or newline JSON");
    }
    is_unmarked_utf16(start).then_some(UTF16)
}

/// True where every second byte is zero and the others are not, as in Latin text of 16 bits a letter.
fn is_unmarked_utf16(start: &[u8]) -> bool {
    let pairs = &start[..start.len().min(LOOKED_AT) & !1];
    let zeros = |first: usize| pairs.iter().skip(first).step_by(2).all(|byte| *byte == 0);
    let letters = |first: usize| pairs.iter().skip(first).step_by(2).all(|byte| *byte != 0);
    pairs.len() >= 8 && (zeros(0) && letters(1) || zeros(1) && letters(0))
}
