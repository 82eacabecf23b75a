//! `GET /session/research/pages/{id}/threads`.

use crate::comments::{self, Comment, SelectComments, SelectMentions};
use quarry_research_pages::access::PageRole;
use quarry_sdk::prelude::*;

statement!(app_store, SelectReplies, "src/comments/replies.sql");

/// Replies of all threads of an answer together, as far as each thread has its newest.
const REPLIES_SHOWN: usize = 200;
/// Replies of one thread that are shown at most.
const MOST_OF_A_THREAD: usize = 100;

#[derive(Parameters)]
pub struct ThreadsQuery {
    /// Id of the page.
    #[parameter(path, minimum = 1, example = "1")]
    #[expect(dead_code, reason = "the guard reads it")]
    id: i64,
    /// Only threads on this block, also after the block is gone.
    #[parameter(minimum = 1, example = "9")]
    block_id: Option<i64>,
}

/// A thread of comments on a block, or in the page's discussion.
#[derive(Schema, Serialize)]
pub struct Thread {
    /// The comment that opened it.
    pub comment: Comment,
    /// The number of replies.
    #[schema(example = 1)]
    pub reply_count: i64,
    /// The newest replies, the oldest of them first: 4 of each of 50 threads, up to 100 where there are few.
    pub replies: Vec<Comment>,
}

#[derive(Schema)]
pub struct Threads {
    #[schema(flatten)]
    pub page: PageMembers,
    /// Threads, the oldest first.
    pub threads: Vec<Thread>,
}

/// A reply, and how many its thread has.
#[derive(Row)]
struct Reply {
    #[row(flatten)]
    comment: Comment,
    reply_count: i64,
}

/// Threads of a page
///
/// Lists the threads on the page's blocks, on blocks that are gone, and in its discussion; with `block_id` those on that block. Any member
/// of the space can read them.
#[endpoint(
    get = "/session/research/pages/{id}/threads", session, module = "research", paged, guard = PageRole::Viewer,
    guard_path(page_id = id),
    refuses(422, "too_much_at_once", "The texts are more than 3 MiB together: ask for fewer with `limit`."),
    body = Threads
)]
pub fn list_threads(request: &Request, query: ThreadsQuery) -> Result<Answer, Problem> {
    let rows = SelectComments { openers: Some(true), block_id: query.block_id }.query()?;
    comments::refuse_too_much(&[&rows])?;
    let mut all: Vec<Comment> = rows.read()?;
    all.truncate(request.page_size());
    let threads: Vec<i64> = all.iter().map(|comment| comment.id).collect();
    let shown = (REPLIES_SHOWN / threads.len().max(1)).clamp(1, MOST_OF_A_THREAD);
    let replies = SelectReplies { threads: threads.clone(), shown: i64::try_from(shown).unwrap_or(1) };
    let replies = replies.query()?;
    comments::refuse_too_much(&[&rows, &replies])?;
    let replies: Vec<Reply> = replies.read()?;
    let counts: Vec<i64> = replies.iter().map(|reply| reply.reply_count).collect();
    let openers = all.len();
    all.extend(replies.into_iter().map(|reply| reply.comment));
    let ids = all.iter().map(|comment| comment.id).collect();
    comments::complete(&mut all, SelectMentions { comments: ids }.all()?);
    let replies = all.split_off(openers);
    let as_thread = |comment| Thread { comment, reply_count: 0, replies: Vec::new() };
    let mut threads: Vec<Thread> = all.into_iter().map(as_thread).collect();
    for (reply, count) in replies.into_iter().zip(counts) {
        if let Some(thread) = threads.iter_mut().find(|thread| Some(thread.comment.id) == reply.thread_id) {
            thread.reply_count = count;
            thread.replies.push(reply);
        }
    }
    Ok(Answer::object().own_page("threads", rows, &threads).into())
}
