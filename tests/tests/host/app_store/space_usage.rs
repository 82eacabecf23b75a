//! The counted bytes of spaces and of people's unattached uploads are the sums of what is there, whatever was done, on both engines.

use crate::app_store_support::{Fresh, fresh_stores};
use anyhow::Result;
use jiff::Timestamp;
use quarry::contract::Allowance;
use quarry::identity::OrganizationProfile;
use quarry::stores::app::{AppStore, AppStoreDialect, Row};
use quarry::stores::result_set::Value;
use quarry::stores::space_usage;

/// Each counted table, with the bytes of its texts.
const COUNTED: [(&str, &str); 16] = [
    ("research_pages", "octet_length(title) + COALESCE(octet_length(finding), 0)"),
    ("research_blocks", "octet_length(body) + octet_length(attrs)"),
    ("research_block_versions", "octet_length(body) + octet_length(attrs)"),
    ("research_page_versions", "octet_length(title) + COALESCE(octet_length(name), 0) + octet_length(blocks)"),
    ("research_drafts", "octet_length(document)"),
    ("research_comments", "octet_length(body) + COALESCE(octet_length(block_text), 0)"),
    ("research_templates", "octet_length(name) + octet_length(blocks)"),
    ("research_terms", "octet_length(term)"),
    ("research_views", "octet_length(name) + octet_length(settings)"),
    ("research_annotations", "octet_length(target_field) + octet_length(content)"),
    ("research_uploads", "octet_length(file_name) + size_bytes"),
    ("saved_items", "octet_length(snapshot) + COALESCE(octet_length(note), 0)"),
    (
        "published_pages",
        "octet_length(title) + octet_length(body) + octet_length(blocks) + octet_length(citations) + octet_length(files)",
    ),
    (
        "page_review_links",
        "octet_length(title) + octet_length(body) + octet_length(blocks) + octet_length(citations) + octet_length(files)",
    ),
    ("space_property_values", "COALESCE(octet_length(text_value), 0)"),
    ("value_notes", "octet_length(content)"),
];
/// What a row counts for itself.
const OF_A_ROW: i64 = 100;
const SPACES: [i64; 3] = [1, 2, 3];
const ROUNDS: u64 = 400;

async fn number(store: &AppStore, sql: &str, values: &[Value]) -> Result<i64> {
    let rows = store.query(sql, values).await?;
    Ok(Row::first(&rows).map(|row| row.optional_integer("number")).transpose()?.flatten().unwrap_or_default())
}

/// The bytes of a space, counted anew.
async fn sum(store: &AppStore, space: i64) -> Result<u64> {
    let mut bytes = 0;
    for (table, texts) in COUNTED {
        let sql =
            format!("SELECT CAST(SUM({texts} + {OF_A_ROW}) AS BIGINT) AS number FROM {table} WHERE space_id = $1");
        bytes += number(store, &sql, &[Value::Int64(space)]).await?;
    }
    Ok(u64::try_from(bytes)?)
}

async fn agree(store: &AppStore, what: &str) -> Result<()> {
    for space in SPACES {
        let (counted, there) = (space_usage::of_space(store, space).await?, sum(store, space).await?);
        assert_eq!(counted, there, "space {space} on {:?} after {what}", store.dialect());
    }
    for user in [1, 2] {
        let user = [Value::Int64(user)];
        for (counted, there) in [("upload_count", "count(*)"), ("size_bytes", "CAST(SUM(size_bytes) AS BIGINT)")] {
            let sql = format!("SELECT {counted} AS number FROM unattached_uploads WHERE user_id = $1");
            let counted = number(store, &sql, &user).await?;
            let sql = format!(
                "SELECT {there} AS number FROM research_uploads WHERE uploaded_by_user_id = $1 AND attached_at IS NULL"
            );
            assert_eq!(counted, number(store, &sql, &user).await?, "{there} on {:?} after {what}", store.dialect());
        }
    }
    Ok(())
}

