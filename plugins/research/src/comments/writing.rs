//! A comment that is written, by whichever way.

use crate::comments::{self, Comment, LockCommentedPage, changes, told};
use quarry_inbox_entries::excerpt;
use quarry_sdk::prelude::*;
use quarry_text_prices::Price;
use std::collections::BTreeSet;

statement!(app_store, CountComments, "src/comments/comment_count.sql");
statement!(app_store, SelectThreadOf, "src/comments/thread_of.sql");
statement!(app_store, SelectBlockOfPage, "src/comments/block_of_page.sql");
statement!(app_store, SelectMentionedMembers, "src/comments/mentioned_members.sql");
statement!(app_store, InsertComment, "src/comments/insert_comment.sql");
statement!(app_store, InsertMentions, "src/comments/insert_mentions.sql");

/// Comments that a page has at most.
const MOST_COMMENTS: i64 = 10_000;
/// Characters of a block that a thread keeps.
const BLOCK_CHARACTERS: usize = 500;

/// The text of a comment: Markdown.
#[derive(Schema, Deserialize)]
#[schema(multi_line, min_length = 1, max_length = 10000, example = "Does this include the *bridge*?")]
pub struct CommentBody(pub String);

/// A comment to be written: with `thread_id` a reply, with `block_id` the first of a thread on a block, otherwise the first of a thread in
/// the page's discussion.
#[derive(Schema, Deserialize)]
pub struct NewComment {
    /// The text, in Markdown.
    body: CommentBody,
    /// Id of a block of the page.
    #[schema(optional, minimum = 1, example = 2)]
    block_id: Option<i64>,
    /// A comment of the thread: the one that opened it, or a reply.
    #[schema(optional, minimum = 1, example = null)]
    thread_id: Option<i64>,
    /// The accounts of members of the space whom it mentions; each gets one inbox entry. The body says where, in whatever words.
    #[schema(optional, max_items = 20, example = [3])]
    mentions: Option<Vec<i64>>,
}

/// Writes it on the guard's page.
pub fn write_comment(page_id: i64, new: NewComment) -> Result<Answer, Problem> {
    if new.block_id.is_some() && new.thread_id.is_some() {
        return Err(Problem::invalid_field("block_id", "A reply stands in its thread: name a block or a thread."));
    }
    let people: Vec<i64> = new.mentions.unwrap_or_default().into_iter().collect::<BTreeSet<_>>().into_iter().collect();
    let CommentBody(body) = new.body;
    if let Some(excess) = Price::of(&body).over_block() {
        return Err(Problem::invalid_field("body", excess.sentence(&body, "comment", 0)));
    }
    let transaction = Transaction::begin()?;
    transaction.execute(LockCommentedPage {})?;
    if transaction.query(CountComments {})?.integer(0, "comments").unwrap_or_default() >= MOST_COMMENTS {
        let sentence = format!("The page has {MOST_COMMENTS} comments, and that is the most.");
        return Err(Problem::new(422, "too_many_comments", sentence).with("limit", MOST_COMMENTS));
    }
    let thread_id = new.thread_id.map(|id| thread_of(&transaction, id)).transpose()?;
    let block_text = new.block_id.map(|id| block_text(&transaction, id)).transpose()?;
    let is_mentioning = !people.is_empty();
    if is_mentioning {
        refuse_strangers(&transaction, &people)?;
    }
    let insert = InsertComment { thread_id, block_id: new.block_id, block_text, body, now: Time::now() };
    let comment_id = transaction.insert(insert)?;
    if is_mentioning {
        transaction.execute(InsertMentions { comment_id, people })?;
    }
    let comment: Comment = comments::one(&transaction, comment_id)?;
    told::tell(&transaction, page_id, &comment)?;
    changes::record_new(&transaction, page_id, &comment)?;
    transaction.commit()?;
    Ok(Answer::json(&comment).with_status(201))
}

/// The thread in which an answer to the comment stands.
fn thread_of(transaction: &Transaction, id: i64) -> Result<i64, Problem> {
    let thread = transaction.query(SelectThreadOf { id })?.integer(0, "thread_id");
    thread.ok_or_else(|| Problem::invalid_field("thread_id", format!("There is no comment {id} on this page.")))
}

fn block_text(transaction: &Transaction, id: i64) -> Result<String, Problem> {
    let body = transaction.query(SelectBlockOfPage { id })?.text(0, "body");
    let absent = || Problem::invalid_field("block_id", format!("There is no block {id} on this page."));
    Ok(excerpt(&body.ok_or_else(absent)?, BLOCK_CHARACTERS))
}

/// Refuses to mention people outside the space.
fn refuse_strangers(transaction: &Transaction, people: &[i64]) -> Result<(), Problem> {
    let found = transaction.query(SelectMentionedMembers { people: people.to_vec() })?;
    let members: BTreeSet<i64> = (0..found.row_count()).filter_map(|row| found.integer(row, "user_id")).collect();
    match people.iter().find(|id| !members.contains(id)) {
        None => Ok(()),
        Some(id) => {
            let sentence = format!("Mention members of the page's space alone; the person {id} is not one.");
            Err(Problem::invalid_field("mentions", sentence))
        }
    }
}
