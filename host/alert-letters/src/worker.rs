//! Looks at new lines and at digests that are due, and writes the emails.

use crate::cadence::{Cadence, newest_due, newest_weekly_due};
use crate::letter::{self, Occasion};
use crate::lines::{Taken, drop_all, hold, people_with_digest, people_with_new, take_before};
use crate::reader::{Reader, begin_for};
use crate::unsubscription::UnsubscriptionLinks;
use jiff::{SignedDuration, Timestamp};
use quarry_contract::Caller;
use quarry_identity::mail::send_mail;
use quarry_stores::app::{AppStore, AppStoreError, Transaction};
use quarry_stores::clock::Clock;
use quarry_stores::result_set::Value;
use quarry_stores::shutdown::Shutdown;
use std::time::Duration;

/// The time between two looks at new lines.
const POLL: Duration = Duration::from_secs(2);
/// Looks at new lines for each look at digests.
const LOOKS_A_DIGEST: u32 = 15;
/// The time for which it is known that a person had a digest on a day.
const DIGESTS_KEPT: SignedDuration = SignedDuration::from_hours(30 * 24);

/// Writes the emails about alerts. Hosts do it side by side: a person's email is one transaction under the person's lock.
pub struct AlertLetters {
    store: AppStore,
    links: UnsubscriptionLinks,
    /// The address at which people sign in. `None`: the deployment does not say.
    web_app_url: Option<String>,
    clock: Clock,
}

impl AlertLetters {
    pub fn new(store: AppStore, links: UnsubscriptionLinks, web_app_url: Option<String>, clock: Clock) -> AlertLetters {
        AlertLetters { store, links, web_app_url, clock }
    }

    /// Writes emails until `shutdown`.
    pub async fn run(self, mut shutdown: Shutdown) {
        let mut look = 0_u32;
        loop {
            let written = async {
                self.write_new().await?;
                if look.is_multiple_of(LOOKS_A_DIGEST) { self.write_digests().await } else { Ok(0) }
            };
            if let Err(error) = written.await {
                // Emails that were not written are found by the next look.
                tracing::warn!(%error, "letters about alerts could not be written");
            }
            look = look.wrapping_add(1);
            tokio::select! {
                () = shutdown.wait() => break,
                () = tokio::time::sleep(POLL) => {}
            }
        }
    }

    /// Looks at each person's new lines: an email at once, kept for a digest, or dropped. Gives how many emails were written.
    pub async fn write_new(&self) -> Result<usize, AppStoreError> {
        let (mut written, mut after) = (0, 0);
        loop {
            let people = people_with_new(&self.store, after).await?;
            let Some(last) = people.last() else { return Ok(written) };
            after = *last;
            for user_id in people {
                written += usize::from(unless_away(user_id, self.look_at(user_id).await)?);
            }
        }
    }

    async fn look_at(&self, user_id: i64) -> Result<bool, AppStoreError> {
        let mut transaction = begin_for(&self.store, user_id).await?;
        let now = self.clock.now();
        let reader = Reader::find(&mut transaction, user_id).await?;
        let mut is_written = false;
        match reader {
            Some(reader) if reader.cadence == Cadence::Instant => {
                // All that there is: a clock that differs a little keeps nothing back.
                let taken = take_before(&mut transaction, user_id, Timestamp::MAX).await?;
                is_written = taken.count > 0;
                self.send(&mut transaction, &reader, Occasion::AtOnce, taken, now).await?;
            }
            Some(Reader { cadence: Cadence::Daily | Cadence::Weekly, .. }) => {
                hold(&mut transaction, user_id, now).await?;
            }
            Some(_) | None => drop_all(&mut transaction, user_id).await?,
        }
        transaction.commit().await?;
        Ok(is_written)
    }

    /// Writes the digests that are due and not written yet; gives how many.
    pub async fn write_digests(&self) -> Result<usize, AppStoreError> {
        let now = self.clock.now();
        let daily = self.write_digests_of(Cadence::Daily, newest_due(now)).await?;
        Ok(daily + self.write_digests_of(Cadence::Weekly, newest_weekly_due(now)).await?)
    }