/// Two people and three spaces, whose ids are the first ones.
async fn people_and_spaces(store: &AppStore) -> Result<()> {
    for name in ["ada", "ben"] {
        let sql = "INSERT INTO users (email, email_key, name, created_at) VALUES ($1, $1, $1, 0)";
        store.execute(sql, &[Value::Text(name.to_owned())]).await?;
    }
    for _ in SPACES {
        store.execute("INSERT INTO spaces (name, created_at) VALUES ('Harbour', 0)", &[]).await?;
    }
    for space in SPACES {
        let sql = "INSERT INTO research_projects (space_id, name, created_at, updated_at) VALUES ($1, 'x', 0, 0)";
        store.execute(sql, &[Value::Int64(space)]).await?;
    }
    Ok(())
}

/// Numbers that are the same in each run.
struct Numbers(u64);

impl Numbers {
    fn below(&mut self, most: u64) -> i64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        i64::try_from((self.0 >> 33) % most).expect("small")
    }

    /// Some text, of characters of one to four bytes.
    fn text(&mut self) -> Value {
        let length = usize::try_from(self.below(300)).expect("small");
        Value::Text("aé€😀".chars().cycle().skip(usize::try_from(self.below(4)).expect("small")).take(length).collect())
    }
}

/// One change: its words, with $1 a page, $2 its space and $3 a text. The last ones are the fewest.
const CHANGES: [&str; 24] = [
    "INSERT INTO research_pages (space_id, project_id, title, created_at, updated_at) SELECT $2, $2, $3, 0, 0 WHERE $1 > 0",
    "INSERT INTO research_blocks (page_id, space_id, kind, body, attrs, position, created_at, updated_at) SELECT id, space_id, 'text', $3, '{}', 0, 0, 0 FROM research_pages WHERE id = $1 AND space_id = $2",
    "INSERT INTO research_block_versions (block_id, page_id, space_id, kind, body, attrs, position, version, created_at) SELECT 1, id, space_id, 'text', $3, '{}', 0, 1, 0 FROM research_pages WHERE id = $1 AND space_id = $2",
    "INSERT INTO research_page_versions (page_id, space_id, kind, title, blocks, block_count, document_version, created_at, updated_at) SELECT id, space_id, 'autosave', title, $3, 1, 1, 0, 0 FROM research_pages WHERE id = $1 AND space_id = $2",
    "INSERT INTO research_drafts (page_id, space_id, user_id, origin, base_version, document, created_at) SELECT id, space_id, 1, 'beacon', 1, $3, 0 FROM research_pages WHERE id = $1 AND space_id = $2",
    "INSERT INTO research_comments (page_id, space_id, body, created_at) SELECT id, space_id, $3, 0 FROM research_pages WHERE id = $1 AND space_id = $2",
    "INSERT INTO research_terms (space_id, term, page_id, field, occurrences) SELECT space_id, $3, id, 'title', 1 FROM research_pages WHERE space_id = $2 AND id >= $1",
    "INSERT INTO research_templates (space_id, name, blocks, block_count, created_at) SELECT $2, 'x', $3, 1, 0 WHERE $1 > 0",
    "INSERT INTO research_uploads (page_id, space_id, object_key, file_name, media_type, size_bytes, uploaded_by_user_id, created_at) SELECT id, space_id, $3 || (SELECT count(*) FROM research_uploads) || 'of' || COALESCE((SELECT MAX(id) FROM research_uploads), 0), 'x', 'y', 1000 + $1, 1 + $2 % 2, 0 FROM research_pages WHERE id = $1 AND space_id = $2",
    "UPDATE research_uploads SET attached_at = COALESCE(attached_at, 1) WHERE page_id <= $1 AND space_id = $2 AND $3 <> 'x'",
    "INSERT INTO value_notes (space_id, value, content, color, created_at, updated_at) SELECT $2, '0x', $3, 'x', 0, 0 WHERE $1 > 0",
    "INSERT INTO saved_items (page_id, space_id, kind, chain_id, hash, block_number, block_hash, decoder_version, snapshot, created_at, updated_at) SELECT id, space_id, 'block', 1, 'h' || COALESCE((SELECT MAX(id) FROM saved_items), 0), 1, 'x', 1, $3, 0, 0 FROM research_pages WHERE id = $1 AND space_id = $2",
    "UPDATE research_blocks SET body = $3 WHERE space_id = $2 AND page_id <= $1",
    "UPDATE research_pages SET title = $3, finding = $3 WHERE space_id = $2 AND id <= $1",
    "UPDATE research_pages SET finding = NULL, document_version = document_version + 1 WHERE space_id = $2 AND id = $1 AND $3 <> 'x'",
    "UPDATE research_page_versions SET blocks = $3, kind = 'named', name = $3 WHERE space_id = $2 AND page_id = $1",
    "UPDATE saved_items SET note = $3 WHERE space_id = $2 AND page_id <= $1",
    "UPDATE value_notes SET content = $3 WHERE space_id = $2 AND id <= $1",
    "DELETE FROM research_terms WHERE space_id = $2 AND page_id = $1 AND $3 <> 'x'",
    "DELETE FROM research_blocks WHERE space_id = $2 AND page_id = $1 AND $3 <> 'x'",
    "DELETE FROM research_uploads WHERE space_id = $2 AND page_id = $1 AND $3 <> 'x'",
    "INSERT INTO published_pages (slug, title, author, body, published_at, version, page_id, space_id) SELECT 's' || id, title, 'x', $3, 0, 1, id, space_id FROM research_pages WHERE id = $1 AND space_id = $2 ON CONFLICT (slug) DO UPDATE SET body = excluded.body",
    "DELETE FROM research_pages WHERE space_id = $2 AND id = $1 AND $3 <> 'x'",
    "DELETE FROM value_notes WHERE space_id = $2 AND id <= $1 AND $3 <> 'x'",
];

