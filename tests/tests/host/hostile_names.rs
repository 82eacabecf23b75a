//! Hostile names in letters about accounts: each stands in its letter as one line, and adds nothing to the letter's head.

use anyhow::{Context, Result};
use jiff::Timestamp;
use quarry::contract::Secret;
use quarry::entered_text::EnteredText;
use quarry::identity::Letters;
use quarry::jobs::{Ending, HostJob};
use quarry::mail::{MailDelivery, MailTransport, Message, MessageError};
use quarry_tests::hostile_names::{assert_head, count, few, name};
use quarry_tests::server::fresh_folder;
use serde_json::Value as Json;
use std::path::{Path, PathBuf};

const TO: &str = "ada@example.org";
/// Names that no door lets in any more, and that a store of before may hold.
const OF_BEFORE: [&str; 5] = [
    "Ada\r\nBcc: all@example.org",
    "Ada\nSubject: Your password has expired",
    "Ada\r\n\r\n<script>x()</script>",
    "A\tB\u{7f}\u{85}C",
    "Ada\u{0}\u{1b}[2J",
];

/// A folder that letters are delivered to.
pub(crate) struct Mailbox {
    delivery: MailDelivery,
    folder: PathBuf,
}

impl Mailbox {
    pub(crate) fn new() -> Result<Mailbox> {
        let folder = fresh_folder("hostile-letters")?;
        let delivery = MailDelivery::new(MailTransport::folder(&folder)?, "Quarry <quarry@quarry.example>")?;
        Ok(Mailbox { delivery, folder })
    }

    /// The letter as it goes over the wire.
    pub(crate) async fn delivered(&self, letter: &Json) -> Result<String> {
        let ending = self.delivery.run(&letter.to_string()).await;
        assert_eq!(ending, Ending::Completed, "{letter}");
        taken_from(&self.folder)
    }
}

impl Drop for Mailbox {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.folder);
    }
}

fn taken_from(folder: &Path) -> Result<String> {
    let file = std::fs::read_dir(folder)?.next().context("a letter")??.path();
    let letter = std::fs::read_to_string(&file)?;
    std::fs::remove_file(&file)?;
    Ok(letter)
}

/// The letters that show a name, each with it wherever it shows one. The first has it in its subject too.
fn letters_with(letters: &Letters, name: &str) -> Result<[Message; 7], MessageError> {
    let (token, now) = (Secret::new("t".repeat(43)), Timestamp::UNIX_EPOCH);
    Ok([
        letters.invitation(TO, name, name, &token, now)?,
        letters.recovery(TO, name, &token)?,
        letters.password_changed(TO, name, now)?,
        letters.two_factor_changed(TO, name, "is on", now)?,
        letters.key_minted(TO, name, name, "a1b2", name, now)?,
        letters.export_ready(TO, name, now)?,
        letters.account_deleted(TO, name, now)?,
    ])
}

/// A letter, as the queue has it.
fn queued(letter: &Message) -> Result<Json> {
    Ok(serde_json::to_value(letter)?)
}

fn text_of(letter: &Json) -> &str {
    letter["text"].as_str().unwrap_or_default()
}

#[tokio::test]
async fn each_name_is_one_line_of_a_letter_and_adds_nothing_to_its_head() -> Result<()> {
    let letters = Letters::new(Some("https://quarry.example".to_owned()));
    let mut lines = Vec::new();
    for letter in &letters_with(&letters, "Ada")? {
        lines.push(text_of(&queued(letter)?).lines().count());
    }
    let mailbox = Mailbox::new()?;
    let few: Vec<String> = few().into_iter().map(name).collect();
    for name in (1..=count()).map(name).chain(OF_BEFORE.map(str::to_owned)) {
        let shown = EnteredText::Line.shown(&name);
        for (place, letter) in letters_with(&letters, &name)?.iter().enumerate() {
            let letter = queued(letter)?;
            let (subject, text) = (letter["subject"].as_str().unwrap_or_default(), text_of(&letter));
            assert!(!subject.is_empty() && !subject.contains(char::is_control), "{name:?}: {subject:?}");
            assert!(text.contains(&shown) && text.lines().count() == lines[place], "{name:?}: {text}");
            assert!(!text.contains(|character: char| character.is_control() && character != '\n'), "{name:?}: {text}");
            assert!(letter["html"].is_null(), "a letter with HTML, in which nobody looked for {name:?}: {letter}");
            if place == 0 || few.contains(&name) || OF_BEFORE.contains(&name.as_str()) {
                assert_head(&mailbox.delivered(&letter).await?);
            }
        }
    }
    Ok(())
}
