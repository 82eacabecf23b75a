//! The words of letters and their readers: the same in text and HTML, to those who may know it, with a way to have no more of them.

use super::support::{Stage, at, links};
use crate::app_store_support::{fresh_sqlite, fresh_stores};
use anyhow::Result;
use proptest::prelude::*;
use quarry::jobs::{Ending, HostJob};
use quarry::mail::{MailDelivery, MailTransport};
use quarry::stores::result_set::Value;
use quarry_tests::mail_server::MailServer;
use std::path::Path;

#[tokio::test]
async fn a_letter_says_the_same_in_text_and_html_whatever_stands_in_names() -> Result<()> {
    for fresh in fresh_stores().await? {
        let stage = Stage::new(&fresh.store, "2026-11-03T09:00:00Z").await?;
        let hostile = "<script>alert(1)</script> \u{202e}& \"x\"\r\nBcc: eve@example.org";
        stage.tell(1, "fired", hostile, Some("2001.4 <img src=x>\nat block 9")).await?;
        stage.tell(2, "taken_back", "Alert 2;", None).await?;
        assert_eq!(stage.look().await?, 1);
        let letter = &stage.letters().await?[0];
        assert_eq!(
            (&letter["to"], &letter["subject"]),
            (&"ada@example.org".into(), &"Quarry: news of 2 alerts".into())
        );
        let text = letter["text"].as_str().unwrap_or_default();
        let html = letter["html"].as_str().unwrap_or_default();
        let url = letter["unsubscribe_url"].as_str().unwrap_or_default();
        assert!(text.contains("<script>alert(1)</script> & \"x\"") && !text.contains("\nBcc:"), "{text}");
        assert!(!html.contains("<script>") && !html.contains("<img") && !html.contains("Ada <b>"), "{html}");
        assert!(html.contains("&lt;script&gt;alert(1)&lt;/script&gt; &amp; &quot;x&quot;"), "{html}");
        for said in ["2001.4", "2026-11-03 09:00 UTC", "Taken back", "at once", "https://quarry.example", url] {
            assert!(text.contains(said) && html.contains(said), "{said}\n{text}\n{html}");
        }
        assert!(text.contains("Engines & more") && html.contains("Engines &amp; more"), "{text}\n{html}");
        assert_eq!(links().open(url.rsplit('/').next().unwrap_or_default()), Some(stage.reader));
    }
    Ok(())
}

#[tokio::test]
async fn a_long_digest_shows_the_newest_and_counts_the_rest() -> Result<()> {
    for fresh in fresh_stores().await? {
        let stage = Stage::new(&fresh.store, "2026-11-03T09:00:00Z").await?;
        stage.choose("daily").await?;
        let sql = "INSERT INTO alert_letter_lines (user_id, space_id, alert_type, alert_id, arming, kind, sentence, occurred_at)
                   VALUES (CAST($1 AS BIGINT), CAST($2 AS BIGINT), 'liquidation', CAST($3 AS BIGINT), 1, 'fired', $4, CAST($3 AS BIGINT))";
        let mut transaction = fresh.store.begin().await?;
        for alert in 1..=2_345 {
            let sentence = Value::Text(format!("Alert {alert};{}", "&".repeat(400)));
            let values = [Value::Int64(stage.reader), Value::Int64(stage.space), Value::Int64(alert), sentence];
            transaction.execute(sql, &values).await?;
        }
        transaction.commit().await?;
        stage.hand.set(at("2026-11-04T08:00:00Z"));
        assert_eq!(stage.look().await?, 1);
        let letter = &stage.letters().await?[0];
        let text = letter["text"].as_str().unwrap_or_default();
        assert_eq!(text.lines().filter(|line| line.starts_with("- Alert ")).count(), 50);
        assert!(text.contains("- Alert 2345;") && text.contains("- Alert 2296;") && !text.contains("- Alert 2295;"));
        assert!(text.contains("2345 of your alerts") && text.contains("And 2295 more"), "{text}");
        assert_eq!(stage.number("SELECT count(*) AS number FROM alert_letter_lines").await?, 0);
    }
    Ok(())
}

#[tokio::test]
async fn lines_that_are_too_long_for_one_letter_are_counted_and_the_newest_are_told() -> Result<()> {
    // Four bytes a character in text, and six in HTML.
    for hostile in ["\u{1f30a}", "\""] {
        let fresh = fresh_sqlite().await?;
        let stage = Stage::new(&fresh.store, "2026-11-03T09:00:00Z").await?;
        for alert in 1..=50 {
            let sentence = format!("Alert {alert};\n{}", hostile.repeat(400));
            stage.tell(alert, "fired", &sentence, Some(&hostile.repeat(400))).await?;
        }
        assert_eq!(stage.look().await?, 1);
        let letters = stage.letters().await?;
        let text = letters.first().and_then(|letter| letter["text"].as_str()).unwrap_or_default();
        let shown = text.lines().filter(|line| line.starts_with("- Alert ")).count();
        assert!((10..50).contains(&shown) && text.contains("- Alert 50;"), "{shown}");
        assert!(text.contains("50 of your alerts") && text.contains(&format!("And {} more", 50 - shown)), "{text}");
    }
    Ok(())
}