#[tokio::test(flavor = "multi_thread")]
async fn the_counted_bytes_are_the_sums_after_any_changes() -> Result<()> {
    for Fresh { store, .. } in &fresh_stores().await? {
        people_and_spaces(store).await?;
        let mut numbers = Numbers(7);
        for round in 0..ROUNDS {
            let sql = CHANGES[usize::try_from(numbers.below(CHANGES.len() as u64)).expect("small")];
            let pages = number(store, "SELECT MAX(id) AS number FROM research_pages", &[]).await?;
            let page = 1 + numbers.below(u64::try_from(pages)?.max(1));
            let space = "SELECT space_id AS number FROM research_pages WHERE id = $1";
            let space = match number(store, space, &[Value::Int64(page)]).await? {
                0 => 1 + numbers.below(3),
                space => space,
            };
            let typed = sql.replace("$1", "CAST($1 AS BIGINT)").replace("$2", "CAST($2 AS BIGINT)");
            let typed = typed.replace("$3", "CAST($3 AS TEXT)");
            let values = [Value::Int64(page), Value::Int64(space), numbers.text()];
            if numbers.below(5) == 0 {
                // What is let go is not counted.
                let mut transaction = store.begin().await?;
                transaction.execute(&typed, &values).await?;
                drop(transaction);
            }
            store.execute(&typed, &values).await.map_err(|error| anyhow::anyhow!("{sql}: {error}"))?;
            if round % 20 == 0 {
                agree(store, sql).await?;
                if store.dialect() == AppStoreDialect::Postgres {
                    space_usage::fold(store).await?;
                    agree(store, "folding").await?;
                }
            }
        }
        assert!(sum(store, 1).await? + sum(store, 2).await? + sum(store, 3).await? > 20_000, "much was done");
        agree(store, "all").await?;
        // What goes with a person and with a space.
        store.execute("DELETE FROM users WHERE id = 2", &[]).await?;
        agree(store, "a deletion of an account").await?;
        store.execute("DELETE FROM spaces WHERE id = 2", &[]).await?;
        if store.dialect() == AppStoreDialect::Postgres {
            // What is left of it goes with the next folding.
            space_usage::fold(store).await?;
        }
        agree(store, "a deletion of a space").await?;
        assert_eq!(space_usage::of_space(store, 2).await?, 0);
    }
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn the_rows_of_a_space_are_folded_into_one_and_those_of_a_gone_one_vanish() -> Result<()> {
    for Fresh { store, .. } in
        fresh_stores().await?.iter().filter(|fresh| fresh.store.dialect() == AppStoreDialect::Postgres)
    {
        people_and_spaces(store).await?;
        for _ in 0..50 {
            let sql = "INSERT INTO value_notes (space_id, value, content, color, created_at, updated_at)
                       SELECT id, '0x', 'harbour', 'x', 0, 0 FROM spaces";
            store.execute(sql, &[]).await?;
        }
        store.execute("DELETE FROM spaces WHERE id = 3", &[]).await?;
        let rows = "SELECT count(*) AS number FROM space_usage";
        assert!(number(store, rows, &[]).await? > 100);
        space_usage::fold(store).await?;
        assert_eq!(number(store, rows, &[]).await?, 2);
        assert_eq!(space_usage::of_space(store, 1).await?, 50 * 107);
    }
    Ok(())
}

/// What somebody's organizations may have been given: a plan, what staff set, and a courtesy with its end.
type Given = (&'static str, Option<&'static str>, Option<(&'static str, i64)>);

const GIVEN: [Given; 12] = [
    ("free", None, None),
    ("researcher", None, None),
    ("team", None, None),
    ("free", Some("700"), None),
    ("team", Some("700"), None),
    ("free", Some("many"), None),
    ("free", Some("18446744073709551615"), None),
    ("free", None, Some(("researcher", 1_000))),
    ("researcher", None, Some(("free", 1_000))),
    ("free", None, Some(("team", 1_000))),
    ("free", None, Some(("team", 500))),
    ("free", Some("900"), Some(("team", 1_000))),
];
/// The time of which it is asked, between the ends of courtesies.
const NOW: i64 = 700;

/// An organization that was given this, and its one member; the rule of entitlements says what it may.
async fn owner(store: &AppStore, name: String, (plan, set, courtesy): Given) -> Result<(i64, Option<u64>)> {
    let organization = "INSERT INTO organizations (name, kind, plan_key, created_at) VALUES ($1, 'personal', $2, 0) RETURNING id AS number";
    let organization = number(store, organization, &[Value::Text(name.clone()), Value::Text(plan.to_owned())]).await?;
    let id = Value::Int64(organization);
    let user = "INSERT INTO users (email, email_key, name, created_at) VALUES ($1, $1, $1, 0) RETURNING id AS number";
    let user = number(store, user, &[Value::Text(name)]).await?;
    let member = "INSERT INTO memberships (organization_id, user_id, role, created_at) VALUES ($1, $2, 'owner', 0)";
    store.execute(member, &[id.clone(), Value::Int64(user)]).await?;
    if let Some(value) = set {
        let sql = "INSERT INTO entitlement_overrides (organization_id, name, value, set_by, set_at) VALUES ($1, 'space_bytes', $2, 'staff', 0)";
        store.execute(sql, &[id.clone(), Value::Text(value.to_owned())]).await?;
    }
    if let Some((plan, ends_at)) = courtesy {
        let sql = "INSERT INTO courtesy_subscriptions (organization_id, plan_key, ends_at) VALUES ($1, $2, $3)";
        store.execute(sql, &[id, Value::Text(plan.to_owned()), Value::Timestamp(ends_at)]).await?;
    }
    let profile = OrganizationProfile::load(store, organization, Timestamp::from_microsecond(NOW)?).await?;
    let allowed = profile.expect("it is there").entitlements.allowance(Allowance::SpaceBytes);
    // The store has no number above its own largest; neither bounds anything.
    Ok((user, allowed.filter(|bytes| *bytes < i64::MAX.unsigned_abs())))
}

async fn own(store: &AppStore, space: i64, user: i64, role: &str) -> Result<()> {
    let sql = "INSERT INTO space_members (space_id, user_id, role, created_at) VALUES ($1, $2, $3, 0)";
    store.execute(sql, &[Value::Int64(space), Value::Int64(user), Value::Text(role.to_owned())]).await?;
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn a_space_may_hold_what_the_largest_plan_of_its_owners_allows() -> Result<()> {
    let now = Timestamp::from_microsecond(NOW)?;
    for Fresh { store, .. } in &fresh_stores().await? {
        let mut owners = Vec::new();
        for (at, given) in GIVEN.into_iter().enumerate() {
            owners.push(owner(store, format!("owner {at}"), given).await?);
        }
        for (first, (one, allowed)) in owners.iter().enumerate() {
            for (second, (other, allowed_other)) in owners.iter().enumerate().skip(first + 1) {
                let made = "INSERT INTO spaces (name, created_at) VALUES ('Harbour', 0) RETURNING id AS number";
                let space = number(store, made, &[]).await?;
                assert_eq!(space_usage::room_of_space(store, space, now).await?.allowed, None, "nobody owns it");
                own(store, space, *one, "owner").await?;
                own(store, space, *other, "editor").await?;
                let room = space_usage::room_of_space(store, space, now).await?;
                assert_eq!(room.allowed, *allowed, "{:?} on {:?}", GIVEN[first], store.dialect());
                let promote = "UPDATE space_members SET role = 'owner' WHERE space_id = $1";
                store.execute(promote, &[Value::Int64(space)]).await?;
                let room = space_usage::room_of_space(store, space, now).await?;
                let larger = allowed.zip(*allowed_other).map(|(one, other)| one.max(other));
                assert_eq!(room.allowed, larger, "{:?} and {:?} on {:?}", GIVEN[first], GIVEN[second], store.dialect());
                assert_eq!(room.limit(Some(800)), Some(larger.map_or(800, |larger| larger.min(800))));
                assert_eq!((room.used, room.limit(None)), (0, larger));
            }
        }
    }
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn a_store_from_before_the_counters_is_counted_when_it_is_brought_up_to_date() -> Result<()> {
    for Fresh { store, .. } in &fresh_stores().await? {
        people_and_spaces(store).await?;
        undo_counters(store).await?;
        let mut numbers = Numbers(11);
        for _ in 0..6 {
            for sql in CHANGES.iter().filter(|sql| sql.starts_with("INSERT")) {
                let typed = sql.replace("$1", "CAST($1 AS BIGINT)").replace("$2", "CAST($2 AS BIGINT)");
                let typed = typed.replace("$3", "CAST($3 AS TEXT)");
                let page = 1 + numbers.below(3);
                store.execute(&typed, &[Value::Int64(page), Value::Int64(1), numbers.text()]).await?;
            }
        }
        store.migrate().await?;
        assert!(sum(store, 1).await? > 5_000, "something was there");
        agree(store, "the migration").await?;
    }
    Ok(())
}

/// Takes the schema back to what it was before the counters.
async fn undo_counters(store: &AppStore) -> Result<()> {
    let (names, drop) = match store.dialect() {
        AppStoreDialect::Sqlite => ("SELECT name FROM sqlite_schema WHERE type = 'trigger'", "DROP TRIGGER"),
        AppStoreDialect::Postgres => (
            "SELECT CAST(proname AS TEXT) AS name FROM pg_proc WHERE pronamespace = CAST(current_schema() AS regnamespace) AND prorettype = CAST('trigger' AS regtype)",
            "DROP FUNCTION",
        ),
    };
    let rows = store.query(names, &[]).await?;
    let names = Row::all(&rows).map(|row| row.text("name")).collect::<Result<Vec<_>, _>>()?;
    assert!(names.len() > 40, "{names:?}");
    for name in names {
        let rest = if drop == "DROP FUNCTION" { "() CASCADE" } else { "" };
        store.execute(&format!("{drop} {name}{rest}"), &[]).await?;
    }
    for made in ["VIEW space_storage", "TABLE space_rules", "TABLE space_usage", "TABLE unattached_uploads"] {
        store.execute(&format!("DROP {made}"), &[]).await?;
    }
    store.execute("DELETE FROM _sqlx_migrations WHERE version = 90", &[]).await?;
    Ok(())
}
