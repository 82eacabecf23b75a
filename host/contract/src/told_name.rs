//! The names and words under which components tell others of something: events, messages, audit entries, and their sentences.

use crate::entered_text::EnteredText;

/// Gives the name under which a component's event, message or audit action `name` is told. A first-party component's is told as it is;
/// any other one's begins with the component's name, so that none is taken for somebody else's: `price-alerts.rule.fired`.
///
/// A name that begins with it already stays, where a whole `thing.verb` follows. `inbox.grew` of a component that is called
/// `inbox` is told as `inbox.inbox.grew`, since a part of the service tells of `inbox.grew`.
pub fn told_name(component: &str, is_first_party: bool, name: &str) -> String {
    let own = || name.strip_prefix(component).and_then(|rest| rest.strip_prefix('.'));
    match is_first_party || own().is_some_and(|rest| rest.contains('.')) {
        true => name.to_owned(),
        false => format!("{component}.{name}"),
    }
}

/// A component's sentence as it stands between quotation marks in one of the host's: in one line, with nothing that hides or
/// turns the line around, and with no mark that ends the quotation.
pub fn told_sentence(sentence: &str) -> String {
    let line = sentence.replace(['\n', '\r', '\t', '\u{2028}', '\u{2029}'], " ");
    EnteredText::Line.shown(&line).replace(['"', '\u{201c}', '\u{201d}', '\u{201e}', '\u{201f}'], "'")
}
