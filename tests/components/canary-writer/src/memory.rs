//! All of an instance's memory, as words: the canary is written over what is free of it, and looked for in every word.
//!
//! The canary of a number is never in memory where it is only looked for: a word is compared after it was turned, with
//! what the canary is when it is turned.
#![allow(unsafe_code, reason = "a component that looks at memory that nobody gave it is what is tested")]

use core::arch::wasm32::{memory_grow, memory_size};

const PAGE_BYTES: usize = 65_536;
const WORD_BYTES: usize = 8;
const TURN: u64 = 0x5bd1_e995_9d1b_54a5;
/// Pages that are asked for beside those that an instance begins with: more than the pool clears by hand.
const PAGES: usize = 40;

/// Gives a canary in its turned form; spread over all bits, so that no other number makes it.
pub(crate) fn turned(number: u64) -> u64 {
    let mut word = number.wrapping_add(0x9e37_79b9_7f4a_7c15);
    word = (word ^ (word >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    word = (word ^ (word >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    word ^ (word >> 31)
}

/// Asks for more memory and fills it with the canary. Gives how many words that were.
pub(crate) fn fill(turned: u64) -> u64 {
    let before = memory_grow(0, PAGES);
    if before == usize::MAX {
        return 0;
    }
    let (start, end) = (before * PAGE_BYTES, (before + PAGES) * PAGE_BYTES);
    for address in (start..end).step_by(WORD_BYTES) {
        // SAFETY: the pages were added to the memory just now, and the allocator knows nothing of them.
        unsafe { (address as *mut u64).write_volatile(turned ^ TURN) };
    }
    ((end - start) / WORD_BYTES) as u64
}

/// Asks for more memory, looks at every word of all of it, and tells how many are the canary, and how many are not zero in
/// the pages that were asked for.
pub(crate) fn search(turned: u64) -> (u64, u64) {
    let before = memory_grow(0, PAGES);
    let grown_at = if before == usize::MAX { usize::MAX } else { before * PAGE_BYTES };
    let (mut canaries, mut dirty) = (0, 0);
    for address in (WORD_BYTES..memory_size(0) * PAGE_BYTES).step_by(WORD_BYTES) {
        // SAFETY: within the memory, whose size was asked for; any bytes are a number.
        let word = unsafe { (address as *const u64).read_volatile() };
        canaries += u64::from(word ^ TURN == turned);
        dirty += u64::from(address >= grown_at && word != 0);
    }
    (canaries, dirty)
}
