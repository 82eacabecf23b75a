//! The site as a visitor meets it: live figures, plans, documentation that can be searched, and posts that cannot do harm.

use quarry::stores::result_set::Value;
use quarry_tests::server::{Options, Server, app_store_environment, shared};
use serde_json::Value as Json;

fn body(path: &str) -> Json {
    let answer = shared().get_keyless(path);
    assert_eq!(answer.status, 200, "{path}: {}", answer.text);
    assert_eq!(answer.header("cache-control"), "public, max-age=60", "{path}");
    answer.json()
}

fn texts(list: &Json, member: &str) -> Vec<String> {
    let items = list.as_array().unwrap_or_else(|| panic!("{list} is no list"));
    items.iter().map(|item| item[member].as_str().unwrap_or_default().to_owned()).collect()
}

#[test]
fn home_shows_what_the_warehouse_holds() {
    let home = body("/public/home");
    let pairs = shared().get("/pairs?limit=500").json();
    assert_eq!(home["pools"], pairs["count"], "the pools that the finder finds");
    let status = shared().get("/status").json();
    for (chain, known) in
        home["chains"].as_array().expect("chains").iter().zip(status["chains"].as_array().expect("chains"))
    {
        assert_eq!((&chain["chain"], &chain["newest_block"]), (&known["chain"], &known["latest_block"]));
        assert_eq!(chain["newest_block_at"], known["latest_block_at"]);
        assert!(chain["daily_bars"].as_u64().is_some_and(|bars| bars > 100), "{chain}");
    }
    let newest =
        home["chains"].as_array().expect("chains").iter().filter_map(|chain| chain["newest_block_at"].as_str()).max();
    assert_eq!(home["as_of"].as_str(), newest);
    assert_eq!(texts(&home["chains"], "chain"), ["ethereum", "base"]);
}

#[test]
fn plans_show_what_they_allow_and_null_is_unlimited() {
    let plans = body("/public/plans");
    assert_eq!(texts(&plans["plans"], "key"), ["free", "researcher", "team", "institution"]);
    assert_eq!(plans["plans"][1]["api_requests_per_hour"], 1000);
    assert_eq!(plans["plans"][3]["saved_views"], Json::Null);
    assert_eq!(plans["plans"][0]["api_access"], false);
}

#[test]
fn the_site_names_its_modules_and_the_ways_in() {
    let site = body("/public/site");
    assert_eq!(site["name"], "Quarry");
    let modules = texts(&site["modules"], "key");
    assert!(modules.is_sorted() && modules.contains(&"timeline".to_owned()), "{modules:?}");
    let ways = body("/public/auth");
    assert_eq!(
        (&ways["providers"], &ways["api_keys"]["scheme"]),
        (
            &serde_json::json!([{ "key": "password", "kind": "password", "name": "E-mail and password" }]),
            &Json::from("Bearer")
        )
    );
    assert!(
        body("/public/about")["html"]
            .as_str()
            .is_some_and(|html| html.contains("<h1 id=\"section-about-quarry\">About Quarry"))
    );
}

#[test]
fn every_page_that_is_listed_can_be_read() {
    for (list, member) in [("/public/docs", "docs"), ("/public/legal", "legal"), ("/public/blog", "posts")] {
        let slugs = texts(&body(list)[member], "slug");
        assert!(slugs.len() > 2, "{list}");
        for slug in slugs {
            let html = body(&format!("{list}/{slug}"))["html"].as_str().expect("html").to_owned();
            assert!(html.contains("<p>"), "{list}/{slug}");
            for link in html.split("href=\"").skip(1).filter_map(|rest| rest.split('"').next()) {
                if let Some(id) = link.strip_prefix('#') {
                    assert!(html.contains(&format!("id=\"{id}\"")), "{slug}: {link} leads nowhere");
                }
                let leads = link.starts_with("https://") || link.starts_with("http://") || link.starts_with('#');
                let page = link.split('#').next().unwrap_or_default();
                assert!(leads || shared().get_keyless(&format!("/public/docs/{page}")).status == 200, "{slug}: {link}");
            }
        }
        let unknown = shared().get_keyless(&format!("{list}/no-such-page"));
        assert_eq!((unknown.status, unknown.code().as_str()), (404, "not_found"));
    }
}

#[test]
fn the_documentation_is_searched_by_every_word_and_by_audience() {
    let found = body("/public/docs?q=next_cursor%20Link");
    let slugs = texts(&found["docs"], "slug");
    assert!(slugs.contains(&"paging".to_owned()), "{slugs:?}");
    assert!(
        found["docs"].as_array().expect("docs").iter().any(|page| {
            page["snippet"].as_str().is_some_and(|snippet| snippet.contains("<mark>next_cursor</mark>"))
        })
    );
    assert_eq!(texts(&body("/public/docs?q=TIMELINE")["docs"], "slug")[0], "timeline", "a title is the best fit");
    assert_eq!(body("/public/docs?q=no-such-word-anywhere")["count"], 0);
    let researchers = body("/public/docs?audience=researcher");
    assert!(texts(&researchers["docs"], "audience").iter().all(|audience| audience == "researcher"));
    assert!(researchers["count"].as_u64() < body("/public/docs")["count"].as_u64());
    let marked = body("/public/docs?q=%3Cbearer");
    assert_eq!(marked["count"], 0, "what looks like a tag is looked for as text");
    for (path, parameter) in [
        ("/public/docs?audience=everybody", "audience"),
        ("/public/docs?q=%20", "q"),
        (&*format!("/public/docs?q={}", "x".repeat(101)), "q"),
    ] {
        let refusal = shared().get_keyless(path);
        assert_eq!((refusal.status, refusal.json()["parameter"].as_str()), (422, Some(parameter)), "{}", refusal.text);
    }
}

