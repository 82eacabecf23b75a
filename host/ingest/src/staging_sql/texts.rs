//! Texts for people: what tokens, exchanges and deployments are called.

use crate::columns::LONGEST_TEXT;

/// Control characters, those of one byte and those of two.
const CONTROL: &str = r"[\\x00-\\x1f\\x7f\\x{80}-\\x{9f}]";

/// The reason why a text is refused: a letter that stands before it in the list of bad rows.
pub(crate) const NOT_UTF8: char = 'u';
pub(crate) const HAS_CONTROL: char = 'c';
pub(crate) const TOO_LONG: char = 'l';

/// The text without the zero bytes that fill it up; of 32 bytes in hex what they say.
pub(super) fn unpadded(name: &str) -> String {
    format!(
        "trim(TRAILING '\\0' FROM if(match({name}_text, '^0x[0-9a-fA-F]{{64}}$'), unhex(substring({name}_text, 3)), {name}_text)) \
         AS {name}_unpadded"
    )
}

/// The text that is kept: bytes that say nothing stay the hex that they came as.
pub(super) fn clean(name: &str) -> String {
    let unpadded = format!("{name}_unpadded");
    format!("if(startsWith({name}_text, '0x') AND NOT ({}), {name}_text, {unpadded}) AS {name}_clean", valid(&unpadded))
}

pub(super) fn valid(text: &str) -> String {
    format!("isValidUTF8({text}) AND NOT match({text}, '{CONTROL}') AND lengthUTF8({text}) <= {LONGEST_TEXT}")
}

/// The refused text behind the reason; nothing of one that is missing.
pub(super) fn refused(name: &str) -> String {
    let text = format!("{name}_clean");
    format!(
        "if({text} = '', '', concat(multiIf(NOT isValidUTF8({text}), '{NOT_UTF8}', match({text}, '{CONTROL}'), '{HAS_CONTROL}', \
         '{TOO_LONG}'), {text}))"
    )
}
