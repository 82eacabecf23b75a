//! Hostile names in letters about alerts: of tokens in sentences and findings, of the reader, and of a space. Text and HTML say each in one
//! line, and the HTML has no element that the letter does not write itself.

use super::support::Stage;
use crate::app_store_support::fresh_sqlite;
use crate::hostile_names::Mailbox;
use anyhow::Result;
use quarry::entered_text::EnteredText;
use quarry::stores::result_set::Value;
use quarry_tests::hostile_names::{ELEMENTS_OF_LETTERS, assert_elements, assert_head, count, escaped, name};

/// Names in a letter, whose lines all fit into it.
const IN_A_LETTER: usize = 25;

fn sentence(name: &str) -> String {
    format!("The price of WETH in {name} rises above 3.")
}

fn is_taken_back(number: u64) -> bool {
    number.is_multiple_of(5)
}

/// Writes a line about each, to a reader and of a space that have the names of the first and the last.
async fn tell(stage: &Stage, numbers: &[u64]) -> Result<()> {
    let mut transaction = stage.store.begin().await?;
    let ends = [numbers[0], numbers[numbers.len() - 1]].map(|number| Value::Text(name(number)));
    let [reader, space] = ends;
    let of_reader = "UPDATE users SET name = $1 WHERE id = CAST($2 AS BIGINT)";
    transaction.execute(of_reader, &[reader, Value::Int64(stage.reader)]).await?;
    let of_space = "UPDATE spaces SET name = $1 WHERE id = CAST($2 AS BIGINT)";
    transaction.execute(of_space, &[space, Value::Int64(stage.space)]).await?;
    let line = "INSERT INTO alert_letter_lines (user_id, space_id, alert_type, alert_id, arming, kind, sentence, detail, occurred_at)
                VALUES (CAST($1 AS BIGINT), CAST($2 AS BIGINT), 'price', CAST($3 AS BIGINT), 1, $4, $5, $6, CAST($7 AS BIGINT))";
    for number in numbers {
        let name = name(*number);
        let kind = if is_taken_back(*number) { "taken_back" } else { "fired" };
        let values = [
            Value::Int64(stage.reader),
            Value::Int64(stage.space),
            Value::Int64(number.cast_signed()),
            Value::Text(kind.to_owned()),
            Value::Text(sentence(&name)),
            Value::Text(name),
            Value::Int64(stage.clock.now().as_microsecond()),
        ];
        transaction.execute(line, &values).await?;
    }
    Ok(transaction.commit().await?)
}

#[tokio::test]
async fn letters_about_alerts_say_each_name_in_one_line_and_escape_it() -> Result<()> {
    let fresh = fresh_sqlite().await?;
    let stage = Stage::new(&fresh.store, "2026-11-03T09:00:00Z").await?;
    let mailbox = Mailbox::new()?;
    let shown = |text: &str| EnteredText::Line.shown(text);
    let numbers: Vec<u64> = (1..=count()).collect();
    for numbers in numbers.chunks(IN_A_LETTER) {
        tell(&stage, numbers).await?;
        assert_eq!(stage.look().await?, 1, "{numbers:?}");
        let letter = stage.letters().await?.remove(0);
        fresh.store.execute("DELETE FROM jobs", &[]).await?;
        let subject = letter["subject"].as_str().unwrap_or_default();
        let text = letter["text"].as_str().unwrap_or_default();
        let html = letter["html"].as_str().unwrap_or_default();
        assert!(!subject.is_empty() && !subject.contains(char::is_control), "{subject:?}");
        assert!(!text.contains(|character: char| character.is_control() && character != '\n'), "{text}");
        let (reader, space) = (shown(&name(numbers[0])), shown(&name(numbers[numbers.len() - 1])));
        assert!(text.starts_with(&format!("Hello {reader},\n")), "{text}");
        assert!(html.contains(&format!("<p>Hello {},</p>\n", escaped(&reader))), "{html}");
        for number in numbers {
            let name = name(*number);
            let taken_back = match is_taken_back(*number) {
                true => "Taken back, for its blocks are no longer part of the chain: ",
                false => "",
            };
            let (sentence, finding) = (format!("{taken_back}{}", shown(&sentence(&name))), shown(&name));
            let line = format!("\n- {sentence}\n  {finding}\n  2026-11-03 09:00 UTC, {space}\n");
            assert!(text.contains(&line), "{line} in {text}");
            let marked = format!("<strong>{}</strong><br>{}<br>", escaped(&sentence), escaped(&finding));
            assert!(html.contains(&marked), "{marked} in {html}");
        }
        assert!(html.contains(&format!("UTC, {}</small>", escaped(&space))), "{html}");
        assert_elements(html, &ELEMENTS_OF_LETTERS);
        assert_head(&mailbox.delivered(&letter).await?);
    }
    Ok(())
}
