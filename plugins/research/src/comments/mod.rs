//! Comments on pages. A thread is the comment that opened it, on a block or in the page's discussion, and its replies.
//!
//! Always true here: the page's row is held while a comment is written or removed, so comments of a page are numbered in the order
//! in which they are seen.

pub mod access;
pub mod body;
pub mod changes;
pub mod comment;
pub mod create;
pub mod delete;
pub mod list;
pub mod reopen;
pub mod resolve;
pub mod threads;
pub mod told;
pub mod writing;

pub use comment::Comment;

use quarry_sdk::prelude::*;

statement!(app_store, SelectComments, "src/comments/comments.sql");
statement!(app_store, SelectComment, "src/comments/comment.sql");
statement!(app_store, SelectMentions, "src/comments/mentions.sql");
statement!(app_store, LockCommentedPage, "src/comments/lock_commented_page.sql");
statement!(app_store, ExportComments, "src/comments/export_comments.sql");
statement!(app_store, ExportResolved, "src/comments/export_resolved.sql");
statement!(app_store, ExportMentions, "src/comments/export_mentions.sql");

/// Bytes of the bodies of one answer.
const MOST_TEXT_BYTES: i64 = 3 << 20;

/// The page's comments, a part of them.
#[derive(Schema)]
pub struct Comments {
    #[schema(flatten)]
    pub page: PageMembers,
    /// Comments, the oldest first.
    pub comments: Vec<Comment>,
}

#[derive(Row)]
struct Mention {
    comment_id: i64,
    id: i64,
    name: String,
}

/// All comments of the guard's page, oldest first.
fn comments_of_page(request: &Request) -> Result<Answer, Problem> {
    let rows = SelectComments { openers: None, block_id: None }.query()?;
    refuse_too_much(&[&rows])?;
    let mut comments: Vec<Comment> = rows.read()?;
    comments.truncate(request.page_size());
    let ids = comments.iter().map(|comment| comment.id).collect();
    complete(&mut comments, SelectMentions { comments: ids }.all()?);
    Ok(Answer::object().own_page("comments", rows, &comments).into())
}

/// Refuses to read more text than a request has memory for.
fn refuse_too_much(rows: &[&ResultSet]) -> Result<(), Problem> {
    let bytes_of =
        |rows: &&ResultSet| (0..rows.row_count()).filter_map(|row| rows.integer(row, "body_bytes")).sum::<i64>();
    match rows.iter().map(bytes_of).sum::<i64>() > MOST_TEXT_BYTES {
        true => {
            let sentence = "The texts of these comments are more than 3 MiB together: ask for fewer with `limit`.";
            Err(Problem::new(422, "too_much_at_once", sentence).with("parameter", "limit"))
        }
        false => Ok(()),
    }
}

/// The comment as the transaction sees it, with all that is shown of it.
fn one(transaction: &Transaction, id: i64) -> Result<Comment, Problem> {
    let mut comments: Vec<Comment> = transaction.all(SelectComment { id })?;
    complete(&mut comments, transaction.all(SelectMentions { comments: vec![id] })?);
    comments.pop().ok_or_else(|| Problem::not_found(format!("There is no comment {id} on this page.")))
}

/// Adds the HTML and the mentions, which come ordered by comment.
fn complete(comments: &mut [Comment], mentions: Vec<Mention>) {
    body::render(comments);
    for Mention { comment_id, id, name } in mentions {
        if let Some(comment) = comments.iter_mut().find(|comment| comment.id == comment_id) {
            comment.mentions.push(Named { id, name });
        }
    }
}
