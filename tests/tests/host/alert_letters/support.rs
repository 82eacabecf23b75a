//! A reader in a space, hosts that write letters, and a clock that is handed in.

use anyhow::Result;
use jiff::Timestamp;
use quarry::alert_letters::AlertLetters;
use quarry::alert_letters::unsubscription::UnsubscriptionLinks;
use quarry::clock::{Clock, ClockHand};
use quarry::identity::{NewUser, Passwords, Users};
use quarry::stores::app::{AppStore, Row};
use quarry::stores::result_set::Value;
use serde_json::Value as Json;

/// A Monday.
pub(super) const MONDAY: &str = "2026-11-02T08:00:00Z";

pub(super) fn at(time: &str) -> Timestamp {
    time.parse().expect("a time")
}

pub(super) fn links() -> UnsubscriptionLinks {
    UnsubscriptionLinks::new(&[[9; 32]], Some("https://api.quarry.example/api/v1".to_owned()))
}

/// One host of a deployment.
pub(super) fn host(store: &AppStore, clock: &Clock) -> AlertLetters {
    AlertLetters::new(store.clone(), links(), Some("https://quarry.example".to_owned()), clock.clone())
}

/// A person with a space of which they are a member.
pub(super) struct Stage {
    pub(super) store: AppStore,
    pub(super) clock: Clock,
    pub(super) hand: ClockHand,
    pub(super) reader: i64,
    pub(super) space: i64,
}

impl Stage {
    pub(super) async fn new(store: &AppStore, now: &str) -> Result<Stage> {
        let (clock, hand) = Clock::stepped(at(now));
        let users = Users::new(store.clone(), Passwords::default());
        let new = NewUser { email: "ada@example.org".to_owned(), name: "Ada <b>".to_owned(), password: None };
        let reader = users.create_user(new, at("2026-01-01T00:00:00Z")).await?.user_id;
        let stage = Stage { store: store.clone(), clock, hand, reader, space: 0 };
        let space = stage.add_space("Engines & more").await?;
        Ok(Stage { space, ..stage })
    }

    /// A space with the reader in it.
    pub(super) async fn add_space(&self, name: &str) -> Result<i64> {
        let mut transaction = self.store.begin().await?;
        let sql = "INSERT INTO spaces (name, created_at) VALUES ($1, 1) RETURNING id";
        let rows = transaction.query(sql, &[Value::Text(name.to_owned())]).await?;
        let space = Row::first(&rows).expect("a row").integer("id")?;
        let sql = "INSERT INTO space_members (space_id, user_id, role, created_at) VALUES (CAST($1 AS BIGINT), CAST($2 AS BIGINT), 'viewer', 1)";
        transaction.execute(sql, &[Value::Int64(space), Value::Int64(self.reader)]).await?;
        transaction.commit().await?;
        Ok(space)
    }

    /// Writes the line of an alert that fires now, as what fires it does.
    pub(super) async fn fire(&self, alert_id: i64) -> Result<()> {
        self.tell(alert_id, "fired", &format!("Alert {alert_id};"), None).await
    }

    pub(super) async fn tell(&self, alert_id: i64, kind: &str, sentence: &str, detail: Option<&str>) -> Result<()> {
        let sql = "INSERT INTO alert_letter_lines (user_id, space_id, alert_type, alert_id, arming, kind, sentence, detail, occurred_at)
                   VALUES (CAST($1 AS BIGINT), CAST($2 AS BIGINT), 'price', CAST($3 AS BIGINT), 1, $4, $5, CAST($6 AS TEXT),
                           CAST($7 AS BIGINT))";
        let values = [
            Value::Int64(self.reader),
            Value::Int64(self.space),
            Value::Int64(alert_id),
            Value::Text(kind.to_owned()),
            Value::Text(sentence.to_owned()),
            detail.map_or(Value::Null, |detail| Value::Text(detail.to_owned())),
            Value::Int64(self.clock.now().as_microsecond()),
        ];
        self.store.execute(sql, &values).await?;
        Ok(())
    }

    /// Changes the cadence, as the operation does.
    pub(super) async fn choose(&self, cadence: &str) -> Result<()> {
        let mut transaction = self.store.begin().await?;
        let sql = "INSERT INTO alert_email_settings (user_id, frequency, changed_at) VALUES (CAST($1 AS BIGINT), $2, CAST($3 AS BIGINT))
                   ON CONFLICT (user_id) DO UPDATE SET frequency = excluded.frequency, changed_at = excluded.changed_at
                   WHERE alert_email_settings.frequency <> excluded.frequency";
        let now = Value::Int64(self.clock.now().as_microsecond());
        let values = [Value::Int64(self.reader), Value::Text(cadence.to_owned()), now];
        if transaction.execute(sql, &values).await? > 0 {
            let sql = "UPDATE alert_letter_lines SET held_at = NULL WHERE user_id = CAST($1 AS BIGINT)";
            transaction.execute(sql, &[Value::Int64(self.reader)]).await?;
        }
        transaction.commit().await?;
        Ok(())
    }

    /// One look of a host at everything; gives how many letters it wrote.
    pub(super) async fn look(&self) -> Result<usize> {
        let host = host(&self.store, &self.clock);
        Ok(host.write_new().await? + host.write_digests().await?)
    }

    /// The letters, as the queue has them.
    pub(super) async fn letters(&self) -> Result<Vec<Json>> {
        let sql = "SELECT arguments FROM jobs WHERE name = 'deliver_mail' ORDER BY id LIMIT 1000";
        let rows = self.store.query(sql, &[]).await?;
        Row::all(&rows).map(|row| Ok(serde_json::from_str(&row.text("arguments")?)?)).collect()
    }

    /// The numbers of the alerts that letters tell of, in the order of the letters.
    pub(super) async fn told(&self) -> Result<Vec<Vec<i64>>> {
        let numbers = |letter: &Json| {
            let text = letter["text"].as_str().unwrap_or_default();
            let lines = text.lines().filter_map(|line| line.strip_prefix("- Alert "));
            lines.filter_map(|line| line.trim_end_matches(';').parse().ok()).collect()
        };
        Ok(self.letters().await?.iter().map(numbers).collect())
    }

    /// The number that a statement gives.
    pub(super) async fn number(&self, sql: &str) -> Result<i64> {
        let rows = self.store.query(sql, &[]).await?;
        Ok(Row::first(&rows).expect("a row").integer("number")?)
    }
}