#[tokio::test]
async fn nobody_is_told_of_a_space_that_they_left_and_no_suspended_account_is_written_to() -> Result<()> {
    for fresh in fresh_stores().await? {
        let mut stage = Stage::new(&fresh.store, "2026-11-03T09:00:00Z").await?;
        stage.choose("daily").await?;
        stage.fire(1).await?;
        let first = stage.space;
        stage.space = stage.add_space("Left").await?;
        stage.fire(2).await?;
        fresh.store.execute("DELETE FROM space_members WHERE space_id = $1", &[Value::Int64(stage.space)]).await?;
        stage.hand.set(at("2026-11-04T08:00:00Z"));
        assert_eq!(stage.look().await?, 1);
        assert_eq!(stage.told().await?, [[1]]);
        stage.space = first;
        for cadence in ["daily", "instant"] {
            stage.choose(cadence).await?;
            stage.fire(3).await?;
            fresh.store.execute("UPDATE users SET disabled_at = 1", &[]).await?;
            stage.hand.set(at("2026-11-05T08:00:00Z"));
            assert_eq!(stage.look().await?, 0);
            fresh.store.execute("UPDATE users SET disabled_at = NULL", &[]).await?;
            assert_eq!(stage.look().await?, 0, "what waited went with the account");
        }
    }
    Ok(())
}

#[tokio::test]
async fn a_mail_program_finds_in_a_letter_how_to_end_them_with_one_click() -> Result<()> {
    let fresh = fresh_sqlite().await?;
    let stage = Stage::new(&fresh.store, "2026-11-03T09:00:00Z").await?;
    stage.tell(1, "fired", "Grüße;", None).await?;
    stage.look().await?;
    let letter = stage.letters().await?[0].clone();
    let server = MailServer::start(Path::new(env!("CARGO_BIN_EXE_quarry-mail-server")))?;
    let transport = MailTransport::smtp(&format!("smtp://{}", server.address))?;
    let delivery = MailDelivery::new(transport, "Quarry <quarry@quarry.example>")?;
    assert!(matches!(delivery.run(&letter.to_string()).await, Ending::Completed));
    let data = &server.letters()[0].data;
    let url = letter["unsubscribe_url"].as_str().unwrap_or_default();
    let head = data.split("\n\n").next().unwrap_or_default().replace("\n ", " ");
    let header = |name: &str| head.lines().find_map(|line| line.strip_prefix(&format!("{name}: "))).map(str::trim);
    assert_eq!(header("List-Unsubscribe"), Some(format!("<{url}>").as_str()), "{data}");
    assert_eq!(header("List-Unsubscribe-Post"), Some("List-Unsubscribe=One-Click"), "{data}");
    assert!(header("Content-Type").is_some_and(|form| form.starts_with("multipart/alternative")), "{data}");
    let (text, html) = (data.find("Content-Type: text/plain"), data.find("Content-Type: text/html"));
    assert!(text.is_some() && text < html, "the text first: {data}");
    // Over plain http there is no one click.
    let mut plain = letter;
    plain["unsubscribe_url"] = "http://localhost/x".into();
    assert!(matches!(delivery.run(&plain.to_string()).await, Ending::Completed));
    let data = &server.letters()[1].data;
    assert!(
        data.contains("List-Unsubscribe: <http://localhost/x>") && !data.contains("List-Unsubscribe-Post"),
        "{data}"
    );
    Ok(())
}

proptest! {
    #[test]
    fn a_link_opens_for_its_person_and_no_other_text_is_one(person: i64, place in 0_usize..54, letter in "[A-Za-z0-9_-]", noise in ".{0,80}") {
        let token = links().token(person).expect("a token");
        prop_assert_eq!(links().open(&token), Some(person));
        let mut forged = token.clone();
        forged.replace_range(place..=place, &letter);
        // The last letter has bits that stand for nothing; no other text stands for the same bytes.
        prop_assert!(forged == token || links().open(&forged).is_none(), "{forged}");
        prop_assert_eq!(links().open(&noise), None);
        let elsewhere = quarry::alert_letters::unsubscription::UnsubscriptionLinks::new(&[[8; 32]], None);
        prop_assert_eq!(elsewhere.open(&token), None);
    }
}
