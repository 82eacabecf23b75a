//! The picture of the sample, drawn from the table beside it: a bar for each row, the highest in another colour.

use flate2::Compression;
use flate2::write::ZlibEncoder;
use std::io::Write;

const WIDTH: usize = 200;
const HEIGHT: usize = 90;
/// Red, green and blue of each number that a dot may have.
const COLOURS: [[u8; 3]; 4] = [[0xff, 0xff, 0xff], [0x22, 0x5e, 0x96], [0xa0, 0x48, 0x18], [0x28, 0x28, 0x28]];
const BAR: u8 = 1;
const HIGHEST: u8 = 2;
const GROUND: u8 = 3;

/// The bars of a table whose second column has heights, as a PNG.
pub(super) fn bars(table: &str) -> std::io::Result<Vec<u8>> {
    let heights: Vec<usize> = table.lines().skip(1).filter_map(|row| row.split(',').nth(1)?.parse().ok()).collect();
    let highest = heights.iter().copied().max().unwrap_or(1).max(1);
    let room = WIDTH / heights.len().max(1);
    let dot =
        |x: usize, y: usize| {
            let above_ground = HEIGHT - 1 - y;
            if above_ground < 2 {
                return GROUND;
            }
            let is_gap = x % room < room / 5 || x % room >= room - room / 5;
            match heights.get(x / room) {
                Some(height) if !is_gap && above_ground < 2 + height * (HEIGHT - 10) / highest => {
                    if *height == highest { HIGHEST } else { BAR }
                }
                _ => 0,
            }
        };
    let mut rows = ZlibEncoder::new(Vec::new(), Compression::best());
    for y in 0..HEIGHT {
        // Each row is as it is: it is told by no other one.
        rows.write_all(&[0])?;
        rows.write_all(&(0..WIDTH).map(|x| dot(x, y)).collect::<Vec<_>>())?;
    }
    let mut header = Vec::new();
    for side in [WIDTH, HEIGHT] {
        header.extend(u32::try_from(side).unwrap_or_default().to_be_bytes());
    }
    // Eight bits a dot, by the number of its colour.
    header.extend([8, 3, 0, 0, 0]);
    let mut picture = b"\x89PNG\r\n\x1a\n".to_vec();
    for (name, content) in
        [(b"IHDR", header), (b"PLTE", COLOURS.concat()), (b"IDAT", rows.finish()?), (b"IEND", Vec::new())]
    {
        chunk(&mut picture, name, &content);
    }
    Ok(picture)
}

/// A part of a PNG: its length, its name, its content and a checksum of both.
fn chunk(picture: &mut Vec<u8>, name: &[u8; 4], content: &[u8]) {
    picture.extend(u32::try_from(content.len()).unwrap_or_default().to_be_bytes());
    let named = [name.as_slice(), content].concat();
    picture.extend(&named);
    picture.extend(crc32fast::hash(&named).to_be_bytes());
}
