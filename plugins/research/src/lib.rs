//! The research family: pages of the research workspace.
//!
//! Here are its public sides alone: pages that their owners published, and unpublished ones that the holder of a review
//! link may read. The body of a page is Markdown and becomes safe HTML when it is asked for.

pub mod comments;
pub mod get_published_page;
pub mod get_review_page;

quarry_sdk::plugin! {
    name: "research",
    summary: "Published research pages, and unpublished ones for those who hold a review link.",
    grants: [AppStore, Audit, Notifications],
    personal_data: [
        research_comments.author_user_id {
            export: comments::ExportComments,
            kept: "Comments stay with the members of their space, under \"former member\"; those of spaces that nobody else is in go with the space.",
        },
        research_comments.resolved_by_user_id {
            export: comments::ExportResolved,
            kept: "A thread that was resolved stays so for the members of its space, without a name.",
        },
        research_mentions.user_id { export: comments::ExportMentions, erase: rows },
    ],
    notifications: [
        comments::changes::CommentAdded,
        comments::changes::CommentChanged,
        quarry_inbox_entries::InboxGrew,
    ],
    endpoints: [
        get_published_page::get_published_page,
        get_review_page::get_review_page,
        comments::list_keyed::list_comments_by_key,
        comments::create_keyed::create_comment_by_key,
        comments::list::list_comments,
        comments::create::create_comment,
        comments::resolve::resolve_comment,
        comments::reopen::reopen_comment,
        comments::delete::remove_comment,
        comments::threads::list_threads,
    ],
}
