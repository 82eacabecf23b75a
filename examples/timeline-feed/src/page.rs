//! The events as a page of the web, with the line by which feed readers find the feed.

use crate::events::TimelineEvent;
use crate::feed::title_of;
use std::fmt::Write;

pub const MEDIA_TYPE: &str = "text/html; charset=utf-8";

/// The page. Its links are relative to its own address, wherever that is.
pub fn of(events: &[TimelineEvent]) -> String {
    let mut items = String::new();
    for event in events {
        let title = escaped(&title_of(event));
        let linked = match &event.source_url {
            Some(url) => format!("<a href=\"{}\" rel=\"nofollow\">{title}</a>", escaped(url)),
            None => title,
        };
        // Writing to a String does not fail.
        let _ = writeln!(items, "<li>{linked} <small>{}, {}</small></li>", escaped(&event.category), event.entered_at);
    }
    format!(
        "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n<title>Timeline</title>\n\
         <link rel=\"alternate\" type=\"application/feed+json\" title=\"Timeline\" href=\"timeline-feed/feed.json\">\n\
         </head>\n<body>\n<h1>Timeline</h1>\n<p><a href=\"timeline-feed/feed.json\">JSON Feed</a></p>\n\
         <ul>\n{items}</ul>\n</body>\n</html>\n"
    )
}

/// Text that anybody may have written, as text of HTML and of its attributes.
fn escaped(text: &str) -> String {
    let mut html = String::with_capacity(text.len());
    for letter in text.chars() {
        match letter {
            '&' => html.push_str("&amp;"),
            '<' => html.push_str("&lt;"),
            '>' => html.push_str("&gt;"),
            '"' => html.push_str("&quot;"),
            '\'' => html.push_str("&#39;"),
            letter => html.push(letter),
        }
    }
    html
}
