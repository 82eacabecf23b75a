//! The pause of price alerts while the module `prices` is off: the alert centre is not there to say so, so the inbox does, once a pause.

use quarry_inbox_entries::InboxGrew;
use quarry_sdk::prelude::*;

statement!(app_store, SelectPausedPeople, "src/evaluation/prices/paused_people.sql");
statement!(app_store, TellPause, "src/evaluation/prices/tell_pause.sql");
statement!(app_store, KeepPause, "src/evaluation/prices/keep_pause.sql");

const TITLE: &str = "Your price alerts pause";
const EXCERPT: &str = "Prices are switched off here, and price alerts fire nothing meanwhile. When they are on again, an alert \
                       whose condition holds then fires.";
/// People who are told together.
const AT_ONCE: i64 = 500;

/// Tells people whose price alerts watch that they pause. `off_version`: which switching off it was.
pub fn tell_of_pause(off_version: i64, run: &JobRun) -> Result<(), JobFailure> {
    let mut after = 0;
    loop {
        let people: Vec<i64> = SelectPausedPeople { after, most: AT_ONCE }.values()?;
        let Some(last) = people.last() else { break };
        after = *last;
        let transaction = Transaction::begin()?;
        transaction.execute(TellPause {
            off_version,
            title: TITLE.to_owned(),
            excerpt: EXCERPT.to_owned(),
            now: Time::now(),
            people: people.iter().map(|user_id| TellPausePeople { user_id: *user_id }).collect(),
        })?;
        for user_id in people {
            if run.shares_left().messages > 0 {
                let grew = InboxGrew { subject_type: "module".to_owned(), subject_id: off_version, page_id: None };
                transaction.notify(Audience::Person(user_id), &grew)?;
            }
        }
        transaction.commit()?;
    }
    let transaction = Transaction::begin()?;
    transaction.execute(KeepPause { off_version })?;
    transaction.commit()?;
    Ok(())
}