    async fn write_digests_of(&self, cadence: Cadence, due: Timestamp) -> Result<usize, AppStoreError> {
        let (mut written, mut after) = (0, 0);
        loop {
            let people = people_with_digest(&self.store, cadence, due, after).await?;
            let Some(last) = people.last() else { return Ok(written) };
            after = *last;
            for user_id in people {
                written += usize::from(unless_away(user_id, self.write_digest(user_id, cadence, due).await)?);
            }
        }
    }

    async fn write_digest(&self, user_id: i64, cadence: Cadence, due: Timestamp) -> Result<bool, AppStoreError> {
        let mut transaction = begin_for(&self.store, user_id).await?;
        let now = self.clock.now();
        let Some(reader) = Reader::find(&mut transaction, user_id).await? else {
            drop_all(&mut transaction, user_id).await?;
            transaction.commit().await?;
            return Ok(false);
        };
        // It may have changed since the look; then its lines were looked at again.
        if reader.cadence != cadence {
            return Ok(false);
        }
        let taken = take_before(&mut transaction, user_id, due).await?;
        let is_written = taken.count > 0;
        if is_written {
            if !mark(&mut transaction, user_id, due, taken.count, now).await? {
                // Another host wrote the day's.
                return Ok(false);
            }
            self.send(&mut transaction, &reader, Occasion::Digest(due), taken, now).await?;
        }
        transaction.commit().await?;
        Ok(is_written)
    }

    async fn send(
        &self,
        transaction: &mut Transaction,
        reader: &Reader,
        occasion: Occasion,
        taken: Taken,
        now: Timestamp,
    ) -> Result<(), AppStoreError> {
        if taken.count == 0 {
            return Ok(());
        }
        let places = letter::Places {
            web_app_url: self.web_app_url.as_deref(),
            unsubscribe_url: self.links.url(reader.user_id),
        };
        match letter::compose(reader, occasion, taken, &places) {
            Ok(message) => send_mail(transaction, &Caller::Nobody, &message, now).await,
            Err(error) => {
                // An address that no email can be sent to has the inbox.
                tracing::warn!(%error, user_id = reader.user_id, "a letter about alerts could not be composed");
                Ok(())
            }
        }
    }
}

/// The result of one person's look. A failure that is theirs alone is logged, and keeps nobody else's email back.
fn unless_away(user_id: i64, written: Result<bool, AppStoreError>) -> Result<bool, AppStoreError> {
    match written {
        Err(error) if !error.is_unavailable() => {
            tracing::warn!(%error, user_id, "a person's letter about alerts could not be written");
            Ok(false)
        }
        written => written,
    }
}

/// Marks the day's digest as written; false where it was.
async fn mark(
    transaction: &mut Transaction,
    user_id: i64,
    due: Timestamp,
    lines: usize,
    now: Timestamp,
) -> Result<bool, AppStoreError> {
    let old = due.saturating_sub(DIGESTS_KEPT).unwrap_or(Timestamp::MIN);
    let sql = "DELETE FROM alert_digests WHERE user_id = CAST($1 AS BIGINT) AND due_at < CAST($2 AS BIGINT)";
    transaction.execute(sql, &[Value::Int64(user_id), Value::Int64(old.as_microsecond())]).await?;
    let sql = "INSERT INTO alert_digests (user_id, due_at, line_count, written_at)
               VALUES (CAST($1 AS BIGINT), CAST($2 AS BIGINT), CAST($3 AS BIGINT), CAST($4 AS BIGINT))
               ON CONFLICT (user_id, due_at) DO NOTHING";
    let values = [
        Value::Int64(user_id),
        Value::Int64(due.as_microsecond()),
        Value::Int64(i64::try_from(lines).unwrap_or(i64::MAX)),
        Value::Int64(now.as_microsecond()),
    ];
    Ok(transaction.execute(sql, &values).await? > 0)
}
