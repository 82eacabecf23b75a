//! The address of a published page.

use quarry_sdk::prelude::*;

statement!(app_store, SelectSlugs, "src/publications/slugs.sql");
statement!(app_store, InsertSlug, "src/publications/insert_slug.sql");

/// Characters of a slug at most.
const MOST_CHARACTERS: usize = 80;

/// An address that an owner asks for.
#[derive(Schema, Deserialize)]
#[schema(single_line, min_length = 1, max_length = 80, example = "liquidations-of-march")]
pub struct AskedSlug(pub String);

#[derive(Row)]
struct KnownSlug {
    slug: String,
    /// Null of a page that was published before there was a workspace.
    page_id: Option<i64>,
}

/// Gives the guard's page its address: the one that is asked for, or the one that it has, or one made of its title.
pub fn take_slug(
    transaction: &Transaction,
    asked: Option<AskedSlug>,
    had: Option<String>,
    title: &str,
    page_id: i64,
) -> Result<String, Problem> {
    let (candidates, is_asked) = match (asked, had) {
        (Some(AskedSlug(slug)), _) if !is_slug(&slug) => {
            let sentence = "An address has lower-case letters a to z and digits, in words joined by single hyphens.";
            return Err(Problem::invalid_field("slug", sentence));
        }
        (Some(AskedSlug(slug)), _) => (vec![slug], true),
        (None, Some(slug)) => return Ok(slug),
        (None, None) => (of_title(title, page_id), false),
    };
    let known: Vec<KnownSlug> = transaction.all(SelectSlugs { slugs: candidates.clone() })?;
    let is_free = |slug: &&String| known.iter().all(|known| known.slug != **slug || known.page_id == Some(page_id));
    let chosen = candidates.iter().find(is_free).ok_or_else(|| taken(&candidates[0], is_asked))?;
    if !known.iter().any(|known| known.slug == *chosen)
        && transaction.execute(InsertSlug { slug: chosen.clone(), now: Time::now() })? == 0
    {
        return Err(taken(chosen, is_asked));
    }
    Ok(chosen.clone())
}

fn taken(slug: &str, is_asked: bool) -> Problem {
    let what_to_do = if is_asked { "ask for another one" } else { "ask for one in `slug`" };
    let sentence = format!("The address `{slug}` is another page's, and stays so: {what_to_do}.");
    Problem::new(422, "slug_taken", sentence.clone()).with_field("slug", sentence)
}

/// The title's words, and the same with the page's number.
fn of_title(title: &str, page_id: i64) -> Vec<String> {
    let words: Vec<String> = title
        .to_lowercase()
        .split(|character: char| !character.is_ascii_alphanumeric())
        .filter(|word| !word.is_empty())
        .map(str::to_owned)
        .collect();
    let mut slug = String::new();
    for word in words {
        let joined = if slug.is_empty() { word } else { format!("{slug}-{word}") };
        if joined.len() > MOST_CHARACTERS - 20 {
            break;
        }
        slug = joined;
    }
    match slug.is_empty() {
        true => vec![format!("page-{page_id}")],
        false => vec![slug.clone(), format!("{slug}-{page_id}")],
    }
}

fn is_slug(text: &str) -> bool {
    let is_word =
        |word: &str| !word.is_empty() && word.bytes().all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit());
    text.len() <= MOST_CHARACTERS && text.split('-').all(is_word)
}
