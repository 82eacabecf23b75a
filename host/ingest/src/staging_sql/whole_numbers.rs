//! Whole numbers as files write them, whatever the format: digits, a quantity in hex, or a float that is one exactly.
//!
//! A float of 64 bits holds whole numbers exactly up to 2^53 alone. Above it nobody can tell which number was sent, so the text
//! stays as it is, and the column refuses it.

/// 2^53, the last whole number before which a float leaves none out.
const LAST_EXACT: &str = "9007199254740992";

/// The digits of all these columns, as one array: the rule is long, and the engine reads and analyses it once and not for each column.
pub(super) fn digits_of_all(columns: &[&str]) -> String {
    let given: Vec<_> = columns.iter().map(|name| format!("{name}_given")).collect();
    format!("arrayMap(given -> {}, [{}]) AS digits_of_numbers", digits("given"), given.join(", "))
}

/// The text of each of them.
pub(super) fn texts(columns: &[&str]) -> Vec<String> {
    (1..).zip(columns).map(|(place, name)| format!("digits_of_numbers[{place}] AS {name}_text")).collect()
}

/// The digits of a number's text; a text of another kind as it is.
fn digits(given: &str) -> String {
    let float = format!("toFloat64OrNull({given})");
    let whole = format!("extract({given}, '^-?([0-9]+)')");
    // One look at the text tells that it is plain digits, as nearly all are.
    format!(
        "if(match({given}, '[.xeE]'), multiIf(\
         match({given}, '^0x[0-9a-fA-F]{{0,64}}$'), \
         toString(reinterpretAsUInt256(reverse(unhex(leftPad(substring({given}, 3), 64, '0'))))), \
         match({given}, '^-?[0-9]{{1,16}}[.]0*$') AND (length({whole}) < {} OR {whole} <= '{LAST_EXACT}'), \
         extract({given}, '^(-?[0-9]+)'), \
         match({given}, '^-?[0-9]([.][0-9]{{1,16}})?[eE][+]?[0-9]{{1,2}}$') AND abs(ifNull({float}, 1e30)) < {LAST_EXACT} \
         AND floor({float}) = {float}, toString(toInt64({float})), {given}), {given})",
        LAST_EXACT.len()
    )
}
