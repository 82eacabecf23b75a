//! The names in a statement: the form of those that its file gives, and those that the host gives.

/// The name under which the caller of a statement picks its order.
pub const ORDER_PARAMETER: &str = "order";

/// The namespaces that the host binds: the caller, the row that the route's guard found, and, in the statement of a guard, the
/// request's path and query and the members of its body.
pub const NAMESPACES: [&str; 5] = ["body", "caller", "guard", "path", "query"];

/// The place of the page's size, plus one.
pub const PAGE_LIMIT: &str = "page.limit";

/// The name of a binding where SQL has no dots in the names of parameters: the warehouse.
pub fn dotless(binding: &str) -> String {
    binding.replace('.', "__")
}

/// The name under which the host binds whether a parameter with an `else` is given.
pub fn binding_of_given(parameter: &str) -> String {
    format!("{parameter}{GIVEN}")
}

/// Behind the name of a parameter: whether it is given. No name has a question mark.
const GIVEN: &str = "?given";

/// The parameter whose being given a binding tells; none for a binding that is a value.
pub fn parameter_of_given(binding: &str) -> Option<&str> {
    binding.strip_suffix(GIVEN)
}

/// The name that stands for the rows of a scope that is not written out.
pub fn scope_table(scope: &str) -> String {
    format!("scope__{scope}")
}

/// Reads a name that a file gives.
pub(crate) fn identifier(text: &str) -> Result<String, String> {
    let starts_well = text.starts_with(|first: char| first.is_ascii_lowercase() || first == '_');
    if starts_well && text.chars().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '_') {
        Ok(text.to_owned())
    } else {
        Err(format!("`{text}` is not a name: lowercase letters, digits and `_`"))
    }
}
