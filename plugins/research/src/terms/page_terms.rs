//! The words of a page's own fields.

use quarry_research_terms::terms::terms;

/// Gives each word with its field, and how often it is there.
pub fn terms_of_page<'a>(
    title: &str,
    finding: Option<&str>,
    tags: &[String],
) -> impl Iterator<Item = (&'a str, (String, i64))> {
    let fields =
        [("title", terms(title)), ("finding", terms(finding.unwrap_or_default())), ("tag", terms(&tags.join("\n")))];
    fields.into_iter().flat_map(|(field, terms)| terms.into_iter().map(move |term| (field, term)))
}
