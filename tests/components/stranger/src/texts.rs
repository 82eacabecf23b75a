//! A text that would be a page if a browser took it for one.

use quarry_sdk::prelude::*;
use serde::Serialize;

const PAGE: &str = "<html><form action=\"https://elsewhere.example/\" method=\"post\"><input name=\"password\"></form><script>1</script></html>";

#[derive(Serialize, Schema)]
pub struct Text {
    #[schema(example = "x")]
    text: String,
}

/// A text
#[endpoint(
    get = "/stranger/text", keyless, cache = public(60), body = Text, media_types = ["text/plain", "application/x-bibtex"]
)]
pub fn show_text(request: &Request) -> Result<Answer, Problem> {
    Ok(match request.media_type() {
        Some(media_type) => Answer::text(media_type, PAGE.to_owned()),
        None => Answer::json(&Text { text: PAGE.to_owned() }),
    })
}
