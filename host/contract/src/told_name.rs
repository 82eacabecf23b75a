//! The names under which components tell others of something: events, messages and audit entries.

/// Gives the name under which a component's event, message or audit action `name` is told. A first-party component's is told as it is;
/// any other one's begins with the component's name, so that none is taken for somebody else's: `price-alerts.rule.fired`.
pub fn told_name(component: &str, is_first_party: bool, name: &str) -> String {
    let is_its_own = || name.strip_prefix(component).is_some_and(|rest| rest.starts_with('.'));
    match is_first_party || is_its_own() {
        true => name.to_owned(),
        false => format!("{component}.{name}"),
    }
}
