//! The posts of the sample's blog.

use quarry_stores::app::{AppStore, AppStoreError};
use quarry_stores::result_set::Value;

struct Post {
    slug: &'static str,
    category: &'static str,
    title: &'static str,
    summary: &'static str,
    /// Seconds since 1970.
    published_at: i64,
    body: &'static str,
}

const AUTHOR: &str = "The Quarry authors";

/// Oldest first.
const POSTS: [Post; 4] = [
    Post {
        slug: "prices-from-events",
        category: "methodology",
        title: "Prices from events, and nothing else",
        summary: "The estimate of a price from a pool's own logs, and the cases without a price.",
        // 2026-08-18T09:00:00Z
        published_at: 1_787_043_600,
        body: include_str!("posts/prices-from-events.md"),
    },
    Post {
        slug: "null-is-not-zero",
        category: "methodology",
        title: "Null is not zero",
        summary: "What a missing figure means in every answer of this service.",
        // 2026-09-08T09:00:00Z
        published_at: 1_788_858_000,
        body: include_str!("posts/null-is-not-zero.md"),
    },
    Post {
        slug: "reading-a-list-to-its-end",
        category: "guides",
        title: "Reading a list to its end",
        summary: "Cursors that stay valid while rows are added above them.",
        // 2026-10-06T09:00:00Z
        published_at: 1_791_277_200,
        body: include_str!("posts/reading-a-list-to-its-end.md"),
    },
    Post {
        slug: "the-sample-chain",
        category: "guides",
        title: "What the sample chain is, and what it is not",
        summary: "Ninety invented days on real contracts, the same on every machine.",
        // 2026-11-01T09:00:00Z
        published_at: 1_793_523_600,
        body: include_str!("posts/the-sample-chain.md"),
    },
];

const INSERT: &str = "INSERT INTO blog_posts (slug, status, category, title, summary, author, body, published_at, \
    created_at, updated_at, version) VALUES ($1, 'published', $2, $3, $4, $5, $6, $7, $7, $7, 1) \
    ON CONFLICT (slug) DO NOTHING";

/// Writes the posts that are not there.
pub(super) async fn load(store: &AppStore) -> Result<(), AppStoreError> {
    let text = |text: &str| Value::Text(text.to_owned());
    for post in &POSTS {
        let published_at = Value::Timestamp(post.published_at * 1_000_000);
        let row = [
            text(post.slug),
            text(post.category),
            text(post.title),
            text(post.summary),
            text(AUTHOR),
            text(post.body),
            published_at,
        ];
        store.execute(INSERT, &row).await?;
    }
    Ok(())
}
