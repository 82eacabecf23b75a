//! The HTML of comments, within what one answer may cost.

use crate::comments::comment::Comment;
use quarry_research_markdown::readable::safe_html;
use quarry_sdk::prelude::*;

/// Bytes of Markdown that an answer shows as HTML at most.
const MOST_BYTES: usize = 1 << 20;
/// Time after which an answer makes no more HTML.
const MOST_MICROSECONDS: i64 = 800_000;

/// Renders comments that have none yet, as many as an answer may.
pub fn render(comments: &mut [Comment]) {
    let mut left = MOST_BYTES;
    let began = Time::now().microseconds;
    for comment in comments {
        let Some(body) = &comment.body else { continue };
        if body.len() > left || Time::now().microseconds - began > MOST_MICROSECONDS {
            return;
        }
        left -= body.len();
        comment.html = Some(safe_html(body));
    }
}