#[test]
fn posts_come_newest_first_by_category_and_page() {
    let all = body("/public/blog");
    insta::assert_json_snapshot!(all);
    let mut walked = Vec::new();
    let mut next = "/public/blog?limit=1".to_owned();
    loop {
        let page = body(&next);
        walked.extend(page["posts"].as_array().expect("posts").clone());
        match page["next_cursor"].as_str() {
            Some(cursor) => next = format!("/public/blog?limit=1&cursor={cursor}"),
            None => break,
        }
    }
    assert_eq!(Json::from(walked), all["posts"]);
    let guides = body("/public/blog?category=guides");
    assert!(guides["count"].as_u64().is_some_and(|count| count > 0));
    assert!(texts(&guides["posts"], "category").iter().all(|category| category == "guides"));
    assert_eq!(body("/public/blog?category=none")["count"], 0);
}

const HOSTILE: &str = r#"
# Title <script>alert(1)</script>

<script>alert(2)</script>
<img src=x onerror=alert(3)>
<iframe src="https://evil.example"></iframe>
<style>body { display: none }</style>
<a href="javascript:alert(4)" onclick="alert(5)">raw link</a>
<form action="https://evil.example"><input name=q></form>
<svg onload=alert(6)></svg>
<!-- a comment -->

[script link](javascript:alert(7)) [data link](data:text/html;base64,PHNjcmlwdD4=) [mixed](JaVaScRiPt:alert(8))
[entity](&#106;avascript:alert(9)) [tab](java	script:alert(10)) [vb](vbscript:msgbox) [relative](../../session)
[protocol relative](//evil.example/x) [safe](https://example.org/a?b=c&d=e) [quote](https://example.org/"onmouseover="alert(11))
![picture](javascript:alert(12)) ![tracker](https://evil.example/pixel.png)

| a | b |
|---|---|
| <b onclick=alert(13)>x</b> | `<script>` |

```html
<script>shown()</script>
```

<div id="root">take over</div>
"#;

/// A server with one post.
fn with_post(text: &str) -> Server {
    let mut environment = app_store_environment("site").expect("an application store");
    environment.push(("QUARRY__RATE_LIMITS__PUBLIC_PER_MINUTE".to_owned(), "0".to_owned()));
    let server = Server::start(&Options { no_sample: true, environment, ..Options::default() }).expect("a server");
    server.in_app_store(async |store| {
        let insert = "INSERT INTO blog_posts (slug, status, category, title, summary, author, body, published_at, \
                      created_at, updated_at, version) VALUES ($1, $2, 'x', '<b>T</b>', 's', 'a', $3, 1, 1, 1, 1)";
        for (slug, status) in [("hostile", "published"), ("draft", "draft")] {
            let row = [slug, status, text].map(|text| Value::Text(text.to_owned()));
            store.execute(insert, &row).await.expect("the post is written");
        }
    });
    server
}

#[test]
fn hostile_markdown_is_shown_as_safe_html_and_drafts_not_at_all() {
    let server = with_post(HOSTILE);
    let post = server.get_keyless("/public/blog/hostile");
    assert_eq!(post.status, 200, "{}", post.text);
    let post = post.json();
    assert_eq!(post["post"]["title"], "<b>T</b>", "plain text stays what it is: whoever shows it escapes it");
    let html = post["html"].as_str().expect("html");
    // Whatever tags are left: names and attributes from a short list, and addresses that lead to the web.
    for tag in html.split('<').skip(1).map(|rest| rest.split('>').next().unwrap_or_default()) {
        let name = tag.trim_start_matches('/').split_whitespace().next().unwrap_or_default();
        let allowed = [
            "h1", "h2", "a", "p", "table", "thead", "tbody", "tr", "th", "td", "code", "pre", "b", "br", "em", "strong",
        ];
        assert!(allowed.contains(&name), "<{tag}> in {html}");
        let attributes: Vec<&str> =
            tag.split_whitespace().skip(1).filter_map(|part| part.split_once('=')).map(|(name, _)| name).collect();
        assert!(
            attributes.iter().all(|name| ["href", "rel", "id", "class", "aria-label", "lang"].contains(name)),
            "<{tag}>"
        );
    }
    for link in html.split("href=\"").skip(1).filter_map(|rest| rest.split('"').next()) {
        // A picture is a link to it, which loads nothing.
        let leads = ["https://example.org/", "#section-", "https://evil.example/pixel.png"];
        assert!(leads.iter().any(|begin| link.starts_with(begin)), "{link} in {html}");
    }
    for id in html.split(" id=\"").skip(1).filter_map(|rest| rest.split('"').next()) {
        assert!(id.starts_with("section-"), "{id}");
    }
    assert!(!html.contains("src=") && !html.contains("<script"), "{html}");
    assert!(html.contains("&lt;script&gt;shown()"), "code is shown as text: {html}");
    assert!(html.contains("https://example.org/a?b=c&amp;d=e"), "{html}");
    assert_eq!(server.get_keyless("/public/blog/draft").status, 404);
    assert_eq!(server.get_keyless("/public/blog").json()["count"], 1);
    assert_eq!(server.get_keyless("/public/home").json()["as_of"], Json::Null, "an empty warehouse has no newest data");
}
